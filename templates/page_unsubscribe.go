package templates

import "turnpost/templates/words"

// UnsubscribePage says what an unsubscribe link ends: a kind of mail, the mail
// about one game, or invitations to a stranger.
type UnsubscribePage struct {
	Kind     string // of notice, one that can be off
	Game     string // ID, or ""
	Stranger bool
	Done     bool // it is ended now
	Language *words.Language
}

// Text is the page as plain text.
func (p UnsubscribePage) Text() string { return pageText(p.Language, "page.unsubscribe", p) }

// Title says what the page is for.
func (p UnsubscribePage) Title() string {
	if p.Done {
		return p.Language.Say("unsubscribe.title.done")
	}
	return p.Language.Say("unsubscribe.title")
}

// Ends says what the link would end.
func (p UnsubscribePage) Ends() string { return p.Language.Say("unsubscribe.ends", "what", p.What()) }

// Ended says what has ended.
func (p UnsubscribePage) Ended() string { return p.Language.Say("unsubscribe.ended", "what", p.What()) }

// Again leads to how it is turned on again.
func (p UnsubscribePage) Again() string { return p.Language.Say("unsubscribe.again") }

// Command is the HTTP method that ends it.
func (p UnsubscribePage) Command() string { return "POST" }

// What says which mail it is about.
func (p UnsubscribePage) What() string {
	switch {
	case p.Stranger:
		return p.Language.Say("stops.stranger")
	case p.Game != "":
		return p.Language.Say("stops.game", "game", p.Game)
	}
	return p.Language.Say("stops." + p.Kind)
}
