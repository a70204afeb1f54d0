package api

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"turnpost/models"
)

// Codes of what only HTTP can get wrong; the others are those of models.
const (
	codeMethodNotAllowed models.Code = "method_not_allowed"
	codeNotAcceptable    models.Code = "not_acceptable"
	codeTooLarge         models.Code = "too_large"
	codeUnsupportedMedia models.Code = "unsupported_media_type"
	codeUnavailable      models.Code = "unavailable"
	codeInternal         models.Code = "internal"
)

// problemKind is how HTTP says a code.
type problemKind struct {
	status int
	title  string
}

// problemKinds maps every code once.
var problemKinds = map[models.Code]problemKind{
	models.CodeInvalid:        {http.StatusBadRequest, "Invalid request"},
	models.CodeUnauthorized:   {http.StatusUnauthorized, "Not signed in"},
	models.CodeForbidden:      {http.StatusForbidden, "Not yours to do"},
	models.CodeNotFound:       {http.StatusNotFound, "Not found"},
	codeMethodNotAllowed:      {http.StatusMethodNotAllowed, "Method not allowed"},
	codeNotAcceptable:         {http.StatusNotAcceptable, "No such form"},
	models.CodeStale:          {http.StatusConflict, "Another turn was played"},
	models.CodeNotYourTurn:    {http.StatusConflict, "Not your turn"},
	models.CodeGameOver:       {http.StatusConflict, "The game is over"},
	models.CodeConflict:       {http.StatusConflict, "In another state already"},
	models.CodeNameTaken:      {http.StatusConflict, "The name is taken"},
	codeTooLarge:              {http.StatusRequestEntityTooLarge, "Too large"},
	codeUnsupportedMedia:      {http.StatusUnsupportedMediaType, "Wrong Content-Type"},
	models.CodeIllegalTurn:    {http.StatusUnprocessableEntity, "Illegal turn"},
	models.CodeUnreadableTurn: {http.StatusUnprocessableEntity, "Unreadable turn"},
	models.CodeBadPosition:    {http.StatusUnprocessableEntity, "Bad position"},
	models.CodeBadCode:        {http.StatusUnprocessableEntity, "Bad code"},
	models.CodeKeyReused:      {http.StatusUnprocessableEntity, "Idempotency-Key used before"},
	models.CodeTooMany:        {http.StatusTooManyRequests, "Too many requests"},
	codeInternal:              {http.StatusInternalServerError, "Fault of the server"},
	codeUnavailable:           {http.StatusServiceUnavailable, "Not now"},
}

// refuse makes the error of a request.
func refuse(code models.Code, format string, args ...any) *models.Error {
	return &models.Error{Code: code, Message: fmt.Sprintf(format, args...), Index: -1}
}

// refuseField makes the error of one input.
func refuseField(field, format string, args ...any) *models.Error {
	e := refuse(models.CodeInvalid, format, args...)
	e.Field = field
	return e
}

func newRequestID() string { return strings.ToLower(rand.Text()[:12]) }

func requestID(c echo.Context) string {
	return c.Response().Header().Get(echo.HeaderXRequestID)
}

// answerError is the one place where an error becomes an answer.
func (s *server) answerError(err error, c echo.Context) {
	if c.Response().Committed {
		return
	}
	e := s.explain(err, c)
	kind := problemKinds[e.Code]
	header := c.Response().Header()
	header.Del(headerETag) // of what could not be shown
	header.Set(echo.HeaderCacheControl, "no-store")
	switch {
	case e.Code == models.CodeUnauthorized:
		header.Set(echo.HeaderWWWAuthenticate, `Bearer realm="turnpost"`)
	case e.RetryAfter > 0:
		header.Set(echo.HeaderRetryAfter, strconv.Itoa(e.RetryAfter))
	}
	contentType, body := s.problem(e, kind, c)
	if err := c.Blob(kind.status, contentType, body); err != nil {
		s.log.DebugContext(c.Request().Context(), "answer not sent", "id", requestID(c), "error", err)
	}
}

// explain finds what an error says to the caller. What it must not say is logged.
func (s *server) explain(err error, c echo.Context) *models.Error {
	if e, ok := errors.AsType[*models.Error](err); ok {
		if _, known := problemKinds[e.Code]; known {
			return e
		}
	}
	if e, ok := errors.AsType[*echo.HTTPError](err); ok && e.Code < http.StatusInternalServerError {
		return explainRouting(e, c)
	}
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		e := refuse(codeUnavailable, "the server did not get to it in time; try again")
		e.RetryAfter = 5
		return e
	}
	s.log.ErrorContext(c.Request().Context(), "request failed", "id", requestID(c), "method", c.Request().Method, "route", c.Path(), "error", err)
	return refuse(codeInternal, "something went wrong on our side; it is logged as %s", requestID(c))
}

// explainRouting says what the router or the reader of parameters refused.
func explainRouting(e *echo.HTTPError, c echo.Context) *models.Error {
	switch e.Code {
	case http.StatusNotFound:
		return refuse(models.CodeNotFound, "there is nothing at this address; GET /openapi.json lists what there is")
	case http.StatusMethodNotAllowed:
		header := c.Response().Header()
		allow := strings.Replace(header.Get(echo.HeaderAllow), http.MethodGet, "GET, HEAD", 1)
		header.Set(echo.HeaderAllow, allow)
		return refuse(codeMethodNotAllowed, "%.20q is not possible here; what is: %s", c.Request().Method, strings.TrimPrefix(allow, "OPTIONS, "))
	}
	return refuse(models.CodeInvalid, "%v", e.Message)
}

// problem writes an error as RFC 9457 problem details, or as two lines of text:
// the title with its codes, then the detail.
func (s *server) problem(e *models.Error, kind problemKind, c echo.Context) (contentType string, body []byte) {
	if form, ok := negotiate(acceptOf(c), []string{typeProblem, typeJSON, typeText}); ok && form == typeText {
		return typeText + "; charset=utf-8", problemText(e, kind)
	}
	p := Problem{
		Type: "urn:turnpost:problem:" + string(e.Code), Title: kind.title, Status: kind.status,
		Code: string(e.Code), Detail: e.Message, Field: e.Field, Reason: e.Reason,
	}
	if e.Index >= 0 {
		p.Index = &e.Index
	}
	if e.Game != nil {
		game := s.wireGame(e.Game, me(c).ID)
		p.Game = &game
	}
	if e.Code == codeInternal {
		p.ID = requestID(c)
	}
	body, _ = json.Marshal(p) // a struct of texts and numbers always encodes
	return typeProblem, append(body, '\n')
}

func problemText(e *models.Error, kind problemKind) []byte {
	codes, detail := string(e.Code), e.Message
	if e.Reason != "" {
		codes += ": " + e.Reason
	}
	if e.Index >= 0 && e.Field == "" {
		detail = fmt.Sprintf("turn %d: %s", e.Index+1, detail)
	}
	if e.Field != "" {
		detail = e.Field + ": " + detail
	}
	return fmt.Appendf(nil, "%s [%s]\n%s\n", kind.title, codes, strings.ReplaceAll(detail, "\n", " "))
}
