package models

import (
	"slices"
	"strings"
	"testing"
	"time"

	"turnpost/rules"
)

// shortGame returns a stored, finished game of four turns and its record.
func shortGame(t *testing.T, w *world) (*Game, *GameRecord) {
	t.Helper()
	ann, bob := w.player("ann"), w.player("bob")
	g := w.game(ann, bob, "hnefatafl", "7x7")
	for i, turn := range []string{"d1-c1", "d3-c3", "c1-b1", "c3-b3"} {
		w.pass(time.Hour)
		w.play(g, []Player{ann, bob}[i%2], turn)
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
	bare.Start, bare.Turns = Turn{}, nil
	for _, turn := range r.Turns {
		bare.Turns = append(bare.Turns, Turn{Ply: turn.Ply, Seat: turn.Seat, Text: turn.Text})
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
	wantCode(t, err, CodeNotFound)
}

func TestFaultsOfRecords(t *testing.T) {
	w := newWorld(t)
	_, whole := shortGame(t, w)
	turn := func(i int, change func(t *Turn)) func(r *GameRecord) {
		return func(r *GameRecord) { change(&r.Turns[i]) }
	}
	for _, c := range []struct {
		name   string
		change func(r *GameRecord)
		ply    int
		kind   FaultKind
	}{
		{"version", func(r *GameRecord) { r.Version = 99 }, 0, FaultVersion},
		{"start", func(r *GameRecord) { r.Start.Position = r.Turns[0].Position }, 0, FaultStart},
		{"missing turn", func(r *GameRecord) { r.Turns = append(r.Turns[:1:1], r.Turns[2:]...) }, 2, FaultPly},
		{"seat", turn(1, func(t *Turn) { t.Seat = rules.First }), 2, FaultSeat},
		{"illegal turn", turn(2, func(t *Turn) { t.Text = "a1-a2" }), 3, FaultTurn},
		{"unreadable turn", turn(2, func(t *Turn) { t.Text = "castle" }), 3, FaultTurn},
		{"another turn", turn(2, func(t *Turn) { t.Text = "c1-c2" }), 3, FaultPosition},
		{"another turn without position", turn(2, func(t *Turn) { t.Text, t.Position = "c1-c2", "" }), 3, FaultHash},
		{"time", turn(1, func(t *Turn) { t.At = t.At.Add(time.Millisecond) }), 2, FaultHash},
		{"hash", turn(3, func(t *Turn) { t.Hash = make([]byte, 32) }), 4, FaultHash},
		{"a hash is missing", turn(0, func(t *Turn) { t.Hash = nil }), 1, FaultHash},
		{"the first hash is missing", func(r *GameRecord) { r.Start.Hash = nil }, 1, FaultHash},
		{"hash of the record", func(r *GameRecord) { r.Hash = make([]byte, 32) }, 4, FaultHash},
		{"game id", func(r *GameRecord) { r.ID = "k7m2q9xr" }, 1, FaultHash},
		{"no end by the rules", func(r *GameRecord) { r.Result = rules.Won(rules.Second, "escape") }, 4, FaultResult},
		{"drawn resignation", func(r *GameRecord) { r.Result = rules.Drawn(ReasonResignation) }, 4, FaultResult},
		{"timeout of the other side", func(r *GameRecord) {
			r.Result = rules.Won(rules.First, ReasonTimeout)
		}, 4, FaultResult},
		{"agreement with a winner", func(r *GameRecord) {
			r.Result = rules.Won(rules.First, ReasonAgreement)
		}, 4, FaultResult},
		{"aborted late", func(r *GameRecord) { r.Result = rules.Drawn(ReasonAborted) }, 4, FaultResult},
		{"another winner", func(r *GameRecord) { r.Result = rules.Won(rules.Second, ReasonResignation) }, 4, FaultStored},
		{"a turn more", func(r *GameRecord) {
			*r = GameRecord{
				ID: r.ID, Ruleset: r.Ruleset, Variant: r.Variant,
				Turns: append(r.Turns[:4:4], Turn{Ply: 5, Text: "b1-b2"}),
			}
			for i := range r.Turns {
				r.Turns[i].Hash = nil
			}
		}, 5, FaultStored},
		{"another game of that id", func(r *GameRecord) {
			*r = GameRecord{ID: r.ID, Ruleset: r.Ruleset, Variant: r.Variant, Turns: []Turn{{Ply: 1, Text: "d1-b1"}}}
		}, 1, FaultStored},
		{"another variant of that id", func(r *GameRecord) { *r = GameRecord{ID: r.ID, Ruleset: r.Ruleset} }, 0, FaultStored},
		{"another hash of that id", func(r *GameRecord) {
			*r = GameRecord{ID: r.ID, Ruleset: r.Ruleset, Variant: r.Variant, Hash: r.Hash}
		}, 0, FaultStored},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := *whole
			r.Turns = append([]Turn{}, whole.Turns...)
			c.change(&r)
			v, err := w.VerifyRecord(t.Context(), &r)
			if err != nil || v.Fault == nil || v.Fault.Ply != c.ply || v.Fault.Kind != c.kind ||
				len(words.Say(v.Fault.Message)) < 10 {
				t.Fatalf("%+v, %v; want ply %d: %s", v.Fault, err, c.ply, c.kind)
			}
		})
	}
	_, err := w.VerifyRecord(t.Context(), &GameRecord{Ruleset: "hnefatafl", Turns: make([]Turn, MaxRecordTurns+1)})
	wantCode(t, err, CodeInvalid)
}

func TestResultsByTheRulesAreVerified(t *testing.T) {
	w := newWorld(t)
	turns := strings.Fields("d1-c1 d3-c3 c1-d1 c3-d3 d1-c1 d3-c3 c1-d1 c3-d3")
	for _, c := range []struct {
		result rules.Result
		more   []string // turns
		ply    int
		kind   FaultKind
	}{
		{rules.Drawn("repetition"), nil, 0, ""},
		{rules.Drawn(ReasonAgreement), nil, 8, FaultResult},
		{rules.Won(rules.First, ReasonResignation), nil, 8, FaultResult},
		{rules.Result{}, nil, 8, FaultResult},
		{rules.Drawn("repetition"), []string{"d1-c1"}, 9, FaultOver},
	} {
		r := &GameRecord{Ruleset: "hnefatafl", Variant: "7x7", Result: c.result}
		for i, turn := range slices.Concat(turns, c.more) {
			r.Turns = append(r.Turns, Turn{Ply: i + 1, Seat: rules.Seat(i % 2), Text: turn})
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
