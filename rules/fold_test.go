package rules

import (
	"slices"
	"strings"
	"testing"
	"unicode"
)

var (
	oneStep  = Notation{Squares: true}
	severals = Notation{Squares: true, Steps: true}
	bowls    = Notation{}
)

func TestFold(t *testing.T) {
	for _, c := range []struct {
		n           Notation
		typed, want string
	}{
		{oneStep, "d1-d4", "d1-d4"},
		{oneStep, " D1 - D4 \r\n", "D1-D4"},
		{oneStep, "d1–d4", "d1-d4"},
		{oneStep, "d1 –> d4", "d1-d4"},
		{oneStep, "d1=>d4", "d1-d4"},
		{oneStep, "d1 --> d4", "d1-d4"},
		{oneStep, "d1--d4", "d1--d4"},
		{oneStep, "d1⟶d4", "d1-d4"},
		{oneStep, "d1d4", "d1-d4"},
		{oneStep, "d1 d4", "d1-d4"},
		{oneStep, "d1 to d4", "d1-d4"},
		{oneStep, "Kd1 TO d4", "Kd1-d4"},
		{oneStep, "D 1 – D 4", "D1-D4"},
		{oneStep, "d 1 to d 4", "d1-d4"},
		{oneStep, "from d 1 to d 10.", "d1-d10"},
		{oneStep, "ad 1-d4", "ad 1-d4"},
		{oneStep, "d  e 1", "d e1"},
		{oneStep, "d1tod4", "d1tod4"},
		{oneStep, "From d1 to d4", "d1-d4"},
		{oneStep, "d1 nach d4xe4", "d1-d4xe4"},
		{oneStep, "7. von D1 auf D4.", "D1-D4"},
		{oneStep, "d1 на d4", "d1-d4"},
		{oneStep, "С d1  НА d4", "d1-d4"},
		{oneStep, "from d1 d4", "from d1 d4"},
		{oneStep, "d1 for d4", "d1 for d4"},
		{oneStep, "from d1 to it", "from d1 to it"},
		{oneStep, "c10c11xb11", "c10-c11xb11"},
		{oneStep, "d4h8~h14", "d4-h8~h14"},
		{oneStep, "d1 d7/g7", "d1-d7/g7"},
		{oneStep, "d1 d4 d5", "d1 d4 d5"},
		{oneStep, "d1 d4d5", "d1 d4d5"},
		{oneStep, "d1d4-", "d1-d4-"},
		{oneStep, "d1-d4--", "d1-d4--"},
		{oneStep, "f7-е7хе6", "f7-e7xe6"},
		{oneStep, "d1-d4×e4", "d1-d4xe4"},
		{oneStep, "“84. g7 – g10.”", "g7-g10"},
		{oneStep, "12…d1-d4", "d1-d4"},
		{oneStep, "„12... d1-d4“.", "d1-d4"},
		{oneStep, `""d1-d4""`, `""d1-d4""`},
		{oneStep, "d1-d4...", "d1-d4..."},
		{oneStep, "12. 13. d1-d4", "12. 13. d1-d4"},
		{oneStep, "12.", "12"},
		{oneStep, ".", "."},
		{oneStep, "ж1-d4", "ж1-d4"},
		{oneStep, "ｆ４－ｈ４", "f4-h4"},
		{oneStep, "ｆ４ーｈ４。", "f4-h4"},
		{oneStep, "f4ｰh4｡", "f4-h4"},
		{oneStep, "f4 ➡\ufe0f h4", "f4-h4"},
		{oneStep, "d\u200b1-\u00add4\ufe0e", "d1-d4"},
		{oneStep, "h5-h8*h10∼d10", "h5-h8~h10~d10"},
		{oneStep, "d1", "d1"},
		{oneStep, "d1-", "d1-"},
		{severals, "b3-d4; h4-g2;  g2-e1", "b3-d4, h4-g2, g2-e1"},
		{severals, "b3-d4、h4-g2，g2-e1、", "b3-d4,h4-g2,g2-e1,"},
		{severals, "b3d4 h4g2,g2 to e1", "b3-d4 h4-g2,g2-e1"},
		{severals, "von b3 nach d4 h4 на g2", "b3-d4 h4-g2"},
		{severals, "Hb3d4", "Hb3-d4"},
		{severals, "b3 d4", "b3 d4"},
		{severals, "b 3 d 4", "b3 d4"},
		{severals, "b 3-d 4 h 4-g 2", "b3-d4 h4-g2"},
		{severals, "b4 ∕ c6", "b4/c6"},
		{severals, "b4c6d8", "b4c6d8"},
		{bowls, "р1.", "p1"},
		{bowls, "p1p2", "p1p2"},
		{bowls, "place 3", "place 3"},
		{bowls, "p 3", "p 3"},
		{bowls, "", ""},
		{bowls, "\u00a0", ""},
	} {
		if got := c.n.Fold(c.typed); got != c.want {
			t.Errorf("%q is read as %q, want %q", c.typed, got, c.want)
		}
	}
}

// FuzzFold checks that folding is idempotent and that two texts that differ in a visible letter or digit remain
// different.
func FuzzFold(f *testing.F) {
	for _, text := range []string{
		"d1–d4", "“84. g7 – g10.”", "d1 to d4 to d5", "a1=>>b2", "12. «d1 d4».", "b3d4; h4g2",
		"d1d4d5", "d 1 d4d 5", "d1 d4d5", "von d1 nach d4", "с d1 на d4", "d1ーd4。", "- > -", "'' \" . 1. 2…",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, n := range []Notation{bowls, oneStep, severals} {
			once := n.Fold(text)
			if again := n.Fold(once); again != once {
				t.Fatalf("%q is read as %q, and that as %q", text, once, again)
			}
			if seen, kept := essence(text), essence(once); seen != kept {
				t.Fatalf("%q is read as %q: %q, then %q", text, once, seen, kept)
			}
		}
	})
}

// essence returns what a person reads in a turn: its letters and digits without a turn number and the words for "from"
// and "to".
func essence(text string) string {
	text = strings.Map(func(r rune) rune {
		if to, found := lookAlikes[r]; found && (to == 'x' || to == '-') || unicode.Is(unicode.Cyrillic, r) && found {
			return to
		}
		if r >= '！' && r <= '～' {
			return r + '!' - '！'
		}
		return r
	}, text)
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case isInvisible(r):
			return -1
		}
		return r
	}, text)
	text = closeSquares(strings.Join(strings.Fields(text), " "))
	words := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for len(words) > 0 && strings.Trim(words[0], "0123456789") == "" {
		words = words[1:]
	}
	words = slices.DeleteFunc(words, func(w string) bool { return isOneOf(turnTo, w) || isOneOf(turnFrom, w) })
	return strings.ToLower(strings.Join(words, ""))
}
