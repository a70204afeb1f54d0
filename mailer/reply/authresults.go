package reply

import "strings"

// AuthResult is one result of an Authentication-Results field (RFC 8601).
type AuthResult struct {
	Method string // lower case: "spf", "dkim", "dmarc"
	Result string // lower case: "pass", "fail", "none"
	// Properties are such as "header.from", in lower case, with their values.
	Properties map[string]string
}

// AuthResults reads the results that the server with this authserv-id has added. Fields of
// other ids are ignored, as anybody can write them. Fields with the right id are believed
// down to the next Received field below the first of them: what stands further down was there
// before that server had the mail. A server that is named here must itself drop fields
// with its name from mails that come in (RFC 8601, section 5).
func (h Header) AuthResults(authservID string) []AuthResult {
	if authservID == "" {
		return nil
	}
	var results []AuthResult
	found := false
	for _, f := range h.fields {
		if found && strings.EqualFold(f.name, "Received") {
			break
		}
		if !strings.EqualFold(f.name, "Authentication-Results") {
			continue
		}
		parts := splitOutsideQuotes(dropComments(f.value), ';')
		id, _, _ := strings.Cut(strings.TrimSpace(parts[0]), " ")
		if !strings.EqualFold(strings.Trim(id, `"`), authservID) {
			continue
		}
		found = true
		for _, part := range parts[1:] {
			if r, ok := parseAuthResult(part); ok && len(results) < 50 {
				results = append(results, r)
			}
		}
	}
	return results
}

func parseAuthResult(text string) (AuthResult, bool) {
	var r AuthResult
	text = strings.ReplaceAll(strings.Join(strings.Fields(text), " "), " = ", "=")
	for i, word := range splitOutsideQuotes(text, ' ') {
		key, value, found := strings.Cut(word, "=")
		if !found {
			continue
		}
		key, value = strings.ToLower(strings.TrimSpace(key)), strings.Trim(strings.TrimSpace(value), `"`)
		if i == 0 || r.Method == "" {
			method, _, _ := strings.Cut(key, "/") // a version may follow
			r.Method, r.Result, r.Properties = method, strings.ToLower(value), map[string]string{}
			continue
		}
		if _, known := r.Properties[key]; !known {
			r.Properties[key] = value
		}
	}
	return r, r.Method != ""
}

// dropComments takes out comments, nested ones too, but not what stands in quotes.
func dropComments(s string) string {
	var b strings.Builder
	depth, quoted := 0, false
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '\\' && i+1 < len(s):
			if depth == 0 {
				b.WriteString(s[i : i+2])
			}
			i++
		case c == '"' && depth == 0:
			quoted = !quoted
			b.WriteByte(c)
		case c == '(' && !quoted:
			depth++
		case c == ')' && !quoted && depth > 0:
			depth--
		case depth == 0:
			b.WriteByte(c)
		}
	}
	return b.String()
}

func splitOutsideQuotes(s string, separator byte) []string {
	var parts []string
	quoted, start := false, 0
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '"':
			quoted = !quoted
		case s[i] == separator && !quoted:
			parts = append(parts, s[start:i])
			start = i + 1
		}
	}
	return append(parts, s[start:])
}
