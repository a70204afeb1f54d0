package hanniball

import (
	"slices"
	"strings"
	"testing"

	"turnpost/rules"
	"turnpost/rules/rulestest"
)

// Next lists carry, leave, shots and ricochets after 0 to 3 steps. steps may be
// "!" for a refusal or "*" for any steps.
func TestNext(t *testing.T) {
	const (
		alone = "w Ea2 ha12 *i9"
		atBay = "w Ed12 me14 *d12"
	)
	for _, c := range []struct {
		what, position, prefix string
		mayEnd                 bool
		steps                  string
	}{
		{"moves only", alone, "", false, "a2-b2 a2-a3 a2-b3"},
		{"after one step", alone, "a2-b2", true, "b2-a2 b2-c2 b2-a3 b2-b3 b2-c3"},
		{"back again may not end", alone, "a2-b2 b2-a2", false, "a2-b2 a2-a3 a2-b3"},
		{"after three steps", alone, "a2-b2 b2-a2,a2-a3", true, "a3-b2 a3-b3 a3-a4 a3-b4"},
		{"after four steps", alone, "a2-b2 b2-a2 a2-b2 b2-b3", true, ""},
		{"after four steps that change nothing", alone, "a2-b2 b2-a2 a2-b2 b2-a2", false, "!"},
		{
			"carry, leave and shoot", "w Ea2 ha12 *a2", "", false,
			"a2-b2 a2-a3 a2-b3 a2/b2 a2/a3 a2/b3 a2~c3 a2~b4",
		},
		{"the Monkey does not leave the Ball", "w Mc2 ha12 *c2", "c2/", false, "!"},
		{"shots that score are listed", "w Hf14 ha12 *f14", "f14~e", false, "f14~e13 f14~e14 f14~e15"},
		{"after a goal", "w Hf14 ha12 *f14", "f14~e15", true, ""},
		{
			"every ricochet is a step", atBay, "d12~e14", false,
			"d12~e14~e9 d12~e14~a10 d12~e14~e10 d12~e14~i10 d12~e14~b11 d12~e14~e11 d12~e14~h11 " +
				"d12~e14~c12 d12~e14~e12 d12~e14~g12 d12~e14~d13 d12~e14~e13 d12~e14~f13 " +
				"d12~e14~a14 d12~e14~b14 d12~e14~c14 d12~e14~d14 d12~e14~f14 d12~e14~g14 d12~e14~h14 d12~e14~i14",
		},
		{
			"a ricochet is a complete step", atBay, "d12~e14~e9 d12-c12", true,
			"c12-b11 c12-c11 c12-d11 c12-b12 c12-d12 c12-b13 c12-c13 c12-d13",
		},
		{"a ricochet back may not end", "w He13 me14 *e13", "e13~e14~e13", false, "*"},
		{"a square's beginning", atBay, "d", false, "*"},
		{"a piece letter", atBay, "Ed12/c1", false, "d12/c11 d12/c12 d12/c13"},
		{"a piece letter alone", atBay, "E", false, "*"},
		{"capitals", alone, "A2-", false, "a2-b2 a2-a3 a2-b3"},
		{"an unfinished step after others", alone, "a2-b2 b2-c", false, "b2-c2 b2-c3"},
		{"a number that goes on", "w Ha9 ha12 *i8", "a9-b1", false, "a9-b11"},
	} {
		t.Run(c.what, func(t *testing.T) {
			p := place(t, c.position)
			options, err := p.Next(c.prefix)
			if c.steps == "!" {
				if err == nil {
					t.Fatalf("%s %q: %v", p, c.prefix, options.Steps)
				}
				return
			}
			if err != nil {
				t.Fatalf("%s %q: %v", p, c.prefix, err)
			}
			if options.MayEnd != c.mayEnd || options.Steps == nil {
				t.Errorf("%s %q: may end: %v, steps %v", p, c.prefix, options.MayEnd, options.Steps)
			}
			if c.steps == "*" {
				if len(options.Steps) == 0 {
					t.Errorf("%s %q: no steps", p, c.prefix)
				}
				return
			}
			if got := strings.Join(options.Texts(), " "); got != c.steps {
				t.Errorf("%s %q:\ngot  %s\nwant %s", p, c.prefix, got, c.steps)
			}
		})
	}
}

func TestNextFirstTurn(t *testing.T) {
	p, err := parse(startText)
	if err != nil {
		t.Fatal(err)
	}
	for prefix, want := range map[string]int{"": 59, "b4-c6": 62, "b4-c6 c6-b8": 0} {
		options, err := p.Next(prefix)
		if err != nil || len(options.Steps) != want || options.MayEnd != (prefix != "") {
			t.Errorf("%q: %d steps, may end: %v, %v; want %d", prefix, len(options.Steps), options.MayEnd, err, want)
		}
	}
}

// A prefix without a legal continuation is refused like a turn.
func TestNextRefused(t *testing.T) {
	for _, c := range []struct{ position, prefix, code string }{
		{"w Hb4 ha12 *i9", "b4-c5", badGeometry},
		{"w Hb4 ha12 *i9", "b4-c5 b4-c6", badGeometry},
		{"w Hb4 ha12 *i9", "b5", rules.CodeSyntax},
		{"w Hb4 ha12 *i9", "Eb4", rules.CodeSyntax},
		{"w Hb4 ha12 *i9", "b4- b4-c6", rules.CodeSyntax},
		{"w Hb4 ha12 *i9", "a12", rules.CodeSyntax},
		{"w Hb4 ha12 *i9", "b4-c6 c6-b4 b4-c6 c6-b4 b", tooManySteps},
		{"w Hf14 ha12 *f14", "f14~f15 f", rules.CodeGameOver},
		{"w Ed12 me14 *d12", "d12~e14~e8", ricochetIllegal},
	} {
		p := place(t, c.position)
		options, err := p.Next(c.prefix)
		if code, _, _ := rulestest.Refusal(New(), err); code != c.code {
			t.Errorf("%s %q: %v, %v; want %s", p, c.prefix, options.Steps, err, c.code)
		}
	}
	_, err := place(t, "w Hb4 ha12 *i9").Next("b5")
	want := `no legal step begins with "b5": steps are written b4-c6, b4/c6, b4~c5 or d12~e14~e9`
	if _, detail, _ := rulestest.Refusal(New(), err); detail != want {
		t.Errorf("%q, want %q", detail, want)
	}
}

// Next agrees with Play: of all steps that can be written, it lists exactly the legal ones.
func TestNextIsComplete(t *testing.T) {
	for _, text := range []string{
		"w Me1 Hb4 Le6 Ef6 me14 ld7 hf5 *e6",
		"b Me2 Hb4 Le6 mc13 ed12 lb12 hf5 *d12",
		"w Mf3 Eg2 Hd2 me15 *f3",
		"b Me3 hd2 me14 *d2",
	} {
		p := place(t, text)
		options, err := p.Next("")
		if err != nil {
			t.Fatal(err)
		}
		legal, listed := 0, options.Texts()
		for st := range written {
			if p.fault(st, p.ToMove()) != "" {
				continue
			}
			legal++
			if !slices.Contains(listed, st.String()) {
				t.Errorf("%s: %s is not listed", text, st)
			}
		}
		if legal != len(options.Steps) {
			t.Errorf("%s: %d steps are legal, %d listed", text, legal, len(options.Steps))
		}
	}
}

// written yields every step that can be written with squares of the board.
func written(yield func(step) bool) {
	for _, from := range allSquares {
		for _, to := range allSquares {
			if !yield(step{kind: move, from: from, to: to}) || !yield(step{kind: leave, from: from, to: to}) {
				return
			}
			for _, bounce := range append([]square{nowhere}, allSquares...) {
				if !yield(step{kind: shoot, from: from, to: to, bounce: bounce}) {
					return
				}
			}
		}
	}
}
