package pages

import (
	"context"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"turnpost/api/pages/gzipped"
	"turnpost/api/pages/live"
	"turnpost/models"
	"turnpost/models/store"
	"turnpost/models/trial"
	"turnpost/rules"
	"turnpost/rules/phrase"
	"turnpost/templates/site"
	"turnpost/templates/view"
)

// Config holds the dependencies and settings of the pages.
type Config struct {
	Store   *store.Store
	Views   *view.Views
	Trials  *trial.House
	BaseURL string // public URL of the server; without a trailing slash
	Log     *slog.Logger
	// Explain returns the part of an error that the reader may see and logs the rest.
	Explain func(error, echo.Context) *models.Error
	// Status returns the HTTP status of a code.
	Status func(models.Code) int
	// Asker returns a context that identifies an anonymous caller to the store; request is the secret of a code
	// request.
	Asker func(c echo.Context, request string) context.Context
	// AsText reports whether a request for a page that also has text prefers the text, and says in a header by what.
	AsText func(echo.Context) bool
	// Writable refuses a change early if it could not be stored.
	Writable echo.MiddlewareFunc
	// SignIn limits registrations, codes and sign-ins by network; Guesses limits the codes tried for one mail address.
	SignIn  echo.MiddlewareFunc
	Guesses func(c echo.Context, email string) error
	// Played counts turns; nil counts nothing.
	Played func(*models.Game, error)
	// Export sends what is stored about a player as a file.
	Export func(echo.Context, models.Player) error
	// Operators are the IDs of the players for whom there are the pages of package operator.
	Operators []int64
	// Texts is the folder with the operator's texts for pages about the server; nil for none. See site.ReadTexts.
	Texts fs.FS
	// Done is closed when the server stops, which ends the streams of open pages; nil for never.
	Done <-chan struct{}
	// Look is the time between looks at the database for the streams of open pages; 0: a second.
	Look time.Duration
}

// Pages serves the pages of one server.
type Pages struct {
	Config
	site      *site.Site
	texts     site.Texts
	rulesets  []rules.Ruleset
	drawings  rulesCache
	fragments *fragments
	cards     *cards
	live      *live.Hub

	firstStyle *fragment                   // site.FirstStyle
	protection *http.CrossOriginProtection // detects requests caused by other sites
}

// sharedSite is the site of all servers of a process. It is immutable; another would only parse the same templates.
var sharedSite = sync.OnceValue(site.New)

// ShowNothing serves the page for unknown addresses. The request's context may be cancelled already.
func (p *Pages) ShowNothing(c echo.Context) error {
	r := c.Request()
	c.SetRequest(r.WithContext(context.WithoutCancel(r.Context())))
	return p.Wrap(func(echo.Context) error { return fail(models.CodeNotFound, "site.no_page") })(c)
}

// Wrap adds the middleware of pages to a handler: headers, error pages and the identification of the reader.
func (p *Pages) Wrap(handle echo.HandlerFunc) echo.HandlerFunc {
	return p.headers(gzipped.VariesByEncoding(p.withErrorPages(p.identify(handle))))
}

// trustSelf makes the cross-origin protection trust the server's public URL.
func (p *Pages) trustSelf() error {
	if u, err := url.Parse(p.BaseURL); err == nil && u.Host != "" {
		if err := p.protection.AddTrustedOrigin(u.Scheme + "://" + u.Host); err != nil {
			return fmt.Errorf("pages: base URL %s: %w", p.BaseURL, err)
		}
	}
	return nil
}

// foreign reports whether another site made a browser send the request.
func (p *Pages) foreign(r *http.Request) bool { return p.protection.Check(r) != nil }

// sameOrigin refuses posts that another site made a browser send.
func (p *Pages) sameOrigin(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if p.foreign(c.Request()) {
			return fail(models.CodeForbidden, "site.foreign")
		}
		return next(c)
	}
}

// contentPolicy allows a page to load resources from this server only.
var contentPolicy = "default-src 'none'; style-src 'self' " + site.FirstStyleHash() +
	"; script-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; " +
	"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// headers sets the headers that all pages share.
func (p *Pages) headers(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		h := c.Response().Header()
		h.Set(echo.HeaderContentSecurityPolicy, contentPolicy)
		// With no-referrer the Origin of a form's POST would be null.
		h.Set(echo.HeaderReferrerPolicy, "same-origin")
		h.Set(echo.HeaderCacheControl, "private, no-cache")
		h.Add(echo.HeaderVary, "Cookie, Accept-Language")
		if c.QueryParam(LinkParam) != "" {
			hideLink(c)
		}
		return next(c)
	}
}

// fail returns the error of a request.
func fail(code models.Code, key string, pairs ...any) *models.Error {
	return &models.Error{Code: code, Message: phrase.New(key, pairs...), Index: -1}
}

// local returns a path of this server to redirect to, or "" if next leads elsewhere.
func local(next string) string {
	u, err := url.Parse(next)
	if err != nil || u.IsAbs() || u.Host != "" || !strings.HasPrefix(u.Path, "/") ||
		strings.HasPrefix(u.Path, "//") || strings.ContainsAny(next, "\\\r\n\t") {
		return ""
	}
	return u.String()
}

// followLive serves the stream of a page.
func (p *Pages) followLive(c echo.Context) error {
	player := int64(0)
	if v := visitorOf(c); v.Signed {
		player = v.Player.ID
	}
	return p.live.Serve(c, player)
}
