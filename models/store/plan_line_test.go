package store

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"turnpost/models"
	"turnpost/models/play"
	"turnpost/rules"
	"turnpost/rules/bohnduell"
	"turnpost/rules/hnefatafl"
)

func TestParsePlanRefuses(t *testing.T) {
	for _, c := range []struct {
		name, text string
		line       int // of the error, -1: of the whole plan
	}{
		{"nothing", "", -1},
		{"only white space", " \n\t\n", -1},
		{"an empty turn, after an empty line", "\nd3-c3 : ", 1},
		{"an empty turn", "d3-c3 : : c3-b3 : b1-c1", 0},
		{"two colons", "d3-c3 :: c1-b1", 0},
		{"any answer", "d3-c3 : c1-b1\nd3-b3 : *", 1},
		{"a long line", strings.Repeat("a1 : b1 : ", 10) + "a1 : b1", 0},
		{"a long turn", "a1 : " + strings.Repeat("b", models.MaxPlanTurnLength+1), 0},
		{"many lines", strings.Repeat("a1 : b1\n", models.MaxPlanLines+1), models.MaxPlanLines},
	} {
		_, err := models.ParsePlan(strings.Split(c.text, "\n"))
		e, ok := errors.AsType[*models.Error](err)
		if !ok || e.Code != models.CodeInvalid || e.Field != "plan" || e.Index != c.line {
			t.Errorf("%s: %+v", c.name, err)
		}
	}
	if _, err := models.ParsePlan(strings.Split(strings.Repeat("a1 : b1\n", models.MaxPlanLines), "\n")); err != nil {
		t.Errorf("as many lines as there may be: %v", err)
	}
	if _, err := models.ParsePlan([]string{strings.Repeat("a1 : b1 : ", 9) + "a1 : b1"}); err != nil {
		t.Errorf("as many turns as there may be: %v", err)
	}
}

// start returns the position after some turns.
func start(t *testing.T, r rules.Ruleset, variant string, turns ...string) rules.Position {
	t.Helper()
	p, err := r.Start(variant)
	if err != nil {
		t.Fatal(err)
	}
	for _, turn := range turns {
		played, err := p.Play(turn)
		if err != nil {
			t.Fatal(err)
		}
		p = played.Next
	}
	return p
}

func check(r rules.Ruleset, p rules.Position, seat rules.Seat, texts ...string) ([]string, error) {
	lines, err := models.ParsePlan(texts)
	if err == nil {
		lines, err = models.CheckPlan(r, p, seat, lines)
	}
	return play.FormatPlan(lines), err
}

func TestCheckPlanMakesCanonical(t *testing.T) {
	p := start(t, hnefatafl.New(), "7x7", "d1-c1")
	got, err := check(hnefatafl.New(), p, rules.First,
		"D3-C3：C1-B1", "", "  d3-c3  :c1-b1:  C3-B3 : b1-c1 ",
		"＊ : c1-C2 : C3-B3 : C2-C1", "d3-c3 : c1-b1 : c3-b3 : b1-c1")
	want := []string{"d3-c3 : c1-b1 : c3-b3 : b1-c1", "* : c1-c2 : c3-b3 : c2-c1"}
	if err != nil || !slices.Equal(got, want) {
		t.Fatalf("%q, %v", got, err)
	}
}

func TestCheckPlanRefuses(t *testing.T) {
	tafl := start(t, hnefatafl.New(), "7x7", "d1-c1")
	balls, err := bohnduell.New().Parse("standard", "8:0,0,0,0:4/1:0,0,0,0:11 r")
	if err != nil {
		t.Fatal(err)
	}
	last, err := bohnduell.New().Parse("standard", "0:0,0,0,0:12/1:0,0,0,0:11 r")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name   string
		p      rules.Position
		lines  []string
		code   models.Code
		reason string
		index  int
		says   string
	}{
		{
			"an illegal turn", tafl,
			[]string{"d3-c3 : c1-b1", "d3-c3 : c1-b1 : c3-g3 : b1-c1 : a3-a2 : c1-b1"},
			models.CodeIllegalTurn, "*", 1, "line 2: turn 5, a3-a2: ",
		},
		{"an illegal answer", tafl, []string{"d3-c3 : d1-b1"}, models.CodeIllegalTurn, "*", 0, "line 1: turn 2, d1-b1: "},
		{
			"an unreadable turn", tafl,
			[]string{"castle : c1-b1"},
			models.CodeUnreadableTurn, rules.CodeSyntax, 0, "line 1: turn 1, castle: ",
		},
		{
			"unreadable after any turn", tafl,
			[]string{"* : castle"},
			models.CodeUnreadableTurn, rules.CodeSyntax, 0, "line 1: turn 2, castle: ",
		},
		{
			"no square after any turn", tafl,
			[]string{"* : c1-c9"},
			models.CodeIllegalTurn, rules.CodeNoSuchSquare, 0, "line 1: turn 2, c1-c9: ",
		},
		{
			"two answers", tafl,
			[]string{"* : c1-b1", "d3-c3 : c1-b1", "d3-b3 : c1-b1", "D3-C3 : c1-c2"},
			models.CodeInvalid, "", 3, `line 4: turn 2: "c1-c2" differs from "c1-b1" on line 2`,
		},
		{
			"the opponent is skipped", balls,
			[]string{"p4 : p1", "p4 : p1 : p4 : p1"},
			models.CodeInvalid, "", 1, "line 2: turn 3, p4: ",
		},
		{
			"the opponent is skipped in a line without a last answer", balls,
			[]string{"p4 : p1 : p4"},
			models.CodeInvalid, "", 0, "line 1: turn 3, p4: the same side moves again",
		},
		{
			"no last answer", tafl,
			[]string{"* : c1-b1", "d3-c3 : c1-b1 : c3-b3"},
			models.CodeInvalid, "", 1, "line 2: it ends with a turn of the opponent; add your answer",
		},
		{
			"no answer to any turn", tafl,
			[]string{"*"},
			models.CodeInvalid, "", 0,
			"line 1: it ends with a turn of the opponent; add",
		},
		{
			"no answer after the end", last,
			[]string{"p4"},
			models.CodeInvalid, "", 0, "line 1: it ends with a turn of the opponent after which you are not to move",
		},
		{
			"the game is over", last,
			[]string{"p4 : p1"},
			models.CodeIllegalTurn, rules.CodeGameOver, 0,
			"line 1: turn 2, p1: ",
		},
	} {
		r := hnefatafl.New()
		if c.p == balls || c.p == last {
			r = bohnduell.New()
		}
		_, err := check(r, c.p, c.p.ToMove().Other(), c.lines...)
		e, ok := errors.AsType[*models.Error](err)
		if !ok || e.Code != c.code || e.Field != "plan" || e.Index != c.index || !strings.HasPrefix(messageOf(e), c.says) {
			t.Errorf("%s: %+v", c.name, err)
			continue
		}
		if c.reason == "*" && e.Reason == "" || c.reason != "*" && e.Reason != c.reason {
			t.Errorf("%s: reason %q", c.name, e.Reason)
		}
	}
}

func TestAnswerTo(t *testing.T) {
	lines, err := models.ParsePlan([]string{
		"* : a : b : c",
		"t1 : d : * : e",
		"t1 : d : t2 : f",
		"t3 : g",
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		turn, answer string
		left         []string
	}{
		{"t1", "d", []string{"* : e", "t2 : f"}},
		{"t3", "g", nil},
		{"t9", "a", []string{"b : c"}},
	} {
		answer, left, ok := play.ReplyTo(lines, func(turn string) bool { return turn == c.turn })
		if !ok || answer != c.answer || !slices.Equal(play.FormatPlan(left), c.left) {
			t.Errorf("%s: %q, %q, %v", c.turn, answer, play.FormatPlan(left), ok)
		}
	}
	if answer, left, ok := play.ReplyTo(lines[3:], func(string) bool { return false }); ok || answer != "" || left != nil {
		t.Errorf("a turn without an answer: %q, %q", answer, left)
	}
}

// A valid plan survives formatting and parsing; checking it fails only with an *Error and leaves no turn with two
// replies.
func FuzzPlan(f *testing.F) {
	for _, seed := range []string{
		"d3-c3 : c1-b1\n* : c1-c2 : c3-b3 : c2-c1", "d3-c3:c1-b1:c3-b3:b1-c1\r\nd3-c3:c1-b1:*:b1-c1",
		"*:*", " : ", "d3-c3", "* : c1-a9", "é : ü", "a:b:c:d:e:f",
	} {
		f.Add(seed)
	}
	r := hnefatafl.New()
	first, err := r.Start("7x7")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		lines, err := models.ParsePlan(strings.Split(text, "\n"))
		if err != nil {
			if models.CodeOf(err) == "" {
				t.Fatal(err)
			}
			return
		}
		again, err := models.ParsePlan(play.FormatPlan(lines))
		if err != nil || !slices.Equal(play.FormatPlan(again), play.FormatPlan(lines)) {
			t.Fatalf("%q became %q, %v", play.FormatPlan(lines), play.FormatPlan(again), err)
		}
		checked, err := models.CheckPlan(r, first, rules.Second, lines)
		if err != nil {
			if models.CodeOf(err) == "" {
				t.Fatal(err)
			}
			return
		}
		if _, err := models.CheckPlan(r, first, rules.Second, checked); err != nil {
			t.Fatalf("%q was checked, and is refused now: %v", play.FormatPlan(checked), err)
		}
	})
}
