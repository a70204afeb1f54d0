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

// Text renders the page as plain text, with the command for its link.
func (p UnsubscribePage) Text(link string, do Commands) string {
	return pageText(p.Language, "page.unsubscribe", struct {
		UnsubscribePage
		Link string
		Do   Commands
	}{p, link, do})
}

// Unsubscribe ends mail by a link.
func (c Commands) Unsubscribe(link string) string {
	return c.curl(UnsubscribeURL("", link), "-X POST")
}

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
