package store

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/calendar"
	"turnpost/models/core"
	"turnpost/models/play"
)

// twins are two worlds with the same events: in the first, bulk changes are applied at once.
type twins struct {
	*testing.T
	random  *rand.Rand
	worlds  [2]*world
	games   [2][]*models.Game
	players []models.Player
	done    []string
}

// both does the same in both worlds and checks that the results are equal.
func (b *twins) both(what string, act func(w *world, games []*models.Game) error) {
	b.Helper()
	b.done = append(b.done, what)
	var errs [2]error
	for i, w := range b.worlds {
		errs[i] = act(w, b.games[i])
	}
	if fmt.Sprint(errs[0]) != fmt.Sprint(errs[1]) && models.CodeOf(errs[0]) != models.CodeOf(errs[1]) {
		b.Fatalf("%v: %v and %v", b.done, errs[0], errs[1])
	}
	if err := b.worlds[0].ApplyBulkChanges(b.Context()); err != nil {
		b.Fatal(err)
	}
}

// Step does one random thing that happens on a server.
func (b *twins) step() {
	b.Helper()
	ctx, player := b.Context(), b.players[b.random.IntN(2)]
	game, days := b.random.IntN(len(b.games[0])), b.random.IntN(6)
	switch b.random.IntN(9) {
	case 0:
		b.both("vacation", func(w *world, _ []*models.Game) error {
			from := w.now().AddDate(0, 0, days-2)
			_, err := w.SetVacation(
				ctx,
				player.ID,
				from.Format(calendar.DayLayout),
				from.AddDate(0, 0, 3).Format(calendar.DayLayout),
			)
			return err
		})
	case 1:
		b.both("end of vacation", func(w *world, _ []*models.Game) error { return w.EndVacation(ctx, player.ID) })
	case 2:
		gap := time.Duration(b.random.IntN(3*24*60)-24*60) * time.Minute
		b.both("outage of "+gap.String(), func(w *world, _ []*models.Game) error {
			w.pass(gap)
			return w.Heartbeat(ctx)
		})
	case 3:
		list := []string{"50%", fmt.Sprintf("%dh", 1+days)}
		b.both("reminders", func(w *world, _ []*models.Game) error {
			_, err := w.UpdateProfile(ctx, player.ID, models.ProfilePatch{Values: models.Values{"reminders": list}})
			return err
		})
	case 4:
		b.both("bounce", func(w *world, _ []*models.Game) error {
			return w.RecordBounce(ctx, player.ID, account.BounceHard, "no such mailbox")
		})
	case 5:
		b.both("mail arrives", func(w *world, _ []*models.Game) error {
			return w.Write(ctx, func(tx *core.Tx) error { return account.MailArrived(tx, player.ID) })
		})
	case 6:
		b.both("run", func(w *world, _ []*models.Game) error {
			w.pass(4 * time.Minute)
			return w.Heartbeat(ctx)
		})
	case 7:
		b.both("turn", func(w *world, games []*models.Game) error { return b.turn(ctx, w, games[game]) })
	case 8:
		if _, err := b.worlds[1].SweepClocks(ctx); err != nil {
			b.Fatal(err)
		}
		if _, err := b.worlds[0].SweepClocks(ctx); err != nil {
			b.Fatal(err)
		}
	}
}

// AsTurn moves a piece to and fro.
func (b *twins) turn(ctx context.Context, w *world, g *models.Game) error {
	g = w.find(g)
	_, err := w.PlayTurn(ctx, models.TurnInput{
		Game: g.ID, Player: g.Players[g.ToMove].ID, Text: []string{
			"d1-c1", "d3-c3", "c1-d1",
			"c3-d3",
		}[g.Ply%4], Via: models.ViaHTTP,
	})
	return err
}

// compare checks that both worlds show the same.
func (b *twins) compare() {
	b.Helper()
	for i := range b.games[0] {
		one, other := b.worlds[0].find(b.games[0][i]), b.worlds[1].find(b.games[1][i])
		a, c := shownState(one), shownState(other)
		if a != c {
			b.Fatalf("%v\ngame %d is\n%s\nand\n%s", b.done, i, a, c)
		}
	}
}

func shownState(g *models.Game) string {
	return fmt.Sprintln(g.Status, g.Result, g.Ply, g.ToMove, g.Deadline, g.Left, g.Away, g.UpdatedAt, g.FinishedAt)
}

// end applies the remaining changes and compares what is stored.
func (b *twins) end() {
	b.Helper()
	for _, w := range b.worlds {
		w.sweep()
	}
	b.compare()
	for i := range b.games[0] {
		var stored [2]string
		for j, w := range b.worlds {
			g := b.games[j][i]
			row, err := play.LoadGame(w.Read(b.Context()), g.ID)
			if err != nil || row.Pending != 0 {
				b.Fatalf("%d is pending, %v", row.Pending, err)
			}
			if w.storedDeadline(g) != row.DeadlineAt {
				b.Errorf("game %d is stored with another deadline than it is shown", i)
			}
			stored[j] = fmt.Sprintf("deadline %d, reminder %d\n%s", row.DeadlineAt, row.RemindAt, w.logOf(g))
		}
		if stored[0] != stored[1] {
			b.Fatalf("%v\ngame %d is stored as\n%s\nand\n%s", b.done, i, stored[0], stored[1])
		}
	}
	counts := [2]string{}
	for i, w := range b.worlds {
		var rows []struct {
			Kind   string
			Status string
			N      int
		}
		err := w.Read(b.Context()).Raw(`SELECT kind, status, COUNT(*) AS n FROM notices
			GROUP BY kind, status ORDER BY kind, status`).Scan(&rows).Error
		if err != nil {
			b.Fatal(err)
		}
		counts[i] = fmt.Sprint(rows)
	}
	if counts[0] != counts[1] {
		b.Errorf("%v\nnotices are\n%s\nand\n%s", b.done, counts[0], counts[1])
	}
}
