package rules

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Notation describes the notation of a game as far as Fold needs it.
type Notation struct {
	// Squares means that a turn names squares, a letter and a number each, with a sign between them, so that "d1d4"
	// and "d1 to d4" can only mean "d1-d4". Without "to" they are joined only if nothing follows the second square, or
	// "~", "/", "+", "x" before a letter and more, hyphens alone or, with Steps, a space or a comma. A game with another
	// suffix, as in "d1d4a", reads such squares itself.
	Squares bool
	// Steps means that a turn may have several steps, separated by spaces. Without it "d1 d4" means "d1-d4" too.
	Steps bool
}

// Fold normalizes spellings that look the same: typographic dashes, tildes, spaces and quotes, look-alike letters of
// other scripts, a turn number before the turn, a full stop after it, a space within a square, "to" or nothing between
// two squares, "from" before them; these words in every language. All text typed as a turn or its beginning is folded
// before a ruleset parses it. Fold is idempotent and keeps everything else, including letter case.
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

// isPlain reports whether a text needs no folding except of squares without a sign: it has only ASCII letters and
// digits with single signs or spaces between them.
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

// lookAlikes maps runes to the ASCII runes that they resemble.
var lookAlikes = func() map[rune]rune {
	table := map[rune]rune{}
	for to, runes := range map[rune]string{
		'-': "‐‑‒–—―−﹘﹣ーｰ→⇒➔➜➡⟶", '~': "∼˜〜*", '/': "⁄∕", ',': ";、､،", '.': "。｡", 'x': "×",
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

// foldRunes folds each rune separately.
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

// isInvisible reports whether a rune has no width: zero-width characters, soft hyphens, variation selectors.
func isInvisible(r rune) bool {
	const graphemeJoiner = '\u034f'
	return r == graphemeJoiner || unicode.Is(unicode.Variation_Selector, r) ||
		(unicode.Is(unicode.Cf, r) && !unicode.Is(unicode.Prepended_Concatenation_Mark, r))
}

// foldSigns replaces ASCII arrows by hyphens and removes spaces around signs, at the ends and next to other spaces.
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

// quotePairs lists the opening and closing quotes that may enclose a turn.
var quotePairs = []string{`""`, "''", "``", "«»", "»«", "“”", "„“", "„”", "””", "‘’", "’’"}

// peel removes one pair of quotes, one turn number and one full stop around a turn. It removes nothing if another one
// of the same kind would remain.
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

// unnumber removes a leading "12.", "12..." or "12…".
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

// keepSome returns rest without surrounding spaces, or text if that is empty.
func keepSome(text, rest string) string {
	if rest = strings.Trim(rest, " "); rest != "" {
		return rest
	}
	return text
}

// joinSquares writes a hyphen between two squares that are adjacent or separated by "to": at the beginning of every
// step or, in games of one step a turn, of the turn.
func (n Notation) joinSquares(text string) string {
	text = dropFrom(closeSquares(text))
	var b strings.Builder
	done := 0 // number of bytes already copied
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

// closeSquares drops the space between a letter by itself and a digit, which telephones and dictation add: "D 1-D 4".
func closeSquares(text string) string {
	var b strings.Builder
	done := 0 // number of bytes already copied
	for i := 1; i+1 < len(text); i++ {
		if text[i] != ' ' || !isLetter(text[i-1]) || !isDigit(text[i+1]) {
			continue
		}
		if i == 1 || text[i-2] < utf8.RuneSelf && !isLetter(text[i-2]) && !isDigit(text[i-2]) {
			b.WriteString(text[done:i])
			done = i + 1
		}
	}
	return b.String() + text[done:]
}

// joint returns the end of the first square of the step at a position, and the start of its second square. ok is
// false if there is nothing to join.
func (n Notation) joint(text string, at int) (until, next int, ok bool) {
	if at+1 < len(text) && isLetter(text[at]) && isLetter(text[at+1]) {
		at++ // letter of a piece
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

// mayFollow reports whether rest may follow two squares that are to be joined. A third square may not.
func (n Notation) mayFollow(rest string) bool {
	if rest == "" || strings.IndexByte("~/+", rest[0]) >= 0 || n.Steps && strings.IndexByte(" ,", rest[0]) >= 0 {
		return true
	}
	capture := len(rest) > 2 && rest[0]|0x20 == 'x' && isLetter(rest[1])
	return capture || strings.Trim(rest, "-") == ""
}

// toJoint is joint for two squares that are separated by a word for "to".
func toJoint(text string, at int) (until, next int, ok bool) {
	_, rest, ok := CutSquare(text[at:])
	if !ok || rest == "" || rest[0] != ' ' {
		return 0, 0, false
	}
	word, target, _ := strings.Cut(rest[1:], " ")
	if _, _, ok = CutSquare(target); !ok || !isOneOf(turnTo, word) {
		return 0, 0, false
	}
	return len(text) - len(rest), len(text) - len(target), true
}

// dropFrom drops a word for "from" before two squares with one for "to" between them.
func dropFrom(text string) string {
	word, rest, _ := strings.Cut(text, " ")
	if _, _, ok := toJoint(rest, 0); ok && isOneOf(turnFrom, word) {
		return rest
	}
	return text
}

// Words between and before the squares of a turn, in all languages.
var turnTo, turnFrom = ArgumentWords("turn_to"), ArgumentWords("turn_from")

func isOneOf(words map[string]bool, word string) bool {
	const longest = 16 // bytes
	return len(word) <= longest && words[FoldCommand(word)]
}
