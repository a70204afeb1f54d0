package templates

import "turnpost/templates/view"

// InboxText lists everything that waits for a player, each with its command, then the most urgent game with its board.
func InboxText(box *view.Inbox, do Commands) string {
	return pageText(do.Language, "page.inbox", inboxPage{box, do})
}

type inboxPage struct {
	*view.Inbox
	Do Commands
}

// UrgentText renders the game that is shown with its board.
func (p inboxPage) UrgentText() string { return GameText(p.Games[0], p.Do) }

// Nothing reports whether the inbox is empty.
func (p inboxPage) Nothing() bool {
	return len(p.Games)+len(p.Draws)+len(p.Takebacks)+len(p.Messages)+len(p.Challenges) == 0
}

// ChallengeText renders a challenge with the start position and the commands to answer it; known means that the reader
// has an account.
func ChallengeText(c *view.Challenge, known bool, do Commands) string {
	return pageText(do.Language, "page.challenge", challengePage{c, known, do})
}

type challengePage struct {
	*view.Challenge
	Known bool
	Do    Commands
}

// Link returns the URL to share.
func (p challengePage) Link() string { return ChallengeURL(p.Do.Site, p.ID) }
