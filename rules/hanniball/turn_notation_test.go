package hanniball

import (
	"strings"
	"testing"

	"turnpost/rules"
	"turnpost/rules/rulestest"
)

// Parsing is lenient, formatting is canonical.
func TestNotation(t *testing.T) {
	p := place(t, "w Hb4 Ed12 me14 *d12")
	for typed, want := range map[string]string{
		"b4-c6":                            "b4-c6",
		"B4-C6":                            "b4-c6",
		"Hb4-c6":                           "b4-c6",
		"hB4-C6":                           "b4-c6",
		" b4-c6 ":                          "b4-c6",
		"b4-c6,c6-d8":                      "b4-c6 c6-d8",
		",, b4-c6 ,\t c6-d8\r\n":           "b4-c6 c6-d8",
		"b4-c6\u00a0c6-d8":                 "b4-c6 c6-d8",
		"b4-c6 Hc6-d8 D12~E14~E9":          "b4-c6 c6-d8 d12~e14~e9",
		"Ed12/d13,ED13-D12 ed12~e14~b11":   "d12/d13 d13-d12 d12~e14~b11",
		"d12~e14~e13\nd12-e13, Ee13~d15  ": "d12~e14~e13 d12-e13 e13~d15",
	} {
		played, err := p.Play(typed)
		if err != nil || played.Turn != want {
			t.Errorf("%q: %q, %v; want %q", typed, played.Turn, err, want)
		}
	}
}

func TestUnreadable(t *testing.T) {
	p := place(t, "w Hb4 Ed12 me14 *d12")
	for _, typed := range []string{
		"pass", "b4", "b4-", "-c6", "b4xc6", "b4--c6", "b4-c6-d8", "b4/c6/d8", "b4-c6~d8", "d12~e14-e9",
		"d12~e14~e9~e8", "b4-c06", "b-c6", "Hb4-Hc6", "HHb4-c6", "Xb4-c6", "H", "4b-6c", "b4-c6 ..",
		"\xff", "b4-c6 \x00", "é4-c6", strings.Repeat("b4", 1000),
	} {
		_, err := p.Play(typed)
		code, detail, _ := rulestest.Refusal(New(), err)
		if code != rules.CodeSyntax {
			t.Errorf("%q: %v", typed, err)
		}
		if len(detail) > 250 {
			t.Errorf("%.20q: a sentence of %d bytes", typed, len(detail))
		}
	}
	for _, typed := range []string{"b4-a1", "b4-a0", "b4-z9", "j4-c6", "b4-a99", "b4-c100", "d12~e14~c15"} {
		_, err := p.Play(typed)
		if code, _, _ := rulestest.Refusal(New(), err); code != rules.CodeNoSuchSquare {
			t.Errorf("%q: %v", typed, err)
		}
	}
}
