package pages

import (
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/calendar"
	"turnpost/models/secrets"
	"turnpost/templates"
	"turnpost/templates/view"
)

// signInForm holds the fields of the sign-in forms.
type signInForm struct{ Email, NewEmail, Name, Zone string }

// signInPage is the page where a browser gets its session.
type signInPage struct {
	Frame
	Form     signInForm
	Next     string
	CodeSent bool
	Minutes  int
	Request  string // the secret of the code request, returned with the code
	Insecure bool   // the browser cannot keep a session
	Zones    []string
	New      bool            // a new account was requested
	Offered  *view.Challenge // what signing in accepts
	Keeps    bool            // signing in makes a game of a line of play
}

func (p *Pages) showSignIn(c echo.Context) error {
	if p.AsText(c) {
		return c.String(http.StatusOK, templates.SignInText(p.commands(c)))
	}
	if visitorOf(c).Signed {
		return c.Redirect(http.StatusSeeOther, afterSignIn(c.QueryParam("next")))
	}
	page := signInPage{Next: local(c.QueryParam("next")), Form: signInForm{Zone: "UTC"}}
	return p.sendSignIn(c, page, nil)
}

func afterSignIn(next string) string {
	if next = local(next); next != "" {
		return next
	}
	return "/inbox"
}

// sendSignIn shows the forms to sign in; err is why one was refused, or nil.
func (p *Pages) sendSignIn(c echo.Context, page signInPage, err error) error {
	refused, err := refusedBy(err)
	if err != nil {
		return err
	}
	next, title := page.Next, "site.sign_in"
	if page.CodeSent {
		title = "site.sign_in.code_title"
	}
	page.Frame = p.frame(c, say(c, title))
	page.Next, page.Here, page.Zones, page.NoIndex = next, "sign-in", calendar.SuggestedZones, true
	if page.Offered, err = p.offeredAt(c, next); err != nil {
		return err
	}
	_, _, page.Keeps = trialToKeep(next)
	page.Minutes = int(account.CodeLife / time.Minute)
	page.Insecure = !p.keepsSessions(c.Request())
	if refused != nil {
		page.Refusal = p.refusal(refused, readerOf(c))
	}
	return p.show(c, p.statusOf(refused), "sign-in", page)
}

// requestCode mails a code if the account exists. The response does not depend on it.
func (p *Pages) requestCode(c echo.Context) error {
	post := c.Request().PostForm
	page := signInPage{
		Next: local(post.Get("next")),
		Form: signInForm{Email: strings.TrimSpace(post.Get("email")), Zone: "UTC"},
	}
	page.Request = secrets.NewRequest()
	if err := p.Store.RequestCode(p.Asker(c, page.Request), page.Form.Email); err != nil {
		return p.sendSignIn(c, page, err)
	}
	page.CodeSent = true
	return p.sendSignIn(c, page, nil)
}

// registerPlayer requests a name for a new account; the code in the mail confirms it.
func (p *Pages) registerPlayer(c echo.Context) error {
	post := c.Request().PostForm
	page := signInPage{New: true, Next: local(post.Get("next")), Form: signInForm{
		NewEmail: strings.TrimSpace(post.Get("email")), Name: strings.TrimSpace(post.Get("name")),
		Zone: strings.TrimSpace(post.Get("zone")),
	}}
	page.Request = secrets.NewRequest()
	err := p.Store.Register(p.Asker(c, page.Request), account.NewPlayer{
		Name: page.Form.Name, Email: page.Form.NewEmail, TimeZone: page.Form.Zone, Locale: readerOf(c).Words().Tag(),
	})
	if err != nil {
		return p.sendSignIn(c, page, err)
	}
	page.New, page.CodeSent, page.Form.Email = false, true, page.Form.NewEmail
	return p.sendSignIn(c, page, nil)
}

// signIn exchanges a code for a session.
func (p *Pages) signIn(c echo.Context) error {
	post := c.Request().PostForm
	page := signInPage{
		Next: local(post.Get("next")), Form: signInForm{Email: strings.TrimSpace(post.Get("email"))},
		CodeSent: true, Request: post.Get("request"),
	}
	err := p.Guesses(c, page.Form.Email)
	var secret string
	var player models.Player
	if err == nil {
		code := strings.Join(strings.Fields(post.Get("code")), "")
		secret, player, err = p.Store.StartSession(p.Asker(c, page.Request), page.Form.Email, code, browserFacts(c))
	}
	if err != nil {
		return p.sendSignIn(c, page, err)
	}
	p.setSession(c, secret)
	next, err := p.acceptAfterSignIn(c.Request().Context(), player, page.Next)
	if err == nil {
		next, err = p.joinAfterSignIn(c.Request().Context(), player, next)
	}
	if err == nil {
		next, err = p.keepAfterSignIn(c.Request().Context(), player, next)
	}
	if err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, "/sign-in?done=signed_in&next="+url.QueryEscape(afterSignIn(next)))
}

// signOut ends the session of this browser.
func (p *Pages) signOut(c echo.Context) error {
	if secret := p.sessionSecret(c.Request()); secret != "" {
		if err := p.Store.EndSession(c.Request().Context(), secret); err != nil {
			return err
		}
	}
	p.setSession(c, "")
	return c.Redirect(http.StatusSeeOther, "/")
}

// Names of browsers and systems. Each precedes the products that it also claims to be.
var (
	browsers = []struct{ mark, name string }{
		{"Edg/", "Edge"},
		{"OPR/", "Opera"},
		{"Firefox/", "Firefox"},
		{"FxiOS/", "Firefox"},
		{"CriOS/", "Chrome"},
		{"Chromium/", "Chromium"},
		{"Chrome/", "Chrome"},
		{"Safari/", "Safari"},
	}
	systems = []struct{ mark, name string }{
		{"Android", "Android"},
		{"iPhone", "iPhone"},
		{"iPad", "iPad"},
		{"Windows", "Windows"},
		{"Mac OS X", "macOS"},
		{"Linux", "Linux"},
	}
)

// browserFacts returns the browser and system of a request for the list of sessions, such as "Firefox/Android". It is
// independent of the language; an unknown part is empty.
func browserFacts(c echo.Context) string {
	agent := c.Request().UserAgent()
	find := func(list []struct{ mark, name string }) string {
		for _, b := range list {
			if strings.Contains(agent, b.mark) {
				return b.name
			}
		}
		return ""
	}
	return find(browsers) + "/" + find(systems)
}

// browserName describes the stored facts: "Firefox on Android". A value without a slash is a
// name and is returned unchanged.
func browserName(c echo.Context, facts string) string {
	browser, system, are := strings.Cut(facts, "/")
	switch {
	case !are:
		return facts
	case browser == "":
		return say(c, "site.settings.browser")
	case system == "":
		return browser
	}
	return say(c, "site.settings.browser.on", "browser", browser, "system", system)
}

// ShowUnsubscribe shows what a link in a mail unsubscribes from, or confirms it.
func (p *Pages) ShowUnsubscribe(c echo.Context, mail templates.UnsubscribePage) error {
	return p.Wrap(func(c echo.Context) error {
		mail.Language = readerOf(c).Words()
		page := struct {
			Frame
			Mail templates.UnsubscribePage
		}{p.frame(c, mail.Title()), mail}
		page.NoIndex = true
		c.Response().Header().Set(echo.HeaderCacheControl, "no-store")
		return p.show(c, http.StatusOK, "unsubscribe", page)
	})(c)
}
