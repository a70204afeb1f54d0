package pages

import (
	"errors"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/templates/view"
)

// frame holds the fields that all pages have.
type frame struct {
	Title, Description string
	URL, Picture       string // of a page that can be shared: its address and a picture
	NoIndex            bool
	Signed             bool
	Name               string // of the signed-in player
	Here, Back         string // which page it is; where to go after signing in
	Key                string // the link by which the visitor came
	Done               string // the action that a form has performed
	MailPaused         string // why mail to the signed-in player is paused; "" if it is not
	Refusal            *view.Refusal
}

func (p *Pages) frame(c echo.Context, title string) frame {
	v := visitorOf(c)
	f := frame{Title: title, Signed: v.Signed, Key: v.Link, NoIndex: v.Link != "", Done: doneOf(c)}
	if v.Signed {
		f.Name = v.Player.Name
		if failing := v.Player.Failing; failing != nil {
			f.MailPaused = view.MailFailing(*failing, readerOf(c).Words())
		}
	}
	if (f.Done == "signed_in" || f.Done == "joined") && !v.Signed {
		f.Done, f.Refusal = "", p.refusal(fail(models.CodeUnauthorized, "site.no_cookie"), c)
	}
	return f
}

// confirmations lists the valid values of the parameter that names the action of a form.
var confirmations = []string{
	"turn", "message", "read", "draw", "takeback", "plan", "plan_deleted", "resign", "abort", "signed_in", "saved",
	"declined", "withdrawn", "accepted", "joined", "rematch", "created", "away", "away_ended", "blocked", "unblocked",
	"revoked",
	"mail_resumed",
}

func doneOf(c echo.Context) string {
	if done := c.QueryParam("done"); slices.Contains(confirmations, done) {
		return done
	}
	return ""
}

// say returns a phrase in the reader's language.
func say(c echo.Context, key string, pairs ...any) string {
	return readerOf(c).Words().Say(key, pairs...)
}

// show renders and sends a page.
func (p *Pages) show(c echo.Context, status int, name string, page any) error {
	html, err := p.site.Render(name, readerOf(c).Words(), page)
	if err != nil {
		return err
	}
	return c.HTMLBlob(status, html)
}

// fieldLabels maps fields of the API to their labels on the pages.
var fieldLabels = map[string]string{
	"name": "site.name", "email": "site.email", "time_zone": "site.zone", "locale": "site.language",
	"opponent": "site.new.opponent", "pace": "site.new.pace", "variant": "site.new.variant", "seat": "site.new.side",
	"message": "site.new.message", "plan": "site.plan.label", "text": "site.chat", "from": "site.from",
	"until": "site.until", "quiet": "site.settings.quiet",
	"quiet.from": "site.from", "quiet.until": "site.until",
	"digest_hour": "site.settings.digest", "reminders": "site.settings.reminders", "confirm": "site.name",
	"label": "site.tokens.label", "scope": "site.tokens.scope", "expires": "site.tokens.expires",
}

// refusedBy returns an error that the sender of a form can correct, to be shown with the form. It returns all
// other errors unchanged.
func refusedBy(err error) (*models.Error, error) {
	e, is := errors.AsType[*models.Error](err)
	if !is || e.Code == models.CodeNotFound || e.Code == models.CodeUnauthorized {
		return nil, err
	}
	return e, nil
}

func (p *Pages) serveAsset(c echo.Context) error {
	a, found := p.site.Asset("/static/" + c.Param("name"))
	if !found {
		return fail(models.CodeNotFound, "site.no_page")
	}
	c.Response().Header().Set(echo.HeaderCacheControl, "public, max-age=31536000, immutable")
	return c.Blob(http.StatusOK, a.Type, a.Body)
}

// serveIcon serves the icon under its traditional name.
func (p *Pages) serveIcon(c echo.Context) error {
	for _, path := range p.site.AssetPaths() {
		if a, _ := p.site.Asset(path); a.Type == "image/svg+xml" {
			c.Response().Header().Set(echo.HeaderCacheControl, "public, max-age=86400")
			return c.Blob(http.StatusOK, a.Type, a.Body)
		}
	}
	return fail(models.CodeNotFound, "site.no_page")
}

func serveRobots(c echo.Context) error {
	return c.String(http.StatusOK,
		"User-agent: *\nDisallow: /v1/\nDisallow: /sign-in\nDisallow: /unsubscribe/\nDisallow: /k/\n")
}
