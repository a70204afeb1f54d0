package reply

import (
	"slices"
	"strings"
	"unicode"
)

// attributionLines is how many lines a wrapped attribution has at most.
const attributionLines = 4

// traits are the signs of an attribution: who, when, and that somebody wrote.
type traits struct {
	us, address, date, verb, colon bool
	dateOpen                       bool // the text ends within what may be a date
}

var (
	datePattern = pattern(`(?:19|20|25)\d\d\s?[-./年년]\s?\d{1,2}|` +
		`\d{1,2}[./-]\s?\d{1,2}[./-]\s?(?:20|25)?\d\d|` +
		`\d{1,2}(?:\.|st|nd|rd|th|er|º)?\s+(?:de\s+|d’|d')?\p{L}{2,14}\.?,?\s+(?:de\s+|del\s+)?(?:20|25)\d\d|` +
		`\p{L}{2,14}\.?\s+\d{1,2}(?:\.|st|nd|rd|th)?,?\s+(?:20|25)\d\d|` +
		`(?:19|20|25)\d\d\s?\p{L}{0,4}\.?\s+\p{L}{2,14}\.?\s+\d{1,2}`)
	// leadPattern matches the beginning of an attribution before its date: a preposition or an article, then perhaps a
	// weekday. It may be glued to the text before it.
	leadPattern = pattern(`(?:` + strings.Join(leadWords, "|") + `)(?:[\s,:]+|$)` +
		`(?:\p{L}[\p{L}\p{M}.'’-]{0,13}[,،]?\s*){0,3}[\s,(]*$`)
	dayPattern = pattern(`\p{L}[\p{L}\p{M}]{1,13}[.,]{1,2}\s*$`)
	// openDate matches a line that ends within a date: "On Sat, 21 Nov", "Am Samstag, 21.".
	openDate = pattern(`^[-\s]*(?:(?:` + strings.Join(leadWords, "|") + `)(?:[\s,:]+|$)` + datePart + `{0,4}|` +
		datePart + `{0,2}\d{1,2}(?:\.|st|nd|rd|th|er|º)?[,\s]*` + datePart + `{0,2})$`)
)

// datePart matches a word or a number of a date, and the signs after it.
const datePart = `(?:(?:\p{L}[\p{L}\p{M}'’-]{0,13}|\d{1,2}(?:st|nd|rd|th|er|º)?)[.,،]{0,2}(?:\s+|$))`

// maxOpenDate is the length of the longest line that may end within a date, in bytes.
const maxOpenDate = 40

// opensDate reports whether a line may end within the date of an attribution.
func opensDate(text string) bool { return len(text) <= maxOpenDate && openDate().MatchString(text) }

// maxAttribution is the length of the longest attribution, in bytes.
const maxAttribution = 700

// traitsOf returns the traits of a text.
func traitsOf(text string, us []string) traits {
	text = strings.TrimSpace(text)
	if len(text) > maxAttribution {
		return traits{}
	}
	lower := strings.ToLower(text)
	date, open := findDate(asciiDigits(text))
	return traits{
		us:       namesAny(lower, us),
		address:  hasAddress(text),
		date:     date,
		verb:     hasWroteWord(lower),
		colon:    strings.HasSuffix(text, ":") || strings.HasSuffix(text, "："),
		dateOpen: open,
	}
}

// or returns the traits that one of two texts has. A colon counts at the end of the second alone.
func (t traits) or(below traits) traits {
	return traits{
		us: t.us || below.us, address: t.address || below.address, date: t.date || below.date,
		verb: t.verb || below.verb, colon: below.colon, dateOpen: t.dateOpen || below.dateOpen,
	}
}

// joinedTraits returns the traits of the lines from start to end, joined to one text. They are those of the lines,
// except where a line end divides a date, or a name or a verb that has a space.
func (y *layout) joinedTraits(start, end int) traits {
	t, size := y.traits(start), len(y.lines[start].text)
	for i := start + 1; i <= end; i++ {
		t = t.or(y.traits(i))
		size += 1 + len(y.lines[i].text)
	}
	switch {
	case start == end:
		return t
	case size > maxAttribution:
		return traits{}
	case t.us && t.verb && (t.date || !t.dateOpen):
		return t
	}
	texts := make([]string, 0, attributionLines)
	for i := start; i <= end; i++ {
		texts = append(texts, y.lines[i].text)
	}
	joined := strings.Join(texts, " ")
	if !t.date && t.dateOpen {
		t.date, _ = findDate(asciiDigits(joined))
	}
	joined = strings.ToLower(joined)
	t.us = t.us || namesAny(joined, y.us)
	t.verb = t.verb || contains(joined, wroteSpaced)
	return t
}

func namesAny(lower string, us []string) bool {
	return slices.ContainsFunc(us, func(name string) bool { return len(name) >= 3 && strings.Contains(lower, name) })
}

// hasAddress reports whether a text has an at sign between characters of an address, as bareAddress finds it.
func hasAddress(text string) bool {
	for at := 1; at+1 < len(text); at++ {
		if text[at] == '@' && !endsAddress(text[at-1]) && !endsAddress(text[at+1]) {
			return true
		}
	}
	return false
}

func endsAddress(c byte) bool { return strings.IndexByte(" \t\n\f\r<>()[]:;,\"'@", c) >= 0 }

// findDate reports whether a text has a year, a time of day, or a date in numbers; and if not, whether a date may go
// on in the next line.
func findDate(text string) (found, open bool) {
	runs := 0 // numbers with a sign of dates between them
	for i := 0; i < len(text); {
		if text[i] < '0' || text[i] > '9' {
			i++
			continue
		}
		end := i
		for end < len(text) && text[end] >= '0' && text[end] <= '9' {
			end++
		}
		number, rest := text[i:end], text[end:]
		if len(number) == 4 && (number[:2] == "20" || number[:2] == "19" || number[:2] == "25") {
			return true, false
		}
		if len(number) > 2 {
			runs = 0
		} else if runs++; runs == 3 || runs == 2 && len(number) == 2 && (text[i-1] == ':' || text[i-1] == 'h') {
			return true, false
		}
		if rest == "" || !strings.ContainsRune("./-:h時시", firstRune(rest)) {
			runs = 0
		}
		i = end
	}
	return false, runs > 0
}

// asciiDigits replaces the digits of other scripts, which the patterns do not match.
func asciiDigits(s string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x80 || !unicode.IsDigit(r) {
			return r
		}
		for _, zero := range []rune{'٠', '۰', '०', '০', '๐', '０'} {
			if r >= zero && r <= zero+9 {
				return '0' + r - zero
			}
		}
		return r
	}, s)
}

// isAttribution reports whether these are the traits of an attribution; beforeQuote is whether a quote or our mail
// follows.
func (t traits) isAttribution(beforeQuote bool) bool {
	who, said := t.us || t.address, t.verb || t.colon
	switch {
	case t.us && t.verb && (t.date || t.colon || t.address || beforeQuote):
		return true
	case who && t.date && (said || beforeQuote):
		return true
	case t.date && t.verb && (t.colon || beforeQuote):
		return true
	}
	return beforeQuote && t.colon && (who || t.date || t.verb)
}

// markAttributions finds the attributions among the lines without a place. Of several possible beginnings, the
// latest counts, so that the writer's text above keeps its place; then lines above that belong to it are added.
func (y *layout) markAttributions() {
	for end := range y.lines {
		if !y.mayAttribute(end) {
			continue
		}
		if y.lines[end].place == ours && end > 0 && y.lines[end-1].place == ours {
			continue // in the middle of a copy
		}
		before := y.beforeQuote(end)
		for start := end; start > end-attributionLines && start >= 0 && y.mayAttribute(start); start-- {
			if start < end && !y.lines[end].attribute && y.isCommand(start) {
				break
			}
			if !y.joinedTraits(start, end).isAttribution(before) {
				continue
			}
			for i := start + 1; i <= end; i++ {
				y.lines[i].place = header
			}
			y.markStart(start, start < end || before)
			y.markEnd(end)
			break
		}
	}
}

// mayAttribute reports whether a line could be part of an attribution.
func (y *layout) mayAttribute(i int) bool {
	l := &y.lines[i]
	return !l.blank() && l.place != quoted && l.place != header && l.place != footer && len(l.text) < 600
}

// isCommand reports whether a line begins like a command and no attribution begins within it.
func (y *layout) isCommand(i int) bool { return y.startsCommand(i) && y.glued(i).at < 0 }

// beforeQuote reports whether the next line with text is quoted or ours.
func (y *layout) beforeQuote(at int) bool {
	next := y.nextText(at)
	return next < len(y.lines) && (y.lines[next].place == quoted || y.lines[next].place == ours)
}

// markStart makes the first line of an attribution a header. If the writer's text is glued to its beginning, as it
// is where a program puts the cursor there, the line keeps that text.
func (y *layout) markStart(start int, sure bool) {
	l := &y.lines[start]
	if glued := y.glued(start); glued.at > 0 {
		text := strings.TrimSpace(l.text[:glued.at])
		if bare := strings.TrimRight(text, "-"); len(text)-len(bare) > 2 {
			text = strings.TrimSpace(bare)
		}
		y.setText(start, text)
		l.glued, l.doubt = true, !glued.sure
		return
	}
	if !sure && y.startsCommand(start) {
		return
	}
	l.place = header
	// The line above may be the beginning: "On Sat, 21 Nov 2026 22:51:00 +0000".
	if start == 0 || !y.mayAttribute(start-1) || y.isCommand(start-1) {
		return
	}
	if t := y.traits(start - 1); t.date || t.us || opensDate(y.lines[start-1].text) && !leadsDate(l.text) {
		y.markStart(start-1, true)
	}
}

// leadsDate reports whether a line begins with the words before the date of an attribution, and the date.
func leadsDate(text string) bool {
	m := datePattern().FindStringIndex(asciiDigitsSameLength(text))
	return m != nil && leadAt(text[:m[0]]) == 0
}

// markEnd makes the line below an attribution a header too, if the attribution was wrapped before its end:
//
//	Am Sa., 21. Nov. 2026 um 22:51 Uhr schrieb turnpost
//	<play@play.example.org>:
func (y *layout) markEnd(end int) {
	if y.lines[end].place != header || y.traits(end).colon || end+1 == len(y.lines) || !y.mayAttribute(end+1) ||
		y.isCommand(end+1) {
		return
	}
	t := y.traits(end + 1)
	if t.colon && (t.us || t.date || t.verb) && (!t.address || t.us) {
		y.lines[end+1].place = header
	}
}
