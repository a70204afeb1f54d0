package templates

import (
	"net/url"

	"turnpost/models"
)

// PageURL is where a browser shows what a mail is about: its game or its challenge, opened by
// the mail's own link. It is "" where the mail is about neither.
func PageURL(site string, c *models.Content) string {
	path := ""
	switch {
	case c.PageLink == "":
		return ""
	case c.Game != nil:
		path = "/g/" + url.PathEscape(c.Game.ID)
	case c.Challenge != nil:
		path = "/c/" + url.PathEscape(c.Challenge.ID)
	default:
		return ""
	}
	return site + path + "?k=" + c.PageLink
}
