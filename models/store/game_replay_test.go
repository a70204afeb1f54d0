package store

import (
	"slices"
	"strings"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/play"
	"turnpost/rules"
)

// shortGame returns a stored, finished game of four turns and its record.
func shortGame(t *testing.T, w *world) (*models.Game, *models.GameRecord) {
	t.Helper()
	ann, bob := w.player("ann"), w.player("bob")
	g := w.game(ann, bob, "hnefatafl", "7x7")
	for i, turn := range []string{"d1-c1", "d3-c3", "c1-b1", "c3-b3"} {
		w.pass(time.Hour)
		w.play(g, []models.Player{ann, bob}[i%2], turn)
	}
	g, err := w.ResignGame(t.Context(), bob.ID, g.ID)
	if err != nil {
		t.Fatal(err)
	}
	r, err := w.GameRecord(t.Context(), g.ID)
	if err != nil {
		t.Fatal(err)
	}
	return g, r
}

func TestStoredGameIsVerified(t *testing.T) {
	w := newWorld(t)
	g, r := shortGame(t, w)
	if r.Players != [2]string{"ann", "bob"} || len(r.Turns) != 4 ||
		r.Result != g.Result || r.Ended != g.FinishedAt || r.Start.Position == "" {
		t.Fatalf("%+v", r)
	}
	v, err := w.VerifyRecord(t.Context(), r)
	if err != nil || v.Fault != nil || !v.Chained || !v.Stored {
		t.Fatalf("%+v, %v", v, err)
	}
	bare := *r // as a text has it: without the positions, times and hashes of turns
	bare.Start, bare.Turns = models.Turn{}, nil
	for _, turn := range r.Turns {
		bare.Turns = append(bare.Turns, models.Turn{Ply: turn.Ply, Seat: turn.Seat, Text: turn.Text})
	}
	v, err = w.VerifyRecord(t.Context(), &bare)
	if err != nil || v.Fault != nil || v.Chained || !v.Stored || v.Result != g.Result {
		t.Fatalf("%+v, %v", v, err)
	}
	before := *r // a record from two turns before the end
	before.Turns, before.Hash, before.Result, before.Ended = r.Turns[:2], r.Turns[1].Hash, rules.Result{}, time.Time{}
	if v, err = w.VerifyRecord(t.Context(), &before); err != nil || v.Fault != nil || !v.Stored {
		t.Fatalf("%+v, %v", v, err)
	}
	_, err = w.GameRecord(t.Context(), "nothere1")
	wantCode(t, err, models.CodeNotFound)
}

func TestFaultsOfRecords(t *testing.T) {
	w := newWorld(t)
	_, whole := shortGame(t, w)
	turn := func(i int, change func(t *models.Turn)) func(r *models.GameRecord) {
		return func(r *models.GameRecord) { change(&r.Turns[i]) }
	}
	for _, c := range []struct {
		name   string
		change func(r *models.GameRecord)
		ply    int
		kind   models.FaultKind
	}{
		{"version", func(r *models.GameRecord) { r.Version = 99 }, 0, models.FaultVersion},
		{"start", func(r *models.GameRecord) { r.Start.Position = r.Turns[0].Position }, 0, models.FaultStart},
		{"missing turn", func(r *models.GameRecord) { r.Turns = append(r.Turns[:1:1], r.Turns[2:]...) }, 2, models.FaultPly},
		{"seat", turn(1, func(t *models.Turn) { t.Seat = rules.First }), 2, models.FaultSeat},
		{"illegal turn", turn(2, func(t *models.Turn) { t.Text = "a1-a2" }), 3, models.FaultTurn},
		{"unreadable turn", turn(2, func(t *models.Turn) { t.Text = "castle" }), 3, models.FaultTurn},
		{"another turn", turn(2, func(t *models.Turn) { t.Text = "c1-c2" }), 3, models.FaultPosition},
		{
			"another turn without position", turn(2, func(t *models.Turn) { t.Text, t.Position = "c1-c2", "" }), 3,
			models.FaultHash,
		},
		{"time", turn(1, func(t *models.Turn) { t.At = t.At.Add(time.Millisecond) }), 2, models.FaultHash},
		{"hash", turn(3, func(t *models.Turn) { t.Hash = make([]byte, 32) }), 4, models.FaultHash},
		{"a hash is missing", turn(0, func(t *models.Turn) { t.Hash = nil }), 1, models.FaultHash},
		{"the first hash is missing", func(r *models.GameRecord) { r.Start.Hash = nil }, 1, models.FaultHash},
		{"hash of the record", func(r *models.GameRecord) { r.Hash = make([]byte, 32) }, 4, models.FaultHash},
		{"game id", func(r *models.GameRecord) { r.ID = "k7m2q9xr" }, 1, models.FaultHash},
		{
			"no end by the rules", func(r *models.GameRecord) { r.Result = rules.Won(rules.Second, "escape") }, 4,
			models.FaultResult,
		},
		{
			"drawn resignation", func(r *models.GameRecord) { r.Result = rules.Drawn(models.ReasonResignation) }, 4,
			models.FaultResult,
		},
		{"timeout of the other side", func(r *models.GameRecord) {
			r.Result = rules.Won(rules.First, models.ReasonTimeout)
		}, 4, models.FaultResult},
		{"agreement with a winner", func(r *models.GameRecord) {
			r.Result = rules.Won(rules.First, models.ReasonAgreement)
		}, 4, models.FaultResult},
		{"aborted late", func(r *models.GameRecord) { r.Result = rules.Drawn(models.ReasonAborted) }, 4, models.FaultResult},
		{
			"another winner", func(r *models.GameRecord) { r.Result = rules.Won(rules.Second, models.ReasonResignation) }, 4,
			models.FaultStored,
		},
		{"a turn more", func(r *models.GameRecord) {
			*r = models.GameRecord{
				ID: r.ID, Ruleset: r.Ruleset, Variant: r.Variant,
				Turns: append(r.Turns[:4:4], models.Turn{Ply: 5, Text: "b1-b2"}),
			}
			for i := range r.Turns {
				r.Turns[i].Hash = nil
			}
		}, 5, models.FaultStored},
		{"another game of that id", func(r *models.GameRecord) {
			*r = models.GameRecord{
				ID: r.ID, Ruleset: r.Ruleset, Variant: r.Variant,
				Turns: []models.Turn{{Ply: 1, Text: "d1-b1"}},
			}
		}, 1, models.FaultStored},
		{
			"another variant of that id", func(r *models.GameRecord) { *r = models.GameRecord{ID: r.ID, Ruleset: r.Ruleset} },
			0, models.FaultStored,
		},
		{"another hash of that id", func(r *models.GameRecord) {
			*r = models.GameRecord{ID: r.ID, Ruleset: r.Ruleset, Variant: r.Variant, Hash: r.Hash}
		}, 0, models.FaultStored},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := *whole
			r.Turns = append([]models.Turn{}, whole.Turns...)
			c.change(&r)
			v, err := w.VerifyRecord(t.Context(), &r)
			if err != nil || v.Fault == nil || v.Fault.Ply != c.ply || v.Fault.Kind != c.kind ||
				len(words.Say(v.Fault.Message)) < 10 {
				t.Fatalf("%+v, %v; want ply %d: %s", v.Fault, err, c.ply, c.kind)
			}
		})
	}
	_, err := w.VerifyRecord(t.Context(), &models.GameRecord{
		Ruleset: "hnefatafl",
		Turns:   make([]models.Turn, play.MaxRecordTurns+1),
	})
	wantCode(t, err, models.CodeInvalid)
}

func TestResultsByTheRulesAreVerified(t *testing.T) {
	w := newWorld(t)
	turns := strings.Fields("d1-c1 d3-c3 c1-d1 c3-d3 d1-c1 d3-c3 c1-d1 c3-d3")
	for _, c := range []struct {
		result rules.Result
		more   []string // turns
		ply    int
		kind   models.FaultKind
	}{
		{rules.Drawn("repetition"), nil, 0, ""},
		{rules.Drawn(models.ReasonAgreement), nil, 8, models.FaultResult},
		{rules.Won(rules.First, models.ReasonResignation), nil, 8, models.FaultResult},
		{rules.Result{}, nil, 8, models.FaultResult},
		{rules.Drawn("repetition"), []string{"d1-c1"}, 9, models.FaultOver},
	} {
		r := &models.GameRecord{Ruleset: "hnefatafl", Variant: "7x7", Result: c.result}
		for i, turn := range slices.Concat(turns, c.more) {
			r.Turns = append(r.Turns, models.Turn{Ply: i + 1, Seat: rules.Seat(i % 2), Text: turn})
		}
		v, err := w.VerifyRecord(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		if (c.kind == "") != (v.Fault == nil) || (v.Fault != nil && (v.Fault.Kind != c.kind || v.Fault.Ply != c.ply)) {
			t.Errorf("%+v after %s: %+v", c.result, r.Turns[len(r.Turns)-1].Text, v.Fault)
		}
	}
}
