package store

import (
	"fmt"
	"strings"
	"testing"

	"turnpost/models/event"
	"turnpost/rules/rulestest/sample"
)

// The check of events finds each change of the rows of an event that its games have not made.
func TestCheckFindsChangedEvents(t *testing.T) {
	sample.Whole(t, "damages a database")
	t.Parallel()
	w := newWorld(t)
	players := w.players(4)
	e := w.event(event.NewEvent{Size: 4}, players...)
	games := w.eventGames(e)
	w.resignAs(games[0], games[0].First)
	other := w.game(players[0], players[1], "hnefatafl", "7x7")
	sides := fmt.Sprintf("UPDATE games SET first_id = second_id, second_id = first_id WHERE id = '%s'", games[1].Game)
	for _, c := range []struct{ change, undo, want string }{
		{"", "", ""},
		{
			"UPDATE event_games SET score = 2 WHERE no = 1", "UPDATE event_games SET score = 0 WHERE no = 1",
			"game 1 of the event is over with 2, and should be over with 0",
		},
		{
			"UPDATE event_games SET had_result = 0 WHERE no = 1", "UPDATE event_games SET had_result = 1 WHERE no = 1",
			"game 1 of the event is over with 0, and should be over with 0",
		},
		{
			"UPDATE event_games SET state = 'running' WHERE no = 1", "UPDATE event_games SET state = 'over' WHERE no = 1",
			"game 1 of the event is running, and the game itself finished",
		},
		{
			"UPDATE event_games SET state = 'over' WHERE no = 2", "UPDATE event_games SET state = 'running' WHERE no = 2",
			"game 2 of the event is over, and the game itself ongoing",
		},
		{
			"UPDATE event_games SET game_id = 'nothing9' WHERE no = 2",
			fmt.Sprintf("UPDATE event_games SET game_id = '%s' WHERE no = 2", games[1].Game),
			"game 2 of the event is not the game nothing9",
		},
		{sides, sides, "game 2 of the event is not the game"},
		{
			fmt.Sprintf("UPDATE games SET event_id = '%s' WHERE id = '%s'", e.ID, other.ID),
			fmt.Sprintf("UPDATE games SET event_id = '' WHERE id = '%s'", other.ID),
			"1 further games claim to belong to the event",
		},
		{
			"UPDATE event_games SET round = round + 1 WHERE no = 3", "UPDATE event_games SET round = round - 1 WHERE no = 3",
			"game 3 of the event should be",
		},
		{
			"UPDATE event_players SET number = 0 WHERE number = 4", "UPDATE event_players SET number = 4 WHERE number = 0",
			"has no number",
		},
		{
			"UPDATE event_players SET number = 3 - number WHERE number < 3",
			"UPDATE event_players SET number = 3 - number WHERE number < 3", "are not those of the lot",
		},
		{"UPDATE events SET status = 'ended'", "UPDATE events SET status = 'running'", "the event is ended"},
		{
			"UPDATE event_players SET withdrawn = 'absent' WHERE number = 1",
			"UPDATE event_players SET withdrawn = '' WHERE number = 1", "is \"absent\", and should be \"\"",
		},
		{
			"UPDATE event_players SET dropped = 1 WHERE number = 1", "UPDATE event_players SET dropped = 0 WHERE number = 1",
			"is \"\", and should be \"\"",
		},
		{"DELETE FROM event_games WHERE no = 6", "", "the event has 5 games and should have 6"},
	} {
		w.alter(c.change)
		faults := w.checkEvents()
		if (faults == "") != (c.want == "") || !strings.Contains(faults, c.want) {
			t.Errorf("%s: faults %q, want %q", c.change, faults, c.want)
		}
		w.alter(c.undo)
	}
}

// alter runs a statement, if there is one.
func (w *world) alter(statement string) {
	w.t.Helper()
	if statement == "" {
		return
	}
	if err := w.raw(statement); err != nil {
		w.t.Fatal(err)
	}
}

// The check of events repeats a withdrawal, in its order among the ends of games.
func TestCheckRepeatsWithdrawals(t *testing.T) {
	sample.Whole(t, "damages a database")
	t.Parallel()
	w := newWorld(t)
	players := w.players(4)
	e := w.event(event.NewEvent{Size: 4}, players...)
	games := w.eventGames(e)
	w.resignAs(games[0], games[0].First)
	left := players[2]
	if _, err := w.LeaveEvent(t.Context(), left, e.ID); err != nil {
		t.Fatal(err)
	}
	for _, g := range games[1:] {
		if g.First.ID != left.ID && g.Second.ID != left.ID {
			w.resignAs(g, g.First)
			break
		}
	}
	if faults := w.checkEvents(); faults != "" {
		t.Error(faults)
	}
}
