package rulestest

import (
	"errors"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"turnpost/rules"
	"turnpost/rules/phrase"
)

// checkWords wants all that a ruleset says to come from its phrases: in the
// pseudo-language no word is without marks but names, notation and commands, and every
// phrase that is asked for is there. Other languages must have what English has.
func checkWords(t *testing.T, s Suite) {
	for _, fault := range s.Ruleset.Phrases().Faults() {
		t.Error(fault)
	}
	w := wordCheck{t, s.Ruleset}
	info := s.Ruleset.Info(phrase.Pseudo)
	w.info(info)
	if info.Rules == s.Ruleset.Info(phrase.English).Rules {
		t.Error("the rules are the same in two languages")
	}
	rnd := rand.New(rand.NewPCG(5, 5))
	for _, v := range info.Variants {
		for range 4 {
			w.game(s, v.ID, rnd)
		}
	}
}

type wordCheck struct {
	t testing.TB
	r rules.Ruleset
}

func (w wordCheck) info(info rules.Info) {
	texts := map[string]string{
		"name": info.Name, "summary": info.Summary, "notation": info.Notation, "position": info.PositionText,
		"credit": info.Credit,
	}
	for _, side := range info.Sides {
		texts["side."+side.ID] = side.Name
	}
	for _, v := range info.Variants {
		texts["variant."+v.ID], texts["variant."+v.ID+".summary"] = v.Name, v.Summary
	}
	for _, f := range info.Faults {
		texts["fault."+f.Code] = f.Meaning
	}
	for _, r := range info.Reasons {
		texts["reason."+r.Code] = r.Phrase
	}
	for i, e := range info.Examples {
		texts["example "+string(rune('1'+i))] = e.Text
	}
	for what, text := range texts {
		w.marked(what, text)
	}
}

// game plays a random game and looks at all that is said on the way.
func (w wordCheck) game(s Suite, variant string, rnd *rand.Rand) {
	say := w.r.Phrases().In(phrase.Pseudo)
	p := start(w.t, w.r, variant, "")
	for n := 0; n < s.MaxTurns && !p.Result().Over(); n++ {
		turn := RandomTurn(w.t, p, rnd)
		if _, err := p.Play(damaged(p, turn, rnd)); err != nil {
			w.refusal(say, err)
		}
		options, _ := p.Next("")
		w.marked("step", say.Text("step."+options.Steps[rnd.IntN(len(options.Steps))].Kind))
		if _, err := w.r.Parse(variant, damage(p.String(), p.String()+" z9", rnd)); err != nil {
			if text := saidOfPosition(say, err); text != "" {
				w.marked("position", text)
			}
		}
		played, err := p.Play(turn)
		if err != nil {
			w.t.Fatalf("%s: %q: %v", p, turn, err)
		}
		w.marked("description", w.r.Describe(phrase.Pseudo, played.Events, [2]string{"P1", "P2"}))
		p = played.Next
		w.diagram(p.Diagram(phrase.Pseudo))
	}
	for _, text := range []string{"resign", "ж1", "?", ""} {
		if _, err := p.Play(text); err != nil {
			w.refusal(say, err)
		}
	}
}

func (w wordCheck) refusal(say *phrase.Table, err error) {
	refused, ok := rules.RefusalOf(err)
	if !ok {
		w.t.Fatalf("an error of another type: %v", err)
	}
	if refused.Command != "" {
		refused.Message = phrase.New("turn.command", "turn", "?", "command", "?")
	}
	w.marked("refusal", say.Say(refused.Sentence()))
	if possible := refused.Possible(); !possible.IsZero() {
		w.marked("possible", withoutWords(say.Say(possible), refused.Options))
	}
}

// withoutWords takes words of the notation, such as "pass", out of a text.
func withoutWords(text string, notation []string) string {
	return strings.Join(slices.DeleteFunc(strings.Fields(text), func(word string) bool {
		return slices.Contains(notation, strings.TrimRight(word, ","))
	}), " ")
}

func (w wordCheck) diagram(d rules.Diagram) {
	for _, l := range d.Legend {
		w.marked("legend", l.Text)
	}
	for _, c := range d.Counters {
		w.marked("counter", c.Label)
	}
	for _, b := range d.Bowls {
		w.word("bowl", b.Label)
	}
	for _, p := range d.Pieces {
		w.marked("piece", p.Name)
	}
}

// marked wants a text to have words, and no word without marks.
func (w wordCheck) marked(what, text string) {
	w.t.Helper()
	if !strings.ContainsRune(text, phrase.MarkBegin) {
		w.t.Errorf("%s has no word of a phrase: %q", what, text)
	}
	w.word(what, text)
}

var (
	markedWord = regexp.MustCompile("⟦[^⟧]*⟧")
	quoted     = regexp.MustCompile(`"[^"]*"`)
	missing    = regexp.MustCompile(`\[[a-z_]+(\.\w+)*\]|\{\w+\}`)
)

func (w wordCheck) word(what, text string) {
	w.t.Helper()
	if gap := missing.FindString(text); gap != "" {
		w.t.Errorf("%s lacks %s: %q", what, gap, text)
	}
	rest := quoted.ReplaceAllString(markedWord.ReplaceAllString(text, " "), " ")
	apart := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	for _, word := range strings.FieldsFunc(rest, apart) {
		if len([]rune(word)) > 1 && !strings.ContainsFunc(word, unicode.IsDigit) {
			w.t.Errorf("%s: the word %q is of no phrase: %q", what, word, text)
		}
	}
}

func saidOfPosition(say *phrase.Table, err error) string {
	if bad, is := errors.AsType[*rules.BadPosition](err); is {
		return say.Say(bad.Message)
	}
	return ""
}

// damaged is a turn of a position with one character changed for another one that
// turns of it have, or that no turn has.
func damaged(p rules.Position, turn string, rnd *rand.Rand) string {
	letters := turn + "z9,?"
	if options, err := p.Next(""); err == nil {
		for range 3 {
			letters += options.Steps[rnd.IntN(len(options.Steps))].Text
		}
	}
	return damage(turn, letters, rnd)
}

// damage changes one character of a text for another one of some.
func damage(text, letters string, rnd *rand.Rand) string {
	if text == "" {
		return text
	}
	b := []byte(text)
	b[rnd.IntN(len(b))] = letters[rnd.IntN(len(letters))]
	return string(b)
}
