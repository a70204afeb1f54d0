package store

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/event"
	"turnpost/models/roundrobin"
)

// Event opens an event of 7x7 hnefatafl, which players join.
func (w *world) event(n event.NewEvent, players ...models.Player) event.Event {
	w.t.Helper()
	n.Ruleset, n.Variant, n.Size = "hnefatafl", "7x7", cmp.Or(n.Size, event.DefaultEventSize)
	e, err := w.Admin().CreateEvent(w.t.Context(), n)
	if err != nil {
		w.t.Fatal(err)
	}
	return w.join(e, players...)
}

func (w *world) join(e event.Event, players ...models.Player) event.Event {
	w.t.Helper()
	for _, p := range players {
		var err error
		if e, err = w.JoinEvent(w.t.Context(), p, e.ID); err != nil {
			w.t.Fatal(err)
		}
	}
	return e
}

// players returns players p0, p1 and so on.
func (w *world) players(n int) (list []models.Player) {
	for i := range n {
		list = append(list, w.player(fmt.Sprintf("p%d", i)))
	}
	return list
}

func (w *world) eventGames(e event.Event) []models.EventGame {
	w.t.Helper()
	list, err := w.EventGames(w.t.Context(), e.ID)
	if err != nil {
		w.t.Fatal(err)
	}
	return list
}

func (w *world) eventTable(e event.Event) event.Table {
	w.t.Helper()
	table, err := w.EventTable(w.t.Context(), e.ID)
	if err != nil {
		w.t.Fatal(err)
	}
	return table
}

// checkEvents returns the faults of all events and ratings.
func (w *world) checkEvents() string {
	w.t.Helper()
	faults := ""
	_, err := w.Admin().CheckEvents(w.t.Context(), func(f event.Fault) {
		faults += f.Event + " " + words.Say(f.Message) + "\n"
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return faults + w.checkRatings()
}

func ref(p models.Player) models.PlayerRef { return models.PlayerRef{ID: p.ID, Name: p.Name} }

// Every pair plays with each side, and the table counts points as halves.
func TestDoubleRoundRobin(t *testing.T) {
	w := newWorld(t)
	players := w.players(3)
	e := w.event(event.NewEvent{Size: 3, Double: true, Title: " Three \n friends "}, players[:2]...)
	if e.Status != event.EventOpen || e.Joined != 2 || e.Title != "Three friends" || len(w.eventGames(e)) != 0 {
		t.Fatalf("before the last one joins: %+v", e)
	}
	if !e.EstimatedEnd.After(w.now()) || !e.LatestEnd.After(e.EstimatedEnd) {
		t.Errorf("it ends at %s, at the latest at %s", e.EstimatedEnd, e.LatestEnd)
	}
	e = w.join(e, players[2])
	if e.Status != event.EventRunning || e.Games != 6 || e.Groups != 1 || !e.BeganAt.Equal(w.now()) {
		t.Fatalf("after the last one has joined: %+v", e)
	}
	met := map[[2]string]bool{}
	for _, g := range w.eventGames(e) {
		met[[2]string{g.First.Name, g.Second.Name}] = true
		game, err := w.Game(t.Context(), g.Game)
		if err != nil || game.Event != e.ID || game.Players != [2]models.PlayerRef{g.First, g.Second} || !game.Rated {
			t.Fatalf("game %+v: %+v, %v", g, game, err)
		}
	}
	if len(met) != 6 {
		t.Errorf("pairs %v", met)
	}
	// p0 wins all; p1 and p2 draw one, and p1 wins the other.
	drawn := false
	for _, g := range w.eventGames(e) {
		loser := g.First
		switch {
		case g.First.Name == "p0":
			loser = g.Second
		case g.Second.Name == "p0":
		case !drawn:
			drawn = true
			w.agree(g)
			continue
		case g.First.Name == "p1":
			loser = g.Second
		}
		if _, err := w.ResignGame(t.Context(), loser.ID, g.Game); err != nil {
			t.Fatal(err)
		}
	}
	table := w.eventTable(e)
	var got []string
	for _, r := range table.Groups[0] {
		got = append(got, fmt.Sprintf("%d %s %d %d %d %d", r.Place, r.Ref.Name, r.Points, r.SB, r.Wins, r.Remaining))
	}
	if want := []string{"1 p0 8 16 4 0", "2 p1 3 3 1 0", "3 p2 1 3 0 0"}; !slices.Equal(got, want) {
		t.Errorf("table %q, want %q", got, want)
	}
	if table.Event.Status != event.EventEnded || table.Event.Finished != 6 || !table.Event.EndedAt.Equal(w.now()) {
		t.Errorf("at the end: %+v", table.Event)
	}
	if faults := w.checkEvents(); faults != "" {
		t.Error(faults)
	}
}

// agree ends a game as a draw.
func (w *world) agree(g models.EventGame) {
	w.t.Helper()
	for i, p := range []models.PlayerRef{g.First, g.Second} {
		action := []models.OfferAction{models.MakeOffer, models.AcceptOffer}[i]
		if _, err := w.NegotiateDraw(w.t.Context(), p.ID, g.Game, action); err != nil {
			w.t.Fatal(err)
		}
	}
}

// At most at_once games of a player run; the others begin as games end, in the order of rounds.
func TestEventStartsGamesOneAfterAnother(t *testing.T) {
	w := newWorld(t)
	players := w.players(4)
	e := w.event(event.NewEvent{Size: 4, AtOnce: 1}, players...)
	names := make([]string, 4)
	for i := range players {
		names[i] = players[i].Name
	}
	table := roundrobin.New(e.ID, names, false, 1)
	want := table.Start()
	for range 6 {
		var running []int
		for _, g := range w.eventGames(e) {
			if g.State == roundrobin.Running {
				running = append(running, g.No)
			}
		}
		slices.Sort(want)
		if !slices.Equal(running, want) || len(running) == 0 {
			t.Fatalf("games %v run, want %v", running, want)
		}
		g := w.eventGames(e)[running[len(running)-1]-1]
		if _, err := w.ResignGame(t.Context(), g.First.ID, g.Game); err != nil {
			t.Fatal(err)
		}
		table.Finish(g.No, roundrobin.Loss, models.ReasonResignation)
		want = append(slices.DeleteFunc(want, func(no int) bool { return no == g.No }), table.Start()...)
	}
	if e, err := w.FindEvent(t.Context(), e.ID); err != nil || e.Status != event.EventEnded {
		t.Errorf("at the end: %+v, %v", e, err)
	}
}

func TestEventRefusals(t *testing.T) {
	w := newWorld(t)
	ann, bob, cat := w.player("ann"), w.player("bob"), w.player("cat")
	ctx := t.Context()
	for field, n := range map[string]event.NewEvent{
		"ruleset": {Ruleset: "chess"}, "variant": {Ruleset: "hnefatafl", Variant: "8x8"},
		"pace": {Ruleset: "hnefatafl", Terms: models.Terms{Pace: "1s"}}, "size": {Ruleset: "hnefatafl", Size: 49},
		"at_once":         {Ruleset: "hnefatafl", Size: 2, AtOnce: -1},
		"min_reliability": {Ruleset: "hnefatafl", Size: 2, Terms: models.Terms{MinReliability: 101}},
		"kind":            {Ruleset: "hnefatafl", Kind: "cup"},
		"title":           {Ruleset: "hnefatafl", Title: strings.Repeat("x", 81)},
	} {
		_, err := w.CreateEvent(ctx, ann, n)
		if e, ok := errors.AsType[*models.Error](err); !ok || e.Code != models.CodeInvalid || e.Field != field {
			t.Errorf("%s: %v", field, err)
		}
	}
	var own event.Event
	for range 2 {
		var err error
		if own, err = w.CreateEvent(ctx, ann, event.NewEvent{Ruleset: "hnefatafl", Variant: "7x7", Size: 2}); err != nil {
			t.Fatal(err)
		}
	}
	_, err := w.CreateEvent(ctx, ann, event.NewEvent{Ruleset: "hnefatafl", Size: 2})
	wantCode(t, err, models.CodeTooMany)
	if own.Joined != 0 || own.Maker != ref(ann) {
		t.Errorf("%+v", own)
	}

	_, err = w.LeaveEvent(ctx, bob, own.ID)
	wantCode(t, err, models.CodeConflict)
	w.join(own, bob)
	_, err = w.JoinEvent(ctx, bob, own.ID)
	wantCode(t, err, models.CodeConflict)
	if _, err := w.BlockPlayer(ctx, bob.ID, "cat"); err != nil {
		t.Fatal(err)
	}
	_, err = w.JoinEvent(ctx, cat, own.ID)
	wantCode(t, err, models.CodeForbidden)
	if e, err := w.LeaveEvent(ctx, bob, own.ID); err != nil || e.Joined != 0 {
		t.Error(e, err)
	}
	w.join(own, cat, ann)
	if _, err := w.CreateEvent(ctx, ann, event.NewEvent{Ruleset: "hnefatafl", Size: 2}); err != nil {
		t.Errorf("after one has begun: %v", err)
	}
	_, err = w.JoinEvent(ctx, bob, own.ID)
	wantCode(t, err, models.CodeConflict)
	_, err = w.JoinEvent(ctx, bob, "nothing")
	wantCode(t, err, models.CodeNotFound)

	g := w.eventGames(own)[0]
	_, err = w.AbortGame(ctx, ann.ID, g.Game)
	wantCode(t, err, models.CodeConflict)
	if _, err := w.ResignGame(ctx, ann.ID, g.Game); err != nil {
		t.Fatal(err)
	}
	_, err = w.OfferRematch(ctx, ann, g.Game)
	wantCode(t, err, models.CodeConflict)
	_, err = w.LeaveEvent(ctx, ann, own.ID)
	wantCode(t, err, models.CodeConflict)
}

// A standing event opens the next one when it begins.
func TestStandingEvent(t *testing.T) {
	w := newWorld(t)
	players := w.players(4)
	first := w.event(event.NewEvent{
		Size: 2, Repeat: true, Title: "Mondays", Terms: models.Terms{NoVacation: true},
	}, players[:2]...)
	second, err := w.FindEvent(t.Context(), first.Next)
	if err != nil || second.Previous != first.ID || second.Status != event.EventOpen || second.Joined != 0 ||
		second.Title != "Mondays" || !second.Repeat || !bool(second.NoVacation) || second.Size != 2 {
		t.Fatalf("%+v, %v", second, err)
	}
	w.pass(time.Minute)
	if second = w.join(second, players[2:]...); second.Status != event.EventRunning || second.Next == "" {
		t.Errorf("%+v", second)
	}
	list, next, err := w.Events(t.Context(), event.Filter{Limit: 2})
	if err != nil || len(list) != 2 || next == "" || list[0].Status != event.EventOpen {
		t.Fatal(list, next, err)
	}
	if list, next, err := w.Events(t.Context(), event.Filter{Limit: 3}); err != nil || len(list) != 3 || next != "" {
		t.Fatal(list, next, err)
	}
	rest, next, err := w.Events(t.Context(), event.Filter{Limit: 2, Before: next})
	if err != nil || len(rest) != 1 || next != "" {
		t.Fatal(rest, next, err)
	}
	for filter, n := range map[event.Filter]int{
		{Status: event.EventRunning}: 2, {Player: "P3"}: 1, {Player: "nobody"}: 0, {Ruleset: "HNEFATAFL"}: 3, {Variant: "11x11"}: 0,
		{Ruleset: "bohnduell"}: 0,
		{Kind: event.Ladder}:   0, {Kind: event.RoundRobin, Status: event.EventOpen, Ruleset: "hnefatafl", Variant: "7x7"}: 1,
	} {
		filter.Limit = 10
		if list, _, err := w.Events(t.Context(), filter); err != nil || len(list) != n {
			t.Errorf("%+v: %v, %v", filter, list, err)
		}
	}
}
