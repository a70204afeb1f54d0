package reply

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// shape is a pattern with a cheap test that most texts fail: every line is tried with every shape, and nearly no line
// matches one.
type shape struct {
	pattern func() *regexp.Regexp
	may     func(text string) bool // false only if the pattern does not match, or its match is of no use
}

// matches reports whether a text matches.
func (s shape) matches(text string) bool { return s.may(text) && s.pattern().MatchString(text) }

// find returns the text that matches, "" if none does.
func (s shape) find(text string) string {
	if !s.may(text) {
		return ""
	}
	return s.pattern().FindString(text)
}

// groups returns the match and its groups, nil if there is none.
func (s shape) groups(text string) []string {
	if !s.may(text) {
		return nil
	}
	return s.pattern().FindStringSubmatch(text)
}

// dropFrom returns a text without its matches.
func (s shape) dropFrom(text string) string {
	if !s.may(text) {
		return text
	}
	return s.pattern().ReplaceAllString(text, "")
}

const (
	square  = `[a-z]?[a-z]\d{1,2}`
	oneStep = square + `(?:(?:[-~/x]{1,2}|\s?[-~]\s?|\s+to\s+)?` + square + `)+[-+#!]{0,2}`

	dateShape = `(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[./]\d{1,2}[./]?(?:\d{2,4})?|` +
		`\d{1,2}(?:\.|st|nd|rd|th)?\s\p{L}{3,9}\.?(?:\s\d{4})?|` +
		`\p{L}{3,9}\s\d{1,2}(?:st|nd|rd|th)?(?:,?\s\d{4})?|today|tomorrow)`
)

// The shapes of commands.
var (
	turnShape = shape{pattern(`^(?:` + oneStep + `|[a-z]\d{1,2}|(?:place|empty)\s?\d{1,2})` +
		`(?:[\s,]+(?:` + oneStep + `|[a-z]\d{1,2}))*$`), mayBeTurn}
	moveShape = shape{pattern(`^` + oneStep), beginsWithSquare}
	awayShape = shape{pattern(`(?i)^away:?\s+(?:from\s+)?(` + dateShape + `)` +
		`(?:\s+(?:until|till|to|-)\s+|\s*-\s*|\s+)(` + dateShape + `)$`), opensWith("aA")}
	takebackForm = shape{pattern(`(?i)^take-?\s?back:?(?:\s+(\d{1,4}))?(\b.*)?$`), opensWith("tT")}
	sayForm      = shape{pattern(`(?i)^say(?:[:：]\s*|\s+[:：]\s+|\s+-\s+|\s+|$)`), opensWith("sS")}
	noteForm     = shape{pattern(`(?i)^note(?:\s*[:：]\s*|\s+-\s+|\s+)`), opensWith("nN")}
	planForm     = shape{pattern(`(?i)^plan(?:\s*[:：]\s+|\s+|$)`), opensWith("pP")}
	bullet       = shape{pattern(`^(?:[-*•‣▪◦·–—➤►→]\s+|` +
		`[-–—•*][a-zA-Z]\d)`), opensWith("-*")}
	number = shape{pattern(`^(?:\(?\d{1,3}\s?[.):]{1,3}\s*|#\d{1,3}[.):]{0,3}\s+)`), opensWith("(0123456789#")}
	smile  = shape{pattern(`\s+(?:[:;=8]-?[)(DPpo]|<3|\^\^|xD)$`), maySmile}
)

// moveLabel is a label before a turn: "My move:", "Turn 13 is". Its words must be moveWords.
var moveLabel = shape{pattern(`^((?:` + labelWord + `\s){0,4}` + labelWord + `)\s*(?:[:：=]\s*|\s)(.+)$`), mayBeLabelled}

const labelWord = `(?:[\p{L}\p{M}']+\.?|[#№]\d{1,3}|[tzхTZХ]?\d{1,3}\.?)`

// ordinal matches the number of a turn, with or without a letter for the word: "13", "T13", "#13".
var ordinal = pattern(`^(?:[#№]|[tzх])?\d{1,3}$`)

// opensWith returns a test for texts that begin with one of some ASCII signs, or with a sign outside ASCII, as patterns
// that ignore case match some of those too.
func opensWith(signs string) func(text string) bool {
	return func(text string) bool {
		return text != "" && (text[0] >= utf8.RuneSelf || strings.IndexByte(signs, text[0]) >= 0)
	}
}

func isSmallLetter(b byte) bool { return b >= 'a' && b <= 'z' }
func isDigit(b byte) bool       { return b >= '0' && b <= '9' }

func beginsWithSquare(text string) bool {
	return len(text) >= 2 && isSmallLetter(text[0]) &&
		(isDigit(text[1]) || len(text) >= 3 && isSmallLetter(text[1]) && isDigit(text[2]))
}

func mayBeTurn(text string) bool {
	return beginsWithSquare(text) || strings.HasPrefix(text, "place") || strings.HasPrefix(text, "empty")
}

func maySmile(text string) bool {
	if len(text) < 3 {
		return false
	}
	before, last := text[len(text)-2], text[len(text)-1]
	switch last {
	case ')', '(', 'D', 'P', 'p', 'o':
		return strings.IndexByte(":;=8-x", before) >= 0
	case '3':
		return before == '<'
	case '^':
		return before == '^'
	}
	return false
}

// mayBeLabelled reports whether the first word or number of a text could belong to a label before a turn.
func mayBeLabelled(text string) bool {
	if text == "" || isDigit(text[0]) || text[0] == '#' || strings.HasPrefix(text, "№") {
		return text != ""
	}
	word := text
	if end := strings.IndexFunc(text, func(r rune) bool {
		return r != '\'' && !unicode.IsLetter(r) && !unicode.IsMark(r)
	}); end >= 0 {
		word = text[:end]
	}
	return moveWords[strings.ToLower(word)] || attempts[strings.ToLower(word)]
}
