package api

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"turnpost/models"
)

// Headers that echo has no names for.
const (
	headerETag        = "ETag"
	headerIfMatch     = "If-Match"
	headerIfNoneMatch = "If-None-Match"
	headerKey         = "Idempotency-Key"
	headerReplayed    = "Idempotency-Replayed"
)

// response is what a request gets.
type response struct {
	Status      int
	ContentType string
	ETag        string
	Body        []byte
}

// record is the response as it is stored for a repeated request: a line of JSON with all
// but the body, then the body as it is.
func (r response) record() ([]byte, error) {
	body := r.Body
	r.Body = nil
	head, err := json.Marshal(r)
	return slices.Concat(head, []byte("\n"), body), err
}

// recordedResponse reads what record wrote.
func recordedResponse(record []byte) (r response, err error) {
	head, body, _ := bytes.Cut(record, []byte("\n"))
	if err := json.Unmarshal(head, &r); err != nil {
		return r, fmt.Errorf("recorded response: %w", err)
	}
	r.Body = body
	return r, nil
}

// jsonResponse is a response of one line of JSON.
func jsonResponse(status int, v any) (response, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(v)
	return response{Status: status, ContentType: typeJSON, Body: b.Bytes()}, err
}

func textResponse(status int, text string) response {
	return response{Status: status, ContentType: typeText + "; charset=utf-8", Body: []byte(text)}
}

// send writes a response, unless it is of a form that the request does not take. That is
// found last, so that it hides no other refusal.
func send(c echo.Context, a response) error {
	if err, refused := c.Get(refusedFormKey).(error); refused {
		return err
	}
	header := c.Response().Header()
	if a.ETag != "" {
		header.Set(headerETag, a.ETag)
	}
	if header.Get(echo.HeaderCacheControl) == "" {
		header.Set(echo.HeaderCacheControl, "no-cache")
	}
	varyByReader(c)
	header.Set(echo.HeaderContentLength, strconv.Itoa(len(a.Body)))
	return c.Blob(a.Status, a.ContentType, a.Body)
}

// sendUnlessKnown is send for what has an ETag: whoever has the response already is told so.
func sendUnlessKnown(c echo.Context, a response) error {
	if unchanged(c.Request().Header.Get(headerIfNoneMatch), a.ETag) {
		return sendUnchanged(c, a.ETag)
	}
	return send(c, a)
}

// sendUnchanged answers that the client has the response with the ETag already.
func sendUnchanged(c echo.Context, tag string) error {
	header := c.Response().Header()
	header.Set(headerETag, tag)
	if header.Get(echo.HeaderCacheControl) == "" {
		header.Set(echo.HeaderCacheControl, "no-cache")
	}
	varyByReader(c)
	return c.NoContent(http.StatusNotModified)
}

// varyByReader names the headers that decide what a response of an address is.
func varyByReader(c echo.Context) {
	c.Response().Header().Add(echo.HeaderVary, "Accept, Accept-Language, Authorization")
}

// sendJSON responds with a value in JSON, or as lines and tables of text.
func sendJSON(c echo.Context, status int, v any) error {
	a, err := valueResponse(c, status, v)
	if err != nil {
		return err
	}
	return send(c, a)
}

// valueResponse is a value in JSON, or as lines and tables of text.
func valueResponse(c echo.Context, status int, v any) (response, error) {
	if formOf(c) == typeText {
		return textResponse(status, valueText(v, gameIn(c), readerOf(c), commandsOf(c))), nil
	}
	return jsonResponse(status, v)
}

// once runs a use case and responds with what render makes of its result. With an
// Idempotency-Key the response is stored with it, and a repeated request gets
// the stored one. render may run twice and must not read the database.
func once[T any](
	c echo.Context, store *models.Store,
	use func(ctx context.Context, store *models.Store) (T, error), render func(T) (response, error),
) error {
	if key := c.Request().Header.Get(headerKey); key != "" && c.Request().Method == http.MethodPost {
		store = store.Once(&models.Once{
			Via: models.ViaHTTP, Player: me(c).ID, Key: key, Fingerprint: fingerprint(c),
			Record: func(v any) ([]byte, error) {
				result, _ := v.(T) // the zero value where the use case has no result
				r, err := render(result)
				if err != nil {
					return nil, err
				}
				return r.record()
			},
		})
	}
	result, err := use(c.Request().Context(), store)
	if replayed, ok := errors.AsType[*models.Replayed](err); ok {
		r, err := recordedResponse(replayed.Record)
		if err != nil {
			return err
		}
		c.Response().Header().Set(headerReplayed, "true")
		return send(c, r)
	}
	if err != nil {
		return err
	}
	r, err := render(result)
	if err != nil {
		return err
	}
	return send(c, r)
}

// fingerprint tells two requests apart. The query is the one that was sent, without defaults.
func fingerprint(c echo.Context) []byte {
	r, h := c.Request(), sha256.New()
	_, query, _ := strings.Cut(r.RequestURI, "?")
	fmt.Fprintf(h, "%s\n%s\n%s\n%s\n", r.Method, r.URL.EscapedPath(), query, mediaType(r))
	h.Write(bodyOf(c))
	return h.Sum(nil)
}
