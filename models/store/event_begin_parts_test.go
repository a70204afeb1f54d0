package store

import (
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/core"
	"turnpost/models/event"
	"turnpost/models/mailbox"
	"turnpost/models/roundrobin"
	"turnpost/models/schema"
	"turnpost/rules/rulestest/sample"
)

// begun returns how many games of an event exist, and how many pairings have the same game as another.
func (w *world) begun(e event.Event) (n, twice int) {
	w.t.Helper()
	known := map[string]bool{}
	for _, g := range w.eventGames(e) {
		switch {
		case g.Game == "":
		case known[g.Game]:
			twice++
		default:
			known[g.Game] = true
		}
	}
	return len(known), twice
}

// told returns the number of players who were mailed of the beginning of an event, each once.
func (w *world) told(mails []*mailbox.Content) int {
	w.t.Helper()
	known := map[string]int{}
	for _, c := range mails {
		if c.Kind == models.KindEventBegan {
			known[c.To.Name]++
		}
	}
	for name, n := range known {
		if n > 1 {
			w.t.Errorf("%s was told %d times", name, n)
		}
	}
	return len(known)
}

// A large event begins in parts. Its table counts the games that are due, and each player is told once all of theirs
// have begun.
func TestLargeEventBeginsInParts(t *testing.T) {
	sample.Whole(t, "begins a large event")
	w := newWorld(t)
	players := w.players(18)
	w.deliver()
	small := w.event(event.NewEvent{Size: 12, Double: true}, players[:12]...) // one group
	if n, _ := w.begun(small); n != 132 || w.told(w.deliver()) != 12 {
		t.Fatalf("%d games of one group have begun", n)
	}
	e := w.event(event.NewEvent{Size: 18, Double: true}, players...) // two groups of nine
	if n, _ := w.begun(e); n != event.DueAtOnce || e.Status != event.EventRunning || e.Games != 144 || e.Finished != 0 {
		t.Fatalf("%d games have begun: %+v", n, e)
	}
	for _, row := range w.eventTable(e).Groups[0] {
		if row.Remaining != 16 {
			t.Errorf("%+v", row)
		}
		for _, cell := range slices.Concat(row.Against...) {
			if (cell.State == roundrobin.Waiting) != (cell.Game == "") {
				t.Errorf("%+v", cell)
			}
		}
	}
	told := w.told(w.deliver())
	for want := 2 * event.DueAtOnce; ; want += event.DueAtOnce {
		more, err := w.BeginEventPart(t.Context(), e.ID)
		if err != nil {
			t.Fatal(err)
		}
		told += w.told(w.deliver())
		waiting := map[string]bool{}
		for _, g := range w.eventGames(e) {
			if g.Game == "" {
				waiting[g.First.Name], waiting[g.Second.Name] = true, true
				if g.State != roundrobin.Waiting || !g.BeganAt.IsZero() {
					t.Errorf("not begun: %+v", g)
				}
			}
		}
		n, twice := w.begun(e)
		if n != min(want, 144) || twice != 0 || told != 18-len(waiting) || more != (n < 144) {
			t.Fatalf("%d games (%d twice), %d told, %d wait, more %v", n, twice, told, len(waiting), more)
		}
		if faults := w.checkEvents(); faults != "" {
			t.Fatal(faults)
		}
		if !more {
			break
		}
	}
	w.sweep()
	if n := len(w.deliver()); n != 0 {
		t.Errorf("%d more mails", n)
	}
}

// Two processes that begin the games at once begin each once.
func TestLargeEventBeginsOnce(t *testing.T) {
	sample.Together(t, "begins a large event")
	w := newWorld(t)
	second := w.openSecond(t)
	players := w.players(18)
	w.deliver()
	e := w.event(event.NewEvent{Size: 18, Double: true}, players...)
	errs := make([]error, 8)
	var all sync.WaitGroup
	for i := range errs {
		all.Go(func() { errs[i] = []*Store{w.Store, second}[i%2].ApplyBulkChanges(t.Context()) })
	}
	all.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
	if n, twice := w.begun(e); n != 144 || twice != 0 {
		t.Errorf("%d games, %d twice", n, twice)
	}
	if told := w.told(w.deliver()); told != 18 {
		t.Errorf("%d players were told", told)
	}
	if faults := w.checkEvents(); faults != "" {
		t.Error(faults)
	}
}

// Players who leave while games are due have none of them, and those who waited for such a game only are told. An ended
// game does not change which of the others begin.
func TestPlayersLeaveAnEventThatBegins(t *testing.T) {
	sample.Whole(t, "begins a large event")
	for _, atOnce := range []int{0, 14} {
		w := newWorld(t)
		players := w.players(18)
		w.deliver()
		e := w.event(event.NewEvent{Size: 18, Double: true, AtOnce: atOnce}, players...)
		gone := map[int64]bool{players[1].ID: true}
		if err := w.DeletePlayer(t.Context(), players[1].ID, players[1].Name); err != nil {
			t.Fatal(err)
		}
		for _, g := range w.eventGames(e)[:5] {
			if game := w.find(&models.Game{ID: g.Game}); game.Status == models.Ongoing && !gone[g.First.ID] {
				if _, err := w.ResignGame(t.Context(), g.First.ID, g.Game); err != nil {
					t.Fatal(err)
				}
			}
		}
		err := w.Write(t.Context(), func(tx *core.Tx) error { // a part that leaves some due
			row, err := event.LockEvent(tx, e.ID)
			if err != nil {
				return err
			}
			_, err = event.BeginDueGames(tx, row, event.DueAtOnce/2)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		for due := w.due(e); len(due) > 0; due = w.due(e) {
			leaver := due[0].First
			gone[leaver.ID] = true
			if _, err := w.LeaveEvent(t.Context(), models.Player{ID: leaver.ID, Name: leaver.Name}, e.ID); err != nil {
				t.Fatal(err)
			}
			if faults := w.checkEvents(); faults != "" {
				t.Fatal(faults)
			}
		}
		if err := w.ApplyBulkChanges(t.Context()); err != nil {
			t.Fatal(err)
		}
		if faults := w.checkEvents(); faults != "" {
			t.Error(faults)
		}
		w.told(w.deliver())
		for _, p := range players {
			if !gone[p.ID] {
				w.newest(p, models.KindEventBegan)
			}
		}
	}
}

// Due lists the games of an event that are due.
func (w *world) due(e event.Event) (list []models.EventGame) {
	w.t.Helper()
	var rows []schema.EventGameRow
	err := w.Read(w.t.Context()).Raw(event.SelectEventGames+"AND g.state = ? ORDER BY g.no", e.ID,
		schema.StateDue).Scan(&rows).Error
	if err != nil {
		w.t.Fatal(err)
	}
	for i := range rows {
		list = append(list, rows[i].Game())
	}
	return list
}

// While games of a player are due, none of theirs is lost by time; once the mail about all is sent, their clocks are
// credited with the wait.
func TestFirstTurnsWaitForDueGames(t *testing.T) {
	sample.Whole(t, "begins a large event")
	w := newWorld(t)
	players := w.players(18)
	e := w.event(event.NewEvent{Size: 18, Double: true, Terms: models.Terms{Pace: "24h"}}, players...)
	first := w.eventGames(e)[0]
	for range 30 * 15 { // hours
		w.pass(4 * time.Minute)
		if err := w.Heartbeat(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.FinishOverdue(t.Context(), first.Game); err != nil {
		t.Fatal(err)
	}
	if game := w.find(&models.Game{ID: first.Game}); game.Status != models.Ongoing {
		t.Fatalf("lost although nobody was told: %+v", game.Result)
	}
	w.sweep()
	w.deliver()
	for _, g := range w.eventGames(e) {
		if game := w.find(&models.Game{ID: g.Game}); game.Status != models.Ongoing ||
			!game.Deadline.Equal(w.now().Add(24*time.Hour)) {
			t.Fatalf("game %d is %s until %s", g.No, game.Status, game.Deadline)
		}
	}
	w.run(24*time.Hour + time.Minute)
	lost := func(g models.EventGame) bool { return g.Reason == models.ReasonTimeout }
	if !slices.ContainsFunc(w.eventGames(e), lost) {
		t.Error("nobody loses by time")
	}
}

// An event that an operator closes begins no more games.
func TestCloseEventThatBegins(t *testing.T) {
	sample.Whole(t, "begins a large event")
	w := newWorld(t)
	e := w.event(event.NewEvent{Size: 18, Double: true}, w.players(18)...)
	if _, err := w.Admin().CloseEvent(t.Context(), e.ID); err != nil {
		t.Fatal(err)
	}
	w.sweep()
	if n, _ := w.begun(e); n != event.DueAtOnce {
		t.Errorf("%d games have begun", n)
	}
	if faults := w.checkEvents(); faults != "" {
		t.Error(faults)
	}
}
