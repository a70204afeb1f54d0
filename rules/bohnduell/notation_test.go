package bohnduell

import (
	"slices"
	"testing"

	"turnpost/rules"
)

// manyTurns is a position in which every turn is legal.
const manyTurns = "4:4,3,2,1:0/10:0,0,0,0:0 g"

func TestNotation(t *testing.T) {
	for text, want := range map[string]string{
		"p1": "p1", "p4": "p4", "e1": "e1", "e4": "e4",
		"P3": "p3", "E2": "e2",
		"выложить 3": "p3", "Опустоши 2": "e2", "legen 3": "p3", "Leg 3": "p3", "LEERE 2": "e2", "высыпь 2": "e2",
		"place 3": "p3", "empty 2": "e2", "Place 3": "p3", "EMPTY 2": "e2",
		"place3": "p3", "p 3": "p3", "e,2": "e2",
		"  p3\n": "p3", ",p3,": "p3", "place,\t 3 ": "p3",
	} {
		if got := play(t, manyTurns, text).Turn; got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

func TestUnreadable(t *testing.T) {
	const one = " is no turn: write one action and one bowl, p3 to place from bowl 3 on or e2 to empty bowl 2"
	for _, c := range []struct{ text, detail string }{
		{" , ", "the turn is empty: write p3 to place from bowl 3 on, or e2 to empty bowl 2"},
		{"p", `"p" names no bowl: write the number after it, as in p3 or e2`},
		{"Empty", `"Empty" names no bowl: write the number after it, as in p3 or e2`},
		{"3", `"3" does not say what to do: write p before the bowl to place (p3) or e to empty (e3)`},
		{"pass", `"pass"` + one},
		{"x3", `"x3"` + one},
		{"plac 3", `"plac 3"` + one},
		{"p3 p4", `"p3 p4"` + one},
		{"e 1 2", `"e 1 2"` + one},
		{"p03", `"p03"` + one},
		{"p-1", `"p-1"` + one},
		{"e123", `"e123"` + one},
		{"I place one ball in bowl three", `"I place one ball in bowl three"` + one},
	} {
		_, err := at(t, manyTurns).Play(c.text)
		sameFault(t, err, rules.CodeSyntax, c.detail)
	}
}

func TestNext(t *testing.T) {
	for _, c := range []struct {
		position, prefix string
		want             []string
		mayEnd           bool
	}{
		{standardStart, "", []string{"p1", "p2", "p3", "p4"}, false},
		{manyTurns, " ", []string{"p1", "p2", "p3", "p4", "e1", "e2", "e3", "e4"}, false},
		{manyTurns, "p", []string{"p1", "p2", "p3", "p4"}, false},
		{manyTurns, "e", []string{"e1", "e2", "e3", "e4"}, false},
		{manyTurns, "Pla", []string{"p1", "p2", "p3", "p4"}, false},
		{manyTurns, "empty ", []string{"e1", "e2", "e3", "e4"}, false},
		{"2:0,0,1,3:5/2:1,3,0,1:6 g", "p", []string{"p3", "p4"}, false},
		{"0:0,0,2,1:10/0:1,0,0,0:10 g", "", []string{"e1", "e2"}, false},
		{manyTurns, "p3", []string{}, true},
		{manyTurns, "empty 2", []string{}, true},
	} {
		got, err := at(t, c.position).Next(c.prefix)
		if err != nil || got.MayEnd != c.mayEnd || !slices.Equal(got.Texts(), c.want) || got.Steps == nil {
			t.Errorf("%s: Next(%q) = %+v, %v; want %v, %v", c.position, c.prefix, got, err, c.want, c.mayEnd)
		}
	}
}

func TestNextRefused(t *testing.T) {
	for _, c := range []struct{ position, prefix, code, detail string }{
		{
			"0:0,0,2,1:10/0:1,0,0,0:10 g", "p", CodeStockTooSmall,
			"p4 needs 1 ball from Green's stock, which holds no balls" + placingTakes,
		},
		{
			standardStart, "e", CodeBowlCount,
			"Green has no bowl to empty: bowl 1 must hold exactly 1 ball, bowl 2 exactly 2, bowl 3 exactly 3, bowl 4 exactly 4",
		},
		{
			standardStart, "e2", CodeBowlCount,
			"Green's bowl 2 holds no balls and must hold exactly 2 balls to be emptied" + withFewer,
		},
		{standardStart, "p7", CodeNoSuchBowl, "there is no bowl 7" + bowlNumbers},
		{
			standardStart, "pq", rules.CodeSyntax,
			`"pq" is no turn: write one action and one bowl, p3 to place from bowl 3 on or e2 to empty bowl 2`,
		},
		{overPosition, "", rules.CodeGameOver, itIsOver},
		{overPosition, "p1", rules.CodeGameOver, itIsOver},
	} {
		_, err := at(t, c.position).Next(c.prefix)
		sameFault(t, err, c.code, c.detail)
	}
}

// A refusal does not repeat a word in Cyrillic letters of which some are replaced by Latin ones.
func TestRefusedWordsInCyrillic(t *testing.T) {
	p, err := New().Parse("", manyTurns)
	if err != nil {
		t.Fatal(err)
	}
	_, err = p.Play("положи 9")
	if refusal, is := rules.RefusalOf(err); !is || refusal.Code == rules.CodeSyntax || refusal.Read != "" {
		t.Errorf("%+v, %v", refusal, err)
	}
}
