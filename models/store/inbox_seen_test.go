package store

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/challenge"
	"turnpost/models/core"
	"turnpost/models/play"
	"turnpost/rules/rulestest/sample"
)

// uncached opens a store without caches.
func (w *world) uncached() *world {
	w.t.Helper()
	other := &world{t: w.t, clock: w.clock, path: w.path}
	other.open()
	w.t.Cleanup(func() {
		if err := other.Close(); err != nil {
			w.t.Error(err)
		}
	})
	other.GameCache = nil
	return other
}

func (w *world) inbox(p models.Player) challenge.Inbox {
	w.t.Helper()
	box, err := w.Inbox(w.t.Context(), p)
	if err != nil {
		w.t.Fatal(err)
	}
	return box
}

// TestInboxShowsWhatChanged changes games of an inbox, in this process and in another one, few and many
// at once: the inbox always equals that of a store without caches.
func TestInboxShowsWhatChanged(t *testing.T) {
	w := newWorld(t)
	w.unsynced(t)
	other := w.uncached()
	ann, bob := w.player("ann"), w.player("bob")
	var games []*models.Game
	for range play.MaxRereadGames + 3 {
		games = append(games, w.paced(ann, bob, "3d"))
	}
	check := func(what string) {
		t.Helper()
		for range 2 {
			if seen, stands := w.inbox(bob), other.inbox(bob); !reflect.DeepEqual(seen, stands) {
				t.Errorf("%s: %+v is seen, %+v stands", what, seen, stands)
			}
		}
	}
	check("no turn")
	for i, by := range []*world{w, other} {
		for _, g := range games[5*i : 5*i+5] {
			by.play(g, ann, "d1-c1")
			check("turn")
		}
	}
	for _, g := range games[10:] {
		w.play(g, ann, "d1-c1")
	}
	check("turns")
	for _, g := range games {
		other.say(ann, g, "hello")
	}
	check("messages")
	if _, err := w.MarkMessagesRead(t.Context(), bob.ID, games[0].ID, nil); err != nil {
		t.Fatal(err)
	}
	check("read")
	if _, err := other.SetVacation(t.Context(), ann.ID, "2026-11-21", "2026-11-22"); err != nil {
		t.Fatal(err)
	}
	check("away")
	if _, err := other.CreateChallenge(t.Context(), ann, challenge.NewChallenge{
		Ruleset:  "bohnduell",
		Opponent: "bob",
	}); err != nil {
		t.Fatal(err)
	}
	check("challenge")
	w.play(games[1], bob, "d3-c3")
	check("own turn")
	for _, message := range []string{"one", "another"} { // at the same instant
		if _, err := other.PlayTurn(t.Context(), models.TurnInput{
			Game: games[1].ID, Player: ann.ID, Text: "c1-c2", Message: message, Via: models.ViaHTTP,
		}); err != nil {
			t.Fatal(err)
		}
		check("turn with a message")
		if _, err := w.NegotiateTakeback(t.Context(), ann.ID, games[1].ID, models.MakeOffer, 2); err != nil {
			t.Fatal(err)
		}
		check("takeback offered")
		if _, err := w.NegotiateTakeback(t.Context(), bob.ID, games[1].ID, models.AcceptOffer, 2); err != nil {
			t.Fatal(err)
		}
		check("takeback")
	}
	if err := other.DeletePlayer(t.Context(), ann.ID, "ann"); err != nil {
		t.Fatal(err)
	}
	check("deletion")
}

// TestInboxShowsEveryColumn changes each column of a game separately, without a turn: the inbox shows it.
func TestInboxShowsEveryColumn(t *testing.T) {
	sample.Whole(t, "changes every column")
	w := newWorld(t)
	w.unsynced(t)
	other := w.uncached()
	ann, bob := w.player("ann"), w.player("bob")
	const key = "number id ruleset variant version first_id second_id pace created_at event_id vacation" // immutable
	// byHash is changed by turns only, byStatus with the status.
	const byHash = "hash position ply to_move position_keys " +
		"last_seat last_turn last_events last_message last_via last_at last_occurrence"
	const byStatus = "winner reason finished_at"
	stand := strings.Fields(key + " " + byHash + " " + byStatus)
	columns, err := w.DB.Reader().Migrator().ColumnTypes("games")
	if err != nil || len(columns) < 20 {
		t.Fatalf("%v, %v", columns, err)
	}
	check := func(what string) {
		t.Helper()
		if seen, stands := w.inbox(bob), other.inbox(bob); !reflect.DeepEqual(seen, stands) {
			t.Errorf("%s: %+v is seen, %+v stands", what, seen, stands)
		}
	}
	for _, c := range columns {
		column := c.Name()
		if slices.Contains(stand, column) {
			continue
		}
		g := w.paced(ann, bob, "3d")
		w.play(g, ann, "d1-c1")
		w.say(ann, g, "hello")
		check(column)
		values := []string{column + " + 1", column + " + 1"}
		switch column {
		case "status":
			values = []string{"'aborted'"}
		case "unrated_because":
			values = []string{"'pair'", "''"}
		case "days_off":
			values = []string{"'sat,sun Europe/Warsaw'", "''"}
		}
		for _, value := range values {
			if err := w.raw(fmt.Sprintf("UPDATE games SET %s = %s WHERE id = '%s'", column, value, g.ID)); err != nil {
				t.Fatal(err)
			}
			check(column)
		}
	}
	for _, change := range []string{
		"UPDATE players SET name = 'eve' WHERE name = 'ann'",
		"UPDATE players SET away_until = 9000000000000 WHERE name = 'eve'",
		"UPDATE players SET away_from = 8000000000000 WHERE name = 'eve'",
		"UPDATE players SET away_until = 9000000000000 WHERE name = 'bob'",
		"UPDATE players SET away_from = 8000000000000 WHERE name = 'bob'",
		"UPDATE chats SET unread = unread + 1 WHERE seat = 0", "UPDATE chats SET unread = unread + 1 WHERE seat = 1",
	} {
		if err := w.raw(change); err != nil {
			t.Fatal(err)
		}
		check(change)
	}
}

// TestInboxIsReadOnce plays one turn in one of many games: only that game is read again, and none if the turn is in a
// game of others. Challenges expire without a new read.
func TestInboxIsReadOnce(t *testing.T) {
	w := newWorld(t)
	if w.DB.IsPostgres() {
		t.Log("PostgreSQL does not say whether something has changed")
		return
	}
	ann, bob := w.player("ann"), w.player("bob")
	var games []*models.Game
	for range 4 {
		games = append(games, w.paced(ann, bob, "3d"))
		w.play(games[len(games)-1], ann, "d1-c1")
	}
	if _, err := w.CreateChallenge(t.Context(), ann, challenge.NewChallenge{
		Ruleset: "bohnduell", Opponent: "bob", Expires: "24h",
	}); err != nil {
		t.Fatal(err)
	}
	w.inbox(bob)
	heard := &statements{}
	w.DB.Reader().Logger = heard
	w.pass(time.Hour)
	if box := w.inbox(bob); len(box.Games) != 4 || len(box.Challenges) != 1 || len(heard.take()) != 0 {
		t.Errorf("nothing has changed: %+v", box)
	}
	w.pass(24 * time.Hour)
	if box := w.inbox(bob); len(box.Challenges) != 0 || len(heard.take()) != 0 {
		t.Errorf("the challenge has expired: %+v", box)
	}
	w.pass(-25 * time.Hour)
	if box := w.inbox(bob); len(box.Challenges) != 1 {
		t.Errorf("the clock went back: %+v", box)
	}
	w.play(w.paced(ann, w.player("eve"), "3d"), ann, "d1-c1")
	heard.take()
	if box := w.inbox(bob); len(box.Games) != 4 {
		t.Errorf("others play: %+v", box)
	}
	asked := strings.Join(heard.take(), "\n")
	if strings.Contains(asked, "g.position") || strings.Count(asked, core.InboxToMove.Fingerprints) != 1 {
		t.Errorf("others play: asked %s", asked)
	}
	w.play(games[0], bob, "d3-c3")
	w.play(games[0], ann, "c1-c2")
	heard.take()
	box := w.inbox(bob)
	list := heard.take()
	whole := slices.DeleteFunc(slices.Clone(list), func(q string) bool { return !strings.Contains(q, "g.position") })
	if len(box.Games) != 4 || len(whole) != 1 || whole[0] != strings.TrimSpace(play.OneGame) {
		t.Errorf("one game was played: %+v, asked %q", box, list)
	}
}

// TestNobodySeesAnInboxThatIsOver reads concurrently while games change: a committed change is always seen.
func TestNobodySeesAnInboxThatIsOver(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	w := newWorld(t)
	w.unsynced(t)
	ann, bob := w.player("ann"), w.player("bob")
	games := []*models.Game{w.paced(ann, bob, "3d"), w.paced(ann, bob, "3d"), w.paced(ann, bob, "3d")}
	const changes = 300
	var watching sync.WaitGroup
	var made atomic.Int64
	for range 4 {
		watching.Go(func() {
			for least := int64(0); least < changes; {
				least = made.Load()
				box, err := w.Inbox(t.Context(), ann)
				sum := int64(0)
				for _, g := range box.Games {
					sum += int64(g.Takebacks)
				}
				if err != nil || len(box.Games) != len(games) || sum < least {
					t.Errorf("change %d is made, %+v is seen, %v", least, box, err)
					return
				}
			}
		})
	}
	for n := int64(1); n <= changes; n++ {
		g := games[int(n)%len(games)]
		if err := w.DB.Writer().Exec("UPDATE games SET takebacks = takebacks + 1 WHERE id = ?", g.ID).Error; err != nil {
			t.Error(err)
		}
		made.Store(n)
	}
	watching.Wait()
}
