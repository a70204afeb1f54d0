package hanniball

import (
	"strings"
	"testing"

	"turnpost/rules/rulestest"
)

func TestParseRefuses(t *testing.T) {
	const (
		bare        = "1m1/9/9/9/9/9/9/9/9/9/9/9/9/9/1M1"
		fields      = "a position has 4: the ranks, the side to move, the Ball's square and the turn number"
		wholeNumber = "; it must be a whole number from 1 to 1000000000"
		outside     = ", outside its goal area "
	)
	with := func(old, new string) string { return strings.Replace(bare, old, new, 1) + " w e8 1" }
	for text, want := range map[string]string{
		"":                "1 field is given; " + fields,
		bare + "  w e8 1": "5 fields are given; " + fields,
		"9/9 w e8 1":      "2 ranks are given; the board has 15",

		with("/9", "/8"):       "rank 14 has 8 squares; it must have 9",
		with("/1M1", "/4"):     `rank 1: "4" is no run of empty squares that fits`,
		with("/9", "/K8"):      `on a14 stands "K"; pieces are M, L, E and H, lower case for Black`,
		with("/9", "/LLL6"):    "White has more than 2 of the kind Lion: one too many on c14",
		with("/9", "/eeeee4"):  "Black has more than 4 of the kind Elephant: one too many on e14",
		with("/9", "/HHHHH4"):  "White has more than 4 of the kind Horse: one too many on e14",
		with("/9", "/4m4"):     "Black has more than 1 of the kind Monkey: one too many on e14",
		with("1m1/9", "3/1m7"): "Black's Monkey stands on b14" + outside + "c13–g14 and its goal d15–f15",
		with("9/1M1", "7M1/3"): "White's Monkey stands on h2" + outside + "c2–g3 and its goal d1–f1",
		with("1m1", "1M1"):     "White's Monkey stands on e15" + outside + "c2–g3 and its goal d1–f1",

		bare + " x e8 1":  `the side to move is "x"; it must be w or b`,
		bare + " wb e8 1": `the side to move is "wb"; it must be w or b`,
		bare + " w e8 2":  `turn 2 is Black's: the side to move must be "b", not "w"`,
		bare + " b e8 1":  `turn 1 is White's: the side to move must be "w", not "b"`,

		bare + " w e8 0":                   `the turn number is "0"` + wholeNumber,
		bare + " w e8 01":                  `the turn number is "01"` + wholeNumber,
		bare + " w e8 x":                   `the turn number is "x"` + wholeNumber,
		bare + " w e8 9999999999999999999": `the turn number is "9999999999999999999"` + wholeNumber,

		bare + " w a1 1": `the Ball is on "a1", which is no square of the board`,
		bare + " w - 1":  `the Ball is on "-", which is no square of the board`,
	} {
		_, err := New().Parse(standard, text)
		if rulestest.ErrorText(New(), err) != "bad position: "+want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func TestParseReads(t *testing.T) {
	for typed, want := range map[string]string{
		startText:                                   startText,
		"3/9/9/9/9/9/9/9/9/9/9/9/9/9/3 w e8 1":      "3/9/9/9/9/9/9/9/9/9/9/9/9/9/3 w e8 1",
		"3/9/9/9/9/9/9/9/9/9/9/9/9/9/3 B E15 2":     "3/9/9/9/9/9/9/9/9/9/9/9/9/9/3 b e15 2",
		"h2/9/9/9/9/9/9/9/9/9/9/9/9/9/2E b f1 1000": "h2/9/9/9/9/9/9/9/9/9/9/9/9/9/2E b f1 1000",
	} {
		p, err := New().Parse("", typed)
		if err != nil || p.String() != want {
			t.Errorf("%q: %v, %v; want %q", typed, p, err, want)
		}
	}
}

// The key contains the placement, the side to move and the Ball, but not the turn number.
func TestKey(t *testing.T) {
	const bare = "1m1/9/9/1h7/9/9/9/9/9/9/9/1H7/9/9/1M1 "
	key := func(text string) string {
		p, err := parse(bare + text)
		if err != nil {
			t.Fatal(err)
		}
		return p.Key()
	}
	if key("w b4 3") != key("w b4 1") {
		t.Error("the turn number is part of the key")
	}
	if key("w b4 3") == key("w b5 3") || key("w b4 3") == key("b b4 4") {
		t.Error("the Ball or the side is not part of the key")
	}
}
