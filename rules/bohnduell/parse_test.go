package bohnduell

import (
	"testing"

	"turnpost/rules/rulestest"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		standardStart:                 standardStart,
		"12:0,0,0,0:0/12:0,0,0,0:0 G": standardStart,
		overPosition:                  overPosition,
		"0:0,0,0,0:13/0:1,0,0,0:10 g": "0:0,0,0,0:13/0:1,0,0,0:10 g",
		"0:0,0,0,24:0/0:0,0,0,0:0 g":  "0:0,0,0,24:0/0:0,0,0,0:0 g",
	} {
		p, err := New().Parse("standard", text)
		if err != nil || p.String() != want {
			t.Errorf("%q: %v, %v; want %s", text, p, err, want)
		}
	}
}

func TestParseRefused(t *testing.T) {
	for text, want := range map[string]string{
		"":                                "the side to move is missing",
		"12:0,0,0,0:0/12:0,0,0,0:0":       "the side to move is missing",
		"12:0,0,0,0:0/12:0,0,0,0:0 ":      `"" is no side to move; it is g or r`,
		"12:0,0,0,0:0/12:0,0,0,0:0 w":     `"w" is no side to move; it is g or r`,
		"12:0,0,0,0:0/12:0,0,0,0:0 gr":    `"gr" is no side to move; it is g or r`,
		"12:0,0,0,0:0/12:0,0,0,0:0  g":    `" g" is no side to move; it is g or r`,
		"12:0,0,0,0:0 g":                  "1 side is given; the game has 2",
		"12:0,0,0,0:0/12:0,0,0,0:0/ g":    "3 sides are given; the game has 2",
		"12:0,0,0,0/12:0,0,0,0:0 g":       "Green has 2 parts; a side is stock:bowls:large",
		"12:0,0,0,0:0/12:0,0,0,0:0:0 g":   "Red has 4 parts; a side is stock:bowls:large",
		"12:0,0,0:0/12:0,0,0,0:0 g":       "Green has 3 small bowls; a side has 4",
		"12:0,0,0,0:0/12:0,0,0,0,0:0 g":   "Red has 5 small bowls; a side has 4",
		"12:0,0,0,0:/12:0,0,0,0:0 g":      `Green: "" is no number of balls`,
		"12:0,0,0,0:0/12:0,0,-1,1:0 g":    `Red: "-1" is no number of balls`,
		"012:0,0,0,0:0/12:0,0,0,0:0 g":    `Green: "012" is no number of balls`,
		"12:0,0,00,0:0/12:0,0,0,0:0 g":    `Green: "00" is no number of balls`,
		"12:0,0,0,0:0/12:0,0,0,0:0x g":    `Red: "0x" is no number of balls`,
		"12:0,0,0,0:0/11:0,0,0,0:0 g":     "there are 23 balls; the game has 24",
		"12:0,0,0,0:0/12:0,0,0,1:0 g":     "there are 25 balls; the game has 24",
		"13:0,0,0,0:0/11:0,0,0,0:0 g":     "Green's stock holds 13 balls; it begins with 12",
		"0:0,0,0,0:0/24:0,0,0,0:0 r":      "Red's stock holds 24 balls; it begins with 12",
		"0:0,0,2,0:11/0:1,0,0,0:10 r":     "Red is to move without a legal turn; Green would move",
		"0:1,0,0,0:11/12:0,0,0,0:0 g":     "Green is to move without a legal turn; Red would move",
		"\x00":                            "the side to move is missing",
		"12:0,0,0,0:0/12:0,0,0,0:0 \xff":  `"?" is no side to move; it is g or r`,
		"12:٣,0,0,0:0/12:0,0,0,0:0 g":     `Green: "٣" is no number of balls`,
		"12:0,0,0,0:0/12:0,0,0,0:0 g 1 2": `"g 1 2" is no side to move; it is g or r`,
	} {
		_, err := New().Parse("standard", text)
		if got := rulestest.ErrorText(New(), err); got != "bad position: "+want {
			t.Errorf("%q\ngot  %s\nwant %s", text, got, want)
		}
	}
}

func TestParseCountsByVariant(t *testing.T) {
	for variant, want := range map[string]string{
		"long":  "bad position: there are 24 balls; the game has 40",
		"short": `bad position: there is no variant "short"`,
	} {
		if _, err := New().Parse(variant, standardStart); err == nil || rulestest.ErrorText(New(), err) != want {
			t.Errorf("24 balls in the variant %s: %v", variant, err)
		}
	}
}
