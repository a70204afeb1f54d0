package api

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strconv"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/labstack/echo/v4"
)

// guessType makes a body what it looks like where its Content-Type does not say: curl -d
// sends everything as a form. JSON is what begins with a brace; a turn never does. What is a
// form indeed, of fields of the operation's JSON, becomes that JSON.
func guessType(content openapi3.Content) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			body := bytes.TrimSpace(bodyOf(c))
			t, takesText := mediaType(c.Request()), content[typeText] != nil
			c.Set(bodyKindKey, kindOf(t, body))
			if t != echo.MIMEApplicationForm && (t != "" || len(body) == 0) {
				return next(c)
			}
			form, isForm := readForm(body, content[echo.MIMEApplicationForm], !takesText)
			switch {
			case bytes.HasPrefix(body, []byte("{")):
				t = typeJSON
			case isForm:
				setBody(c, form)
				t = typeJSON
			case takesText:
				t = typeText
			default:
				t = typeJSON
			}
			c.Request().Header.Set(echo.HeaderContentType, t)
			return next(c)
		}
	}
}

// ignoreEmptyBody drops the body {} where none is wanted: many programs send one with every
// POST, and speak JSON by it.
func ignoreEmptyBody(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		c.Set(bodyKindKey, kindOf(mediaType(c.Request()), bodyOf(c)))
		if body := bytes.TrimSpace(bodyOf(c)); c.Request().Method == http.MethodPost &&
			bytes.Equal(bytes.Join(bytes.Fields(body), nil), []byte("{}")) {
			setBody(c, nil)
			c.Request().Header.Del(echo.HeaderContentType)
		}
		return next(c)
	}
}

func setBody(c echo.Context, body []byte) {
	c.Set(bodyKey, body)
	c.Request().Body, c.Request().ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
}

// readForm makes JSON of a form. Every field must be one of the schema's, once; with any
// set, others pass too, for the validator to name.
func readForm(body []byte, media *openapi3.MediaType, others bool) ([]byte, bool) {
	if media == nil || !bytes.ContainsRune(body, '=') {
		return nil, false
	}
	values, err := url.ParseQuery(string(body))
	if err != nil {
		return nil, false
	}
	object := map[string]any{}
	for name, given := range values {
		property := media.Schema.Value.Properties[name]
		if len(given) != 1 || (property == nil && !others) {
			return nil, false
		}
		object[name] = given[0]
		if property != nil {
			object[name] = formValue(given[0], property.Value)
		}
	}
	for _, name := range media.Schema.Value.Required {
		if object[name] == nil && !others {
			return nil, false
		}
	}
	form, err := json.Marshal(object)
	return form, err == nil
}

// formValue is a value of a form as JSON has it. What is not of the type stays a text, for
// the validator to refuse.
func formValue(text string, schema *openapi3.Schema) any {
	if n, err := strconv.Atoi(text); err == nil && schema.Type.Is(openapi3.TypeInteger) {
		return n
	}
	if b, err := strconv.ParseBool(text); err == nil && schema.Type.Is(openapi3.TypeBoolean) {
		return b
	}
	return text
}
