package pages

import (
	"net"
	"net/http"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/templates/view"
	"turnpost/templates/words"
)

// LinkParam is the name of a link in an address and in a form.
const LinkParam = "k"

// badLink is what is said of a link that is not good.
const badLink = "error.bad_link"

// visitor is who asks for a page.
type visitor struct {
	Player models.Player // ID 0: nobody known, or a stranger by a link
	Signed bool          // by a session of this browser
	Email  string        // of a stranger whom a challenge invites, by the link that was mailed there
	Link   string        // by which the visitor came, "" for none
	About  models.Link   // what that is about
}

const visitorKey = "visitor"

func visitorOf(c echo.Context) visitor {
	v, _ := c.Get(visitorKey).(visitor)
	return v
}

// recognise finds who asks. A link is for the page that it was made for, and for nothing else.
func (p *Pages) recognise(next echo.HandlerFunc) echo.HandlerFunc {
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

// hideLink keeps a page that holds a link out of caches and of what search engines list.
func hideLink(c echo.Context) {
	h := c.Response().Header()
	h.Set(echo.HeaderCacheControl, "no-store")
	h.Set("X-Robots-Tag", "noindex")
}

// aboutPage tells whether a link is about what the address names.
func aboutPage(about models.Link, c echo.Context) bool {
	id := c.Param("id")
	switch {
	case strings.HasPrefix(c.Path(), "/g/"):
		return about.Game == id && id != ""
	case strings.HasPrefix(c.Path(), "/c/"):
		return about.Challenge == id && id != ""
	}
	return false
}

// storeOf is the store for what the visitor does: by a link alone it is bounded to what the link can do.
func (p *Pages) storeOf(c echo.Context) *models.Store {
	if v := visitorOf(c); v.Link != "" && !v.Signed {
		return p.Store.ByLink(v.About)
	}
	return p.Store
}

// readerOf is whom a page is for.
func readerOf(c echo.Context) view.Reader {
	if v := visitorOf(c); v.Player.ID != 0 {
		return view.ReaderOf(v.Player)
	}
	return view.Reader{Language: words.Accepted(c.Request().Header.Get("Accept-Language"))}
}

// signedIn is the player of a session, or by a link.
func signedIn(c echo.Context) (models.Player, error) {
	if v := visitorOf(c); v.Player.ID != 0 {
		return v.Player, nil
	}
	return models.Player{}, fail(models.CodeUnauthorized, "error.signed_out")
}

// Names of the session's cookie. With the prefix a browser takes it from this very host only,
// over TLS only.
const (
	secureCookie = "__Host-session"
	plainCookie  = "session"
)

// cookieName is the one name under which a session counts. Over TLS the plain name does not: another site of the same
// domain can set it.
func (p *Pages) cookieName(r *http.Request) string {
	if p.onLoopback(r) {
		return plainCookie
	}
	return secureCookie
}

// sessionSecret is what the cookie of a session holds, "" where there is none.
func (p *Pages) sessionSecret(r *http.Request) string {
	cookie, err := r.Cookie(p.cookieName(r))
	if err != nil {
		return ""
	}
	return cookie.Value
}

// onLoopback tells whether a browser on the same machine asks without TLS.
func (p *Pages) onLoopback(r *http.Request) bool {
	if r.TLS != nil || strings.HasPrefix(p.BaseURL, "https://") {
		return false
	}
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	return err == nil && net.ParseIP(host).IsLoopback()
}

// secure tells whether a browser would keep a cookie that is for TLS.
func (p *Pages) secure(r *http.Request) bool {
	return r.TLS != nil || strings.HasPrefix(p.BaseURL, "https://")
}

// keepsSessions reports whether a browser would keep a session's cookie.
func (p *Pages) keepsSessions(r *http.Request) bool { return p.secure(r) || p.onLoopback(r) }

// setSession makes a browser keep a session; an empty secret ends it.
func (p *Pages) setSession(c echo.Context, secret string) {
	cookie := &http.Cookie{
		Name: p.cookieName(c.Request()), Value: secret, Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode,
		Secure: !p.onLoopback(c.Request()), MaxAge: int(models.SessionLife.Seconds()),
	}
	if secret == "" {
		cookie.MaxAge = -1
	}
	c.SetCookie(cookie)
}

// to answers a POST: the browser goes on to a page, with the visitor's link and what was done.
func to(c echo.Context, path, done string) error {
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
