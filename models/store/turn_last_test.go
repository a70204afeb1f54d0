package store

import (
	"reflect"
	"strings"
	"testing"

	"turnpost/models"
	"turnpost/models/admin"
	"turnpost/models/core"
	"turnpost/models/schema"
)

// After every change of a game, readers see the same last turn with its copy in the row and without, as an earlier
// schema stored it.
func TestLastTurnInTheRow(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.game(ann, bob, "hnefatafl", "7x7")
	same := func(what string, ply int) {
		t.Helper()
		copied := w.find(g)
		if (copied.LastTurn == nil) != (ply == 0) || ply > 0 && copied.LastTurn.Ply != ply {
			t.Fatalf("%s: the last turn is %+v", what, copied.LastTurn)
		}
		if faults, _ := w.check(); faults != "" {
			t.Fatalf("%s: %s", what, faults)
		}
		kept := w.lastTurn(g.ID)
		if (kept.Turn == "") != (ply == 0) {
			t.Fatalf("%s: the row has %+v", what, kept)
		}
		w.setLastTurns(schema.LastTurn{})
		if read := w.find(g); !reflect.DeepEqual(read.LastTurn, copied.LastTurn) {
			t.Errorf("%s: %+v is in the row, %+v in the turns", what, copied.LastTurn, read.LastTurn)
		}
		if faults, _ := w.check(); faults != "" {
			t.Errorf("%s: without a copy: %s", what, faults)
		}
		w.setLastTurns(kept)
	}
	same("start", 0)
	if _, err := w.PlayTurn(t.Context(), models.TurnInput{
		Game: g.ID, Player: ann.ID, Text: "d1-c1", Message: "hello", Via: models.ViaMail,
	}); err != nil {
		t.Fatal(err)
	}
	same("turn with a message", 1)
	w.play(g, bob, "d3-c3")
	w.play(g, ann, "c1-d1")
	w.play(g, bob, "c3-d3")
	same("repeated position", 4)
	for _, ply := range []int{3, 0} {
		if _, err := w.NegotiateTakeback(t.Context(), ann.ID, g.ID, models.MakeOffer, ply); err != nil {
			t.Fatal(err)
		}
		if _, err := w.NegotiateTakeback(t.Context(), bob.ID, g.ID, models.AcceptOffer, ply); err != nil {
			t.Fatal(err)
		}
		same("takeback", ply)
	}
	w.play(g, ann, "d1-c1")
	w.setLastTurns(schema.LastTurn{})
	if _, err := w.ResignGame(t.Context(), bob.ID, g.ID); err != nil {
		t.Fatal(err)
	}
	if read := w.find(g); read.LastTurn.Text != "d1-c1" {
		t.Errorf("after the end of a game of an earlier schema: %+v", read.LastTurn)
	}
}

// LastTurn returns the copy of the last turn in a game's row.
func (w *world) lastTurn(id string) schema.LastTurn {
	w.t.Helper()
	var row core.GameRow
	if err := w.DB.Reader().Raw("SELECT * FROM games WHERE id = ?", id).Scan(&row).Error; err != nil {
		w.t.Fatal(err)
	}
	return row.Last
}

// setLastTurns sets the copies of last turns in the rows of all games. Without a turn they are as those of a schema
// before 18.
func (w *world) setLastTurns(to schema.LastTurn) {
	w.t.Helper()
	set := strings.TrimSuffix(schema.SetLastTurn, ", ")
	if err := w.DB.Writer().Exec("UPDATE games SET "+set, to.Values()...).Error; err != nil {
		w.t.Fatal(err)
	}
}

// The check names the column of a wrong copy. It does not print what players have said.
func TestCheckOfALastTurnIsDiscreet(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.game(ann, bob, "hnefatafl", "7x7")
	if _, err := w.PlayTurn(t.Context(), models.TurnInput{
		Game: g.ID, Player: ann.ID, Text: "d1-c1", Message: "between us", Via: models.ViaMail,
	}); err != nil {
		t.Fatal(err)
	}
	for _, column := range []string{"last_message", "last_via"} {
		kept := w.lastTurn(g.ID)
		if err := w.raw("UPDATE games SET " + column + " = 'other'"); err != nil {
			t.Fatal(err)
		}
		said := ""
		_, err := w.Admin().CheckGames(t.Context(), "", func(string, admin.Checked) {}, func(f admin.GameFault) {
			said += words.Say(f.Message)
		})
		if err != nil || !strings.Contains(said, column) || strings.Contains(said, "between us") {
			t.Errorf("%q, %v", said, err)
		}
		w.setLastTurns(kept)
	}
}
