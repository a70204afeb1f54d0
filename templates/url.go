package templates

import "turnpost/models/linktext"

// GameURL returns the URL of a game's page.
func GameURL(site, id string) string { return site + "/g/" + id }

// ChallengeURL returns the public URL of a challenge.
func ChallengeURL(site, id string) string { return site + "/c/" + id }

// EventURL returns the address of an event's page.
func EventURL(site, id string) string { return site + "/e/" + id }

// LinkURL returns the URL that opens a mailed link in a browser, or "" without a link. It fits a line of mail if the
// server's name has a usual length.
func LinkURL(site, link string) string {
	if link == "" {
		return ""
	}
	return site + "/k/" + linktext.Short(link)
}

// UnsubscribeURL returns the URL at which a mail program unsubscribes by a link. It is not short, because a short link
// redirects, which a program may not follow. Without a link it is what all such URLs begin with.
func UnsubscribeURL(site, link string) string { return site + "/unsubscribe/" + link }
