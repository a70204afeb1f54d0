package rules

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Notation says of the turns of a game what Fold must know.
type Notation struct {
	// Squares says that a turn names squares, a letter and a number each, with a sign
	// between them, so that "d1d4" and "d1 to d4" can only mean "d1-d4".
	Squares bool
	// Steps says that a turn may have several steps with spaces between them. Without
	// it "d1 d4" means "d1-d4" too.
	Steps bool
}

// Fold reads what looks the same the same: typographic dashes, tildes, spaces and
// quotes, look-alike letters of other scripts, a turn's number before it, a full
// stop after it, "to" or nothing between two squares. Every text that a person types
// as a turn or as its beginning goes through it before a ruleset reads it. Folding
// twice is folding once; what it does not know it leaves as it is, letter case too.
func (n Notation) Fold(text string) string {
	if !isPlain(text) {
		text = foldSigns(foldRunes(text))
		text = peel(text)
	}
	if n.Squares {
		text = n.joinSquares(text)
	}
	return text
}

// isPlain tells whether a text has nothing to fold but squares without a sign: ASCII
// letters and digits with single signs or spaces between them.
func isPlain(text string) bool {
	before := byte(' ')
	for i := range len(text) {
		c := text[i]
		switch {
		case isLetter(c) || isDigit(c):
		case c == ' ':
			if !isLetter(before) && !isDigit(before) {
				return false
			}
		case c == '-' || c == '~' || c == '/':
			if before == ' ' {
				return false
			}
		default:
			return false
		}
		before = c
	}
	return before != ' ' || text == ""
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// lookAlikes are the runes that are read as another one.
var lookAlikes = func() map[rune]rune {
	table := map[rune]rune{}
	for to, runes := range map[rune]string{
		'-': "‐‑‒–—―−﹘﹣→⇒➔➜⟶", '~': "∼˜〜*", '/': "⁄∕", ',': ";", 'x': "×",
	} {
		for _, r := range runes {
			table[r] = to
		}
	}
	cyrillic, latin := []rune("аеорсухіјѕАВЕКМНОРСТУХІЈ"), []rune("aeopcyxijsABEKMHOPCTYXIJ")
	for i, r := range cyrillic {
		table[r] = latin[i]
	}
	return table
}()

// foldRunes reads every rune by itself.
func foldRunes(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case isInvisible(r):
			return -1
		case r >= '！' && r <= '～': // full-width ASCII
			r += '!' - '！'
		}
		if to, found := lookAlikes[r]; found {
			return to
		}
		return r
	}, text)
}

// isInvisible tells whether a rune takes no room: zero-width characters, soft
// hyphens, variation selectors.
func isInvisible(r rune) bool {
	const graphemeJoiner = '\u034f'
	return r == graphemeJoiner || unicode.Is(unicode.Variation_Selector, r) ||
		(unicode.Is(unicode.Cf, r) && !unicode.Is(unicode.Prepended_Concatenation_Mark, r))
}

// foldSigns reads arrows of ASCII signs as hyphens and takes the spaces away that
// stand around a sign, at the ends, or beside another space.
func foldSigns(text string) string {
	b := make([]byte, 0, len(text))
	for i := range len(text) {
		c := text[i]
		if c == '>' && endsIn(b, '-', '=') {
			c = '-'
			b = b[:len(b)-1]
			if endsIn(b, '-', '-') {
				b = b[:len(b)-1] // "-->"
			}
		}
		if isSign(c) && endsIn(b, ' ', ' ') {
			b = b[:len(b)-1]
		}
		if c == ' ' && (len(b) == 0 || endsIn(b, ' ', ' ') || isSign(b[len(b)-1])) {
			continue
		}
		b = append(b, c)
	}
	return strings.TrimRight(string(b), " ")
}

func endsIn(b []byte, one, other byte) bool {
	return len(b) > 0 && (b[len(b)-1] == one || b[len(b)-1] == other)
}

func isSign(c byte) bool { return c == '-' || c == '~' || c == '/' }

// quotePairs are the quotes that may stand around a turn, opening and closing.
var quotePairs = []string{`""`, "''", "``", "«»", "»«", "“”", "„“", "„”", "””", "‘’", "’’"}

// peel takes off one pair of quotes, one turn number before and one full stop after
// a turn. Where more of the same kind would be left, nothing is taken off.
func peel(text string) string {
	peelers := []func(string) string{unquote, unnumber, unstop}
	rest := text
	for again := true; again; {
		again = false
		for i, take := range peelers {
			if take == nil {
				continue
			}
			if less := take(rest); less != rest {
				rest, peelers[i], again = less, nil, true
			}
		}
	}
	for _, take := range []func(string) string{unquote, unnumber, unstop} {
		if take(rest) != rest {
			return text
		}
	}
	return rest
}

func unquote(text string) string {
	first, from := utf8.DecodeRuneInString(text)
	last, size := utf8.DecodeLastRuneInString(text)
	if from >= len(text) || !slices.Contains(quotePairs, string([]rune{first, last})) {
		return text
	}
	return keepSome(text, text[from:len(text)-size])
}

// unnumber takes "12.", "12..." or "12…" off the beginning.
func unnumber(text string) string {
	rest := strings.TrimLeft(text, "0123456789")
	if rest == text {
		return text
	}
	for _, dots := range []string{"...", "…", "."} {
		if after, found := strings.CutPrefix(rest, dots); found {
			return keepSome(text, after)
		}
	}
	return text
}

func unstop(text string) string {
	rest, found := strings.CutSuffix(text, ".")
	if !found {
		return text
	}
	return keepSome(text, rest)
}

// keepSome is the rest of a text without spaces at its ends, or the text where
// nothing would be left.
func keepSome(text, rest string) string {
	if rest = strings.Trim(rest, " "); rest != "" {
		return rest
	}
	return text
}

// joinSquares writes the sign between two squares that stand side by side or with
// "to" between them: at the beginning of every step, in games of one step a turn at
// the beginning of the turn.
func (n Notation) joinSquares(text string) string {
	var b strings.Builder
	done := 0 // bytes of text that are written
	for at := 0; at < len(text); {
		for until, next, ok := n.joint(text, at); ok; until, next, ok = toJoint(text, next) {
			b.WriteString(text[done:until])
			b.WriteByte('-')
			done = next
		}
		if !n.Steps {
			break
		}
		at = max(at, done)
		gap := strings.IndexAny(text[at:], " ,")
		if gap < 0 {
			break
		}
		at += gap + 1
	}
	if done == 0 {
		return text
	}
	return b.String() + text[done:]
}

// joint finds where the first square of a step that begins at a place ends, and where
// the second one begins. It is false where there is nothing to join.
func (n Notation) joint(text string, at int) (until, next int, ok bool) {
	if at+1 < len(text) && isLetter(text[at]) && isLetter(text[at+1]) {
		at++ // a piece's letter
	}
	if until, next, ok = toJoint(text, at); ok {
		return until, next, true
	}
	_, rest, ok := CutSquare(text[at:])
	if !ok {
		return 0, 0, false
	}
	until = len(text) - len(rest)
	next = until
	if !n.Steps {
		next += len(rest) - len(strings.TrimPrefix(rest, " "))
	}
	_, rest, ok = CutSquare(text[next:])
	return until, next, ok && n.mayFollow(rest)
}

// mayFollow tells whether a text may follow two squares that are to be joined: what
// goes on with a third square may not.
func (n Notation) mayFollow(rest string) bool {
	if rest == "" || rest[0] == '~' || rest[0] == '+' || (n.Steps && (rest[0] == ' ' || rest[0] == ',')) {
		return true
	}
	capture := len(rest) > 2 && rest[0]|0x20 == 'x' && isLetter(rest[1])
	return capture || strings.Trim(rest, "-") == ""
}

// toJoint is joint for a square that "to" and a second square follow.
func toJoint(text string, at int) (until, next int, ok bool) {
	_, rest, ok := CutSquare(text[at:])
	if !ok || len(rest) < len(" to ") || !strings.EqualFold(rest[:len(" to ")], " to ") {
		return 0, 0, false
	}
	until = len(text) - len(rest)
	next = until + len(" to ")
	_, _, ok = CutSquare(text[next:])
	return until, next, ok
}
