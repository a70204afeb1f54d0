package reply

import (
	"slices"
	"strings"
	"unicode"
)

var (
	sentenceEnd = pattern(`[.!?:;…。！？：)]["'”’]?$`)
	loneSquare  = pattern(`^[a-z]\d{1,2}$`)
)

// contact matches the lines of signatures: with a telephone number, a mail address or a URL.
var contact = pattern(`(?i)(?:\+?\(?\d[\s()/.-]?){7,}|\S@\S+\.\S|https?://|www\.|` +
	`^(?:tel|phone|mobile?|fax|cell)[.:\s]`)

// withoutNames drops the short lines at the end of words to the opponent, as a signature follows them: a name, a
// company. It keeps the first line.
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
	goesOn             = setOf(table("goes_on"))
	asks               = setOf(table("asks"))

	nameLike   = pattern(`^\p{Lu}[\p{L}.'’-]{0,15}(?:\s\p{Lu}[\p{L}.'’-]{0,15})?$`) // "Ann", "A. Example"
	bracketed  = pattern(`^\[[^\[\]]{2,40}\]$`)                                     // "[EXTERNAL]"
	addressing = pattern(`^\S+(?:\s\S+){0,3}[,!،，、！]$`)                             // "Szia Bob,"
)

// hasWord reports whether a text has one of the words, in any case.
func hasWord(text string, set map[string]bool) bool {
	return slices.ContainsFunc(wordsIn(text), func(w string) bool { return set[w] })
}

func notWord(r rune) bool { return letter(r) == 0 && r != '\'' }

// firstWord returns the first word of a text, "" if it has none.
func firstWord(text string) string {
	words := strings.FieldsFunc(text, notWord)
	if len(words) == 0 {
		return ""
	}
	return words[0]
}

// isEmbedded reports whether a command is in the middle of a sentence that goes on around it, across blank lines too:
// "I almost played / d1-d4 / but I need more time", "Can I / d1-d4". A turn is so as well if only the line below goes
// on: "d1-d4 / would lose at once".
func (r *reader) isEmbedded(c Command, after string) bool {
	if c.Verb == Turn && (tellsOfTurn(after) || isAnother(r.before)) {
		return true
	}
	if r.before == "" || sentenceEnd().MatchString(r.before) && !strings.HasSuffix(r.before, ":") {
		return false
	}
	last := r.before[strings.LastIndexAny(r.before, ".!?")+1:]
	if c.Verb == Turn && leadsIn(strings.TrimSpace(last)) {
		return true
	}
	isWrapped := len(strings.Fields(last)) > maxLabelWords && unicode.IsUpper(firstRune(strings.TrimSpace(last))) &&
		unicode.IsLower(firstRune(after)) && !isClosing(after)
	return isWrapped || goesOn[firstWord(after)] || hasWord(last, hesitation) ||
		c.Verb == Turn && asks[strings.ToLower(firstWord(last))]
}

// isSure reports whether a command is where people write commands, rather than in the middle of wrapped text. It looks
// at the lines around it:
//
//	line above                      command   is it sure?
//	(blank, or none)                resign    yes: it begins a paragraph
//	Hi Bob,                         resign    yes: it follows a greeting
//	d1-d4                           say hi    yes: it follows a command
//	That was hard.                  resign    yes: it follows a whole sentence
//	My answer to that               d1-d4     yes: a turn follows at most four words, or a comma
//	My answer to that               resign    no: it may go on from the line above
//	Whatever happens, I will not    resign    no: the same
//	I do not want to play:          d1-d4     no: a denial precedes it
//	Best regards,                   draw      no: it follows the closing, and may be a name
//	(blank)                         draw      no, if the line below goes on in small letters: "is what you want"
//	Ann Example, London             e14       no: a square alone may be a postcode
//	(blank)                         draw?     no: it may be asked of the opponent, or be a surprise
//
// It is never sure in a line that is partly ours, below more than maxBefore other lines, or below a long quoted line
// if our mail is unknown: there it may be the rest of that line.
func (r *reader) isSure(l line, c Command, next string) bool {
	switch {
	case l.inRun, l.earlier, r.closed, r.others > maxBefore, r.under && !r.weKnow:
		return false
	case l.doubt && (c.Verb == Say || c.Verb == Plan), isAsked(l.text, c):
		return false
	case slices.Contains(plainVerbs, c.Verb) && continues(next) && !r.startsLine(next):
		return false
	case isLoneSquare(c) && r.mayBePostcode(c):
		return false
	}
	return r.above == "" || r.aboveCmd || r.mayPrecede(r.above, c) && (len([]rune(r.above)) < 60 || !continues(next))
}

// isAsked reports whether a command by a word has a sign of doubt behind it, unless it only asks for a mail.
func isAsked(text string, c Command) bool {
	_, _, after := cutQuestion(text)
	isWord := slices.Contains(plainVerbs, c.Verb) && c.Verb != Help && c.Verb != Show
	return after && (isWord || c.Verb == Takeback || c.Verb == Away)
}

// mayPrecede reports whether a command may directly follow a line that is neither a command nor a greeting.
func (r *reader) mayPrecede(above string, c Command) bool {
	size := len([]rune(above))
	if size <= 30 && addressing().MatchString(above) && !hasWord(above, hesitation) {
		return true
	}
	denied := hasWord(above, denial)
	if size < 80 && sentenceEnd().MatchString(above) {
		return !denied || !strings.HasSuffix(above, ":")
	}
	if c.Verb != Turn || isLoneSquare(c) && r.mayBePostcode(c) || denied {
		return false
	}
	return size < 60 && (len(strings.Fields(above)) <= maxLabelWords || strings.HasSuffix(above, ","))
}

// isLoneSquare reports whether a command is the name of a square.
func isLoneSquare(c Command) bool { return loneSquare().MatchString(strings.ToLower(c.Text)) }

// mayBePostcode reports whether a square alone may be a postcode: it follows other text that is neither a whole
// sentence nor a greeting. If it is a legal turn, text in small letters above it is not taken for an address.
func (r *reader) mayBePostcode(c Command) bool {
	greeted := r.others == 1 && addressing().MatchString(r.before)
	if r.before == "" || sentenceEnd().MatchString(r.before) || greeted {
		return false
	}
	return r.legal == nil || !r.legal(c.Text) || !isInSmallLetters(r.before)
}

// isInSmallLetters reports whether a text begins with a small letter, or at least half of its words do that are no
// particles such as "de".
func isInSmallLetters(text string) bool {
	words, small := strings.Fields(text), 0
	for _, w := range words {
		if unicode.IsLower(firstRune(w)) && len([]rune(w)) > 2 {
			small++
		}
	}
	return !hasDigit(text) && (unicode.IsLower(firstRune(text)) || 2*small >= len(words))
}

// continues reports whether a line may be the rest of a sentence.
func continues(text string) bool {
	return text != "" && isSmallLetter(text[0])
}

// startsLine reports whether a line is a command or a closing.
func (r *reader) startsLine(text string) bool {
	_, ok := r.parse(text)
	return ok || isClosing(text)
}
