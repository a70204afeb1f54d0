package hanniball

import (
	"testing"

	"turnpost/rules/phrase"
)

// descriptionCases are turns with their descriptions. White is ann, Black is bob.
var descriptionCases = []struct{ what, position, turn, want string }{
	// Running.
	{"one move", "w Hb4 ha12 *i9", "b4-c6", "ann's Horse went from b4 to c6."},
	{"a run", "w Hb4 ha12 *i9", "b4-c6 c6-d8 d8-e10 e10-f12", "ann's Horse went from b4 via c6, d8 and e10 to f12."},
	{
		"two pieces", "b Hb4 ha12 mc13 *i9", "a12-b10 c13-d13",
		"bob's Horse went from a12 to b10. bob's Monkey went from c13 to d13.",
	},
	{
		"one, another and the one again", "w Hb4 Ea4 ha12 *i9", "b4-c6 a4-a5 c6-b4",
		"ann's Horse went from b4 to c6. ann's Elephant went from a4 to a5. ann's Horse went from c6 to b4.",
	},

	// Taking, carrying, leaving.
	{"taking the Ball", "w Hb4 ha12 *c6", "b4-c6", "ann's Horse took the Ball on c6."},
	{"running to the Ball", "w Hb4 ha12 *d8", "b4-c6 c6-d8", "ann's Horse went from b4 to c6 and took the Ball on d8."},
	{
		"taking the Ball after another's step", "w Hb4 Ea4 ha12 *c6", "a4-a5 b4-c6",
		"ann's Elephant went from a4 to a5. ann's Horse on b4 took the Ball on c6.",
	},
	{"carrying", "w Hb4 ha12 *b4", "b4-c6", "ann's Horse carried the Ball from b4 to c6."},
	{"carrying on", "w Hb4 ha12 *b4", "b4-c6 c6-d8 d8-e10", "ann's Horse carried the Ball from b4 via c6 and d8 to e10."},
	{"leaving", "w Hb4 ha12 *b4", "b4/c6", "ann's Horse left the Ball on b4 and went to c6."},
	{"leaving and on", "w Hb4 ha12 *b4", "b4/c6 c6-d8", "ann's Horse left the Ball on b4 and went via c6 to d8."},
	{
		"taking and leaving", "w Hb4 ha12 *c6", "b4-c6 c6/d8",
		"ann's Horse took the Ball on c6, left it there and went to d8.",
	},
	{
		"leaving and coming back", "w Hb4 ha12 *b4", "b4/c6 c6-b4 b4~b5",
		"ann's Horse left the Ball on b4, went to c6, took it on b4 and shot it to b5.",
	},

	// Shooting.
	{"a shot", "w Hb4 ha12 *b4", "b4~c5", "ann's Horse on b4 shot the Ball to c5."},
	{
		"a shot, fetched again", "w Eb4 ha12 *b4", "b4~c6 b4-c5 c5-c6",
		"ann's Elephant on b4 shot the Ball to c6, went to c5 and took it on c6.",
	},
	{
		"a shot, taken at once", "w Lb4 ha12 *b4", "b4~c5 b4-c5 c5-c6",
		"ann's Lion on b4 shot the Ball to c5, took it there and carried it to c6.",
	},
	{
		"taken, carried and shot to an enemy", "b hd6 Lg11 *e8", "d6-e8 e8-f10 f10~g11",
		"bob's Horse took the Ball on e8, carried it to f10 and shot it to g11, where ann's Lion has it.",
	},
	{
		"shot to a friend who shoots", "w Hb4 Lc5 ha12 *b4", "b4~c5 c5~c6",
		"ann's Horse on b4 shot the Ball to c5, where ann's Lion got it. That Lion shot it to c6.",
	},
	{
		"shot to one of the same kind", "w Hb4 Hc5 ha12 *b4", "b4~c5",
		"ann's Horse on b4 shot the Ball to c5, where another of ann's Horses has it.",
	},
	{
		"shot to a friend, another step between", "w Hb4 Lc5 Ea2 ha12 *b4", "b4~c5 a2-a3 c5~c6",
		"ann's Horse on b4 shot the Ball to c5, where ann's Lion got it. " +
			"ann's Elephant went from a2 to a3. ann's Lion on c5 shot the Ball to c6.",
	},
	{
		"a friend has it, another step after", "w Hb4 Lc5 Ea2 ha12 *b4", "b4~c5 a2-a3",
		"ann's Horse on b4 shot the Ball to c5, where ann's Lion has it. ann's Elephant went from a2 to a3.",
	},
	{
		"the shooter runs on", "w Hb4 Lc5 ha12 *b4", "b4~c5 b4-d3",
		"ann's Horse on b4 shot the Ball to c5, where ann's Lion has it. ann's Horse then went to d3.",
	},

	// Captures.
	{"a capture", "w Hb4 lc6 ha12 *c6", "b4-c6", "ann's Horse captured bob's Lion on c6 and took the Ball."},
	{
		"a capture and on", "w Hb4 lc6 ha12 *c6", "b4-c6 c6-d8 d8~e9",
		"ann's Horse captured bob's Lion on c6, took the Ball, carried it to d8 and shot it to e9.",
	},
	{
		"given and captured by the shooter", "w Lb4 lc5 ha12 *b4", "b4~c5 b4-c5",
		"ann's Lion on b4 shot the Ball to c5, where bob's Lion got it. " +
			"ann's Lion then captured bob's Lion on c5 and took the Ball.",
	},
	{
		"given and captured by another", "w Hb4 Ed6 lc5 ha12 *b4", "b4~c5 d6-c5",
		"ann's Horse on b4 shot the Ball to c5, where bob's Lion got it. " +
			"ann's Elephant on d6 captured bob's Lion on c5 and took the Ball.",
	},
	{
		"the last piece", "w Hb4 lc6 *c6", "b4-c6",
		"ann's Horse captured bob's Lion on c6 and took the Ball. bob has no legal turn: ann wins.",
	},

	// Ricochets and saves.
	{"a ricochet", "w Ed12 me14 *d12", "d12~e14~e9", "ann's Elephant on d12 shot the Ball off bob's Monkey on e14 to e9."},
	{
		"a ricochet to a piece", "w Ed12 me14 hd13 *d12", "d12~e14~d13",
		"ann's Elephant on d12 shot the Ball off bob's Monkey on e14 to d13, where bob's Horse has it.",
	},
	{
		"a ricochet to a friend", "w Ed12 Hd13 me14 *d12", "d12~e14~d13 d13-e15",
		"ann's Elephant on d12 shot the Ball off bob's Monkey on e14 to d13, where ann's Horse got it. " +
			"That Horse carried it into bob's goal on e15. Goal: ann wins.",
	},
	{
		"a ricochet back", "w He13 me14 *e13", "e13~e14~e13 e13-g12",
		"ann's Horse on e13 shot the Ball off bob's Monkey on e14, got it back and carried it to g12.",
	},
	{
		"off the own Monkey", "w Hd3 Me3 ha12 *d3", "d3~e3~i7",
		"ann's Horse on d3 shot the Ball off ann's Monkey on e3 to i7.",
	},
	{
		"a save", "w Ed13 me15 *d13", "d13~e15~e10",
		"ann's Elephant on d13 shot the Ball at e15, where bob's Monkey saved it; it ricocheted to e10.",
	},
	{
		"a save to a piece", "w Ed13 me15 le10 *d13", "d13~e15~e10",
		"ann's Elephant on d13 shot the Ball at e15, where bob's Monkey saved it; " +
			"it ricocheted to e10, where bob's Lion has it.",
	},
	{
		"a save and the goal", "w Ed13 me15 *d13", "d13~e15~e13 d13-e13 e13~f15",
		"ann's Elephant on d13 shot the Ball at e15, where bob's Monkey saved it; it ricocheted to e13. " +
			"ann's Elephant then took the Ball on e13 and shot it into bob's goal on f15. Goal: ann wins.",
	},
	{
		"a save back to the shooter", "w He14 me15 *e14", "e14~e15~e14 e14~f15",
		"ann's Horse on e14 shot the Ball at e15, where bob's Monkey saved it; it came back to e14. " +
			"ann's Horse then shot the Ball into bob's goal on f15. Goal: ann wins.",
	},

	// Goals.
	{
		"a goal shot", "w Hd14 ha12 *d14", "d14~d15",
		"ann's Horse on d14 shot the Ball into bob's goal on d15. Goal: ann wins.",
	},
	{
		"a goal carried", "b ha3 Ha12 *b5", "a3-b5 b5-c3 c3-d1",
		"bob's Horse took the Ball on b5 and carried it via c3 into ann's goal on d1. Goal: bob wins.",
	},
	{
		"a goal onto a piece", "w Hd14 ld15 ha12 *d14", "d14~d15",
		"ann's Horse on d14 shot the Ball into bob's goal on d15, where bob's Lion stood. Goal: ann wins.",
	},
	{
		"an own goal shot", "w Hd2 ha12 *d2", "d2~d1",
		"ann's Horse on d2 shot the Ball into ann's own goal on d1. An own goal: bob wins.",
	},
	{
		"an own goal carried", "b me14 Ha2 *e14", "e14-e15",
		"bob's Monkey carried the Ball from e14 into bob's own goal on e15. An own goal: ann wins.",
	},
}

func TestDescribe(t *testing.T) {
	for _, c := range descriptionCases {
		t.Run(c.what, func(t *testing.T) {
			played, err := place(t, c.position).Play(c.turn)
			if err != nil {
				t.Fatal(err)
			}
			if got := New().Describe(phrase.English, played.Events, [2]string{"ann", "bob"}); got != c.want {
				t.Errorf("%q\ngot  %s\nwant %s", c.turn, got, c.want)
			}
		})
	}
}

// Names are inserted verbatim.
func TestDescriptionNames(t *testing.T) {
	played, err := place(t, "w Hd14 ha12 *d14").Play("d14~d15")
	if err != nil {
		t.Fatal(err)
	}
	want := "100%d's Horse on d14 shot the Ball into <b>'s goal on d15. Goal: 100%d wins."
	if got := New().Describe(phrase.English, played.Events, [2]string{"100%d", "<b>"}); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
