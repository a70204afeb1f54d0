package reply

import (
	"bytes"
	"mime"
	"slices"
	"strings"

	"turnpost/mailer/reply/wrapped"
)

// The bounds of what is parsed of one message. Deeper or further parts are skipped.
const (
	maxDepth   = 12
	maxParts   = 100
	maxHeaders = 1000
	maxField   = 16 << 10 // bytes of one field's value
)

// field is one header field with its lines joined, otherwise as received.
type field struct {
	name, value string
	torn        bool // the value was longer than maxField and is cut
}

// headerFields are the fields of a message or part, in their order.
type headerFields []field

// get returns the value of the first field with a name, trimmed; "" if there is none.
func (h headerFields) get(name string) string {
	for _, f := range h {
		if strings.EqualFold(f.name, name) {
			return f.value
		}
	}
	return ""
}

// entity is a message or one part of it.
type entity struct {
	headerFields

	mediaType string            // lower case: "text/plain"
	params    map[string]string // of the media type, keys in lower case
	body      []byte            // of a leaf, decoded from its transfer encoding
	parts     []*entity         // of a multipart
	all       []*entity         // the entity and all parts below it, in their order
}

// isAttachment reports whether a part is a file rather than text to read.
func (e *entity) isAttachment() bool {
	disposition, rest, _ := strings.Cut(strings.ToLower(e.get("Content-Disposition")), ";")
	disposition = strings.TrimSpace(disposition)
	return disposition == "attachment" || disposition == "inline" && strings.Contains(rest, "filename")
}

// find returns the first part with one of the media types, the entity included; nil if there is none.
func (e *entity) find(mediaTypes ...string) *entity {
	for _, p := range e.all {
		if slices.Contains(mediaTypes, p.mediaType) {
			return p
		}
	}
	return nil
}

// parseEntity parses a message. Faults do not end it: what follows them may still be readable.
func parseEntity(raw []byte) *entity {
	if bytes.HasPrefix(raw, []byte("From ")) { // a line of the mbox format
		if _, rest, found := bytes.Cut(raw, []byte("\n")); found {
			raw = rest
		}
	}
	if !bytes.Contains(raw, []byte("\n")) {
		raw = bytes.ReplaceAll(raw, []byte("\r"), []byte("\n"))
	}
	count := 0
	return parsePart(raw, "text/plain", 0, &count)
}

func parsePart(raw []byte, fallback string, depth int, count *int) *entity {
	*count++
	fields, body := splitHeader(raw)
	e := &entity{headerFields: fields}
	e.all = []*entity{e}
	e.mediaType, e.params = parseMediaType(e.get("Content-Type"), fallback)
	if strings.HasPrefix(e.mediaType, "multipart/") && depth < maxDepth {
		if pieces := splitParts(body, e.params["boundary"]); len(pieces) > 0 {
			e.addParts(pieces, depth, count)
			return e
		}
		e.mediaType = "text/plain" // the boundary does not occur; the text may still be readable
	}
	e.body = decodeTransfer(body, e.get("Content-Transfer-Encoding"))
	if e.mediaType == "application/pkcs7-mime" || e.mediaType == "application/x-pkcs7-mime" {
		if content := wrapped.Signed(e.body); content != nil && depth < maxDepth && *count < maxParts {
			e.mediaType = "multipart/signed"
			e.add(parsePart(content, "text/plain", depth+1, count))
		}
	}
	return e
}

func (e *entity) addParts(pieces [][]byte, depth int, count *int) {
	fallback := "text/plain"
	if e.mediaType == "multipart/digest" {
		fallback = "message/rfc822"
	}
	for _, piece := range pieces {
		if *count >= maxParts {
			return
		}
		e.add(parsePart(piece, fallback, depth+1, count))
	}
}

func (e *entity) add(part *entity) {
	e.parts = append(e.parts, part)
	e.all = append(e.all, part.all...)
}

// splitHeader splits a message into header fields and body at the first empty line. It skips lines that are not
// fields, and fields beyond maxHeaders except a second From.
func splitHeader(raw []byte) (fields headerFields, body []byte) {
	var value []byte // of the last field
	finish := func() {
		if n := len(fields); n > 0 {
			fields[n-1].value = string(value[:min(len(value), maxField)])
		}
	}
	defer func() { finish() }()
	froms, kept := 0, false
	for len(raw) > 0 {
		line, rest, _ := bytes.Cut(raw, []byte("\n"))
		line = bytes.TrimSuffix(line, []byte("\r"))
		raw = rest
		if len(line) == 0 {
			return fields, raw
		}
		if line[0] == ' ' || line[0] == '\t' {
			if kept && !fields[len(fields)-1].torn {
				value = append(append(value, ' '), bytes.TrimSpace(line)...)
				fields[len(fields)-1].torn = len(value) > maxField
			}
			continue
		}
		name, text, found := bytes.Cut(line, []byte(":"))
		name = bytes.TrimSpace(name)
		isFrom := bytes.EqualFold(name, []byte("From"))
		if isFrom {
			froms++
		}
		if !found {
			continue
		}
		if kept = len(fields) < maxHeaders || isFrom && froms <= 2; !kept {
			continue
		}
		finish()
		value = append(value[:0], bytes.TrimSpace(text)...)
		fields = append(fields, field{name: string(name), torn: len(value) > maxField})
	}
	return fields, nil
}

// parseMediaType parses a Content-Type, malformed ones and ones with comments too.
func parseMediaType(value, fallback string) (string, map[string]string) {
	if mediaType, params, err := mime.ParseMediaType(value); err == nil && strings.Contains(mediaType, "/") {
		return mediaType, params
	}
	mediaType, rest, _ := strings.Cut(comments().ReplaceAllString(value, ""), ";")
	mediaType = strings.ToLower(strings.TrimSpace(mediaType))
	if !strings.Contains(mediaType, "/") {
		mediaType = fallback
	}
	params := map[string]string{}
	for _, p := range strings.Split(rest, ";") {
		key, v, _ := strings.Cut(p, "=")
		key = strings.ToLower(strings.TrimSpace(key))
		if _, known := params[key]; !known && key != "" {
			params[key] = strings.Trim(strings.TrimSpace(v), `"'`)
		}
	}
	return mediaType, params
}

// splitParts splits the body of a multipart at its delimiter lines. A missing or wrong boundary is guessed from the
// first line that looks like a delimiter.
func splitParts(body []byte, boundary string) [][]byte {
	if boundary != "" {
		if parts := splitAt(body, "--"+boundary); len(parts) > 0 {
			return parts
		}
	}
	for rest := body; len(rest) > 0; {
		var line []byte
		line, rest, _ = bytes.Cut(rest, []byte("\n"))
		line = bytes.TrimRight(line, " \t\r")
		if len(line) > 4 && len(line) < 200 && bytes.HasPrefix(line, []byte("--")) && bytes.IndexByte(line, ' ') < 0 {
			return splitAt(body, string(line))
		}
	}
	return nil
}

// splitAt splits a body at the lines that consist of a delimiter. The text before the first one is dropped.
func splitAt(body []byte, delimiter string) (parts [][]byte) {
	start := -1
	for at := 0; at < len(body); {
		end := len(body)
		if n := bytes.IndexByte(body[at:], '\n'); n >= 0 {
			end = at + n + 1
		}
		if line := bytes.TrimRight(body[at:end], " \t\r\n"); bytes.HasPrefix(line, []byte(delimiter)) {
			rest := string(line[len(delimiter):])
			if rest == "" || rest == "--" {
				if start >= 0 {
					parts = append(parts, trimLineEnd(body[start:at]))
				}
				start = end
				if rest == "--" {
					return parts
				}
			}
		}
		at = end
	}
	if start >= 0 && start < len(body) { // the last delimiter is missing
		parts = append(parts, body[start:])
	}
	return parts
}

// trimLineEnd drops the line end before a delimiter, which belongs to the delimiter.
func trimLineEnd(b []byte) []byte {
	return bytes.TrimSuffix(bytes.TrimSuffix(b, []byte("\n")), []byte("\r"))
}
