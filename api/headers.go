package api

import (
	"bytes"
	"mime"
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"
)

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
