package store

import (
	"fmt"
	"strings"
	"testing"

	"turnpost/models/event"
	"turnpost/rules"
	"turnpost/rules/rulestest/sample"
)

// integrity returns the faults of the storage.
func (w *world) integrity() (faults string) {
	w.t.Helper()
	if err := w.Admin().CheckValues(w.t.Context(), func(line string) { faults += line + "\n" }); err != nil {
		w.t.Fatal(err)
	}
	return faults
}

// SQLite stores text in a column of numbers. The check names its row, and each part of it checks the rest.
func TestCheckNamesValuesOfAnotherType(t *testing.T) {
	for _, c := range sample.Every(8, []struct {
		change, storage string // GAME and PLAYER are replaced
		games, others   string // faults of games, and of ratings and events
	}{
		{
			"UPDATE games SET ply = 'many' WHERE id = 'GAME'",
			`games: column ply is text "many" and not an integer, in the row with number 1, id GAME`, "GAME 0 game;", "",
		},
		{
			"UPDATE turns SET at = 'noon' WHERE id % 1048576 = 2",
			`turns: column at is text "noon" and not an integer, in the row with id 1048578 (game GAME, ply 2)`,
			"GAME 0 game;", "",
		},
		{
			"UPDATE turns SET at = 1.5 WHERE id % 1048576 = 2", "turns: column at is the number 1.5 and not an integer",
			"GAME 0 game;", "",
		},
		{"UPDATE games SET pace = x'3364' WHERE id = 'GAME'", "games: column pace is 2 bytes 3364 and not text", "", ""},
		{
			"UPDATE players SET away_from = 'soon' WHERE name = 'bob'",
			`players: column away_from is text "soon" and not an integer, in the row with id PLAYER, name bob`, "", "",
		},
		{
			"UPDATE ratings SET rating = 'good' WHERE player_id = PLAYER",
			`ratings: column rating is text "good" and not a number, in the row with player_id PLAYER (bob)`, "",
			`not checked, because a value cannot be read: column rating is text "good" and not a number`,
		},
		{
			"UPDATE event_games SET score = 'won' WHERE no = 1", `event_games: column score is text "won"`, "",
			`cannot be read: sql: Scan error on column index`,
		},
		{
			"UPDATE ladder_steps SET at = 'noon' WHERE step = 1", `ladder_steps: column at is text "noon"`, "",
			"cannot be read: column at is text \"noon\" and not an integer",
		},
	}) {
		w := newWorld(t)
		if w.DB.IsPostgres() {
			return // it stores none
		}
		g, _ := shortGame(t, w)
		cat, dan := w.player("cat"), w.player("dan")
		w.play(w.game(cat, dan, "hnefatafl", "7x7"), cat, "d1-c1")
		w.event(event.NewEvent{Size: 2}, cat, dan)
		w.ladderOf(cat, dan)
		if faults := w.integrity() + w.checkEvents(); faults != "" {
			t.Fatal(faults)
		}
		fill := strings.NewReplacer("GAME", g.ID, "PLAYER", fmt.Sprint(g.Players[rules.Second].ID)).Replace
		w.tamper(fill(c.change))
		if faults := w.integrity(); !strings.Contains(faults, fill(c.storage)) || strings.Count(faults, "\n") != 1 {
			t.Errorf("%s: the check of the storage finds %q", c.change, faults)
		}
		if faults, sum := w.check(); faults != fill(c.games) || sum.Games < 3 {
			t.Errorf("%s: the check of %d games finds %q", c.change, sum.Games, faults)
		}
		if faults := w.checkEvents(); !strings.Contains(faults, c.others) || (faults == "") != (c.others == "") {
			t.Errorf("%s: the check of events finds %q", c.change, faults)
		}
	}
}

// A game with text in a column of numbers, also in one of its last turn, is refused by an error that
// names the value, and lists leave it out.
func TestGamesWithValuesOfAnotherType(t *testing.T) {
	sample.Whole(t, "damages a database")
	for _, c := range []struct{ change, column string }{
		{"UPDATE games SET ply = 'many' WHERE id = 'GAME'", "ply"},
		{"UPDATE games SET deadline_at = 'noon' WHERE id = 'GAME'", "deadline_at"},
		{"UPDATE games SET last_at = 'noon' WHERE id = 'GAME'", "last_at"},
	} {
		w := newWorld(t)
		if w.DB.IsPostgres() {
			return
		}
		ann, bob := w.player("ann"), w.player("bob")
		damaged, other := w.game(ann, bob, "hnefatafl", "7x7"), w.game(ann, bob, "hnefatafl", "7x7")
		w.play(damaged, ann, "d1-c1")
		w.play(other, ann, "d1-c1")
		w.tamper(strings.ReplaceAll(c.change, "GAME", damaged.ID))
		_, err := w.Game(t.Context(), damaged.ID)
		if err == nil || !strings.Contains(err.Error(), damaged.ID+" is damaged: ") ||
			!strings.Contains(err.Error(), c.column) || !strings.Contains(err.Error(), " is text ") {
			t.Errorf("%s: reading the game: %v", c.change, err)
		}
		inbox, err := w.Inbox(t.Context(), bob)
		if err != nil || len(inbox.Games) != 1 || inbox.Games[0].ID != other.ID {
			t.Errorf("%s: the inbox is %+v, %v", c.change, inbox, err)
		}
		w.play(other, bob, "d3-c3")
	}
}
