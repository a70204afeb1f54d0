package api

import (
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/models/mailbox"
	"turnpost/models/play"
)

// bodyLimit is the maximum size of a request body in bytes.
const bodyLimit = 64 << 10

// bodyLimits overrides bodyLimit for some operations.
var bodyLimits = map[string]int64{
	"verifyRecord": play.MaxRecordBytes, "receiveMail": mailbox.MaxMailBytes, "setNotes": play.MaxNotesBytes,
}

// cutBodies holds the operations of which a body beyond its limit is cut off rather than refused, with the size beyond
// which it is refused.
var cutBodies = map[string]int64{"receiveMail": mailbox.MaxReceivedBytes}

// maxRefusedBody is the largest body that is read to its end before it is refused as too large.
// A proxy that is still sending takes an early response for a broken connection. The example
// configurations for proxies refuse larger bodies themselves.
const maxRefusedBody = 2 << 20

// readBody reads the body of an operation, up to its limit, for the checks and the handler.
func readBody(operation string) echo.MiddlewareFunc {
	limit := cmp.Or(bodyLimits[operation], bodyLimit)
	most := cmp.Or(cutBodies[operation], limit)
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			if c.Request().Body == http.NoBody {
				return next(c)
			}
			body, err := readWithin(c, limit, most)
			if err != nil {
				return err
			}
			setBody(c, body)
			return next(c)
		}
	}
}

// readWithin returns the body up to a limit. It refuses one that is larger than another limit.
func readWithin(c echo.Context, limit, most int64) ([]byte, error) {
	r := c.Request()
	tooLarge := refuse(codeTooLarge, "http.body_too_large", "kib", int(most>>10))
	readable := max(most, maxRefusedBody)
	if r.ContentLength > readable { // do not send "100 Continue" to a client that waits for it
		return nil, tooLarge
	}
	// With the writer below Echo's, net/http closes the connection cleanly.
	sent := http.MaxBytesReader(c.Response().Unwrap(), r.Body, readable)
	body, err := io.ReadAll(io.LimitReader(sent, limit))
	if err != nil {
		return nil, refuse(models.CodeInvalid, "http.body_broken")
	}
	rest, err := io.Copy(io.Discard, sent)
	switch _, over := errors.AsType[*http.MaxBytesError](err); {
	case over || rest > most-limit: // refused whether or not the rest can be read
		return nil, tooLarge
	case err != nil:
		return nil, refuse(models.CodeInvalid, "http.body_broken")
	}
	return body, nil
}

// mediaType returns the Content-Type without parameters, or "" if there is none. Parameters that cannot be read do not
// hide the type: JSON with such a parameter must not be taken for plain text, nor escape the checks of JSON.
func mediaType(r *http.Request) string {
	header := r.Header.Get(echo.HeaderContentType)
	switch header {
	case "", typeText, typeJSON: // nearly all; each request asks several times
		return header
	}
	t, _, err := mime.ParseMediaType(header)
	if err != nil && !errors.Is(err, mime.ErrInvalidMediaParameter) {
		return strings.TrimSpace(header)
	}
	return t
}

// readJSON decodes a body that was validated against the specification.
func readJSON(c echo.Context, v any) error { return decode(bodyOf(c), v) }

func decode(body []byte, v any) error {
	err := json.Unmarshal(body, v)
	if err == nil {
		return nil
	}
	// The validator takes 8.0 and 1e300 for integers.
	wrong, ok := errors.AsType[*json.UnmarshalTypeError](err)
	if ok && strings.HasPrefix(wrong.Value, "number") && wrong.Field != "" {
		return refuseField(wrong.Field, "http.integer_form")
	}
	return refuse(models.CodeInvalid, "http.body_unreadable")
}
