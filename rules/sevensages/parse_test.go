package sevensages

import (
	"strings"
	"testing"

	"turnpost/rules/rulestest"
)

func TestParseRefuses(t *testing.T) {
	with := func(changes ...string) string { // pairs of a text and its replacement
		text := setup + " w 0-0"
		for n := 0; n < len(changes); n += 2 {
			text = strings.Replace(text, changes[n], changes[n+1], 1)
		}
		return text
	}
	cases := []struct{ fault, variant, text, want string }{
		{"too few fields", "", setup + " w", "2 fields are given; a position has three: placement, side to move, points"},
		{"two spaces", "", setup + "  w 0-0", "4 fields are given; a position has three: placement, side to move, points"},
		{"too few ranks", "", with("7s7/", ""), "14 ranks are given; the board has 15"},
		{"a short rank", "", with("7s7/", "7s6/"), "rank 15 has 14 squares; it must have 15"},
		{"an unknown letter", "", with("7s7/", "7k7/"), `h15 holds "k"; S is White's stone, s is Black's, o is the ball`},
		{"six stones of White", "", with("3S3S3S3", "3S3S7"), "White has 6 stones; each side has 7"},
		{"eight stones of White", "", with("3S3S3S3", "2SS3S3S3"), "White has 8 stones; each side has 7"},
		{"six stones of Black", "", with("3s3s3s3", "3s3s7"), "Black has 6 stones; each side has 7"},
		{"no ball", "", with("7o7", "15"), "there is no ball"},
		{"two balls", "", with("7o7", "7oo6"), "there is a ball on h8 and one on i8"},
		{"the ball on the edge", "", with("7o7", "o14"), "the ball lies on a8, outside or in a goal area"},
		{
			"the ball on b2", "", with("7o7", "15", "3S3S3S3/15/7S7", "3S3S3S3/1o13/7S7"),
			"the ball lies on b2, outside or in a goal area",
		},
		{
			"the ball in a goal area", "", with("7o7", "15", "7S7", "6oS7"),
			"the ball lies on g1, outside or in a goal area",
		},
		{
			"White's stone in Black's goal area", "", with("7s7", "6Ss7", "7S7", "15"),
			"White's stone on g15 stands in the opponent's goal area",
		},
		{
			"Black's stone in White's goal area", "", with("7s7", "15", "7S7", "6sS7"),
			"Black's stone on g1 stands in the opponent's goal area",
		},
		{
			"two stones in the own goal area", "", with("3S3S3S3/15/7S7", "3S3S7/15/7S1S5"),
			"White has stones on h1 and j1; only one may stand in its own goal area",
		},
		{"no side", "", with(" w ", " x "), `"x" is no side to move; it is w or b`},
		{"both sides", "", with(" w ", " wb "), `"wb" is no side to move; it is w or b`},
		{"an empty side", "", with(" w ", "  "), `"" is no side to move; it is w or b`},
		{"no points", "", with("0-0", "0"), `"0" are no points; they are two numbers from 0 to 5, as in 1-0`},
		{
			"points not in shortest form", "", with("0-0", "00-0"),
			`"00-0" are no points; they are two numbers from 0 to 5, as in 1-0`,
		},
		{"a sign", "", with("0-0", "+1-0"), `"+1-0" are no points; they are two numbers from 0 to 5, as in 1-0`},
		{"too many points", "", with("0-0", "6-0"), `"6-0" are no points; they are two numbers from 0 to 5, as in 1-0`},
		{
			"too many points in the short game", variantShort, with("0-0", "0-2"),
			`"0-2" are no points; they are two numbers from 0 to 1, as in 1-0`,
		},
		{"both have won", "", with("0-0", "5-5"), "both sides have 5 points; the first to have them wins"},
	}
	for _, c := range cases {
		_, err := New().Parse(c.variant, c.text)
		if rulestest.ErrorText(New(), err) != "bad position: "+c.want {
			t.Errorf("%s: %s\ngot  %v\nwant %s", c.fault, c.text, err, c.want)
		}
	}
}

func TestSetup(t *testing.T) {
	for _, variant := range []string{variantStandard, variantShort} {
		p, err := New().Start(variant)
		if err != nil {
			t.Fatal(err)
		}
		if p.String() != setup+" w 0-0" || p.Key() != p.String() {
			t.Errorf("%s starts with %s, key %s", variant, p, p.Key())
		}
	}
}
