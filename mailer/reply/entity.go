package reply

import (
	"bytes"
	"encoding/base64"
	"mime"
	"strings"
)

// What is taken apart of one message. Deeper or further parts are left out.
const (
	maxDepth   = 12
	maxParts   = 100
	maxHeaders = 1000
	maxField   = 16 << 10 // bytes of one field's value
)

// field is one header field with its lines joined, otherwise as received.
type field struct {
	name, value string
	torn        bool // it was too long to be kept whole
}

// entity is one part of a message, or the whole of it. The MIME libraries recurse as deep
// as a message tells them to and drop what follows the first fault; a reply must be
// readable behind faults, and no message may cost more than its size.
type entity struct {
	fields   []field
	mediaTyp string            // lower case: "text/plain"
	params   map[string]string // of the media type, keys in lower case
	body     []byte            // of a leaf, decoded from its transfer encoding
	parts    []*entity         // of a multipart
}

// get is the first field of a name, trimmed; "" if there is none.
func (e *entity) get(name string) string {
	for _, f := range e.fields {
		if strings.EqualFold(f.name, name) {
			return f.value
		}
	}
	return ""
}

// isAttachment tells whether a part is a file rather than text to read.
func (e *entity) isAttachment() bool {
	disposition, rest, _ := strings.Cut(strings.ToLower(e.get("Content-Disposition")), ";")
	disposition = strings.TrimSpace(disposition)
	return disposition == "attachment" || disposition == "inline" && strings.Contains(rest, "filename")
}

// walk visits an entity and all parts below it, until visit says false.
func (e *entity) walk(visit func(*entity) bool) bool {
	if !visit(e) {
		return false
	}
	for _, p := range e.parts {
		if !p.walk(visit) {
			return false
		}
	}
	return true
}

// find is the first part of a media type, the whole included; nil if there is none.
func (e *entity) find(mediaTypes ...string) *entity {
	var found *entity
	e.walk(func(p *entity) bool {
		for _, t := range mediaTypes {
			if p.mediaTyp == t {
				found = p
				return false
			}
		}
		return true
	})
	return found
}

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
	e := &entity{fields: fields}
	e.mediaTyp, e.params = parseMediaType(e.get("Content-Type"), fallback)
	if strings.HasPrefix(e.mediaTyp, "multipart/") && depth < maxDepth {
		if pieces := splitParts(body, e.params["boundary"]); len(pieces) > 0 {
			e.addParts(pieces, depth, count)
			return e
		}
		e.mediaTyp = "text/plain" // its boundary is nowhere: what is there may still be read
	}
	e.body = decodeTransfer(body, e.get("Content-Transfer-Encoding"))
	return e
}

func (e *entity) addParts(pieces [][]byte, depth int, count *int) {
	fallback := "text/plain"
	if e.mediaTyp == "multipart/digest" {
		fallback = "message/rfc822"
	}
	for _, piece := range pieces {
		if *count >= maxParts {
			return
		}
		e.parts = append(e.parts, parsePart(piece, fallback, depth+1, count))
	}
}

// splitHeader parts the header fields from the body at the first empty line. Lines that
// are no field are passed over, and so are fields beyond maxHeaders but for a second From.
func splitHeader(raw []byte) (fields []field, body []byte) {
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

// parseMediaType reads a Content-Type however it is written.
func parseMediaType(value, fallback string) (string, map[string]string) {
	if mediaType, params, err := mime.ParseMediaType(value); err == nil && strings.Contains(mediaType, "/") {
		return mediaType, params
	}
	mediaType, rest, _ := strings.Cut(value, ";")
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

// splitParts cuts a multipart's body at its delimiter lines. A boundary that is missing or
// wrong is guessed from the first line that looks like a delimiter.
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

// trimLineEnd drops the line end that belongs to the delimiter after it.
func trimLineEnd(b []byte) []byte {
	return bytes.TrimSuffix(bytes.TrimSuffix(b, []byte("\n")), []byte("\r"))
}

func decodeTransfer(body []byte, encoding string) []byte {
	encoding, _, _ = strings.Cut(encoding, ";")
	switch strings.ToLower(strings.TrimSpace(encoding)) {
	case "base64":
		return decodeBase64(body)
	case "quoted-printable":
		return decodeQuotedPrintable(body)
	}
	return body
}

// decodeBase64 decodes what stands before the first padding and passes over whatever is
// no digit of base64.
func decodeBase64(body []byte) []byte {
	digits := make([]byte, 0, len(body))
	for _, c := range body {
		if c == '=' {
			break
		}
		if c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '+' || c == '/' {
			digits = append(digits, c)
		}
	}
	if len(digits)%4 == 1 {
		digits = digits[:len(digits)-1]
	}
	out := make([]byte, base64.RawStdEncoding.DecodedLen(len(digits)))
	n, _ := base64.RawStdEncoding.Decode(out, digits) // every digit is one, so nothing can fail
	return out[:n]
}

// decodeQuotedPrintable decodes what is encoded and leaves as it is what only looks so.
func decodeQuotedPrintable(body []byte) []byte {
	out := make([]byte, 0, len(body))
	for len(body) > 0 {
		line, rest, found := bytes.Cut(body, []byte("\n"))
		body = rest
		line = bytes.TrimRight(line, " \t\r")
		soft := bytes.HasSuffix(line, []byte("="))
		if soft {
			line = line[:len(line)-1]
		}
		for i := 0; i < len(line); i++ {
			if line[i] == '=' && i+2 < len(line) && isHex(line[i+1]) && isHex(line[i+2]) {
				out = append(out, unhex(line[i+1])<<4|unhex(line[i+2]))
				i += 2
				continue
			}
			out = append(out, line[i])
		}
		if found && !soft {
			out = append(out, '\n')
		}
	}
	return out
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}

func unhex(c byte) byte {
	if c <= '9' {
		return c - '0'
	}
	return c&0xdf - 'A' + 10
}
