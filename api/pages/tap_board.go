package pages

import (
	"slices"

	"turnpost/api/pages/taps"
	"turnpost/models/store"
	"turnpost/rules"
	"turnpost/rules/phrase"
	"turnpost/templates/board"
	"turnpost/templates/words"
)

// placeNames describes the content of a diagram's places for screen readers.
type placeNames struct {
	diagram  rules.Diagram
	sides    [2]string
	language *words.Language
}

func (n placeNames) side(seat rules.Seat) string {
	if seat != rules.First && seat != rules.Second {
		return ""
	}
	return n.sides[seat]
}

// holds returns the description of the piece on a place.
func (n placeNames) holds(place string) string {
	for _, p := range n.diagram.Pieces {
		if p.Square != place {
			continue
		}
		key := "site.place.piece"
		switch {
		case n.side(p.Seat) == "":
			return p.Name
		case p.Ball:
			key = "site.place.piece.ball"
		}
		return n.language.Say(key, "piece", p.Name, "side", n.side(p.Seat))
	}
	for _, b := range n.diagram.Bowls {
		if b.Name == place {
			return n.language.Say("site.place.bowl", "n", b.Balls)
		}
	}
	if n.diagram.Ball == place {
		return n.language.Say("site.place.ball")
	}
	return n.language.Say("site.place.empty")
}

// step returns the label of a link on a place for a step.
func (n placeNames) step(place, step string) string {
	return n.language.Say("site.place.step", "place", place, "what", n.holds(place), "step", step)
}

// areas returns the links and marks for the turn that is being composed.
func (t *turnPanel) areas(names placeNames) []board.Area {
	b := t.build
	var list []board.Area
	at := func(place string) int {
		return slices.IndexFunc(list, func(a board.Area) bool { return a.Place == place })
	}
	for _, c := range t.follow {
		a := board.Area{Place: c.Place, Href: t.links.build(c.Turn, c.At), Mark: board.MarkMayFollow, Class: "next"}
		if len(b.At) == 0 { // a piece to start with is drawn without a mark
			a.Mark, a.Class = board.MarkNone, "from"
		}
		a.Name = names.step(c.Place, t.count(c))
		list = append(list, a)
	}
	if len(b.At) == 0 {
		return list
	}
	for _, place := range b.At {
		if i := at(place); i >= 0 {
			continue // it may continue the step
		}
		list = append(list, board.Area{
			Place: place, Href: t.links.build(b.Text, nil), Mark: board.MarkSelected, Class: "chosen",
			Name: names.language.Say("site.place.selected", "place", place, "what", names.holds(place)),
		})
	}
	for _, c := range b.Taps(nil) { // start with another piece instead
		if at(c.Place) < 0 {
			list = append(list, board.Area{
				Place: c.Place, Href: t.links.build(c.Turn, c.At), Class: "other", Name: names.step(c.Place, t.count(c)),
			})
		}
	}
	return list
}

// count describes the result of choosing a place: the step, or the number of steps.
func (t *turnPanel) count(c taps.Tap) string {
	if len(c.Steps) == 1 {
		return t.kind(c.Steps[0])
	}
	return t.language.Say("site.turn.steps", "n", len(c.Steps))
}

// stepMarks marks the steps of an incomplete turn, after which the board is not known yet.
func stepMarks(d rules.Diagram, steps []rules.Step) rules.Diagram {
	d.Marks = rules.Marks{}
	for _, s := range steps {
		if len(s.Places) == 0 {
			continue
		}
		if len(s.Places) > 1 {
			d.Marks.Arrows = append(d.Marks.Arrows, rules.Arrow{Way: s.Places})
		}
		d.Marks.From = append(d.Marks.From, s.Places[0])
		d.Marks.To = append(d.Marks.To, s.Places[len(s.Places)-1])
	}
	return d
}

// kindName returns the name of a kind of step in the words of its ruleset.
func kindName(store *store.Store, ruleset string, language *words.Language, kind string) string {
	table := store.RulesetPhrases(ruleset).In(language.Tag())
	if key := "step." + kind; table.Has(key) {
		return table.Say(phrase.New(key))
	}
	return kind
}
