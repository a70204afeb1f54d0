package templates

import "turnpost/models/linktext"

// LinkURL returns the URL that opens a mailed link in a browser, or "" without a link. It fits a line of mail if the
// server's name has a usual length.
func LinkURL(site, link string) string {
	if link == "" {
		return ""
	}
	return site + "/k/" + linktext.Short(link)
}
