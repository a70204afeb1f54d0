package store

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/play"
	"turnpost/models/schema"
	"turnpost/rules"
	"turnpost/rules/rulestest/sample"
)

// manyGames starts more games between two players than one part of a bulk change holds, with alternating seats.
func (w *world) manyGames(a, b models.Player, n int) (games []*models.Game) {
	w.t.Helper()
	w.unsynced(w.t)
	w.Limits.GamesTogether, w.Limits.ChallengesTogether = -1, -1
	for i := range n {
		if i%2 == 1 {
			a, b = b, a
		}
		games = append(games, w.game(a, b, "hnefatafl", "7x7"))
		if i%2 == 1 {
			a, b = b, a
		}
	}
	w.sweep()
	w.deliver()
	return games
}

// storedDeadline returns the deadline in the game's row.
func (w *world) storedDeadline(g *models.Game) (at models.Millis) {
	w.t.Helper()
	err := w.Read(w.t.Context()).Raw("SELECT deadline_at FROM games WHERE id = ?", g.ID).Scan(&at).Error
	if err != nil {
		w.t.Fatal(err)
	}
	return at
}

// logOf formats the game's log.
func (w *world) logOf(g *models.Game) string {
	w.t.Helper()
	entries, err := w.GameLog(w.t.Context(), g.ID, 0, 1000)
	if err != nil {
		w.t.Fatal(err)
	}
	var lines []string
	for _, e := range entries {
		lines = append(lines, fmt.Sprintf("%s of seat %d at ply %d: %s%s", e.Kind, e.Seat, e.Ply, e.Back, period(e.Away)))
	}
	return strings.Join(lines, "\n")
}

// TestAnOutageCostsTheSameForAnyNumberOfGames checks that the heartbeat after an outage runs the same statements for 60
// games as for one, and that every reader sees the credited time although no game's row was written.
func TestAnOutageCostsTheSameForAnyNumberOfGames(t *testing.T) {
	sample.Whole(t, "counts statements in many games")
	asked := map[int]int{}
	for _, n := range []int{1, 60} {
		w := newWorld(t)
		ann, bob := w.player("ann"), w.player("bob")
		games := w.manyGames(ann, bob, n)
		w.pass(9 * time.Hour)
		w.restart()
		heard := &statements{}
		w.DB.Writer().Logger = heard
		if err := w.Heartbeat(t.Context()); err != nil {
			t.Fatal(err)
		}
		asked[n] = len(heard.take())
		for _, g := range games {
			if got := w.find(g); !got.Deadline.Equal(g.Deadline.Add(9*time.Hour)) || got.Left[0] != g.Left[0] {
				t.Fatalf("deadline %v, left %v, want %v later than %v", got.Deadline, got.Left, 9*time.Hour, g.Deadline)
			}
			if w.storedDeadline(g) != models.ToMillis(g.Deadline) {
				t.Fatal("the heartbeat has written a game")
			}
		}
		inbox, err := w.Inbox(t.Context(), ann)
		if err != nil || len(inbox.Games) != (n+1)/2 {
			t.Fatalf("%d games wait for ann, %v", len(inbox.Games), err)
		}
		for _, g := range inbox.Games {
			if !g.Deadline.Equal(games[0].Deadline.Add(9 * time.Hour)) {
				t.Errorf("the inbox says %v", g.Deadline)
			}
		}
	}
	if asked[1] != asked[60] || asked[1] == 0 {
		t.Errorf("the heartbeat asked %v", asked)
	}
}

// TestInboxOrderDuringACredit checks that games of one deadline have one order, although some of their rows contain
// the credited time and others do not yet.
func TestInboxOrderDuringACredit(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	w.manyGames(ann, bob, 6)
	w.pass(9 * time.Hour)
	w.restart()
	if err := w.Heartbeat(t.Context()); err != nil {
		t.Fatal(err)
	}
	order := func() (ids []string) {
		inbox, err := w.Inbox(t.Context(), ann)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range inbox.Games {
			ids = append(ids, g.ID)
		}
		return ids
	}
	before := order()
	if n, err := w.ChangePart(t.Context(), before[:1]); err != nil || n != 1 {
		t.Fatalf("%d games were changed, %v", n, err)
	}
	if after := order(); len(after) != 3 || !slices.Equal(after, before) {
		t.Errorf("the order was %v and is %v", before, after)
	}
}

// TestAKillBetweenTwoPartsCreditsOnce stops after a part of the games was credited, plays in one of the others, and
// continues in another process.
func TestAKillBetweenTwoPartsCreditsOnce(t *testing.T) {
	sample.Whole(t, "stops a process")
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	games := w.manyGames(ann, bob, 2*schema.BulkPart+7)
	w.pass(9 * time.Hour)
	w.restart()
	if err := w.Heartbeat(t.Context()); err != nil {
		t.Fatal(err)
	}
	var changes []schema.BulkChange
	if err := w.Read(t.Context()).Raw("SELECT * FROM bulk_changes").Scan(&changes).Error; err != nil || len(changes) != 1 {
		t.Fatalf("%+v, %v", changes, err)
	}
	ids, _, err := play.GamesToChange(w.ReadTx(t.Context()), &changes[0], play.BulkCursor{})
	if err != nil || len(ids) != schema.BulkPart {
		t.Fatalf("a part has %d games, %v", len(ids), err)
	}
	if n, err := w.ChangePart(t.Context(), ids); err != nil || n != schema.BulkPart {
		t.Fatalf("%d games were changed, %v", n, err)
	}
	credited := 0
	for _, g := range games {
		if w.storedDeadline(g) != models.ToMillis(g.Deadline) {
			credited++
		}
	}
	if credited != schema.BulkPart {
		t.Fatalf("%d games are credited", credited)
	}
	w.restart()
	last := games[len(games)-1]
	last = w.play(last, playerToMove(last, ann, bob), "d1-c1")
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if err := w.ApplyBulkChanges(cancelled); err == nil {
		t.Error("a cancelled walk has no error")
	}
	w.restart()
	w.sweep()
	w.sweep()
	for _, g := range games {
		want := models.ToMillis(g.Deadline.Add(9 * time.Hour))
		if g.ID == last.ID {
			want = models.ToMillis(last.Deadline)
		}
		if got := w.storedDeadline(g); got != want {
			t.Errorf("the deadline is %v, want %v", got.Time(), want.Time())
		}
		if got := w.logOf(g); got != "outage of seat 0 at ply 0: 9h0m0s" {
			t.Errorf("the log says %q", got)
		}
	}
}

func playerToMove(g *models.Game, players ...models.Player) models.Player {
	for _, p := range players {
		if g.Players[g.ToMove].ID == p.ID {
			return p
		}
	}
	return models.Player{}
}

// TestChangesMeetTurns lets two processes apply an outage and a vacation during play; each game is changed once.
func TestChangesMeetTurns(t *testing.T) {
	sample.Together(t, "plays in two processes")
	p := newWorld(t)
	second := p.openSecond(t)
	ann, bob := p.player("ann"), p.player("bob")
	second.unsynced(t)
	games := p.manyGames(ann, bob, 2*schema.BulkPart+20)
	for _, s := range []*Store{p.Store, second} {
		if err := s.Heartbeat(t.Context()); err != nil { // as a server does before it listens
			t.Fatal(err)
		}
	}
	p.pass(9 * time.Hour)
	var all sync.WaitGroup
	for _, s := range []*Store{p.Store, second, p.Store, second} {
		all.Go(func() {
			if _, err := s.SweepClocks(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	all.Go(func() {
		if _, err := second.SetVacation(t.Context(), ann.ID, "2026-12-01", "2026-12-02"); err != nil {
			t.Error(err)
		}
		if err := p.ApplyBulkChanges(t.Context()); err != nil {
			t.Error(err)
		}
	})
	for i, g := range games {
		all.Go(func() {
			s := []*Store{p.Store, second}[i%2]
			turn := models.TurnInput{Game: g.ID, Player: g.Players[0].ID, Text: "d1-c1", Via: models.ViaHTTP}
			if _, err := s.PlayTurn(t.Context(), turn); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	p.runWithoutMail(20 * time.Minute) // on PostgreSQL changes are kept for a while
	for _, g := range games {
		got, log := p.find(g), p.logOf(g)
		if got.Left != [2]time.Duration{72 * time.Hour, 72*time.Hour - 20*time.Minute} {
			t.Errorf("left %v", got.Left)
		}
		seat := got.SeatOf(ann.ID)
		away := fmt.Sprintf("away of seat %d at ply", seat)
		if strings.Count(log, "outage of seat 0 at ply 0: 9h0m0s") != 1 || strings.Count(log, away) != 1 ||
			strings.Count(log, "\n") != 1 {
			t.Errorf("the log says %q", log)
		}
	}
	var left int64
	if err := p.Read(t.Context()).Table("bulk_changes").Count(&left).Error; err != nil || left != 0 {
		t.Errorf("%d changes are left, %v", left, err)
	}
	if got := strings.Count(kinds(p.deliver()), "away:bob"); got != 1 {
		t.Errorf("%d mails tell of the vacation", got)
	}
}

// TestADepartureOfManyGames checks that every game of a deleted or banned player is over at once for all readers,
// whether or not its row was written.
func TestADepartureOfManyGames(t *testing.T) {
	sample.Whole(t, "ends many games")
	const parts = 2
	for name, leave := range map[string]func(w *world, ann models.Player) error{
		"deleted": func(w *world, ann models.Player) error { return w.DeletePlayer(w.t.Context(), ann.ID, "ann") },
		"banned":  func(w *world, _ models.Player) error { return w.Admin().BanPlayer(w.t.Context(), "ann") },
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			ann, bob := w.player("ann"), w.player("bob")
			games := w.manyGames(ann, bob, parts*schema.BulkPart+6)
			begun, played := games[len(games)-1], games[len(games)-3]
			played = w.play(played, playerToMove(played, ann, bob), "d1-c1")
			played = w.play(played, playerToMove(played, ann, bob), "d3-c3")
			w.deliver()
			if err := leave(w, ann); err != nil {
				t.Fatal(err)
			}
			results := func() {
				t.Helper()
				for _, g := range games {
					want := rules.Drawn(models.ReasonAborted)
					if g.ID == played.ID {
						want = rules.Won(played.SeatOf(bob.ID), models.ReasonResignation)
					}
					if got := w.find(g); got.Result != want || !got.FinishedAt.Equal(w.now()) || !got.Deadline.IsZero() {
						t.Fatalf("%s: %+v, finished at %v", got.Status, got.Result, got.FinishedAt)
					}
				}
				_, err := w.PlayTurn(t.Context(), models.TurnInput{Game: begun.ID, Player: bob.ID, Text: "d1-c1"})
				wantCode(t, err, models.CodeGameOver)
				_, err = w.ResignGame(t.Context(), bob.ID, played.ID)
				wantCode(t, err, models.CodeGameOver)
				if inbox, err := w.Inbox(t.Context(), bob); err != nil || len(inbox.Games) > 0 {
					t.Errorf("%d games wait for bob, %v", len(inbox.Games), err)
				}
				list, _, err := w.Games(t.Context(), play.GameFilter{Player: "bob", Status: models.Ongoing, Limit: 100})
				if err != nil || len(list) > 0 {
					t.Errorf("%d games of bob are under way, %v", len(list), err)
				}
			}
			results()
			w.sweep()
			results()
			mails := kinds(w.deliver())
			if got := strings.Count(mails, "game_over:bob "); got != len(games) || strings.Contains(mails, ":ann") {
				t.Errorf("%d mails to bob of %d games, mailed %s", got, len(games), mails)
			}
			if name == "deleted" {
				wantNoTrace(t, w)
			}
		})
	}
}
