package rulestest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"turnpost/rules"
	"turnpost/rules/phrase"
	"turnpost/rules/rulestest/sample"
)

// checkWords checks that all text of a ruleset comes from its phrases: in the pseudo-language every word has marks,
// except names, notation and commands, and every key exists. Other languages that the game has must be whole.
func checkWords(t *testing.T, s Suite) {
	for _, lang := range rules.Commands().Languages() {
		lacks := s.Ruleset.Lacks(lang)
		if _, err := os.Stat("words." + lang + ".txt"); err != nil && len(lacks) > 0 {
			t.Logf("readers of %s are shown the game in English: %v", lang, lacks)
			continue
		}
		for _, fault := range lacks {
			t.Error(fault)
		}
	}
	w := wordCheck{t, s.Ruleset, NotationWords(t, s.Ruleset)}
	info := s.Ruleset.Info(phrase.Pseudo)
	w.info(info)
	if info.Rules == s.Ruleset.Info(phrase.English).Rules {
		t.Error("the rules are the same in two languages")
	}
	rnd, games := rand.New(rand.NewPCG(5, 5)), 4
	if sample.Short() {
		games = 1
	}
	for _, v := range info.Variants {
		for range games {
			w.game(s, v.ID, rnd)
		}
		w.recorded(v.ID)
	}
}

// recorded checks what is said of the recorded turns and positions that are refused, and of the last turns of games.
func (w wordCheck) recorded(variant string) {
	id, say := w.r.Info(phrase.English).ID, w.r.Phrases().In(phrase.Pseudo)
	for _, c := range Illegal(w.t, id, variant) {
		if _, err := parse(w.t, w.r, variant, c.Position).Play(c.Input); err != nil {
			w.refusal(say, err)
		}
	}
	for _, c := range BadPositions(w.t, id, variant) {
		if _, err := w.r.Parse(variant, c.Position); err != nil {
			w.marked("position", saidOfPosition(say, err))
		}
	}
	for _, g := range Games(w.t, id, variant) {
		p := start(w.t, w.r, variant, g.Start)
		if n := len(g.Turns); n > 1 {
			p = parse(w.t, w.r, variant, g.Turns[n-2].Position)
		}
		if n := len(g.Turns); n > 0 {
			if played, err := p.Play(g.Turns[n-1].Canonical); err == nil {
				said := w.r.Describe(phrase.Pseudo, played.Events, [2]string{"P1", "P2"})
				w.marked("description", withoutPlaces(said, played.Events))
			}
		}
	}
}

type wordCheck struct {
	t        testing.TB
	r        rules.Ruleset
	notation []string // words that are the same in every language
}

// wordTurns is how many random turns of each variant are searched for words.
const wordTurns = 8

// NotationWords returns the words in the notation of a ruleset that look like words of a language: names of places,
// and steps such as "pass" and "swap" that are listed in the first turns of a game, or occur in an example.
func NotationWords(t testing.TB, r rules.Ruleset) (names []string) {
	t.Helper()
	add := func(text string) {
		for _, w := range word.FindAllString(text, -1) {
			if len(w) > 1 && !strings.ContainsFunc(w, unicode.IsDigit) && !slices.Contains(names, w) {
				names = append(names, w)
			}
		}
	}
	info := r.Info(phrase.English)
	for _, v := range info.Variants {
		p, rnd := start(t, r, v.ID, ""), rand.New(rand.NewPCG(3, 3))
		for _, b := range p.Diagram(phrase.English).Bowls {
			add(b.Name)
		}
		for n := 0; n < wordTurns && !p.Result().Over(); n++ {
			options, err := p.Next("")
			if err != nil {
				t.Fatal(err)
			}
			for _, step := range options.Steps {
				add(step.Text)
			}
			turn := RandomTurn(t, p, rnd)
			add(turn)
			played, err := p.Play(turn)
			if err != nil {
				t.Fatalf("on\n%s\nlisted turn %q is refused: %v", drawn(p), turn, err)
			}
			p = played.Next
		}
	}
	for _, e := range info.Examples {
		switch w, err := e.Work(r, phrase.English); {
		case err != nil:
		case w.Legal():
			add(w.Played.Turn)
		default:
			add(e.Turn) // is refused
		}
	}
	return names
}

func (w wordCheck) info(info rules.Info) {
	for what, text := range infoTexts(info) {
		if isName(what) && phrase.Mark(text) == text {
			w.word(what, text) // it is notation alone: "Connect6 19×19"
			continue
		}
		w.marked(what, text)
	}
}

// isName reports whether a key of infoTexts is that of a name: of the game, a side or a variant.
func isName(what string) bool {
	return what == "name" || strings.HasPrefix(what, "side.") ||
		strings.HasPrefix(what, "variant.") && !strings.HasSuffix(what, ".summary") && !strings.HasSuffix(what, ".length")
}

// infoTexts returns all texts of the description of a game except its rules, by the keys of the phrases.
func infoTexts(info rules.Info) map[string]string {
	texts := map[string]string{
		"name": info.Name, "summary": info.Summary, "notation": info.Notation, "position": info.PositionText,
		"credit": info.Credit,
	}
	for _, side := range info.Sides {
		texts["side."+side.ID] = side.Name
	}
	for _, v := range info.Variants {
		texts["variant."+v.ID], texts["variant."+v.ID+".summary"] = v.Name, v.Summary
		if v.Length != "" {
			texts["variant."+v.ID+".length"] = v.Length
		}
	}
	for _, f := range info.Faults {
		texts["fault."+f.Code] = f.Meaning
	}
	for _, r := range info.Reasons {
		texts["reason."+r.Code] = r.Phrase
	}
	for i, e := range info.Examples {
		texts[fmt.Sprintf("example %d", i+1)] = e.Text
	}
	return texts
}

// game plays a random game and checks all its texts.
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
			w.t.Fatalf("on\n%s\n%q: %v", drawn(p), turn, err)
		}
		said := w.r.Describe(phrase.Pseudo, played.Events, [2]string{"P1", "P2"})
		w.marked("description", withoutPlaces(said, played.Events))
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

// withoutWords removes words of the notation, such as "pass", from a text.
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

// marked checks that a text has words and that all of them have marks.
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
		known := slices.Contains(w.notation, word)
		if len([]rune(word)) > 1 && !strings.ContainsFunc(word, unicode.IsDigit) && !known {
			w.t.Errorf("%s: the word %q is of no phrase: %q", what, word, text)
		}
	}
}

// badKey returns the key of the phrase of a bad position, or "".
func badKey(err error) string {
	if bad, is := errors.AsType[*rules.BadPosition](err); is {
		return bad.Message.Key
	}
	return ""
}

func saidOfPosition(say *phrase.Table, err error) string {
	if bad, is := errors.AsType[*rules.BadPosition](err); is {
		return say.Say(bad.Message)
	}
	return ""
}

// damaged returns a turn with one character replaced by a character that occurs in other turns of the position, or in
// none.
func damaged(p rules.Position, turn string, rnd *rand.Rand) string {
	letters := turn + "z9,?"
	if options, err := p.Next(""); err == nil {
		for range 3 {
			letters += options.Steps[rnd.IntN(len(options.Steps))].Text
		}
	}
	return damage(turn, letters, rnd)
}

// damage replaces one character of a text by a random one of letters.
func damage(text, letters string, rnd *rand.Rand) string {
	if text == "" {
		return text
	}
	b := []byte(text)
	b[rnd.IntN(len(b))] = letters[rnd.IntN(len(letters))]
	return string(b)
}
