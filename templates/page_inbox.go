package templates

import "turnpost/templates/view"

// InboxText is what waits for a player, line by line with how to answer, then the most
// urgent game with its board.
func InboxText(box *view.Inbox, do Commands) string {
	return pageText(do.Language, "page.inbox", inboxPage{box, do})
}

type inboxPage struct {
	*view.Inbox
	Do Commands
}

// UrgentText is the game that is shown with its board.
func (p inboxPage) UrgentText() string { return GameText(p.Games[0], p.Do) }

// Nothing tells whether nothing waits at all.
func (p inboxPage) Nothing() bool {
	return len(p.Games)+len(p.Draws)+len(p.Takebacks)+len(p.Messages)+len(p.Challenges) == 0
}

// ChallengeText is a challenge with the board at the start and the commands that answer it;
// known says that the reader has an account.
func ChallengeText(c *view.Challenge, known bool, do Commands) string {
	return pageText(do.Language, "page.challenge", challengePage{c, known, do})
}

type challengePage struct {
	*view.Challenge
	Known bool
	Do    Commands
}

// Link is the URL to share.
func (p challengePage) Link() string { return ChallengeURL(p.Do.Site, p.ID) }

// ChallengeURL is the link to a challenge that people share.
func ChallengeURL(site, id string) string { return site + "/c/" + id }
