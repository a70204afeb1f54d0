package store

import (
	"fmt"
	"strings"
	"testing"

	"gorm.io/gorm"

	"turnpost/models"
	"turnpost/models/admin"
	"turnpost/models/core"
	"turnpost/models/play"
	"turnpost/models/schema"
	"turnpost/rules/rulestest/sample"
)

// raw changes the database directly, as somebody with access to the file could.
func (w *world) raw(statements ...string) error {
	return w.DB.Writer().Transaction(func(db *gorm.DB) error {
		for _, sql := range statements {
			if err := db.Exec(sql).Error; err != nil {
				return err
			}
		}
		return nil
	})
}

// tamper changes rows that triggers protect.
func (w *world) tamper(statements ...string) {
	w.t.Helper()
	unlock := []string{
		"DROP TRIGGER games_final", "DROP TRIGGER games_kept", "DROP TRIGGER turns_final", "DROP TRIGGER turns_kept",
	}
	if w.DB.IsPostgres() {
		unlock = []string{"ALTER TABLE games DISABLE TRIGGER ALL", "ALTER TABLE turns DISABLE TRIGGER ALL"}
	} else if err := w.DB.Writer().Exec("PRAGMA foreign_keys = OFF").Error; err != nil {
		w.t.Fatal(err)
	}
	if err := w.raw(append(unlock, statements...)...); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) check() (faults string, sum admin.Checked) {
	w.t.Helper()
	sum, err := w.Admin().CheckGames(w.t.Context(), "", func(string, admin.Checked) {}, func(f admin.GameFault) {
		faults += fmt.Sprintf("%s %d %s;", f.Game, f.Ply, f.Kind)
		if len(words.Say(f.Message)) < 10 {
			w.t.Errorf("%+v says nothing", f)
		}
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return faults, sum
}

func TestCheckFindsNothingWhereNothingIs(t *testing.T) {
	w := newWorld(t)
	shortGame(t, w)
	ann, bob := w.player("cat"), w.player("dan")
	repeated := w.game(ann, bob, "hnefatafl", "7x7")
	for n := range 8 {
		w.play(repeated, []models.Player{ann, bob}[n%2], []string{"d1-c1", "d3-c3", "c1-d1", "c3-d3"}[n%4])
	}
	for _, ruleset := range []string{"hanniball", "sevensages", "bohnduell"} {
		w.game(ann, bob, ruleset, "")
	}
	planned := w.game(ann, bob, "hnefatafl", "7x7")
	planOf := play.PlanInput{Game: planned.ID, Player: bob.ID}
	if _, err := w.SetPlan(t.Context(), planOf, []string{"d1-c1 : d3-c3"}); err != nil {
		t.Fatal(err)
	}
	if after := w.play(planned, ann, "d1-c1"); after.Ply != 2 {
		t.Fatalf("the plan was not played: %+v", after)
	}
	aborted := w.game(ann, bob, "hnefatafl", "")
	if _, err := w.AbortGame(t.Context(), ann.ID, aborted.ID); err != nil {
		t.Fatal(err)
	}
	if faults, sum := w.check(); faults != "" || sum != (admin.Checked{Games: 7, Turns: 14}) {
		t.Fatalf("%+v: %s", sum, faults)
	}
}

func TestCheckReadsEveryBatch(t *testing.T) {
	sample.Whole(t, "checks many games")
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	games := 2*schema.CheckGames + 1
	err := w.Write(t.Context(), func(tx *core.Tx) error {
		for range games {
			challenge := &schema.ChallengeRow{
				Ruleset: "hnefatafl", Variant: "7x7", ChallengerID: ann.ID, OpponentID: &bob.ID, Terms: models.Terms{Pace: "3d"},
			}
			if _, err := play.BeginGame(tx, challenge); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if faults, sum := w.check(); faults != "" || sum.Games != games {
		t.Fatalf("%+v: %s", sum, faults)
	}
}

func TestTakebackPutsTheHashesBack(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.game(ann, bob, "hnefatafl", "7x7")
	w.play(g, ann, "d1-c1")
	kept, err := w.GameRecord(t.Context(), g.ID)
	if err != nil {
		t.Fatal(err)
	}
	w.play(g, bob, "d3-c3")
	if _, err := w.NegotiateTakeback(t.Context(), bob.ID, g.ID, models.MakeOffer, 1); err != nil {
		t.Fatal(err)
	}
	if _, err := w.NegotiateTakeback(t.Context(), ann.ID, g.ID, models.AcceptOffer, 1); err != nil {
		t.Fatal(err)
	}
	after, err := w.GameRecord(t.Context(), g.ID)
	if err != nil || string(after.Hash) != string(kept.Hash) {
		t.Fatalf("hash %x, %v; want %x", after.Hash, err, kept.Hash)
	}
	w.play(g, bob, "d3-b3")
	if faults, _ := w.check(); faults != "" {
		t.Fatal(faults)
	}
}

func TestCheckFindsWhatWasChanged(t *testing.T) {
	for i, c := range []struct {
		name, sql string // PLY is the ply of a turn
		want      string // without the game's ID
	}{
		{"a turn that the rules refuse", "UPDATE turns SET turn = 'a1-a2' WHERE PLY = 2", "2 turn"},
		{"another legal turn", "UPDATE turns SET turn = 'd3-b3' WHERE PLY = 2", "2 position"},
		{"a turn written otherwise", "UPDATE turns SET turn = 'D3-C3' WHERE PLY = 2", "2 turn"},
		{"a position", "UPDATE turns SET position = (SELECT position FROM turns WHERE PLY = 1) WHERE PLY = 3", "3 position"},
		{"the start", "UPDATE turns SET position = (SELECT position FROM turns WHERE PLY = 1) WHERE PLY = 0", "0 start"},
		{"a time", "UPDATE turns SET at = at + 1 WHERE PLY = 3", "3 hash"},
		{"the time of the start", "UPDATE turns SET at = at + 1 WHERE PLY = 0", "0 hash"},
		{"a hash", "UPDATE turns SET hash = (SELECT hash FROM turns WHERE PLY = 1) WHERE PLY = 2", "2 hash"},
		{"the hash of the game", "UPDATE games SET hash = (SELECT hash FROM turns WHERE PLY = 1)", "4 hash"},
		{"a seat", "UPDATE turns SET seat = 1 WHERE PLY = 1", "1 seat"},
		{"events", "UPDATE turns SET events = '[]' WHERE PLY = 4", "4 events"},
		{"the index of positions", "UPDATE turns SET occurrence = occurrence + 1 WHERE PLY = 2", "2 key"},
		{
			"the keys of the positions", "UPDATE games SET status = 'ongoing', winner = -1, reason = '', finished_at = 0",
			"4 key",
		},
		{"a missing turn", "DELETE FROM turns WHERE PLY = 2", "2 ply"},
		{"the last turn missing", "DELETE FROM turns WHERE PLY = 4", "4 ply"},
		{"the start missing", "DELETE FROM turns WHERE PLY = 0", "0 ply"},
		{"no turns", "DELETE FROM turns", "0 ply"},
		{"no game", "DELETE FROM games", "0 game"},
		{"the players", "UPDATE games SET first_id = second_id, second_id = first_id, to_move_id = second_id", "0 hash"},
		{"the variant", "UPDATE games SET variant = '9x9'", "0 start"},
		{"an unknown variant", "UPDATE games SET variant = '8x8'", "0 game"},
		{"the position of the game", "UPDATE games SET position = (SELECT position FROM turns WHERE PLY = 1)", "4 game"},
		{"the last turn of the game", "UPDATE games SET last_at = last_at + 1", "4 game"},
		{"the ply of the game", "UPDATE games SET ply = 3", "4 ply"},
		{"the side to move", "UPDATE games SET to_move = 1", "4 game"},
		{"the player to move", "UPDATE games SET to_move_id = second_id", "4 game"},
		{"the status", "UPDATE games SET status = 'aborted'", "4 game"},
		{"the end", "UPDATE games SET finished_at = 0", "4 game"},
		{"the reason", "UPDATE games SET reason = 'escape'", "4 result"},
		{"a loss on time of the wrong side", "UPDATE games SET reason = 'timeout'", "4 result"},
	} {
		if sample.Short() && i%8 != 0 {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			g, _ := shortGame(t, w)
			w.tamper(strings.ReplaceAll(c.sql, "PLY", "id % 1048576"))
			id := g.ID
			if c.name == "no game" {
				id = "1" // only its number is known
			}
			if faults, sum := w.check(); faults != id+" "+c.want+";" || sum.Faults != 1 || sum.OtherVersion != 0 {
				t.Fatalf("%+v: %s want %s", sum, faults, c.want)
			}
		})
	}
}

func TestCheckOfAnotherVersion(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.game(ann, bob, "hnefatafl", "7x7")
	hash := "hash = x'%x'"
	if w.DB.IsPostgres() {
		hash = `hash = '\x%x'`
	}
	row, err := play.LoadGame(w.Read(t.Context()), g.ID)
	if err != nil {
		t.Fatal(err)
	}
	row.Version = 7
	hash = fmt.Sprintf(hash, schema.TurnHash(core.SeedHash(row), g.ID,
		&models.Turn{Seat: -1, Position: g.Position, At: g.CreatedAt}))
	w.tamper("UPDATE games SET version = 7, "+hash, "UPDATE turns SET "+hash)
	if faults, sum := w.check(); faults != g.ID+" 0 version;" || sum != (admin.Checked{Games: 1, OtherVersion: 1}) {
		t.Fatalf("%+v: %s", sum, faults)
	}
	if err := w.raw("UPDATE games SET version = 8"); err != nil {
		t.Fatal(err)
	}
	if faults, sum := w.check(); faults != g.ID+" 0 hash;" || sum.Faults != 1 {
		t.Fatalf("%+v: %s", sum, faults)
	}
}

func TestFinishedGamesCannotBeChanged(t *testing.T) {
	w := newWorld(t)
	over, _ := shortGame(t, w)
	ann, bob := w.player("cat"), w.player("dan")
	ongoing := w.game(ann, bob, "hnefatafl", "7x7")
	w.play(ongoing, ann, "d1-c1")
	for _, sql := range []string{
		"UPDATE games SET winner = 1 WHERE id = '" + over.ID + "'",
		"UPDATE games SET status = 'ongoing' WHERE id = '" + over.ID + "'",
		"UPDATE games SET first_id = second_id WHERE id = '" + over.ID + "'",
		"DELETE FROM games WHERE id = '" + over.ID + "'",
		"DELETE FROM turns WHERE id / 1048576 = (SELECT number FROM games WHERE id = '" + over.ID + "')",
		"UPDATE turns SET at = at + 1 WHERE id / 1048576 = (SELECT number FROM games WHERE id = '" + over.ID + "')",
		"UPDATE turns SET turn = 'd1-b1' WHERE id / 1048576 = (SELECT number FROM games WHERE id = '" + ongoing.ID + "')",
	} {
		if err := w.raw(sql); err == nil || !strings.Contains(err.Error(), "stands") {
			t.Errorf("%s: %v", sql, err)
		}
	}
	if faults, sum := w.check(); faults != "" || sum.Turns != 5 {
		t.Fatalf("%+v: %s", sum, faults)
	}
}
