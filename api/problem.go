package api

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/models/core"
	"turnpost/templates"
	"turnpost/templates/view"
)

func newRequestID() string { return strings.ToLower(rand.Text()[:12]) }

func requestID(c echo.Context) string {
	return c.Response().Header().Get(echo.HeaderXRequestID)
}

// respondError turns every error into a response.
func (s *server) respondError(err error, c echo.Context) {
	if c.Response().Committed {
		return
	}
	e := s.explain(err, c)
	if asksForPage(c.Request()) && !forPrograms(c.Request().URL.Path) && s.showPage(err, e, c) == nil {
		return
	}
	s.respondProblem(e, c)
}

// respondProblem sends an error to a program or a terminal.
func (s *server) respondProblem(e *models.Error, c echo.Context) {
	header := c.Response().Header()
	header.Del(headerETag) // the tag of a representation that is not sent
	header.Set(echo.HeaderCacheControl, "no-store")
	switch {
	case statuses[e.Code] == http.StatusUnauthorized:
		header.Set(echo.HeaderWWWAuthenticate, `Bearer realm="turnpost"`)
	case e.RetryAfter > 0:
		header.Set(echo.HeaderRetryAfter, strconv.Itoa(e.RetryAfter))
	}
	contentType, body := s.problem(e, c)
	setLanguage(header, languageOf(c))
	if err := c.Blob(statuses[e.Code], contentType, body); err != nil {
		s.log.DebugContext(c.Request().Context(), "response not sent", "id", requestID(c), "error", err)
	}
}

// forPrograms reports whether a path never has a page.
func forPrograms(path string) bool {
	return strings.HasPrefix(path, "/v1/") ||
		slices.Contains([]string{"/healthz", "/readyz", "/metrics", "/openapi.json"}, path)
}

// showPage shows an error as a page.
func (s *server) showPage(err error, e *models.Error, c echo.Context) error {
	if _, routing := errors.AsType[*echo.HTTPError](err); routing && e.Code == models.CodeNotFound {
		return s.pages.ShowNothing(c)
	}
	return s.pages.ShowError(c, e)
}

// retryAfterUnknown is the Retry-After in seconds for a limit that frees up at an unknown time, such as the
// number of games against one opponent.
const retryAfterUnknown = 60 * 60

// explain returns the part of an error that the caller may see, with a Retry-After for 429 and 503. It logs
// the rest.
func (s *server) explain(err error, c echo.Context) *models.Error {
	e := s.explainCode(err, c)
	wait := map[int]int{
		http.StatusTooManyRequests: retryAfterUnknown, http.StatusServiceUnavailable: retryAfterFault,
	}[statuses[e.Code]]
	if wait == 0 || e.RetryAfter > 0 {
		return e
	}
	timed := *e
	timed.RetryAfter = wait
	return &timed
}

func (s *server) explainCode(err error, c echo.Context) *models.Error {
	if e, ok := errors.AsType[*models.Error](err); ok {
		if _, known := statuses[e.Code]; known {
			return e
		}
	}
	if e, ok := errors.AsType[*echo.HTTPError](err); ok && e.Code < http.StatusInternalServerError {
		return explainRouting(e, c)
	}
	if core.MayBeStored(err) {
		s.log.ErrorContext(c.Request().Context(), "unconfirmed", "id", requestID(c), "route", c.Path(), "error", err)
		return temporaryFault("http.unconfirmed")
	}
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		e := refuse(codeUnavailable, "http.late")
		e.RetryAfter = 5
		return e
	}
	if core.Unavailable(err) {
		s.log.ErrorContext(c.Request().Context(), "unavailable", "id", requestID(c), "route", c.Path(), "error", err)
		return temporaryFault("http.not_now")
	}
	s.log.ErrorContext(c.Request().Context(), "request failed", "id", requestID(c), "method", c.Request().Method,
		"route", c.Path(), "error", err)
	return refuse(codeInternal, "http.internal", "id", requestID(c))
}

// nothingHere is the message about an address without a route. Where a page could be, clients that accept any
// type get text, as pages are for people.
const nothingHere = "http.nothing_here"

// explainRouting explains an error of the router or the parameter parser.
func explainRouting(e *echo.HTTPError, c echo.Context) *models.Error {
	switch e.Code {
	case http.StatusNotFound:
		if turns := turnsBeside(c); turns != "" {
			return refuse(models.CodeNotFound, "http.no_turn_here", "command", turns)
		}
		list := "GET /openapi.json"
		if !forPrograms(c.Request().URL.Path) {
			list = "GET /help"
		}
		return refuse(models.CodeNotFound, nothingHere, "command", list)
	case http.StatusMethodNotAllowed:
		allow := allowHead(c.Response().Header())
		method, methods := quoted(c.Request().Method, 20), strings.TrimPrefix(allow, "OPTIONS, ")
		if turns := turnsBeside(c); turns != "" {
			return refuse(codeMethodNotAllowed, "http.method_of_turn", "method", method, "methods", methods, "command", turns)
		}
		return refuse(codeMethodNotAllowed, "http.method", "method", method, "methods", methods)
	}
	return refuse(models.CodeInvalid, "schema.unreadable")
}

// problem renders an error as RFC 9457 problem details, or as two lines of text: the title with the codes, then the
// sentence.
func (s *server) problem(e *models.Error, c echo.Context) (contentType string, body []byte) {
	refusal := s.views.Explain(e, view.HTTP, readerOf(c))
	form, _ := formRequestOf(c).formFor([]string{typeProblem, typeJSON, typeText})
	astray := e.Message.Key == nothingHere && !forPrograms(c.Request().URL.Path)
	if form == typeText || astray && acceptsAnything(acceptOf(c)) {
		return typeText + "; charset=utf-8", problemText(refusal, s.helpFor(e, c))
	}
	p := Problem{
		Type: "urn:turnpost:problem:" + string(e.Code), Title: refusal.Title, Status: statuses[e.Code],
		Code: e.Code, Detail: refusal.Sentence(), Field: e.Field, Reason: e.Reason,
	}
	p.Options, p.More, p.Read, p.Command = e.Refusal.Options, e.Refusal.More, e.Refusal.Read, e.Refusal.Command
	if e.Index >= 0 {
		p.Index = &e.Index
	}
	if e.Code == models.CodeStale && e.Game != nil {
		game := s.wireGame(e.Game, readerOf(c))
		p.Game = &game
	}
	if e.Code == codeInternal {
		p.ID = requestID(c)
	}
	body, _ = json.Marshal(p) // a struct of strings and numbers always encodes
	return typeProblem, append(body, '\n')
}

// problemText renders the title with the codes, the sentence and, if it is not "", a command that may help.
func problemText(r view.Explanation, command string) []byte {
	text := fmt.Sprintf("%s [%s]\n%s\n", r.Title, r.Codes(), strings.ReplaceAll(r.Text(), "\n", " "))
	if command != "" {
		text += "  " + strings.ReplaceAll(command, "\n", "\n  ") + "\n"
	}
	return []byte(text)
}

// gameIn returns the game in the path of a request, or "".
func gameIn(c echo.Context) string {
	if !strings.HasPrefix(c.Path(), "/v1/games/:id") {
		return ""
	}
	return c.Param("id")
}

// helpToFind returns the command that lists the existing resources, or creates the missing one.
func helpToFind(c echo.Context) string {
	do := commandsOf(c)
	switch path := c.Path(); {
	case path == "/v1/games/:id/plan":
		return do.Plan(c.Param("id"))
	case path == "/v1/rulesets/:id", path == tryPath:
		return do.Rulesets()
	case strings.HasPrefix(path, "/v1/players/:name"):
		return do.Players()
	case strings.HasPrefix(path, "/v1/games/:id"), strings.HasPrefix(path, "/v1/challenges/:id"):
		return do.Inbox()
	case path == "" || strings.HasPrefix(path, "/*"):
		return do.Help()
	}
	return ""
}

// helpToName has the commands that list what can be named, by the messages about unknown names.
var helpToName = map[string]func(templates.Commands) string{
	"error.no_ruleset": templates.Commands.Rulesets, "error.no_variant": templates.Commands.Rulesets,
	"error.no_opponent": templates.Commands.Players,
}

// tryPath is the route of the boards to try.
const tryPath = "/try/:ruleset"

// helpToTry returns the command that lists what is possible instead of the turn of a line that was refused.
func helpToTry(e *models.Error, c echo.Context) string {
	query := c.QueryParams()
	begun := query["t"][:min(e.Index, len(query["t"]))]
	return commandsOf(c).TryLine(c.Param("ruleset"), query.Get("variant"), query.Get("side"), begun, "?")
}

// helpFor returns a command for the sender of a refused request: the command that they probably meant, else one that
// shows the current state.
func (s *server) helpFor(e *models.Error, c echo.Context) string {
	do, game := commandsOf(c), gameIn(c)
	switch {
	case statuses[e.Code] == http.StatusUnauthorized:
		return do.RequestCode("")
	case turnsBeside(c) != "" && (e.Code == models.CodeNotFound || e.Code == codeMethodNotAllowed):
		return do.Play(turnPath.FindStringSubmatch(c.Request().URL.Path)[1], "")
	case c.Path() == tryPath && e.Index >= 0:
		return helpToTry(e, c)
	case e.Code == models.CodeNotFound:
		return helpToFind(c)
	case helpToName[e.Message.Key] != nil:
		return helpToName[e.Message.Key](do)
	case game == "":
		return ""
	case (e.Message.Key == bodyMissing || e.Message.Key == bodyMissingNames) && strings.HasSuffix(c.Path(), "/turns"):
		return do.Play(game, "")
	case e.Refusal.Command != "":
		return do.Meant(e.Refusal.Command, game)
	case e.Code == models.CodeIllegalTurn, e.Code == models.CodeUnreadableTurn:
		return do.Next(game, "")
	case e.Code == models.CodeStale, e.Code == models.CodeNotYourTurn, e.Code == models.CodeGameOver:
		return do.Show(game)
	}
	return ""
}

// allowHead adds HEAD to the allowed methods in a header, as what answers GET answers it too, and returns them.
func allowHead(h http.Header) string {
	h.Set(echo.HeaderAllow, strings.Replace(h.Get(echo.HeaderAllow), http.MethodGet, "GET, HEAD", 1))
	return h.Get(echo.HeaderAllow)
}
