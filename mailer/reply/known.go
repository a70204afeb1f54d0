package reply

import (
	"strings"
	"unicode"
)

// A reply that quotes our mail returns it wrapped elsewhere, with marks, in capitals, with other spaces and dashes, or
// with addresses doubled. The sequence of its letters and digits survives. Both texts are therefore reduced to letters
// and digits, and a run of them that occurs in both is ours, across the ends of lines.
const (
	minRun    = 12 // letters and digits of the shortest run that counts
	blockSize = 6  // any run of minRun holds a whole block at a multiple of blockSize
	maxPlaces = 6  // places of one block that are compared
	longRun   = 60 // letters and digits of a run that nobody copies into an answer
)

// known is an index of the mail that we sent.
type known struct {
	text   []rune // a 0 ends each of the texts
	blocks map[[blockSize]rune][]int32
}

// newKnown indexes the texts that we sent: the plain text, and the HTML text with and without the parts that only some
// programs show.
func newKnown(s Sent) *known {
	k := &known{blocks: map[[blockSize]rune][]int32{}}
	add := func(text string) {
		for _, r := range text {
			if r = letter(r); r != 0 {
				k.text = append(k.text, r)
			}
		}
	}
	if s.HTML != "" {
		for _, alternatives := range []bool{false, true} {
			for _, l := range htmlLines(s.HTML, alternatives) {
				add(l.text)
			}
			k.text = append(k.text, 0)
		}
	}
	add(s.Text)
	k.text = append(k.text, 0)
	add(s.Subject)
	k.text = append(k.text, 0)
	add(s.Earlier)
	for at := 0; at+blockSize <= len(k.text); at += blockSize {
		key := [blockSize]rune(k.text[at : at+blockSize])
		if places := k.blocks[key]; len(places) < maxPlaces {
			k.blocks[key] = append(places, int32(at))
		}
	}
	return k
}

func (k *known) empty() bool { return len(k.text) < minRun }

// letter returns a letter or digit in the form that is compared, and 0 for any other rune.
func letter(r rune) rune {
	switch {
	case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
		return r
	case r >= 'A' && r <= 'Z':
		return r | 0x20
	case r < 0x80:
		return 0
	case r >= 0xff01 && r <= 0xff5e:
		return letter(r - 0xfee0)
	case unicode.IsLetter(r) || unicode.IsDigit(r):
		return unicode.ToLower(r)
	}
	return 0
}

// run is a stretch of a reply that occurs in our mail, from start to end.
type run struct {
	start, end int
	begins     bool // one of our texts begins with it
	ends       bool // one of our texts ends with it
}

// run returns the longest run of our text around the block that begins at an index, not reaching back before floor. It
// is empty if no run is long enough.
func (k *known) run(text []rune, at, floor int) (longest run) {
	for _, place := range k.blocks[[blockSize]rune(text[at:at+blockSize])] {
		from, to := at, at+blockSize
		for j := int(place) - 1; from > max(floor, at-2*minRun) && j >= 0 && text[from-1] == k.text[j]; j-- {
			from--
		}
		for j := int(place) + blockSize; to < len(text) && j < len(k.text) && text[to] == k.text[j]; j++ {
			to++
		}
		if to-from >= minRun && to-from > longest.end-longest.start {
			before, after := int(place)+from-at-1, int(place)+to-at
			longest = run{from, to, before < 0 || k.text[before] == 0, after < len(k.text) && k.text[after] == 0}
		}
	}
	return longest
}

// markOurs finds the lines of our mail. Line ends do not matter: the letters of all lines form one text, in which runs
// of our text are looked for.
//
//	our mail:  It is your turn, turn 7 of HanniBall. You play White.
//
//	reply                letters and digits
//	> It is your turn,   itisyourturn   |
//	> turn 7 of Hanni-   turn7ofhanni   | one run across three lines: each is inRun and ours
//	Ball.                ball           |
//	d1-d4                d1d4           in no run: the writer's
//	You play White.      youplaywhite   a run within one line: ours only if a line above is ours or quoted,
//	                                    or if it is at least longRun
func (k *known) markOurs(lines []line) {
	if k.empty() {
		return
	}
	c := k.cover(lines)
	begun := false // a line above is ours or quoted: the writer is past their first words
	for i := range lines {
		l := &lines[i]
		l.inMail = c[i].letters > 0 && c[i].mostly()
		l.begins, l.ends = c[i].begins, c[i].ends
		l.inWhole = c[i].letters >= minRun && c[i].covered == c[i].letters
		l.inRun = c[i].across && c[i].isOurs() && (c[i].letters >= minRun || !c.standsApart(lines, i))
		alone := c[i].letters >= minRun && c[i].long || l.inWhole && begun
		if l.place != quoted && c[i].isOurs() && (l.inRun || alone) {
			l.place = ours
			if i > 0 && lines[i-1].place == quoted && !lines[i-1].blank() {
				l.place = quoted // the rest of a quoted line that was wrapped without a mark
			}
		}
		begun = begun || l.place == ours || l.place == quoted || l.place == soft
	}
	c.markInserted(lines)
}

// coverage is how much of each line occurs in our mail.
type coverage []lineCoverage

type lineCoverage struct {
	letters int  // letters and digits of the line
	covered int  // those in runs of our text
	across  bool // a run goes on in another line
	long    bool // a run within the line is at least longRun
	begins  bool // one of our texts begins here
	ends    bool // one of our texts ends here
}

// isOurs reports whether runs cover the line, or nearly all of a longer one.
func (c lineCoverage) isOurs() bool {
	return c.letters > 0 && (c.covered == c.letters || c.letters > 4 && c.mostly())
}

// mostly reports whether runs cover at least 70 % of the line.
func (c lineCoverage) mostly() bool { return c.covered*10 >= c.letters*7 }

// cover finds the runs of our text in lines.
func (k *known) cover(lines []line) coverage {
	c := make(coverage, len(lines))
	var text []rune
	var lineOf []int // the line of each rune of the text
	for i, l := range lines {
		for _, r := range withoutLinkNumbers(l.text) {
			if r = letter(r); r != 0 {
				text, lineOf = append(text, r), append(lineOf, i)
				c[i].letters++
			}
		}
	}
	for at, floor := 0, 0; at+blockSize <= len(text); {
		r := k.run(text, at, floor)
		if r.end == 0 {
			at++
			continue
		}
		c.add(r, lineOf[r.start:r.end])
		at, floor = r.end, r.end
	}
	return c
}

// linkNumber matches what some programs put in place of a link into the text that they make of our HTML: "[3]".
var linkNumber = pattern(`\[\d{1,3}\]`)

func withoutLinkNumbers(text string) string {
	if !strings.Contains(text, "[") {
		return text
	}
	return linkNumber().ReplaceAllString(text, "")
}

// add counts a run in the lines of its letters and digits.
func (c coverage) add(r run, lineOf []int) {
	for _, i := range lineOf {
		c[i].covered++
	}
	first, last := lineOf[0], lineOf[len(lineOf)-1]
	c[first].begins = c[first].begins || r.begins
	c[last].ends = c[last].ends || r.ends
	if first == last {
		c[first].long = c[first].long || len(lineOf) >= longRun
		return
	}
	for i := first; i <= last; i++ {
		c[i].across = true
	}
}

// markInserted marks the quoted lines of which little is ours, between quoted lines that are ours: a person who answers
// within a quote may type on a line that already has a mark.
func (c coverage) markInserted(lines []line) {
	isOurs := func(at, step int) bool {
		for at += step; at >= 0 && at < len(lines); at += step {
			if !lines[at].blank() {
				return lines[at].place == quoted && lines[at].inMail
			}
		}
		return false
	}
	for i := range lines {
		if lines[i].place == quoted && c[i].covered*2 < c[i].letters && isOurs(i, -1) && isOurs(i, +1) {
			lines[i].inserted = true
		}
	}
}

// standsApart reports whether a line without a mark is below marked ones, with blank lines around it, and with nothing
// of our mail between. Programs mark every line, so the writer has put it there: what joins it to the quote below it is
// chance, as where our mail has the word of a command above that quote.
func (c coverage) standsApart(lines []line, at int) bool {
	if lines[at].place == quoted || at == 0 || at+1 >= len(lines) || !lines[at-1].blank() || !lines[at+1].blank() {
		return false
	}
	for i := at - 1; i >= 0; i-- {
		switch {
		case lines[i].blank():
		case lines[i].place == quoted:
			return true
		case c[i].covered > 0:
			return false
		}
	}
	return false
}

func letters(text string) int {
	n := 0
	for _, r := range text {
		if letter(r) != 0 {
			n++
		}
	}
	return n
}
