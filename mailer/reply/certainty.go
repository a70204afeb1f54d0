package reply

import (
	"strings"
)

var (
	sentenceEnd = pattern(`[.!?:;…。！？：)]["'”’]?$`)
	loneSquare  = pattern(`^[a-z]\d{1,2}$`)
)

// contact is what lines of signatures have: a telephone number, an address of mail or of a
// page.
var contact = pattern(`(?i)(?:\+?\(?\d[\s()/.-]?){7,}|\S@\S+\.\S|https?://|www\.|` +
	`^(?:tel|phone|mobile?|fax|cell)[.:\s]`)

// withoutNames takes the short lines off the end of words to the opponent that a signature
// turns out to follow: a name, a company. The first line stays.
func withoutNames(text string) string {
	lines := strings.Split(text, "\n")
	for len(lines) > 1 {
		last := lines[len(lines)-1]
		if len([]rune(last)) > 40 || sentenceEnd().MatchString(last) {
			break
		}
		lines = lines[:len(lines)-1]
	}
	return strings.Join(lines, "\n")
}

var (
	denial, hesitation = setOf(table("denial")), setOf(table("denial"), table("hesitation"))
	correction, goesOn = setOf(table("correction")), setOf(table("goes_on"))

	nameLike   = pattern(`^\p{Lu}[\p{L}.'’-]{0,15}(?:\s\p{Lu}[\p{L}.'’-]{0,15})?$`) // "Ann", "A. Example"
	bracketed  = pattern(`^\[[^\[\]]{2,40}\]$`)                                     // "[EXTERNAL]"
	addressing = pattern(`^\S+(?:\s\S+){0,3}[,!،，、！]$`)                             // "Szia Bob,"
	innerMove  = pattern(`[a-z]\d{1,2}\s?[-~/]\s?[a-z]\d{1,2}|` +
		`[a-z]\d{1,2}\s+to\s+[a-z]\d{1,2}|(?:^|\s)[pe]\d(?:\W|$)`)
)

// hasWord tells whether a text has one of the words, in whatever case.
func hasWord(text string, set map[string]bool) bool {
	for _, w := range strings.FieldsFunc(strings.ToLower(strings.ReplaceAll(text, "’", "'")), notWord) {
		if set[w] {
			return true
		}
	}
	return false
}

func notWord(r rune) bool { return letter(r) == 0 && r != '\'' }

// firstWord is the first word of a text as it is written.
func firstWord(text string) string {
	words := strings.FieldsFunc(text, notWord)
	if len(words) == 0 {
		return ""
	}
	return words[0]
}

// isEmbedded tells whether a command is in the midst of a sentence that goes on across empty
// lines: "I almost played / d1-d4 / but I need more time".
func (r *reader) isEmbedded(after string) bool {
	if r.before == "" || sentenceEnd().MatchString(r.before) && !strings.HasSuffix(r.before, ":") {
		return false
	}
	last := r.before[strings.LastIndexAny(r.before, ".!?")+1:]
	return goesOn[firstWord(after)] || hasWord(last, hesitation)
}

// isSure tells whether a command stands where people write commands: at the beginning of a
// paragraph, below a greeting, another command or a whole sentence; not in the middle of one
// that was wrapped, not below a closing, nor deep in other text.
func (r *reader) isSure(l line, c Command, next string) bool {
	if l.inRun || r.closed || r.others > maxBefore || r.under && !r.weKnow {
		return false
	}
	if l.doubt && (c.Verb == Say || c.Verb == Plan) {
		return false
	}
	if endsEarly(c.Verb) && continues(next) && !r.startsLine(next) {
		return false
	}
	lone := loneSquare().MatchString(strings.ToLower(c.Text))
	greeted := r.others == 1 && addressing().MatchString(r.before)
	if lone && r.before != "" && !sentenceEnd().MatchString(r.before) && !greeted {
		return false // it may be a postcode below a name
	}
	if r.above == "" || r.aboveCmd {
		return true
	}
	if addressing().MatchString(r.above) && len([]rune(r.above)) <= 30 && !hasWord(r.above, hesitation) {
		return true
	}
	short := len([]rune(r.above)) < 60
	if sentenceEnd().MatchString(r.above) && short {
		return !hasWord(r.above, denial) || !strings.HasSuffix(r.above, ":")
	}
	if c.Verb != Turn || lone || hasWord(r.above, denial) {
		return false
	}
	return short && (len(strings.Fields(r.above)) <= 4 || strings.HasSuffix(r.above, ","))
}

// endsEarly tells whether a command is a word that may as well begin a sentence.
func endsEarly(v Verb) bool {
	switch v {
	case Resign, ResignNow, Draw, Accept, Decline, Show, Mute, Help, Rematch:
		return true
	}
	return false
}

// continues tells whether a line reads as the rest of a sentence.
func continues(text string) bool {
	r := firstRune(text)
	return r >= 'a' && r <= 'z'
}

func (r *reader) startsLine(text string) bool {
	_, ok := r.parse(text)
	return ok || isClosing(text)
}
