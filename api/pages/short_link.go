package pages

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/models/account"
)

// shortLinkPath is the path of links in mails, short enough for a line of mail.
const shortLinkPath = "/k/:link"

// followShortLink redirects a mailed link to its page. It changes nothing and identifies nobody: the page
// validates the link.
func (p *Pages) followShortLink(c echo.Context) error {
	link, about, ok := account.LongLink(c.Param("link"))
	path := ""
	switch {
	case !ok:
	case about.Purpose == models.LinkUnsubscribe:
		path = "/unsubscribe/" + link
	case about.Purpose == models.LinkAddress:
		path = "/address/" + link
	case about.Purpose == models.LinkPage && about.Game != "":
		path = GamePath(about.Game) + "?" + LinkParam + "=" + link
	case about.Purpose == models.LinkPage && about.Challenge != "":
		path = ChallengePath(about.Challenge) + "?" + LinkParam + "=" + link
	}
	if path == "" {
		return fail(models.CodeNotFound, badLink)
	}
	h := c.Response().Header()
	h.Set(echo.HeaderCacheControl, "no-store")
	h.Set("X-Robots-Tag", "noindex")
	return c.Redirect(http.StatusSeeOther, path)
}
