package rulestest

import (
	"regexp"
	"strings"
	"testing"
	"unicode"

	"turnpost/rules"
	"turnpost/rules/phrase"
)

// way is a different spelling of turns, by a device or a person.
type way struct {
	name  string
	write func(turn string) string
}

// replacing returns a way that replaces signs; pairs is the argument of strings.NewReplacer.
func replacing(name string, pairs ...string) way {
	return way{name, strings.NewReplacer(pairs...).Replace}
}

// around returns a way that writes text before and after a turn.
func around(name, before, after string) way {
	return way{name, func(turn string) string { return before + turn + after }}
}

// ways lists the spellings that every game accepts; see rules.Notation.Fold.
var ways = []way{
	replacing("hyphen", "-", "‐"), replacing("no-break hyphen", "-", "\u2011"), replacing("figure dash", "-", "‒"),
	replacing("en dash", "-", "–"), replacing("em dash", "-", "—"), replacing("horizontal bar", "-", "―"),
	replacing("minus", "-", "−"), replacing("small hyphen", "-", "﹣"), replacing("small em dash", "-", "﹘"),
	replacing("arrow", "-", "→"), replacing("double arrow", "-", "⇒"), replacing("long arrow", "-", "⟶"),
	replacing("heavy arrow", "-", "➔"), replacing("round arrow", "-", "➜"),
	replacing("emoji arrow", "-", "➡\ufe0f"),
	replacing("Japanese long vowel", "-", "ー"), replacing("half-width long vowel", "-", "ｰ"),
	replacing("ASCII arrow", "-", "->"), replacing("ASCII double arrow", "-", "=>"),
	replacing("ASCII long arrow", "-", " --> "),
	replacing("spaced", "-", " - ", "~", " ~ ", "/", " / "), replacing("spaced dash", "-", " – "),
	replacing("tilde operator", "~", " ∼ "), replacing("small tilde", "~", "˜"), replacing("wave dash", "~", "〜"),
	replacing("asterisk", "~", "*"), replacing("fraction slash", "/", "⁄"), replacing("division slash", "/", "∕"),
	replacing("times", "x", "×"), replacing("Cyrillic x", "x", "х"),
	replacing("commas", " ", ", "), replacing("semicolons", " ", "; "),
	replacing("ideographic commas", " ", "、"), replacing("Arabic commas", " ", "، "),
	around("ideographic full stop", "", "。"),
	replacing("no-break spaces", " ", "\u00a0"), replacing("wide spaces", " ", " \u3000\t "),
	replacing("narrow no-break spaces", " ", "\u202f"),
	replacing(
		"Cyrillic",
		"a",
		"а",
		"c",
		"с",
		"e",
		"е",
		"o",
		"о",
		"p",
		"р",
		"x",
		"х",
		"y",
		"у",
		"i",
		"і",
		"j",
		"ј",
		"s",
		"ѕ",
	),
	{"upper case", strings.ToUpper},
	{"first letter", func(turn string) string { return strings.ToUpper(turn[:1]) + turn[1:] }},
	{"Cyrillic capitals", func(turn string) string {
		return strings.NewReplacer("A", "А", "B", "В", "C", "С", "E", "Е", "H", "Н", "I", "І", "J", "Ј", "K", "К",
			"M", "М", "O", "О", "P", "Р", "T", "Т", "X", "Х", "Y", "У").Replace(strings.ToUpper(turn))
	}},
	{"full width", func(turn string) string {
		return strings.Map(func(r rune) rune {
			if r > ' ' && r <= unicode.MaxASCII {
				return r - '!' + '！'
			}
			return r
		}, turn)
	}},
	{"zero width", func(turn string) string { return "\ufeff" + strings.Join(strings.Split(turn, ""), "\u200b") }},
	{"soft hyphens", func(turn string) string { return strings.Join(strings.Split(turn, ""), "\u00ad") }},
	around("spaces around", " ", "\u00a0 "), around("line ends", "\r\n", "\r\n"),
	around(
		"full stop",
		"",
		".",
	), around("number", "12. ", ""), around("number alone", "3.", ""), around("dots", "7... ", ""),
	around("quotes", `"`, `"`), around("single quotes", "'", "'"), around("backquotes", "`", "`"),
	around("typographic quotes", "“", "”"), around("low quotes", "„", "“"), around("guillemets", "«", "»"),
	around("apostrophes", "‘", "’"),
	{"all at once", func(turn string) string { return " “3. " + strings.ReplaceAll(turn, "-", " — ") + ".” \n" }},
}

// squareWays are accepted if turns name squares, oneStepWays if such a turn also is one step.
var (
	squareWays = []way{
		{"to", func(turn string) string { return twoSquares.ReplaceAllString(turn, "$1 to $2$3") }},
		{"squares joined", func(turn string) string { return twoSquares.ReplaceAllString(turn, "$1$2$3") }},
	}
	oneStepWays = []way{
		{"squares apart", func(turn string) string { return twoSquares.ReplaceAllString(turn, "$1 $2$3") }},
	}
	twoSquares = regexp.MustCompile(`\b([a-z][0-9]+)-([a-z][0-9]+)($|[ ,x~])`)
)

// waysOf returns the spellings that a game accepts.
func waysOf(r rules.Ruleset) []way {
	all := ways
	if r.Fold("a1b1") == "a1-b1" {
		all = append(all[:len(all):len(all)], squareWays...)
	}
	if r.Fold("a1 b1") == "a1-b1" {
		all = append(all[:len(all):len(all)], oneStepWays...)
	}
	return all
}

// typedTurns is the number of turns of each variant that are tried in every spelling.
const typedTurns = 3

// TypedTurns returns turns of a ruleset as people type them: those of its typed.jsonl, and some of its
// recorded games in every spelling that changes them.
func TypedTurns(t testing.TB, r rules.Ruleset) (turns []Typed) {
	t.Helper()
	info := r.Info(phrase.English)
	for _, one := range readLines[Typed](t, info.ID, "typed.jsonl") {
		if one.Game == info.ID {
			turns = append(turns, one)
		}
	}
	for _, v := range info.Variants {
		for n, g := range head(Games(t, info.ID, v.ID), typedTurns) {
			if len(g.Turns) == 0 {
				continue
			}
			at := n * len(g.Turns) / typedTurns // early in one game, late in another
			position := start(t, r, v.ID, g.Start).String()
			if at > 0 {
				position = g.Turns[at-1].Position
			}
			for _, w := range waysOf(r) {
				canonical := g.Turns[at].Canonical
				if typed := w.write(canonical); typed != canonical {
					turns = append(turns, Typed{info.ID, v.ID, w.name, position, typed, canonical})
				}
			}
		}
	}
	return turns
}

// checkTyped plays the typed turns.
func checkTyped(t *testing.T, r rules.Ruleset) {
	for _, c := range TypedTurns(t, r) {
		checkRead(t, r, parse(t, r, c.Variant, c.Position), c.Way, c.Typed, c.Canonical)
	}
}

func checkRead(t *testing.T, r rules.Ruleset, p rules.Position, way, typed, canonical string) {
	t.Helper()
	played, err := p.Play(typed)
	if err != nil || played.Turn != canonical {
		t.Errorf("on\n%s\n%s: %q is read as %q, not %q: %s", drawn(p), way, typed, played.Turn, canonical, ErrorText(r, err))
		return
	}
	if options, err := p.Next(typed); err != nil || !options.MayEnd {
		t.Errorf("on\n%s\n%s: Next(%q) = %v, %v; Play takes it", drawn(p), way, typed, options.MayEnd, err)
	}
	if folded := r.Fold(typed); r.Fold(folded) != folded {
		t.Errorf("%q is folded to %q, and that to %q", typed, folded, r.Fold(folded))
	}
}
