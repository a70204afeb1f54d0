package pages

import (
	"maps"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"

	"turnpost/models"
	"turnpost/templates/view"
)

// errorPage says why there is no other page.
type errorPage struct {
	frame
	Link, Challenge bool     // a link that is not good, or a challenge that is not to be found
	Kept            []string // what the reader wrote
	Retry           string   // where what passes can be tried again, "" for nowhere
	Again           []hidden // what is sent there again; none for a page that was only asked for
	Post            bool     // a form was sent
}

// hidden is a field of a form that is not seen.
type hidden struct{ Name, Value string }

// shown makes an error a page.
func (p *Pages) shown(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		err := next(c)
		if err == nil || c.Response().Committed {
			return err
		}
		e := p.Explain(err, c)
		if e.Code == models.CodeUnauthorized && c.Request().Method == http.MethodGet {
			return c.Redirect(http.StatusSeeOther, signInPath(c.Request().URL.Path))
		}
		return p.sendError(c, e)
	}
}

// ShowError is the page of an error that came before or after the handler of a page: a limit, or a fault of ours.
func (p *Pages) ShowError(c echo.Context, e *models.Error) error {
	compress := middleware.GzipWithConfig(middleware.GzipConfig{MinLength: compressFrom})
	return p.headers(compress(readForm(func(c echo.Context) error { return p.sendError(c, e) })))(c)
}

func (p *Pages) sendError(c echo.Context, e *models.Error) error {
	r, header := c.Request(), c.Response().Header()
	if e.RetryAfter > 0 {
		header.Set(echo.HeaderRetryAfter, strconv.Itoa(e.RetryAfter))
	}
	header.Set(echo.HeaderCacheControl, "no-store")
	refusal := p.refusal(e, c)
	page := errorPage{frame: p.frame(c, refusal.Title), Post: r.Method == http.MethodPost}
	page.Link = e.Message.Key == badLink
	page.Challenge = e.Code == models.CodeNotFound && strings.HasPrefix(c.Path(), ChallengePath(""))
	page.Refusal, page.NoIndex = refusal, true
	if _, known := c.Get(visitorKey).(visitor); !known {
		page.Signed = p.sessionSecret(r) != "" // so the page leads back to where the reader was
	}
	status := p.Status(e.Code)
	if e.Code == models.CodeUnauthorized {
		page.Back = local(path.Dir(r.URL.EscapedPath()))
	}
	if !p.foreign(r) {
		page.keep(r, status == http.StatusTooManyRequests || status >= http.StatusInternalServerError)
	}
	return p.show(c, status, "error", page)
}

// maxKept is more fields than any form of ours has: others are not worth what it costs to show them, least of all to
// whom a limit keeps out.
const maxKept = 40

// keep shows what the reader wrote into a form that came to nothing, and lets it be sent again where the fault passes.
func (page *errorPage) keep(r *http.Request, passes bool) {
	for _, field := range []string{"turn", "message", "text", "plan"} {
		if text := strings.TrimSpace(r.PostForm.Get(field)); text != "" {
			page.Kept = append(page.Kept, text)
		}
	}
	fields := 0
	for _, values := range r.PostForm {
		fields += len(values)
	}
	if !passes || fields > maxKept {
		return
	}
	page.Retry = local(r.URL.RequestURI())
	if page.Post {
		page.Retry = local(r.URL.EscapedPath())
	}
	for _, name := range slices.Sorted(maps.Keys(r.PostForm)) {
		for _, value := range r.PostForm[name] {
			page.Again = append(page.Again, hidden{name, value})
		}
	}
}

// keep puts what was written with a refused turn or plan where it can still be sent, and else shows it.
func (page *gamePage) keep(refused *models.Error) {
	whole := page.Turn != nil && page.Turn.Whole
	if !whole && page.Form.Text == "" {
		page.Form.Text = page.Form.Message
	}
	add := func(text string) {
		if text = strings.TrimSpace(text); text != "" {
			page.Kept = append(page.Kept, text)
		}
	}
	if page.Turn == nil && refused.Code != models.CodeStale && refused.Code != models.CodeGameOver { // which name it
		add(page.Form.Turn)
	}
	if !page.Member || page.Game.Alone() {
		add(page.Form.Text)
	}
	switch {
	case page.Plan != nil && page.Form.Plan != "":
		page.Plan.Text = page.Form.Plan
	case page.Plan == nil && !whole:
		add(page.Form.Plan)
	}
}

func (p *Pages) refusal(e *models.Error, c echo.Context) *view.Refusal {
	refusal := p.Views.Refusal(e, view.Page, readerOf(c))
	if label, has := fieldLabels[refusal.Field]; has {
		refusal.Field = say(c, label)
	}
	return &refusal
}
