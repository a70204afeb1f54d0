package reply

import "strings"

// place is the part of a mail that a line belongs to.
type place uint8

const (
	own    place = iota // the writer's text, unless a sign of another place is found
	quoted              // after quote marks or in a blockquote
	soft                // in a copy of the original without marks, as far as a program shows it
	ours                // our mail, as its letters show
	header              // an attribution line or a header block
	footer              // a signature, or a line that programs and lists add
)

// line is one line of a text.
type line struct {
	text      string // without quote marks; no control or invisible characters
	place     place
	attribute bool   // an HTML element marks it as attribution
	cut       bool   // according to the HTML, a copy of the original begins here
	glued     bool   // an attribution at the end was cut off
	doubt     bool   // the place of that cut is uncertain
	inRun     bool   // part of it is in our mail, together with the end of the line above or below
	inMail    bool   // most of it is in our mail
	inWhole   bool   // all of it is in our mail, and it has at least minRun letters and digits
	begins    bool   // our mail begins here
	ends      bool   // our mail ends here
	inserted  bool   // quoted, but not in our mail, between lines that are
	nearCopy  bool   // it may be the writer's, though a copy of the original surrounds or follows it
	earlier   bool   // it may be in an earlier answer, which the writer quotes
	width     int    // runes, with the marks
	struck    string // the text below it that its writer deleted and shows as such
}

func (l line) blank() bool { return l.text == "" }

// The bounds of what is read of a text. Most mails of ours have about 120 lines and 3 KB. The rules of a game have 904
// lines and 30 KB as mail: an answer below a whole quote of them may be beyond the bounds.
const (
	maxLines = 1500
	maxText  = 32 << 10 // bytes
)

// quoteMarks match the marks that programs put before a quoted line: signs, or the initials of a name before ">".
var quoteMarks = pattern(`^(?:\s*(?:>|&gt;|\||»|›|＞|[\p{L}\d]{1,4}>))+ ?`)

// pointed matches a sign between two squares, which is no quote mark: "d1>d4".
var pointed = pattern(`^[a-zA-Z]\d{1,2}\s?>+\s?[a-zA-Z]\d`)

// markedLine returns a line of plain text. It is quoted if it begins with quote marks.
func markedLine(raw string) line {
	text := strings.TrimRight(cleanText(raw), " ")
	l := line{width: len([]rune(text))}
	trimmed := strings.TrimLeft(text, " ")
	if mark := findMark(trimmed); mark > 0 {
		l.place = quoted
		trimmed = trimmed[mark:]
	}
	l.text = strings.TrimSpace(trimmed)
	if l.text == "--" && strings.HasSuffix(raw, "-- ") {
		l.text = "-- " // the only delimiter of signatures that needs nothing above it
	}
	return l
}

// findMark returns the length of the quote marks at the beginning of a line. German quotation marks »so« are not
// quote marks.
func findMark(s string) int {
	if s == "" || !strings.ContainsAny(s[:min(len(s), 8)], ">|»›＞;") {
		return 0
	}
	if (s[0] != '>' && strings.Contains(s, "«")) || strings.Contains(s, "‹") {
		return 0
	}
	if strings.HasPrefix(s, "->") || pointed().MatchString(s) {
		return 0
	}
	return len(quoteMarks().FindString(s))
}
