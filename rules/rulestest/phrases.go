package rulestest

import (
	"maps"
	"slices"
	"testing"

	"turnpost/rules"
	"turnpost/rules/phrase"
)

// heard collects the keys of the phrases that a ruleset says.
type heard struct {
	t    testing.TB
	r    rules.Ruleset
	say  *phrase.Table
	keys map[string]bool
}

// phrasesHeard are the keys of all phrases that the recorded games, refused turns and positions of a
// ruleset make it say.
func phrasesHeard(t testing.TB, r rules.Ruleset) map[string]bool {
	t.Helper()
	h := heard{t, r, r.Phrases().In(phrase.Keys), map[string]bool{}}
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

func (h heard) text(said string) {
	for _, key := range phrase.Heard(said) {
		h.keys[key] = true
	}
}

func (h heard) info(info rules.Info) {
	for _, text := range infoTexts(info) {
		h.text(text)
	}
	for _, side := range info.Sides {
		h.text(side.Player)
	}
}

// game plays a recorded game. deep looks at the beginnings of turns too.
func (h heard) game(g Game, deep bool) {
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

func (h heard) played(played rules.Played) {
	h.text(h.r.Describe(phrase.Keys, played.Events, [2]string{"Ann", "Bob"}))
	h.position(played.Next)
}

func (h heard) position(p rules.Position) {
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

func (h heard) options(p rules.Position, begun string) {
	options, err := p.Next(begun)
	h.refusal(err)
	for _, step := range options.Steps {
		h.text(h.say.Text("step." + step.Kind))
	}
}

// beginnings asks Next for the beginnings of a text: up to each word, after it, and without its last
// character.
func (h heard) beginnings(p rules.Position, text string) {
	for _, span := range word.FindAllStringIndex(text, -1) {
		for _, end := range []int{span[0], span[1] - 1, span[1]} {
			h.options(p, text[:end])
		}
	}
}

func (h heard) refusals(p rules.Position, typed string) {
	_, err := p.Play(typed)
	h.refusal(err)
	h.beginnings(p, typed)
}

func (h heard) refusal(err error) {
	if refused, is := rules.RefusalOf(err); is {
		h.text(h.say.Say(refused.Sentence()))
		h.text(h.say.Say(refused.Possible()))
	}
}

// checkPhrases wants every phrase of a ruleset to be said by its test data.
func checkPhrases(t testing.TB, r rules.Ruleset) {
	t.Helper()
	keys := phrasesHeard(t, r)
	shared := rules.Phrases().Keys()
	for _, key := range r.Phrases().Keys() {
		if !keys[key] && !slices.Contains(shared, key) {
			t.Errorf("no test data of %s says the phrase %s: record a case (see the package's comment), or take it out",
				r.Info(phrase.English).ID, key)
		}
	}
}

// checkBadPositions wants the positions that must be refused to be refused as recorded.
func checkBadPositions(t *testing.T, r rules.Ruleset) {
	info := r.Info(phrase.English)
	for _, v := range info.Variants {
		for _, c := range BadPositions(t, info.ID, v.ID) {
			_, err := r.Parse(v.ID, c.Position)
			if got := badKey(err); got != c.Phrase {
				t.Errorf("%s %q: %s, want the phrase %s", v.ID, c.Position, Said(r, err), c.Phrase)
			}
		}
	}
}

// PhrasesHeard are the keys of the phrases that the test data of some rulesets say.
func PhrasesHeard(t testing.TB, all ...rules.Ruleset) map[string]bool {
	t.Helper()
	keys := map[string]bool{}
	for _, r := range all {
		maps.Copy(keys, phrasesHeard(t, r))
	}
	return keys
}
