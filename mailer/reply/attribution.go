package reply

import (
	"regexp"
	"strings"
	"unicode"
)

// attributionLines is over how many lines programs wrap an attribution.
const attributionLines = 4

// traits is what tells an attribution: who and when, and that somebody wrote.
type traits struct {
	us, address, date, verb, colon bool
}

var (
	datePattern = pattern(`(?:19|20|25)\d\d\s?[-./年년]\s?\d{1,2}|` +
		`\d{1,2}[./-]\s?\d{1,2}[./-]\s?(?:20|25)?\d\d|` +
		`\d{1,2}(?:\.|st|nd|rd|th|er|º)?\s+(?:de\s+|d’|d')?\p{L}{2,14}\.?,?\s+(?:de\s+|del\s+)?(?:20|25)\d\d|` +
		`\p{L}{2,14}\.?\s+\d{1,2}(?:\.|st|nd|rd|th)?,?\s+(?:20|25)\d\d|` +
		`(?:19|20|25)\d\d\s?\p{L}{0,4}\.?\s+\p{L}{2,14}\.?\s+\d{1,2}`)
	// leadPattern is how an attribution begins before its date: a preposition or article,
	// then perhaps a weekday. It may be glued to what stands before it.
	leadPattern = pattern(`(?:` + strings.Join(leadWords, "|") + `)(?:[\s,:]+|$)` +
		`(?:\p{L}[\p{L}\p{M}.'’-]{0,13}[,،]?\s*){0,3}[\s,(]*$`)
	dayPattern = pattern(`\p{L}[\p{L}\p{M}]{1,13}[.,]{1,2}\s*$`)
)

// traitsOf looks at a line, or at several joined.
func traitsOf(text string, us []string) traits {
	text = strings.TrimSpace(text)
	if len(text) > 700 {
		return traits{}
	}
	lower := strings.ToLower(text)
	t := traits{
		date:    hasDate(asciiDigits(text)),
		address: strings.Contains(text, "@") && bareAddress().MatchString(text),
		verb:    hasWroteWord(lower),
		colon:   strings.HasSuffix(text, ":") || strings.HasSuffix(text, "："),
	}
	for _, name := range us {
		if len(name) >= 3 && strings.Contains(lower, name) {
			t.us = true
		}
	}
	return t
}

// hasDate tells whether a text has a year, a time of day, or a date in numbers.
func hasDate(text string) bool {
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
			return true
		}
		if len(number) > 2 {
			runs = 0
		} else if runs++; runs == 3 || runs == 2 && len(number) == 2 && (text[i-1] == ':' || text[i-1] == 'h') {
			return true
		}
		if rest == "" || !strings.ContainsRune("./-:h時시", firstRune(rest)) {
			runs = 0
		}
		i = end
	}
	return false
}

// asciiDigits makes the digits of every script those that the patterns know.
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

// isAttribution tells whether these are the words before a quote. beforeQuote is whether a
// quote, or our own mail, follows.
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

// markAttributions finds attribution lines that are not yet known for something else. The
// latest beginning counts that makes one of them, so that what was written above stays;
// then lines above that belong to it are added.
func markAttributions(lines []line, us []string) {
	for end := range lines {
		if !mayAttribute(lines[end]) {
			continue
		}
		before := beforeQuote(lines, end)
		if lines[end].place == ours && end > 0 && lines[end-1].place == ours {
			continue // in the midst of a copy
		}
		joined := ""
		for start := end; start > end-attributionLines && start >= 0 && mayAttribute(lines[start]); start-- {
			joined = strings.TrimSpace(lines[start].text + " " + joined)
			if start < end && startsCommand(lines[start].text) && !lines[end].attribute {
				if at, _ := gluedAt(lines[start].text, us); at < 0 {
					break
				}
			}
			if !traitsOf(joined, us).isAttribution(before) {
				continue
			}
			for i := start + 1; i <= end; i++ {
				lines[i].place = header
			}
			markStart(lines, start, us, start < end || before)
			break
		}
	}
}

// mayAttribute tells whether a line could be one of an attribution.
func mayAttribute(l line) bool {
	return !l.blank() && l.place != quoted && l.place != header && l.place != footer && len(l.text) < 600
}

// beforeQuote tells whether the next line with something in it is quoted or ours.
func beforeQuote(lines []line, at int) bool {
	for _, l := range lines[at+1:] {
		if !l.blank() {
			return l.place == quoted || l.place == ours
		}
	}
	return false
}

// markStart settles where in its first line an attribution begins. A program that puts the
// cursor before it glues it to what is written there.
func markStart(lines []line, start int, us []string, sure bool) {
	l := &lines[start]
	if at, sureOf := gluedAt(l.text, us); at > 0 {
		l.text = strings.TrimSpace(l.text[:at])
		if bare := strings.TrimRight(l.text, "-"); len(l.text)-len(bare) > 2 {
			l.text = strings.TrimSpace(bare)
		}
		l.glued, l.doubt = true, !sureOf
		return
	}
	if startsCommand(l.text) && !sure {
		return
	}
	l.place = header
	// The line above may be the beginning: "On Sat, 21 Nov 2026 22:51:00 +0000".
	if start == 0 || !mayAttribute(lines[start-1]) {
		return
	}
	above := &lines[start-1]
	if t := traitsOf(above.text, us); !t.date && !t.us {
		return
	}
	if at, _ := gluedAt(above.text, us); at < 0 && startsCommand(above.text) {
		return
	}
	markStart(lines, start-1, us, true)
}

// asciiDigitsSameLength is asciiDigits for texts in which offsets matter: only where it
// changes none.
func asciiDigitsSameLength(s string) string {
	if d := asciiDigits(s); len(d) == len(s) {
		return d
	}
	return s
}

// gluedAt is where within a line an attribution begins, if something that may be a command
// stands before it; -1 if nothing does. sure is whether that is its very beginning: the known
// words before a date, or our name right after what is written there.
func gluedAt(text string, us []string) (at int, sure bool) {
	at = -1
	if m := datePattern().FindStringIndex(asciiDigitsSameLength(text)); m != nil {
		at = m[0]
		switch lead, day := lastMatch(leadPattern(), text[:at]), dayPattern().FindStringIndex(text[:at]); {
		case lead >= 0:
			at, sure = lead, true
		case day != nil:
			at = day[0] + capitalIn(text[day[0]:at])
		}
	}
	if name := nameAt(text, us); name > 0 && (at < 0 || name < at) {
		at = len(strings.TrimRight(text[:name], `"'<(`))
		sure = at > 0 && text[at-1] != ' '
	}
	if at <= 0 || strings.TrimSpace(text[:at]) == "" || !startsCommand(text[:at]) {
		return -1, false
	}
	return at, sure
}

// nameAt is where the first of our names stands; -1 if none does.
func nameAt(text string, us []string) int {
	lower, at := strings.ToLower(text), -1
	if len(lower) != len(text) {
		return -1
	}
	for _, name := range us {
		if i := strings.Index(lower, name); i >= 0 && len(name) >= 3 && (at < 0 || i < at) {
			at = i
		}
	}
	return at
}

// lastMatch is where the last, which is the shortest, match of a pattern that ends a text begins.
func lastMatch(pattern *regexp.Regexp, text string) int {
	found, from := -1, 0
	for range 8 {
		m := pattern.FindStringIndex(text[from:])
		if m == nil {
			break
		}
		found = from + m[0]
		from = found + 1
		for from < len(text) && text[from]&0xc0 == 0x80 {
			from++
		}
	}
	return found
}

// capitalIn is where the last word that begins with a capital begins in a word that may be
// glued to another: "helloSat" has it at 5.
func capitalIn(word string) int {
	at := 0
	for i, r := range word {
		if unicode.IsUpper(r) {
			at = i
		}
	}
	return at
}
