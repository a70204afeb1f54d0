package reply

import (
	"unicode"
)

// A reply that quotes our mail brings it back wrapped elsewhere, marked, in capitals, with
// other spaces and dashes, with addresses doubled. What survives is the sequence of its
// letters and digits. So both texts are made into that, and a run of them that stands in
// both is ours, across the ends of lines.
const (
	minRun    = 12 // letters and digits of the shortest run that counts
	blockSize = 6  // any run of minRun holds a whole block at a multiple of blockSize
	maxPlaces = 6  // places of one block that are compared
	longRun   = 60 // letters and digits of a run that nobody copies into an answer
)

// known is what we sent, for comparing.
type known struct {
	text   []rune
	blocks map[[blockSize]rune][]int32
}

// newKnown indexes the texts that we sent: the plain one, and the HTML one with and without
// what only some programs show.
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
	for at := 0; at+blockSize <= len(k.text); at += blockSize {
		key := [blockSize]rune(k.text[at : at+blockSize])
		if places := k.blocks[key]; len(places) < maxPlaces {
			k.blocks[key] = append(places, int32(at))
		}
	}
	return k
}

func (k *known) empty() bool { return len(k.text) < minRun }

// letter is a letter or digit in the form that is compared, or 0 for what is neither.
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

// run is the longest run through a block of a text, not reaching before floor: from start
// to end. It is empty where there is none that counts.
func (k *known) run(text []rune, at, floor int) (start, end int) {
	for _, place := range k.blocks[[blockSize]rune(text[at:at+blockSize])] {
		from, to := at, at+blockSize
		for j := int(place) - 1; from > max(floor, at-2*minRun) && j >= 0 && text[from-1] == k.text[j]; j-- {
			from--
		}
		for j := int(place) + blockSize; to < len(text) && j < len(k.text) && text[to] == k.text[j]; j++ {
			to++
		}
		if to-from >= minRun && to-from > end-start {
			start, end = from, to
		}
	}
	return start, end
}

// markOurs finds the lines that are ours. A line that is ours all by itself, and at the
// very top, may be one that the writer has copied: it counts only with neighbours.
func (k *known) markOurs(lines []line) {
	if k.empty() {
		return
	}
	var text []rune
	var lineOf []int
	for i, l := range lines {
		for _, r := range l.text {
			if r = letter(r); r != 0 {
				text, lineOf = append(text, r), append(lineOf, i)
			}
		}
	}
	total, covered, long := make([]int, len(lines)), make([]int, len(lines)), make([]bool, len(lines))
	for _, i := range lineOf {
		total[i]++
	}
	for at, floor := 0, 0; at+blockSize <= len(text); {
		start, end := k.run(text, at, floor)
		if end == 0 {
			at++
			continue
		}
		first, last := lineOf[start], lineOf[end-1]
		for i := start; i < end; i++ {
			covered[lineOf[i]]++
		}
		for i := first; i <= last; i++ {
			lines[i].inRun = lines[i].inRun || first != last
		}
		if first == last {
			long[first] = long[first] || end-start >= longRun
		}
		at, floor = end, end
	}
	markInserted(lines, total, covered)
	seen := false // a line above is ours or quoted: the writer's first words are over
	for i := range lines {
		l := &lines[i]
		enough := total[i] > 0 && (covered[i] == total[i] || total[i] > 4 && covered[i]*10 >= total[i]*7)
		l.inRun = l.inRun && enough && (total[i] >= minRun || !standsApart(lines, i))
		byItself := total[i] >= minRun && (long[i] || covered[i] == total[i] && seen)
		if l.place != quoted && enough && (l.inRun || byItself) {
			l.place = ours
			if i > 0 && lines[i-1].place == quoted && !lines[i-1].blank() {
				l.place = quoted // the rest of a quoted line that was wrapped without a mark
			}
		}
		seen = seen || l.place == ours || l.place == quoted || l.place == soft
	}
}

// markInserted finds the marked lines of which little is ours, between marked lines that are: who answers within a
// quote may type on a line that has a mark already.
func markInserted(lines []line, total, covered []int) {
	isOurs := func(at, step int) bool {
		for at += step; at >= 0 && at < len(lines); at += step {
			if !lines[at].blank() {
				return lines[at].place == quoted && total[at] > 0 && covered[at]*10 >= total[at]*7
			}
		}
		return false
	}
	for i := range lines {
		if lines[i].place == quoted && covered[i]*2 < total[i] && isOurs(i, -1) && isOurs(i, +1) {
			lines[i].inserted = true
		}
	}
}

// standsApart tells whether a line without marks stands between marked ones with empty lines
// around it: programs mark every line, so the writer has put it there.
func standsApart(lines []line, at int) bool {
	if lines[at].place == quoted || at == 0 || at+1 >= len(lines) || !lines[at-1].blank() || !lines[at+1].blank() {
		return false
	}
	for i := at - 1; i >= 0; i-- {
		if !lines[i].blank() {
			return lines[i].place == quoted
		}
	}
	return false
}
