package rulestest

import (
	"slices"
	"strings"
	"testing"

	"turnpost/rules"
	"turnpost/rules/phrase"
)

// usedKeys collects the keys of the phrases that a ruleset uses.
type usedKeys struct {
	t    testing.TB
	r    rules.Ruleset
	say  *phrase.Table
	keys map[string]bool
}

// AddPhrasesUsed adds the keys of the phrases that the test data of some rulesets use. It plays recorded games only
// until all wanted keys are used.
func AddPhrasesUsed(t testing.TB, used map[string]bool, wanted []string, all ...rules.Ruleset) {
	t.Helper()
	var each []usedKeys
	for _, r := range all {
		h := usedKeys{t, r, r.Phrases().In(phrase.Keys), used}
		h.cases()
		each = append(each, h)
	}
	for _, h := range each {
		h.games(wanted)
	}
}

// cases adds the keys used for the worked turns, refused turns and bad positions.
func (h usedKeys) cases() {
	h.t.Helper()
	t, r := h.t, h.r
	info := r.Info(phrase.Keys)
	h.info(info)
	for _, v := range info.Variants {
		h.position(start(t, r, v.ID, ""))
		for _, c := range Illegal(t, info.ID, v.ID) {
			h.refusals(parse(t, r, v.ID, c.Position), c.Input)
		}
		for _, c := range BadPositions(t, info.ID, v.ID) {
			_, err := r.Parse(v.ID, c.Position)
			h.text(saidOfPosition(h.say, err))
		}
	}
	for _, e := range info.Examples {
		p := start(t, r, e.Variant, e.Position)
		if e.Fault != "" {
			h.refusals(p, e.Turn)
		} else if played, err := p.Play(e.Turn); err == nil {
			h.played(played)
		}
	}
}

// games plays recorded games until all wanted keys are used.
func (h usedKeys) games(wanted []string) {
	h.t.Helper()
	info := h.r.Info(phrase.Keys)
	for _, v := range info.Variants {
		for n, g := range Games(h.t, info.ID, v.ID) {
			if !h.lack(wanted) {
				return
			}
			h.game(g, n < 2)
		}
	}
}

// lack reports whether one of some keys is not used yet.
func (h usedKeys) lack(wanted []string) bool {
	return slices.ContainsFunc(wanted, func(key string) bool { return !h.keys[key] })
}

func (h usedKeys) text(said string) {
	for _, key := range phrase.KeysIn(said) {
		h.keys[key] = true
	}
}

func (h usedKeys) info(info rules.Info) {
	for _, text := range infoTexts(info) {
		h.text(text)
	}
	for _, side := range info.Sides {
		h.text(side.Player)
	}
}

// game plays a recorded game. With deep it also tries the partial turns.
func (h usedKeys) game(g Game, deep bool) {
	h.t.Helper()
	p := start(h.t, h.r, g.Variant, g.Start)
	h.position(p)
	for _, turn := range g.Turns {
		if deep {
			h.beginnings(p, turn.Canonical)
		}
		played, err := p.Play(turn.Canonical)
		if err != nil {
			h.t.Fatalf("on\n%s\n%q: %v", drawn(p), turn.Canonical, err)
		}
		h.played(played)
		p = played.Next
	}
}

func (h usedKeys) played(played rules.Played) {
	h.text(h.r.Describe(phrase.Keys, played.Events, [2]string{"Ann", "Bob"}))
	h.position(played.Next)
}

func (h usedKeys) position(p rules.Position) {
	d := p.Diagram(phrase.Keys)
	for _, piece := range d.Pieces {
		h.text(piece.Name)
	}
	for _, b := range d.Bowls {
		h.text(b.Label)
	}
	for _, c := range d.Counters {
		h.text(c.Label)
	}
	for _, l := range d.Legend {
		h.text(l.Text)
	}
	for _, meaning := range []string{d.Signs.From, d.Signs.To, d.Signs.Captured} {
		h.text(meaning)
	}
	h.options(p, "")
}

func (h usedKeys) options(p rules.Position, begun string) {
	options, err := p.Next(begun)
	h.refusal(err)
	for _, step := range options.Steps {
		h.text(h.say.Text("step." + step.Kind))
	}
}

// beginnings calls Next with prefixes of a text: up to each word, after it, and without its last character.
func (h usedKeys) beginnings(p rules.Position, text string) {
	for _, span := range word.FindAllStringIndex(text, -1) {
		for _, end := range []int{span[0], span[1] - 1, span[1]} {
			h.options(p, text[:end])
		}
	}
}

func (h usedKeys) refusals(p rules.Position, typed string) {
	_, err := p.Play(typed)
	h.refusal(err)
	h.beginnings(p, typed)
}

func (h usedKeys) refusal(err error) {
	if refused, is := rules.RefusalOf(err); is {
		h.text(h.say.Say(refused.Sentence()))
		h.text(h.say.Say(refused.Possible()))
	}
}

// checkPhrases checks that a ruleset's test data uses every phrase.
func checkPhrases(t testing.TB, r rules.Ruleset) {
	t.Helper()
	used, shared := map[string]bool{}, rules.Phrases().Keys()
	wanted := slices.DeleteFunc(r.Phrases().Keys(), func(key string) bool { return slices.Contains(shared, key) })
	AddPhrasesUsed(t, used, wanted, r)
	for _, key := range wanted {
		if !used[key] {
			info := r.Info(phrase.English)
			t.Errorf("no test data of %s says the phrase %s: add a line to testdata/%s-%s.%s.jsonl that says it, or take it "+
				"out of words.en.txt", info.ID, key, info.ID, info.Variants[0].ID, dataOf(key))
		}
	}
}

// dataOf returns which test data says the phrases with a prefix.
func dataOf(key string) string {
	prefix, _, _ := strings.Cut(key, ".")
	switch prefix {
	case "position":
		return "positions"
	case "turn":
		return "illegal"
	}
	return "games"
}

// checkBadPositions checks that the recorded bad positions are refused with the recorded phrases.
func checkBadPositions(t *testing.T, r rules.Ruleset) {
	info := r.Info(phrase.English)
	for _, v := range info.Variants {
		for _, c := range BadPositions(t, info.ID, v.ID) {
			_, err := r.Parse(v.ID, c.Position)
			if got := badKey(err); got != c.Phrase {
				t.Errorf("%s: the position %q\nsaid: %s\nwant: the phrase %s", c.from, c.Position,
					taken(err, ErrorText(r, err)), c.Phrase)
			}
			if gap := missing.FindString(ErrorText(r, err)); gap != "" {
				t.Errorf("%s: the position %q: the sentence lacks %s: %s", c.from, c.Position, gap, ErrorText(r, err))
			}
		}
	}
}
