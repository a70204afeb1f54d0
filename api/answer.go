package api

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

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

// jsonAnswer is an answer of one line of JSON.
func jsonAnswer(status int, v any) (models.Answer, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(v)
	return models.Answer{Status: status, ContentType: typeJSON, Body: b.Bytes()}, err
}

func textAnswer(status int, text string) models.Answer {
	return models.Answer{Status: status, ContentType: typeText + "; charset=utf-8", Body: []byte(text)}
}

// send writes an answer.
func send(c echo.Context, a models.Answer) error {
	header := c.Response().Header()
	if a.ETag != "" {
		header.Set(headerETag, a.ETag)
	}
	if header.Get(echo.HeaderCacheControl) == "" {
		header.Set(echo.HeaderCacheControl, "no-cache")
	}
	header.Add(echo.HeaderVary, "Accept, Authorization")
	return c.Blob(a.Status, a.ContentType, a.Body)
}

// sendJSON answers with JSON, the only form of many operations.
func sendJSON(c echo.Context, status int, v any) error {
	a, err := jsonAnswer(status, v)
	if err != nil {
		return err
	}
	return send(c, a)
}

// sendHint answers with a sentence on what happens next.
func sendHint(c echo.Context, status int, message string) error {
	a, err := hint(c, status, message)
	if err != nil {
		return err
	}
	return send(c, a)
}

func hint(c echo.Context, status int, message string) (models.Answer, error) {
	if formOf(c) == typeText {
		return textAnswer(status, message+"\n"), nil
	}
	return jsonAnswer(status, Hint{Message: message})
}

// once runs a use case and answers with what render makes of its result. With an
// Idempotency-Key the answer is stored with it, and a repeated request gets
// the stored one. render may run twice and must not read the database.
func once[T any](c echo.Context, use func(ctx context.Context) (T, error), render func(T) (models.Answer, error)) error {
	ctx := c.Request().Context()
	if key := c.Request().Header.Get(headerKey); key != "" && c.Request().Method == http.MethodPost {
		ctx = models.WithOnce(ctx, &models.Once{
			Player: me(c).ID, Key: key, Fingerprint: fingerprint(c),
			Render: func(v any) (models.Answer, error) {
				result, _ := v.(T) // the zero value where the use case has no result
				return render(result)
			},
		})
	}
	result, err := use(ctx)
	if replayed, ok := errors.AsType[*models.Replayed](err); ok {
		c.Response().Header().Set(headerReplayed, "true")
		return send(c, replayed.Answer)
	}
	if err != nil {
		return err
	}
	a, err := render(result)
	if err != nil {
		return err
	}
	return send(c, a)
}

// fingerprint tells two requests apart.
func fingerprint(c echo.Context) []byte {
	r, h := c.Request(), sha256.New()
	fmt.Fprintf(h, "%s\n%s\n%s\n%s\n", r.Method, r.URL.EscapedPath(), r.URL.RawQuery, mediaType(r))
	h.Write(bodyOf(c))
	return h.Sum(nil)
}
