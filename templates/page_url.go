package templates

import "turnpost/models"

// LinkURL is where a browser follows a link of a mail, to the page that the link is for, and "" where
// there is none. It fits a line of mail where the server's name is of usual length.
func LinkURL(site, link string) string {
	if link == "" {
		return ""
	}
	return site + "/k/" + models.ShortLink(link)
}
