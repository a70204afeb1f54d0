package api

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/labstack/echo/v4"

	"turnpost/models"
)

// guessType sets the Content-Type by the body where the client did not choose one: curl -d labels every body
// as a form. A body that begins with a brace is JSON; a turn never does. A genuine form with the fields of the
// operation's JSON schema is converted to JSON.
func guessType(content openapi3.Content) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			body := bytes.TrimSpace(bodyOf(c))
			t, takesText := mediaType(c.Request()), content[typeText] != nil
			setBodyKind(c, kindOf(t, body))
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
				if err := refuseForm(body, content[echo.MIMEApplicationForm]); err != nil {
					return err
				}
				t = typeJSON
			}
			c.Request().Header.Set(echo.HeaderContentType, t)
			return next(c)
		}
	}
}

// ignoreEmptyBody drops the body {} from operations without a body. Many programs send it with every
// POST; it still marks the client as one that reads JSON.
func ignoreEmptyBody(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		setBodyKind(c, kindOf(mediaType(c.Request()), bodyOf(c)))
		if body := bytes.TrimSpace(bodyOf(c)); c.Request().Method == http.MethodPost &&
			bytes.Equal(bytes.Join(bytes.Fields(body), nil), []byte("{}")) {
			setBody(c, nil)
			c.Request().Header.Del(echo.HeaderContentType)
		}
		return next(c)
	}
}

func setBody(c echo.Context, body []byte) {
	state, r := stateOf(c), c.Request()
	state.body, state.bodyRead = body, true
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
}

// readForm converts a form to JSON. Each field must be in the schema and occur once, except that a list has a field for
// each of its items. A field such as mail.away is a member of an object. With keepUnknown set, unknown fields pass too,
// so that the validator names them.
func readForm(body []byte, media *openapi3.MediaType, keepUnknown bool) ([]byte, bool) {
	if media == nil || !bytes.ContainsRune(body, '=') {
		return nil, false
	}
	values, err := url.ParseQuery(string(body))
	if err != nil {
		return nil, false
	}
	object := map[string]any{}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		given, property := values[name], media.Schema.Value.Properties[name]
		outer, inner, _ := strings.Cut(name, ".")
		of := media.Schema.Value.Properties[outer]
		switch {
		case property != nil && property.Value.Type.Is(openapi3.TypeArray):
			object[name] = listValue(given)
		case len(given) != 1:
			return nil, false
		case property != nil:
			object[name] = formValue(given[0], property.Value)
		case of != nil && isObject(of.Value):
			members, _ := object[outer].(map[string]any)
			if members == nil {
				members = map[string]any{}
			}
			members[inner], object[outer] = given[0], members
		case keepUnknown:
			object[name] = given[0]
		default:
			return nil, false
		}
	}
	for _, name := range media.Schema.Value.Required {
		if object[name] == nil && !keepUnknown {
			return nil, false
		}
	}
	form, err := json.Marshal(object)
	return form, err == nil
}

// listValue returns the items of a list; a single empty field is an empty list.
func listValue(given []string) []string {
	if len(given) == 1 && given[0] == "" {
		return []string{}
	}
	return given
}

// isObject reports whether a schema is that of an object.
func isObject(schema *openapi3.Schema) bool {
	for _, part := range schema.AllOf {
		if isObject(part.Value) {
			return true
		}
	}
	return schema.Type.Is(openapi3.TypeObject)
}

// refuseForm refuses a form that gives a field of the schema more than once, and a body that is neither a form nor
// JSON. Other bodies are left to the checks of JSON.
func refuseForm(body []byte, media *openapi3.MediaType) error {
	if media == nil || len(body) == 0 || json.Valid(body) {
		return nil
	}
	schema := media.Schema.Value
	if !bytes.ContainsRune(body, '=') && len(schema.Required) > 0 {
		return refuse(models.CodeInvalid, "http.body_no_form", "example", schema.Required[0]+"=…")
	}
	values, _ := url.ParseQuery(string(body)) // of a body that is no form, the fields that can be read
	for _, name := range slices.Sorted(maps.Keys(schema.Properties)) {
		if times := len(values[name]); times > 1 {
			return refuseField(name, "http.given_twice", "times", times)
		}
	}
	return nil
}

// formValue converts a form value to its JSON type; an empty one is null where the schema allows it. A value of the
// wrong type stays a string, which the validator refuses.
func formValue(text string, schema *openapi3.Schema) any {
	if text == "" && schema.Nullable {
		return nil
	}
	if n, err := strconv.Atoi(text); err == nil && schema.Type.Is(openapi3.TypeInteger) {
		return n
	}
	if schema.Type.Is(openapi3.TypeBoolean) {
		switch b, err := strconv.ParseBool(text); {
		case err == nil:
			return b
		case text == models.Yes || text == models.No:
			return text == models.Yes
		}
	}
	return text
}
