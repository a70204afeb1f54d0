package pages

import (
	"net/http"
	"net/url"
	"path"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/secrets"
)

// linkCodePage asks for the code that was mailed to the owner of a link.
type linkCodePage struct {
	Frame
	Action   string // target of the form
	Page     string // the page that the link is for
	Minutes  int
	Request  string // the secret of the code request, returned with the code
	Insecure bool   // the browser cannot keep a session
}

// signInByLink signs in the owner of a mailed link in two steps: it mails a code, and a form returns the code. The page
// does not show the address, because the visitor may be somebody else.
func (p *Pages) signInByLink(c echo.Context) error {
	v, post := visitorOf(c), c.Request().PostForm
	back := path.Dir(c.Request().URL.EscapedPath())
	switch {
	case v.Link == "":
		return fail(models.CodeNotFound, badLink)
	case v.Signed:
		return c.Redirect(http.StatusSeeOther, back)
	}
	page := linkCodePage{
		Frame: p.frame(c, say(c, "site.sign_in.code_title")), Action: back + "/sign-in",
		Page: back + "?" + LinkParam + "=" + v.Link, Request: post.Get("request"),
		Minutes: int(account.CodeLife / time.Minute), Insecure: !p.keepsSessions(c.Request()),
	}
	page.Here, page.NoIndex = "sign-in", true
	secret, err := "", error(nil)
	if post.Has("code") {
		secret, err = p.tradeLinkedCode(c, v, page.Request)
	} else {
		page.Request = secrets.NewRequest()
		err = p.Store.RequestLinkedCode(p.Asker(c, page.Request), v.Link)
	}
	refused, err := refusedBy(err)
	if err != nil {
		return err
	}
	if refused != nil {
		page.Refusal = p.refusal(refused, readerOf(c))
	}
	if refused != nil || secret == "" {
		return p.show(c, p.statusOf(refused), "link-code", page)
	}
	p.setSession(c, secret)
	return c.Redirect(http.StatusSeeOther, "/sign-in?done=signed_in&next="+url.QueryEscape(back))
}

// tradeLinkedCode exchanges a mailed code for a session.
func (p *Pages) tradeLinkedCode(c echo.Context, v visitor, request string) (secret string, err error) {
	email := v.Player.Email
	if v.Email != "" {
		email = v.Email
	}
	if err := p.Guesses(c, email); err != nil {
		return "", err
	}
	code := strings.Join(strings.Fields(c.Request().PostForm.Get("code")), "")
	secret, _, err = p.Store.StartLinkedSession(p.Asker(c, request), v.Link, code, browserFacts(c))
	return secret, err
}
