package templates

import "turnpost/rules"

// gap is what fills a gap of the mail's phrases. All but one tell of the game, to a player of it.
func (w *mailWriter) gap(name string) any {
	g := w.Game
	switch {
	case name == "stops":
		return w.language.Say("kind." + string(w.Kind))
	case w.aboutAddress():
		return w.addressGap(name)
	case g == nil, g.Reader == rules.NoSeat:
		w.fail(errNoGame)
		return ""
	}
	switch name {
	case "title":
		return g.Title
	case "number":
		return g.Number()
	case "opponent":
		return g.Opponent()
	case "side":
		return g.Side()
	case "due":
		return w.language.When(w.In(g.Deadline))
	case "remaining":
		return w.language.Span(w.Until(g.Deadline))
	case "left":
		return w.language.Left(g.Left)
	case "begun":
		return g.LastTurn != nil
	case "last":
		if g.LastTurn == nil {
			return ""
		}
		return g.LastTurn.Description
	case "standing":
		return BoardCaption(g, w.language)
	case "state":
		switch {
		case g.Over():
			return "over"
		case g.MyTurn():
			return "mine"
		}
		return "theirs"
	}
	w.fail(errNoGap)
	return ""
}
