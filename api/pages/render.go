package pages

import (
	"errors"
	"html/template"
	"maps"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"turnpost/api/pages/gzipped"
	"turnpost/models"
	"turnpost/templates/site"
	"turnpost/templates/view"
)

// Frame holds the fields that all pages have.
type Frame struct {
	Title, Description string
	URL, Picture       string // of a page that can be shared: its address and a picture
	Card               bool   // Picture is a card of a game, in the size of board.Card
	Feed               string // address of the page's feed
	OEmbed             string // address that describes the page's board to other sites
	NoIndex            bool
	Signed             bool
	Name               string // of the signed-in player
	Operator           bool   // the operators' pages are for the signed-in player
	Badge              int    // number of games that wait for the signed-in player
	Here, Back         string // which page it is; where to go after signing in
	Key                string // the link by which the visitor came
	Done               string // the action that a form has performed
	MailPaused         string // why mail to the signed-in player is paused; "" if it is not
	MailRefused        string // how their provider refuses mail of this server; "" if it does not
	Refusal            *view.Explanation
	AtBoard            bool          // the page is a board that fills the window
	FirstStyle         template.HTML // what is painted first needs no style sheet; "" for a browser that has it
	Announcement       string        // of the operator to everybody; "" for none
	Live               string        // tags of the states that the page shows, for its stream; "" for none
}

func (p *Pages) frame(c echo.Context, title string) Frame {
	v, reader, ctx := visitorOf(c), readerOf(c), c.Request().Context()
	f := Frame{Title: title, Signed: v.Signed, Key: v.Link, NoIndex: v.Link != "", Done: doneOf(c)}
	if v.Signed {
		f.Name, f.Operator = v.Player.Name, slices.Contains(p.Operators, v.Player.ID)
		var err error
		if f.Badge, err = p.Store.CountToMove(ctx, v.Player.ID); err != nil {
			p.Log.WarnContext(ctx, "the number of waiting games is not shown", "error", err)
		}
		if failing := v.Player.Failing; failing != nil {
			f.MailPaused = view.MailFailing(*failing, reader.Words())
		}
		if refused, recent := p.Store.MailRefused(v.Player); recent {
			f.MailRefused = refused.Detail
		}
	}
	announced, err := p.Store.Announcement(ctx)
	if err != nil {
		p.Log.WarnContext(ctx, "the announcement is not shown", "error", err)
	}
	f.Announcement = announced.Text
	if (f.Done == "signed_in" || f.Done == "joined") && !v.Signed {
		f.Done, f.Refusal = "", p.refusal(fail(models.CodeUnauthorized, "site.no_cookie"), reader)
	}
	return f
}

// Bar returns the part of the frame that the bar and the foot of a page show, which many pages have in common.
func (f Frame) Bar() Frame {
	bar := Frame{
		Signed: f.Signed, Name: f.Name, Operator: f.Operator, Badge: f.Badge, Here: f.Here,
		MailPaused: f.MailPaused, MailRefused: f.MailRefused, Announcement: f.Announcement,
	}
	if !f.Signed {
		bar.Back = f.Back
	}
	return bar
}

// boardFrame returns the frame of a page whose board fills the window.
func (p *Pages) boardFrame(c echo.Context, title string) Frame {
	f := p.frame(c, title)
	f.AtBoard = true
	// Pages of this server bring the style sheet. A link in a mail may open a browser with a session and without it.
	from := c.Request().Header.Get("Sec-Fetch-Site")
	if !f.Signed || from != "" && from != "same-origin" {
		f.FirstStyle = site.FirstStyle()
	}
	return f
}

// confirmations lists the valid values of the parameter that names the action of a form.
var confirmations = []string{
	"turn", "message", "read", "draw", "takeback", "plan", "plan_deleted", "resign", "abort", "signed_in", "saved",
	"declined", "withdrawn", "accepted", "joined", "rematch", "created", "away", "away_changed", "away_ended",
	"away_cancelled", "blocked", "unblocked",
	"revoked", "notes", "line_kept", "line_deleted", "feeds_ended", "hook_tested", "hook_changed", "hook_deleted",
	"mail_resumed", "reported", "turn_muted", "kept",
	"event_joined", "event_left", "event_made", "device_added", "device_changed", "device_ended",
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

// show renders and sends a page. A page that a cache may keep has an ETag; it matches as long as the page has no form,
// because every form has a key that is used once.
func (p *Pages) show(c echo.Context, status int, name string, page any) error {
	html, err := p.site.Render(name, readerOf(c).Words(), page)
	if err != nil {
		return err
	}
	setLanguage(c)
	if mayKeep(c, status) {
		return gzipped.SendTagged(c, echo.MIMETextHTMLCharsetUTF8, html)
	}
	return gzipped.Send(c, status, echo.MIMETextHTMLCharsetUTF8, gzipped.Piece{Plain: html})
}

// mayKeep reports whether a cache may keep a response.
func mayKeep(c echo.Context, status int) bool {
	return status == http.StatusOK && c.Response().Header().Get(echo.HeaderCacheControl) != "no-store"
}

// refusedBy returns an error that the sender of a form can correct, to be shown with the form; nil for no error. It
// returns all other errors unchanged.
func refusedBy(err error) (*models.Error, error) {
	e, is := errors.AsType[*models.Error](err)
	if !is || e.Code == models.CodeNotFound || e.Code == models.CodeUnauthorized {
		return nil, err
	}
	return e, nil
}

// statusOf returns the status of a page that shows why a form was refused; nil for a form that was not.
func (p *Pages) statusOf(refused *models.Error) int {
	if refused == nil {
		return http.StatusOK
	}
	return p.Status(refused.Code)
}

func (p *Pages) serveAsset(c echo.Context) error {
	a, found := p.site.Asset("/static/" + c.Param("name"))
	if !found {
		return fail(models.CodeNotFound, "site.no_page")
	}
	c.Response().Header().Set(echo.HeaderCacheControl, "public, max-age=31536000, immutable")
	return p.sendAsset(c, "/static/"+c.Param("name"), a)
}

// sendAsset sends a file that pages load, compressed once.
func (p *Pages) sendAsset(c echo.Context, path string, a site.Asset) error {
	key := fragmentKey{path: path}
	f, found := p.fragments.Get(key)
	if !found {
		f = &fragment{Piece: gzipped.Ready(a.Body)}
		p.fragments.Put(key, f)
	}
	return gzipped.Send(c, http.StatusOK, a.Type, f.Piece)
}

// serveIcon serves the icon under its traditional name.
func (p *Pages) serveIcon(c echo.Context) error {
	for _, path := range p.site.AssetPaths() {
		if a, _ := p.site.Asset(path); a.Type == "image/svg+xml" {
			c.Response().Header().Set(echo.HeaderCacheControl, "public, max-age=86400")
			return p.sendAsset(c, path, a)
		}
	}
	return fail(models.CodeNotFound, "site.no_page")
}

func serveRobots(c echo.Context) error {
	return c.String(http.StatusOK,
		"User-agent: *\nDisallow: /v1/\nDisallow: /sign-in\nDisallow: /unsubscribe/\nDisallow: /k/\nDisallow: /try/\n")
}

// errorPage explains an error.
type errorPage struct {
	Frame
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
	refusal := p.refusal(e, readerOf(c))
	page := errorPage{Frame: p.frame(c, refusal.Title), Post: r.Method == http.MethodPost}
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

func (p *Pages) refusal(e *models.Error, reader view.Reader) *view.Explanation {
	refusal := p.Views.Explain(e, view.Page, reader)
	return &refusal
}
