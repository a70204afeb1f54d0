package reply

import "strings"

// Structured header fields (RFC 5322, section 3.2.2): words, quoted strings, comments and signs. Neither net/mail,
// which stops at the first fault and refuses comments in many places, nor go-msgauth, which splits at every semicolon,
// reads the fields that a forger writes.

// tokenKind is the kind of a token. The kind of a sign is the sign.
type tokenKind byte

const (
	tokenWord    tokenKind = 'w' // as written
	tokenQuoted  tokenKind = 'q' // without quotes and backslashes
	tokenComment tokenKind = 'c' // without parentheses and backslashes
	tokenLiteral tokenKind = 'l' // with its brackets
)

// token is a part of a structured field.
type token struct {
	kind tokenKind
	text string
	at   int // where it begins
	end  int // where it ends
}

// readTokens splits a structured field. The given signs end a word, and so do quotes and parentheses. It is not ok if a
// quoted string, a comment or a bracket has no end, or if there are control characters.
func readTokens(value, signs string) (tokens []token, ok bool) {
	for at := 0; at < len(value); {
		start, c := at, value[at]
		var t token
		switch {
		case c == ' ' || c == '\t':
			at++
			continue
		case c < ' ' || c == 0x7f || c == ')' || c == '\\':
			return nil, false
		case c == '"':
			t.kind = tokenQuoted
			t.text, at, ok = untilEnd(value, at+1, 0, '"')
		case c == '(':
			t.kind = tokenComment
			t.text, at, ok = untilEnd(value, at+1, '(', ')')
		case c == '[' && strings.IndexByte(signs, c) >= 0:
			t.kind = tokenLiteral
			t.text, at, ok = literal(value, at)
		case strings.IndexByte(signs, c) >= 0:
			t, ok = token{kind: tokenKind(c), text: value[at : at+1]}, true
			at++
		default:
			for at < len(value) && value[at] > ' ' && value[at] != 0x7f && strings.IndexByte(`"()\`, value[at]) < 0 &&
				strings.IndexByte(signs, value[at]) < 0 {
				at++
			}
			t.kind, t.text, ok = tokenWord, value[start:at], true
		}
		if !ok {
			return nil, false
		}
		t.at, t.end = start, at
		tokens = append(tokens, t)
	}
	return tokens, true
}

// untilEnd returns the text up to a closing sign, without backslashes, and the index after that sign. With an opening
// sign, pairs may be nested.
func untilEnd(value string, start int, opening, closing byte) (text string, end int, ok bool) {
	var b strings.Builder
	depth := 1
	for at := start; at < len(value); at++ {
		c := value[at]
		switch {
		case c == closing:
			if depth--; depth == 0 {
				return b.String(), at + 1, true
			}
		case c == opening && opening != 0:
			depth++
		case c == '\\' && at+1 < len(value):
			at++
			c = value[at]
		}
		if c < ' ' && c != '\t' || c == 0x7f {
			return "", 0, false
		}
		b.WriteByte(c)
	}
	return "", 0, false
}

// literal returns a domain literal with its brackets, and the index after it. It has only printable ASCII in it, no
// space, no further bracket and no backslash (dtext in RFC 5322, section 3.4.1).
func literal(value string, start int) (text string, end int, ok bool) {
	for at := start + 1; at < len(value); at++ {
		switch c := value[at]; {
		case c == ']':
			return value[start : at+1], at + 1, at > start+1
		case c <= ' ' || c >= 0x7f || c == '[' || c == '\\':
			return "", 0, false
		}
	}
	return "", 0, false
}

// comments matches the comments of a field that may be malformed, without those within others.
var comments = pattern(`\([^()]*\)`)

// firstValue returns the value of a field up to the first semicolon, without comments. It returns a malformed value
// verbatim.
func firstValue(value string) string {
	tokens, ok := readTokens(value, ";")
	if !ok {
		return value
	}
	var words []string
	for _, t := range tokens {
		if t.kind == ';' {
			break
		}
		if t.kind != tokenComment {
			words = append(words, t.text)
		}
	}
	return strings.Join(words, " ")
}
