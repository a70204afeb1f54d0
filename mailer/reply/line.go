package reply

import (
	"strings"
	"unicode"
)

// place says where a line stands.
type place uint8

const (
	own    place = iota // what the writer wrote, until something else is found
	quoted              // behind quote marks or in a blockquote
	soft                // after or in what a program puts around an original without marks
	ours                // our own mail, by what it says
	header              // an attribution line or a header block
	footer              // a signature, or what programs and lists add
)

// line is one line of a reply's text.
type line struct {
	text      string // without quote marks; no control or invisible characters
	place     place
	attribute bool // an HTML element marks it as attribution
	cut       bool // a copy of the original begins with this line, says the HTML
	glued     bool // it had an attribution at its end, which was cut off
	doubt     bool // where the attribution began could not be told
	inRun     bool // part of what it says stands in our mail, next to other lines of it
	inserted  bool // it is quoted, but stands between lines of our mail without being of it
	rescued   bool // it was soft, but the copy around it is known to be ours
	width     int  // runes of the line as it stood, marks included
}

func (l line) blank() bool { return l.text == "" }

// The bounds of what is read of a text. The longest mail of ours has 123 lines and 3 KB.
const (
	maxLines = 1500
	maxText  = 32 << 10 // bytes
)

// quoteMarks are the marks that programs put before a quoted line: signs, or a name's
// initials before ">".
var quoteMarks = pattern(`^(?:\s*(?:>|&gt;|\||»|›|＞|[\p{L}\d]{1,4}>))+ ?`)

// markedLine makes a line of plain text; quote marks before it say that it is quoted.
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
		l.text = "-- " // the one signature delimiter that counts by itself
	}
	return l
}

// findMark is the length of the quote marks that a line begins with. German quotation
// marks »so« are none.
func findMark(s string) int {
	if s == "" || !strings.ContainsAny(s[:min(len(s), 8)], ">|»›＞;") {
		return 0
	}
	if (s[0] != '>' && strings.Contains(s, "«")) || strings.Contains(s, "‹") {
		return 0
	}
	if strings.HasPrefix(s, "->") {
		return 0
	}
	return len(quoteMarks().FindString(s))
}

// cleanText drops what cannot be seen and makes one kind of space of all.
func cleanText(s string) string {
	clean := true
	for i := range len(s) {
		if s[i] >= 0x7f || s[i] < ' ' {
			clean = false
			break
		}
	}
	if clean {
		return s
	}
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r) || unicode.Is(unicode.Zs, r):
			return ' '
		case unicode.IsControl(r) || unicode.Is(unicode.Cf, r) && r != '\u200d' && r != '\u200c',
			r >= 0xfe00 && r <= 0xfe0f, r == '\u034f', r == '\u115f', r == '\u3164':
			return -1
		}
		return r
	}, s)
}
