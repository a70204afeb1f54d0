package pages

import (
	"cmp"
	"maps"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"turnpost/api/pages/gzipped"
	"turnpost/models"
	"turnpost/templates/view"
)

// errorPage explains an error.
type errorPage struct {
	frame
	Link, Challenge bool          // the link is invalid, or the challenge does not exist
	Kept            []string      // text that the reader had written
	Retry           string        // address to retry after a temporary fault; "" for none
	Again           []hiddenField // fields to send again; none for a GET
	Post            bool          // a form was sent
}

// hiddenField is a hidden form field.
type hiddenField struct{ Name, Value string }

// withErrorPages renders the errors of a handler as pages.
func (p *Pages) withErrorPages(next echo.HandlerFunc) echo.HandlerFunc {
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

// ShowError renders an error from outside a page's handler: an exceeded limit or a fault of the server.
func (p *Pages) ShowError(c echo.Context, e *models.Error) error {
	return p.headers(gzipped.VariesByEncoding(readForm(func(c echo.Context) error { return p.sendError(c, e) })))(c)
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
		page.Signed = p.sessionSecret(r) != "" // the page then links back to where the reader was
	}
	status := p.Status(e.Code)
	if e.Code == models.CodeUnauthorized {
		page.Back = local(path.Dir(r.URL.EscapedPath()))
	}
	if !p.foreign(r) {
		page.offerRetry(r, status == http.StatusTooManyRequests || status >= http.StatusInternalServerError)
	}
	return p.show(c, status, "error", page)
}

// maxRetryFields is larger than the number of fields in any form of the pages. Requests with more are not rendered
// back, which saves work for clients that exceed a limit.
const maxRetryFields = 40

// offerRetry shows the text of a failed form and, if the fault is temporary, offers to send the form again.
func (page *errorPage) offerRetry(r *http.Request, passes bool) {
	for _, field := range []string{"turn", "message", "text", "plan", "notes", "reason"} {
		if text := strings.TrimSpace(r.PostForm.Get(field)); text != "" {
			page.Kept = append(page.Kept, text)
		}
	}
	fields := 0
	for _, values := range r.PostForm {
		fields += len(values)
	}
	if !passes || fields > maxRetryFields {
		return
	}
	page.Retry = local(r.URL.RequestURI())
	if page.Post {
		page.Retry = local(r.URL.EscapedPath())
	}
	for _, name := range slices.Sorted(maps.Keys(r.PostForm)) {
		for _, value := range r.PostForm[name] {
			page.Again = append(page.Again, hiddenField{name, value})
		}
	}
}

// restoreText returns the text of a refused turn or plan to its field if it can still be sent, and shows it otherwise.
func (page *gamePage) restoreText(refused *models.Error) {
	whole := page.Turn != nil && page.Turn.Whole
	if !whole && page.Form.Text == "" {
		page.Form.Text = page.Form.Message
	}
	add := func(text string) {
		if text = strings.TrimSpace(text); text != "" {
			page.Kept = append(page.Kept, text)
		}
	}
	if page.Turn == nil && refused.Code != models.CodeStale && refused.Code != models.CodeGameOver { // these name the turn
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

func (p *Pages) refusal(e *models.Error, c echo.Context) *view.Explanation {
	refusal := p.Views.Explain(e, view.Page, readerOf(c))
	label := cmp.Or(fieldLabels[refusal.Field], "site.new."+refusal.Field)
	if readerOf(c).Words().Has(label) {
		refusal.Field = say(c, label)
	}
	return &refusal
}
