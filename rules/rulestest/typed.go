package rulestest

import (
	"math/rand/v2"
	"strings"
	"testing"

	"turnpost/rules"
	"turnpost/rules/phrase"
)

// ways are how devices and people write a turn otherwise than it is printed.
var ways = map[string]func(turn string) string{
	"en dash":         func(turn string) string { return strings.ReplaceAll(turn, "-", "–") },
	"spaced minus":    func(turn string) string { return strings.ReplaceAll(turn, "-", " − ") },
	"arrow":           func(turn string) string { return strings.ReplaceAll(turn, "-", "→") },
	"ASCII arrow":     func(turn string) string { return strings.ReplaceAll(turn, "-", " -> ") },
	"tilde operator":  func(turn string) string { return strings.ReplaceAll(turn, "~", " ∼ ") },
	"asterisk":        func(turn string) string { return strings.ReplaceAll(turn, "~", "*") },
	"fraction slash":  func(turn string) string { return strings.ReplaceAll(turn, "/", "⁄") },
	"upper case":      strings.ToUpper,
	"line ends":       func(turn string) string { return "\r\n" + turn + "\r\n" },
	"no-break spaces": func(turn string) string { return "\u00a0" + strings.ReplaceAll(turn, " ", "\u00a0") },
	"zero width":      func(turn string) string { return "\ufeff" + strings.Join(strings.Split(turn, ""), "\u200b") },
	"full stop":       func(turn string) string { return turn + "." },
	"number":          func(turn string) string { return "12. " + turn },
	"dots":            func(turn string) string { return "7..." + turn },
	"quotes":          func(turn string) string { return "„" + turn + "“" },
	"all at once":     func(turn string) string { return " “3. " + strings.ReplaceAll(turn, "-", " — ") + ".” \n" },
	"Cyrillic": func(turn string) string {
		return strings.NewReplacer("a", "а", "c", "с", "e", "е", "o", "о", "p", "р", "x", "х").Replace(turn)
	},
	"full width": func(turn string) string {
		return strings.Map(func(r rune) rune {
			if r > ' ' && r < 127 {
				return r - '!' + '！'
			}
			return r
		}, turn)
	},
}

// checkTyped plays recorded turns as they were typed, and random turns in every way.
func checkTyped(t *testing.T, r rules.Ruleset) {
	info := r.Info(phrase.English)
	for _, c := range TypedTurns(t, info.ID) {
		p := parse(t, r, c.Variant, c.Position)
		checkRead(t, r, p, c.Way, c.Typed, c.Canonical)
	}
	rnd := rand.New(rand.NewPCG(3, 3))
	for _, v := range info.Variants {
		p := start(t, r, v.ID, "")
		for n := 0; n < 20 && !p.Result().Over(); n++ {
			turn := RandomTurn(t, p, rnd)
			played, err := p.Play(turn)
			if err != nil {
				t.Fatalf("%s: %q: %v", p, turn, err)
			}
			for name, write := range ways {
				checkRead(t, r, p, name, write(played.Turn), played.Turn)
			}
			p = played.Next
		}
	}
}

func checkRead(t *testing.T, r rules.Ruleset, p rules.Position, way, typed, canonical string) {
	t.Helper()
	played, err := p.Play(typed)
	if err != nil || played.Turn != canonical {
		t.Errorf("%s: %s: %q is read as %q, not %q: %s", p, way, typed, played.Turn, canonical, Said(r, err))
		return
	}
	if options, err := p.Next(typed); err != nil || !options.MayEnd {
		t.Errorf("%s: %s: Next(%q) = %v, %v; Play takes it", p, way, typed, options.MayEnd, err)
	}
	if folded := r.Fold(typed); r.Fold(folded) != folded {
		t.Errorf("%q is folded to %q, and that to %q", typed, folded, r.Fold(folded))
	}
}
