package templates

import "turnpost/templates/words"

// UnsubscribePage describes what an unsubscribe link turns off: a kind of mail, mail about one game, all mail, or
// invitations to a stranger.
type UnsubscribePage struct {
	Kind       string // of notice, one that can be turned off
	Game       string // ID, or ""
	Stranger   bool
	Everything bool
	Done       bool // it was just turned off
	Language   *words.Language
}

// Text renders the page as plain text.
func (p UnsubscribePage) Text() string { return pageText(p.Language, "page.unsubscribe", p) }

// Title returns the heading of the page.
func (p UnsubscribePage) Title() string {
	if p.Done {
		return p.Language.Say("unsubscribe.title.done")
	}
	return p.Language.Say("unsubscribe.title")
}

// Ends describes what the link turns off.
func (p UnsubscribePage) Ends() string { return p.Language.Say("unsubscribe.ends", "what", p.What()) }

// Ended confirms what was turned off.
func (p UnsubscribePage) Ended() string { return p.Language.Say("unsubscribe.ended", "what", p.What()) }

// Again explains how to turn it on again.
func (p UnsubscribePage) Again() string { return p.Language.Say("unsubscribe.again") }

// Command returns the HTTP method that unsubscribes.
func (p UnsubscribePage) Command() string { return "POST" }

// What names the mail concerned.
func (p UnsubscribePage) What() string {
	switch {
	case p.Stranger:
		return p.Language.Say("stops.stranger")
	case p.Everything:
		return p.Language.Say("stops.everything")
	case p.Game != "":
		return p.Language.Say("stops.game", "game", p.Game)
	}
	return p.Language.Say("stops." + p.Kind)
}
