package store

import (
	"testing"

	"turnpost/models"
	"turnpost/models/event"
)

// The mail about the beginning of an event lists the games that await its reader, and the others. The mail about its
// end contains the reader's place. A player who was banned meanwhile gets none.
func TestMailsAboutAnEvent(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	players := w.players(3)
	w.deliver()
	e := w.event(event.NewEvent{Size: 3}, players...)
	listed := 0
	for _, c := range w.deliver() {
		if c.Kind != models.KindEventBegan || c.Event.ID != e.ID || len(c.Listed)+len(c.Others) != 2 {
			t.Errorf("%s of %d and %d games to %s", c.Kind, len(c.Listed), len(c.Others), c.To.Name)
		}
		for _, part := range c.Listed {
			listed++
			if part.Game.Players[part.Game.ToMove].ID != c.To.ID || part.Game.ToMove != part.Seat {
				t.Errorf("%s is asked to play %+v", c.To.Name, part.Game)
			}
		}
	}
	if listed != 3 {
		t.Errorf("%d turns are asked for in three games", listed)
	}
	last := 0
	for i, g := range w.eventGames(e) { // the lower name wins
		switch {
		case g.First.Name != "p2" && g.Second.Name != "p2":
			last = i
		case g.First.Name == "p2":
			w.resignAs(g, g.First)
		default:
			w.resignAs(g, g.Second)
		}
	}
	w.alter("UPDATE players SET banned_at = 1 WHERE name = 'p2'")
	w.resignAs(w.eventGames(e)[last], ref(players[1]))
	ended := 0
	for _, c := range contents(w.deliver()) {
		if c.Kind == models.KindEventEnded {
			ended++
			if players[c.Place-1].ID != c.To.ID || c.Table == nil {
				t.Errorf("%s has place %d", c.To.Name, c.Place)
			}
		}
	}
	if ended != 2 {
		t.Errorf("%d mails about the end", ended)
	}
}
