package rulestest

import (
	"maps"
	"slices"
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

// phrasesUsed returns the keys of all phrases used for the recorded games, refused turns and positions of a
// ruleset.
func phrasesUsed(t testing.TB, r rules.Ruleset) map[string]bool {
	t.Helper()
	h := usedKeys{t, r, r.Phrases().In(phrase.Keys), map[string]bool{}}
	info := r.Info(phrase.Keys)
	h.info(info)
	for _, v := range info.Variants {
		h.position(start(t, r, v.ID, ""))
		for n, g := range Games(t, info.ID, v.ID) {
			h.game(g, n < 2)
		}
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
	return h.keys
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
	for _, turn := range g.Turns {
		h.position(p)
		if deep {
			h.beginnings(p, turn.Canonical)
		}
		played, err := p.Play(turn.Canonical)
		if err != nil {
			h.t.Fatalf("%s: %q: %v", p, turn.Canonical, err)
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
	keys := phrasesUsed(t, r)
	shared := rules.Phrases().Keys()
	for _, key := range r.Phrases().Keys() {
		if !keys[key] && !slices.Contains(shared, key) {
			t.Errorf("no test data of %s says the phrase %s: record a case (see the package's comment), or take it out",
				r.Info(phrase.English).ID, key)
		}
	}
}

// checkBadPositions checks that the recorded bad positions are refused with the recorded phrases.
func checkBadPositions(t *testing.T, r rules.Ruleset) {
	info := r.Info(phrase.English)
	for _, v := range info.Variants {
		for _, c := range BadPositions(t, info.ID, v.ID) {
			_, err := r.Parse(v.ID, c.Position)
			if got := badKey(err); got != c.Phrase {
				t.Errorf("%s %q: %s, want the phrase %s", v.ID, c.Position, ErrorText(r, err), c.Phrase)
			}
		}
	}
}

// PhrasesUsed returns the keys of the phrases that the test data of some rulesets use.
func PhrasesUsed(t testing.TB, all ...rules.Ruleset) map[string]bool {
	t.Helper()
	keys := map[string]bool{}
	for _, r := range all {
		maps.Copy(keys, phrasesUsed(t, r))
	}
	return keys
}
