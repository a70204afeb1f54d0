package pages

import (
	"net"
	"net/http"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/store"
	"turnpost/templates/view"
	"turnpost/templates/words"
)

// LinkParam is the parameter that holds a link in addresses and forms.
const LinkParam = "k"

// badLink is the phrase for an invalid link.
const badLink = "error.bad_link"

// visitor is the reader of a page.
type visitor struct {
	Player models.Player // ID 0: anonymous, or a stranger with a link
	Signed bool          // by a session of this browser
	Email  string        // of an invited stranger, from the link that was mailed there
	Link   string        // by which the visitor came; "" for none
	About  models.Link   // the content of Link
}

const visitorKey = "visitor"

func visitorOf(c echo.Context) visitor {
	v, _ := c.Get(visitorKey).(visitor)
	return v
}

// identify identifies the visitor. A link is valid only for the page that it was made for.
func (p *Pages) identify(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		ctx := c.Request().Context()
		var v visitor
		if secret := p.sessionSecret(c.Request()); secret != "" {
			player, err := p.Store.AuthenticateBrowser(ctx, secret)
			if err != nil && models.CodeOf(err) != models.CodeUnauthorized {
				return err
			}
			v.Player, v.Signed = player, err == nil
			c.Set(visitorKey, v)
			if v.Signed && c.Request().Method == http.MethodPost {
				p.setSession(c, secret) // for another SessionLife; a GET sets no cookie
			}
		}
		link := c.QueryParam(LinkParam)
		if c.Request().Method == http.MethodPost {
			link = c.Request().PostForm.Get(LinkParam)
		}
		if link == "" {
			return next(c)
		}
		about, holder, err := p.Store.ReadLink(ctx, models.LinkPage, link)
		if err != nil {
			return err
		}
		if !aboutPage(about, c) {
			return fail(models.CodeNotFound, badLink)
		}
		if v.Player.ID != holder.Player.ID {
			v.Signed = false
		}
		v.Player, v.Link, v.About = holder.Player, strings.ToLower(link), about
		if v.Player.ID == 0 {
			v.Email = holder.Email
		}
		c.Set(visitorKey, v)
		hideLink(c)
		return next(c)
	}
}

// hideLink keeps a page that contains a link out of caches and search engines.
func hideLink(c echo.Context) {
	h := c.Response().Header()
	h.Set(echo.HeaderCacheControl, "no-store")
	h.Set("X-Robots-Tag", "noindex")
}

// aboutPage reports whether a link is for the page at the request's address.
func aboutPage(about models.Link, c echo.Context) bool {
	id := c.Param("id")
	switch {
	case strings.HasPrefix(c.Path(), GamePath("")):
		return about.Game == id && id != ""
	case strings.HasPrefix(c.Path(), ChallengePath("")):
		return about.Challenge == id && id != ""
	}
	return false
}

// storeOf returns the store for a visitor's actions. For a visitor by a link it is limited to the link's rights.
func (p *Pages) storeOf(c echo.Context) *store.Store {
	if v := visitorOf(c); v.Link != "" && !v.Signed {
		return p.Store.ByLink(v.About)
	}
	return p.Store
}

// readerOf returns the reader of a page.
func readerOf(c echo.Context) view.Reader {
	if v := visitorOf(c); v.Player.ID != 0 {
		return view.ReaderOf(v.Player)
	}
	return view.Reader{Language: words.Accepted(c.Request().Header.Get("Accept-Language"))}
}

// setLanguage names the language of the page in its header.
func setLanguage(c echo.Context) {
	c.Response().Header().Set("Content-Language", readerOf(c).Words().Tag())
}

// preferredLocale returns the tag of the language that the browser prefers, or "" if none of those that it names is
// offered.
func preferredLocale(c echo.Context) string {
	if l, found := words.Preferred(c.Request().Header.Get("Accept-Language")); found {
		return l.Tag()
	}
	return ""
}

// signedIn returns the player of the session or of the link.
func signedIn(c echo.Context) (models.Player, error) {
	if v := visitorOf(c); v.Player.ID != 0 {
		return v.Player, nil
	}
	return models.Player{}, fail(models.CodeUnauthorized, "error.signed_out")
}

// Names of the session cookie. With the prefix a browser accepts it only from this host and only over TLS.
const (
	secureCookie = "__Host-session"
	plainCookie  = "session"
)

// cookieName returns the accepted name of the session cookie. Over TLS the plain name is ignored: another site of
// the same domain could set it.
func (p *Pages) cookieName(r *http.Request) string {
	if p.onLoopback(r) {
		return plainCookie
	}
	return secureCookie
}

// sessionSecret returns the value of the session cookie, or "".
func (p *Pages) sessionSecret(r *http.Request) string {
	cookie, err := r.Cookie(p.cookieName(r))
	if err != nil {
		return ""
	}
	return cookie.Value
}

// onLoopback reports whether the browser is on the same machine and connects without TLS.
func (p *Pages) onLoopback(r *http.Request) bool {
	if r.TLS != nil || strings.HasPrefix(p.BaseURL, "https://") {
		return false
	}
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	return err == nil && net.ParseIP(host).IsLoopback()
}

// secure reports whether a browser would keep a Secure cookie.
func (p *Pages) secure(r *http.Request) bool {
	return r.TLS != nil || strings.HasPrefix(p.BaseURL, "https://")
}

// keepsSessions reports whether a browser would keep a session cookie.
func (p *Pages) keepsSessions(r *http.Request) bool { return p.secure(r) || p.onLoopback(r) }

// setSession sets the session cookie; an empty secret deletes it.
func (p *Pages) setSession(c echo.Context, secret string) {
	cookie := &http.Cookie{
		Name: p.cookieName(c.Request()), Value: secret, Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode,
		Secure: !p.onLoopback(c.Request()), MaxAge: int(account.SessionLife.Seconds()),
	}
	if secret == "" {
		cookie.MaxAge = -1
	}
	c.SetCookie(cookie)
}

// redirect responds to a POST with a redirect to a page, with the visitor's link and the name of the confirmation.
func redirect(c echo.Context, path, done string) error {
	u, err := url.Parse(path)
	if err != nil {
		return err
	}
	query := u.Query()
	if link := visitorOf(c).Link; link != "" {
		query.Set(LinkParam, link)
	}
	if done != "" {
		query.Set("done", done)
	}
	u.RawQuery = query.Encode()
	c.Response().Header().Set(echo.HeaderCacheControl, "no-store")
	return c.Redirect(http.StatusSeeOther, u.String())
}
