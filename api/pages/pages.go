package pages

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"unicode"

	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"

	"turnpost/models"
	"turnpost/rules"
	"turnpost/rules/phrase"
	"turnpost/templates/site"
	"turnpost/templates/view"
)

// Config is what the pages work with.
type Config struct {
	Store   *models.Store
	Views   *view.Views
	BaseURL string // as players reach the server; without a slash at the end
	Log     *slog.Logger
	// Explain finds what an error says to the reader, and logs what it must not say.
	Explain func(error, echo.Context) *models.Error
	// Status is the HTTP status of a code.
	Status func(models.Code) int
	// Asker says to the store who asks without an account; request names a request for a code.
	Asker func(c echo.Context, request string) context.Context
	// Writable refuses a change early where it could not be stored.
	Writable echo.MiddlewareFunc
	// SignIn limits registrations, codes and sign-ins by address; Guesses further limits codes
	// tried for one mail address.
	SignIn  echo.MiddlewareFunc
	Guesses func(c echo.Context, email string) error
	// Played counts a turn; nil counts nothing.
	Played func(*models.Game, error)
}

// Pages are the pages of one server.
type Pages struct {
	Config
	site     *site.Site
	rulesets []rules.Ruleset
	drawings drawings

	protection *http.CrossOriginProtection // from what other sites make a browser send
}

// maxForm is the largest form in bytes.
const maxForm = 64 << 10

// compressFrom is how long a response must be to be worth compressing.
const compressFrom = 1 << 10

// Register adds the routes of all pages but those whose address has another form for programs:
// ShowFront and ShowChallenge.
func Register(e *echo.Echo, c Config) (*Pages, error) {
	p := &Pages{
		Config: c, site: site.New(), rulesets: c.Store.Rulesets(), protection: http.NewCrossOriginProtection(),
	}
	if err := p.trustSelf(); err != nil {
		return nil, err
	}
	p.addRoutes(e)
	return p, nil
}

// ShowNothing is the page of an address that has none. The time of the request may be over.
func (p *Pages) ShowNothing(c echo.Context) error {
	r := c.Request()
	c.SetRequest(r.WithContext(context.WithoutCancel(r.Context())))
	return p.Wrap(func(echo.Context) error { return fail(models.CodeNotFound, "site.no_page") })(c)
}

// Wrap makes a handler one of a page: with its headers, its errors shown as pages, and its
// reader known.
func (p *Pages) Wrap(handle echo.HandlerFunc) echo.HandlerFunc {
	compress := middleware.GzipWithConfig(middleware.GzipConfig{MinLength: compressFrom})
	return p.headers(compress(p.shown(p.recognise(handle))))
}

// GamePath is the path of a game's page.
func GamePath(id string) string { return "/g/" + url.PathEscape(id) }

// ChallengePath is the path of a challenge's page.
func ChallengePath(id string) string { return "/c/" + url.PathEscape(id) }

// RulesPath is the path of a ruleset's page.
func RulesPath(ruleset string) string { return "/r/" + url.PathEscape(ruleset) }

// PlayerPath is the path of a player's page.
func PlayerPath(name string) string { return "/p/" + url.PathEscape(name) }

// trustSelf makes the protection from other sites trust the address by which players reach the server.
func (p *Pages) trustSelf() error {
	if u, err := url.Parse(p.BaseURL); err == nil && u.Host != "" {
		if err := p.protection.AddTrustedOrigin(u.Scheme + "://" + u.Host); err != nil {
			return fmt.Errorf("pages: base URL %s: %w", p.BaseURL, err)
		}
	}
	return nil
}

// foreign tells whether another site has made a browser send a form.
func (p *Pages) foreign(r *http.Request) bool { return p.protection.Check(r) != nil }

// sameOrigin refuses posts that another site makes a browser send.
func (p *Pages) sameOrigin(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if p.foreign(c.Request()) {
			return fail(models.CodeForbidden, "site.foreign")
		}
		return next(c)
	}
}

// readForm reads the form of a POST, and takes what cannot be seen off it and off the address.
func readForm(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := c.Request()
		if r.Method == http.MethodPost {
			r.Body = http.MaxBytesReader(c.Response(), r.Body, maxForm)
			if err := r.ParseForm(); err != nil {
				if _, large := errors.AsType[*http.MaxBytesError](err); large {
					return fail(models.CodeInvalid, "http.body_too_large", "kib", maxForm>>10)
				}
				return fail(models.CodeInvalid, "site.form_broken")
			}
			printable(r.PostForm)
		}
		printable(c.QueryParams())
		return next(c)
	}
}

// printable takes control characters but the ends of lines and tabs out of values.
func printable(values url.Values) {
	for _, list := range values {
		for i, text := range list {
			list[i] = strings.Map(func(r rune) rune {
				if unicode.IsControl(r) && !strings.ContainsRune("\r\n\t", r) {
					return -1
				}
				return r
			}, text)
		}
	}
}

// contentPolicy lets a page load what it is made of from this server, and nothing else.
const contentPolicy = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; " +
	"connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// headers are those of every page.
func (p *Pages) headers(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		h := c.Response().Header()
		h.Set(echo.HeaderContentSecurityPolicy, contentPolicy)
		// With no-referrer a form's post would come with the origin null.
		h.Set(echo.HeaderReferrerPolicy, "same-origin")
		h.Set(echo.HeaderCacheControl, "private, no-cache")
		h.Add(echo.HeaderVary, "Cookie, Accept-Language")
		if c.QueryParam(LinkParam) != "" {
			hideLink(c)
		}
		return next(c)
	}
}

// fail makes the error of a request.
func fail(code models.Code, key string, pairs ...any) *models.Error {
	return &models.Error{Code: code, Message: phrase.New(key, pairs...), Index: -1}
}

// local is a path of this server to go on to, "" where the text is none: what leads
// elsewhere is not followed.
func local(next string) string {
	u, err := url.Parse(next)
	if err != nil || u.IsAbs() || u.Host != "" || !strings.HasPrefix(u.Path, "/") ||
		strings.HasPrefix(u.Path, "//") || strings.ContainsAny(next, "\\\r\n\t") {
		return ""
	}
	return u.String()
}
