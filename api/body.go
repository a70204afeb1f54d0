package api

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/getkin/kin-openapi/openapi3"
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

// checkText refuses a body that is not UTF-8, invalid JSON, naming the place of the fault, and JSON with more
// than maxValues values.
func checkText(maxValues int) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			body := bodyOf(c)
			if !utf8.Valid(body) {
				return refuse(models.CodeInvalid, "http.body_encoding", "byte", invalidByte(body))
			}
			if len(body) > 0 && mediaType(c.Request()) == typeJSON {
				if err := checkShape(body, maxValues); err != nil {
					return err
				}
				if err := checkJSON(body); err != nil {
					return err
				}
				if err := checkMembers(body); err != nil {
					return err
				}
			}
			return next(c)
		}
	}
}

// invalidByte returns the position, counted from 1, of the first byte that is not UTF-8.
func invalidByte(text []byte) int {
	at := 0
	for at < len(text) {
		r, size := utf8.DecodeRune(text[at:])
		if r == utf8.RuneError && size == 1 {
			break
		}
		at += size
	}
	return at + 1
}

// checkJSON returns the first fault of a text that should be a single JSON value.
func checkJSON(text []byte) error {
	var raw json.RawMessage
	err := json.Unmarshal(text, &raw)
	if err == nil {
		return nil
	}
	syntax, ok := errors.AsType[*json.SyntaxError](err)
	if !ok {
		return refuse(models.CodeInvalid, "http.body_cut")
	}
	before := text[:min(max(syntax.Offset-1, 0), int64(len(text)))]
	line := bytes.Count(before, []byte("\n")) + 1
	column := utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:]) + 1
	return refuse(models.CodeInvalid, "http.body_not_json", "line", line, "column", column)
}

// bodyKindOf returns the kind of a request's body. If the body was not read yet, its first bytes decide.
func bodyKindOf(c echo.Context) bodyKind {
	state := stateOf(c)
	if state.kindKnown {
		return state.kind
	}
	r, contentType := c.Request(), mediaType(c.Request())
	body, read := state.body, state.bodyRead
	if !read && r.ContentLength != 0 && isAmbiguous(contentType) {
		var begin [256]byte
		n, _ := io.ReadFull(r.Body, begin[:])
		body, read = begin[:n], true
	}
	kind := kindOf(contentType, body)
	if !read && r.ContentLength != 0 {
		kind = kindOf(contentType, []byte{0}) // a body whose first byte proves nothing
	}
	setBodyKind(c, kind)
	return kind
}

func setBodyKind(c echo.Context, kind bodyKind) {
	state := stateOf(c)
	state.kind, state.kindKnown = kind, true
}

// isAmbiguous reports whether a Content-Type does not determine the body: curl -d labels everything as a form.
func isAmbiguous(contentType string) bool {
	return contentType == "" || contentType == echo.MIMEApplicationForm
}

// kindOf returns the kind of a body by its Content-Type, without parameters, and its first bytes. A program
// announces that it speaks JSON by the type alone, without a body.
func kindOf(contentType string, body []byte) bodyKind {
	body = bytes.TrimSpace(body)
	switch {
	case contentType == typeJSON:
		return bodyOther
	case len(body) == 0:
		return bodyNone
	case contentType == typeText, contentType == echo.MIMEMultipartForm, isAmbiguous(contentType) && body[0] != '{':
		return bodyText
	}
	return bodyOther
}

// guessType sets the Content-Type by the body where the client did not choose one: curl -d labels every body
// as a form. A body that begins with a brace is JSON; a turn never does. A genuine form with the fields of the
// operation's JSON schema is converted to JSON. A body that begins with such a field is meant as a form, and is never
// taken for text: nobody is to read "text=Rock & roll".
func guessType(content openapi3.Content) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			body := bytes.TrimSpace(bodyOf(c))
			t, takesText := mediaType(c.Request()), content[typeText] != nil
			setBodyKind(c, kindOf(t, body))
			if t != echo.MIMEApplicationForm && (t != "" || len(body) == 0) {
				return next(c)
			}
			takesText = takesText && !beginsForm(body, content[echo.MIMEApplicationForm])
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
	values := formValues(body)
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

// beginsForm reports whether a body begins with a field of a form.
func beginsForm(body []byte, media *openapi3.MediaType) bool {
	name, _, found := bytes.Cut(body, []byte("="))
	return found && media != nil && media.Schema.Value.Properties[string(name)] != nil
}

// formValues parses a form as browsers do. But curl -d escapes nothing: a semicolon, and a percent sign without two
// hexadecimal digits behind it, are taken literally, and a plus sign is if the form has any sign that a program would
// have escaped: "email=ann+games@example.org".
func formValues(body []byte) url.Values {
	typed := !escaped.Match(body)
	var b strings.Builder
	for i, c := range body {
		switch {
		case c == ';', c == '%' && !escape.Match(body[i:]), c == '+' && typed:
			fmt.Fprintf(&b, "%%%02X", c)
		default:
			b.WriteByte(c)
		}
	}
	values, _ := url.ParseQuery(b.String()) // which fails for a semicolon and such a percent sign only
	return values
}

var escape = regexp.MustCompile(`^%[0-9A-Fa-f]{2}`)

// escaped matches forms as programs write them.
var escaped = regexp.MustCompile(`^(?:(?:[\w*.~+-]|%[0-9A-Fa-f]{2})*=?(?:[\w*.~+-]|%[0-9A-Fa-f]{2})*(?:&|$))*$`)

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

// refuseForm refuses a form that gives a field more than once, though it is no list, and a body that is neither a form
// nor JSON. Other bodies are left to the checks of JSON.
func refuseForm(body []byte, media *openapi3.MediaType) error {
	if media == nil || len(body) == 0 || json.Valid(body) {
		return nil
	}
	schema := media.Schema.Value
	if !bytes.ContainsRune(body, '=') && len(schema.Required) > 0 {
		return refuse(models.CodeInvalid, "http.body_no_form", "example", schema.Required[0]+"=…")
	}
	values := formValues(body)
	for _, name := range slices.Sorted(maps.Keys(values)) {
		property := schema.Properties[name]
		isList := property != nil && property.Value.Type.Is(openapi3.TypeArray)
		if times := len(values[name]); times > 1 && !isList {
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

// Limits on the shape of JSON, checked before decoding. The cost of decoding grows with the number of values; the
// cost of error messages grows with the square of the depth.
const (
	maxJSONDepth  = 32
	maxJSONValues = 2_000 // of a body: each value, member and list element counts

	maxJSONMembers = 200 // of one object: those that a body may have are fewer
)

// maxJSONValuesOf overrides maxJSONValues for some operations.
var maxJSONValuesOf = map[string]int{"verifyRecord": 30_000}

// checkShape refuses JSON that is nested too deeply, has too many values, or an object of too many members. It counts
// the brackets, commas and colons outside strings and does not otherwise validate the JSON.
func checkShape(text []byte, maxValues int) error {
	depth, values, quoted := 0, 0, false
	var members [maxJSONDepth + 1]int // of the object at each depth
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '[' || c == '{':
			if depth++; depth > maxJSONDepth {
				return refuse(models.CodeInvalid, "http.json_depth", "max", maxJSONDepth, "byte", i+1)
			}
			members[max(0, depth)] = 0
			values++
		case c == ':':
			if members[max(0, depth)]++; members[max(0, depth)] > maxJSONMembers {
				return refuse(models.CodeInvalid, "http.json_members", "max", maxJSONMembers, "byte", i+1)
			}
		case c == ']' || c == '}':
			depth--
		case c == ',':
			values++
		}
		if values > maxValues {
			return refuse(models.CodeInvalid, "http.json_values", "max", maxValues)
		}
	}
	return nil
}

// checkMembers refuses JSON in which an object has a member twice: decoders silently take the last one, and which of
// two turns was meant is not for them to decide. The text is valid JSON that passed checkShape.
func checkMembers(text []byte) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	return checkNext(d)
}

// checkNext is checkMembers for the next value of a decoder.
func checkNext(d *json.Decoder) error {
	token, _ := d.Token()
	begin, isNested := token.(json.Delim)
	if !isNested {
		return nil
	}
	members := map[string]bool{}
	for d.More() {
		if begin == '{' {
			token, _ := d.Token()
			name, _ := token.(string)
			if members[name] {
				return refuse(models.CodeInvalid, "http.json_twice", "name", quoted(name, 40))
			}
			members[name] = true
		}
		if err := checkNext(d); err != nil {
			return err
		}
	}
	_, _ = d.Token() // the closing bracket
	return nil
}

const headerContentEncoding = "Content-Encoding"

// listHeaders are the fields whose lines are parts of one list (RFC 9110, section 5.3), and singleHeaders those of one
// value: of two, another program on the way may have read the other one.
var (
	listHeaders   = []string{echo.HeaderAccept, headerAcceptLanguage, headerIfNoneMatch, headerIfMatch}
	singleHeaders = []string{
		echo.HeaderAuthorization, echo.HeaderContentType, headerIdempotencyKey, headerSignInRequest,
	}
)

// checkRepeated joins the lines of each list and refuses a second line of a field of one value.
func checkRepeated(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		h := c.Request().Header
		for _, name := range singleHeaders {
			if times := len(h[name]); times > 1 {
				return refuseField(name, "http.given_twice", "times", times)
			}
		}
		for _, name := range listHeaders {
			if lines := h[name]; len(lines) > 1 {
				h[name] = []string{strings.Join(lines, ", ")}
			}
		}
		return next(c)
	}
}

// byteOrderMark begins texts that some editors of Windows store, and what its shells send of them.
const byteOrderMark = "\ufeff"

// checkLabels refuses a body that is labelled as something other than plain UTF-8. Its bytes would otherwise be taken
// for what they are not, or happen to be refused as no UTF-8. It removes a byte order mark, which is a label, too.
func checkLabels(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		body, r := bodyOf(c), c.Request()
		if len(body) == 0 {
			return next(c)
		}
		if coding := strings.Join(r.Header[headerContentEncoding], ", "); !plainCoding(coding) {
			return refuse(codeUnsupportedMedia, "http.body_coded", "header", headerContentEncoding+": "+quoted(coding, 40))
		}
		if charset := charsetOf(r); !isUTF8(charset, body) {
			return refuse(codeUnsupportedMedia, "http.body_charset", "charset", quoted(charset, 40))
		}
		if plain, marked := bytes.CutPrefix(body, []byte(byteOrderMark)); marked {
			setBody(c, plain)
		}
		return next(c)
	}
}

func plainCoding(coding string) bool { return coding == "" || strings.EqualFold(coding, "identity") }

func charsetOf(r *http.Request) string {
	_, parameters, err := mime.ParseMediaType(r.Header.Get(echo.HeaderContentType))
	if err != nil { // mediaType decides about a type that cannot be read
		return ""
	}
	return strings.ToLower(parameters["charset"])
}

// isUTF8 reports whether a body of a charset is one of UTF-8 with the same text. Some clients label every body as the
// former default of HTTP, ISO-8859-1, which is the same for ASCII.
func isUTF8(charset string, body []byte) bool {
	if charset == "iso-8859-1" {
		return !slices.ContainsFunc(body, func(b byte) bool { return b >= 0x80 })
	}
	return slices.Contains([]string{"", "utf-8", "utf8", "us-ascii"}, charset)
}

// headerSignInRequest carries the secret of a code request to its sender. The body cannot hold it:
// the body is the same for every caller.
const headerSignInRequest = "Sign-In-Request"
