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
	"turnpost/models/core"
	"turnpost/models/store"
)

// Headers that Echo does not define, as net/http writes them.
const (
	headerETag           = "Etag"
	headerIfMatch        = "If-Match"
	headerIfNoneMatch    = "If-None-Match"
	headerIdempotencyKey = "Idempotency-Key"
	headerReplayed       = "Idempotency-Replayed"
)

// response is a complete HTTP response.
type response struct {
	Status      int
	ContentType string
	ETag        string
	Body        []byte
}

// record encodes the response for storage under an Idempotency-Key: a line of JSON with everything but the body,
// then the body verbatim.
func (r response) record() ([]byte, error) {
	body := r.Body
	r.Body = nil
	head, err := json.Marshal(r)
	return slices.Concat(head, []byte("\n"), body), err
}

// recordedResponse decodes a stored response.
func recordedResponse(record []byte) (r response, err error) {
	head, body, _ := bytes.Cut(record, []byte("\n"))
	if err := json.Unmarshal(head, &r); err != nil {
		return r, fmt.Errorf("recorded response: %w", err)
	}
	r.Body = body
	return r, nil
}

// jsonResponse renders a value as one line of JSON.
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

// send writes a response; a text ends with the operator's announcement, if there is one.
func send(c echo.Context, a response) error { return sendData(c, announced(c, a)) }

// sendData writes a response that programs parse, store or send back. It refuses a form that the request does not
// accept; this check comes last so that it hides no other error.
func sendData(c echo.Context, a response) error {
	if refused := stateOf(c).refusedForm; refused != nil {
		return refused
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

// sendIfChanged is send for responses with an ETag. It responds 304 if the client has the current one.
func sendIfChanged(c echo.Context, a response) error {
	a = announced(c, a)
	if unchanged(c.Request().Header.Get(headerIfNoneMatch), a.ETag) {
		return sendNotModified(c, a.ETag)
	}
	return sendData(c, a)
}

// sendNotModified responds 304 with the ETag.
func sendNotModified(c echo.Context, tag string) error {
	header := c.Response().Header()
	header.Set(headerETag, tag)
	if header.Get(echo.HeaderCacheControl) == "" {
		header.Set(echo.HeaderCacheControl, "no-cache")
	}
	varyByReader(c)
	return c.NoContent(http.StatusNotModified)
}

// varyByReader sets Vary to the headers that select a representation, and Content-Language unless the handler has.
func varyByReader(c echo.Context) {
	c.Response().Header().Add(echo.HeaderVary, "Accept, Accept-Language, Authorization")
	setLanguage(c)
}

// setLanguage sets Content-Language to the language of the response, unless the handler has set it.
func setLanguage(c echo.Context) {
	if header := c.Response().Header(); header.Get(headerContentLanguage) == "" {
		header.Set(headerContentLanguage, languageOf(c).Tag())
	}
}

// sendJSON responds with a value as JSON, or as lines and tables of text.
func sendJSON(c echo.Context, status int, v any) error {
	a, err := valueResponse(c, status, v)
	if err != nil {
		return err
	}
	return send(c, a)
}

// valueResponse renders a value as JSON, or as lines and tables of text.
func valueResponse(c echo.Context, status int, v any) (response, error) {
	if formOf(c) == typeText {
		return textResponse(status, valueText(v, subjectIn(c), readerOf(c), commandsOf(c))), nil
	}
	return jsonResponse(status, v)
}

// once runs a use case and sends its rendered result. With an Idempotency-Key the response is stored in the same
// transaction, and a repeated request gets the stored response. render may run twice and must not read the
// database.
func once[T any](
	c echo.Context, store *store.Store,
	use func(ctx context.Context, store *store.Store) (T, error), render func(T) (response, error),
) error {
	if key := c.Request().Header.Get(headerIdempotencyKey); key != "" && c.Request().Method == http.MethodPost {
		store = store.Once(&core.Once{
			Via: models.ViaHTTP, Player: me(c).ID, Key: key, Fingerprint: fingerprint(c),
			Record: func(v any) ([]byte, error) {
				result, _ := v.(T) // the zero value if the use case has no result
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

// fingerprint distinguishes requests with the same Idempotency-Key. It covers the query as sent, without defaults.
func fingerprint(c echo.Context) []byte {
	r, h := c.Request(), sha256.New()
	_, query, _ := strings.Cut(r.RequestURI, "?")
	fmt.Fprintf(h, "%s\n%s\n%s\n%s\n", r.Method, r.URL.EscapedPath(), query, mediaType(r))
	h.Write(bodyOf(c))
	return h.Sum(nil)
}
