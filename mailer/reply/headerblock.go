package reply

import (
	"strings"
)

// labelLine matches a line of the header block that programs put above a copy of the original: a label of a few words,
// a colon and a value, perhaps in bold.
var labelLine = pattern(`^[*_|>\s]*([\p{L}\p{M}][\p{L}\p{M} /.’'-]{0,30}?)\s?[*_]*\s?[:：][*_]*\s*(.*)$`)

// fromLabels holds the labels of the sender, or of the first line of a block without a sender, in lower case.
var fromLabels = setOf(table("labels_from"))

// restLabels holds the labels of the date, the recipients and the subject.
var restLabels = setOf(table("labels_rest"))

// readLabel splits a line of a header block. It is not ok if the line is none.
func readLabel(text string) (label, value string, ok bool) {
	if len(text) > 600 || !strings.ContainsAny(text, ":：") {
		return "", "", false
	}
	m := labelLine().FindStringSubmatch(text)
	if m == nil || len(strings.Fields(m[1])) > 4 {
		return "", "", false
	}
	return strings.ToLower(strings.TrimSpace(m[1])), m[2], true
}

// labelled is a line that was read as a field of a header block.
type labelled struct {
	name   string // lower case
	value  string
	traits traits // of the value
	ok     bool   // the line is a field
}

// maxHeaderBlock is how many lines a header block has at most.
const maxHeaderBlock = 12

// markHeaderBlocks finds header blocks in any language: at least two lines of a label and a value, with a sender or
// a date.
func (y *layout) markHeaderBlocks() {
	for i := 0; i < len(y.lines); i++ {
		if y.lines[i].place == quoted || y.lines[i].place == footer || y.startsCommand(i) {
			continue
		}
		for end := y.headerBlock(i); i < end; i++ {
			y.lines[i].place = header
		}
	}
}

// headerBlock returns the end of the header block that begins with a line, and the line itself if there is none.
func (y *layout) headerBlock(start int) int {
	first := y.label(start)
	if !first.ok {
		return start
	}
	if t := first.traits; !fromLabels[first.name] && !restLabels[first.name] && !t.us && !t.address && !t.date {
		return start
	}
	known, labels, last := 0, 0, start
	var seen traits
	for i := start; i < len(y.lines) && i < start+maxHeaderBlock; i++ {
		if y.lines[i].blank() && i > last+1 {
			break
		}
		l := y.label(i)
		if !l.ok || y.lines[i].place == quoted {
			continue
		}
		labels++
		if fromLabels[l.name] || restLabels[l.name] {
			known++
		}
		seen = seen.or(l.traits)
		last = i
	}
	who := seen.us || seen.address
	switch whoAndWhen := who && seen.date; {
	case known >= 3, known >= 2 && who, labels >= 3 && whoAndWhen, labels >= 2 && known >= 1 && whoAndWhen:
		return last + 1
	}
	return start
}

var dividerLine = pattern(`^\s*(?:[-_=*—–]{2,}\s*\p{L}.{2,60}[\p{L}:]\s*[-_=*—–]{2,}|` +
	`_{8,}|[-—–]{20,}|\p{L}.{3,40}:)\s*$`)

// originalWords occur in the lines that programs put above an original.
var originalWords = table("original")

// isDivider reports whether a line may be one that programs put above a copy of the original.
func isDivider(text string) bool {
	if len(text) > 200 || !dividerLine().MatchString(text) {
		return false
	}
	trimmed := strings.TrimSpace(text)
	if strings.Trim(trimmed, "-_—– ") == "" {
		return true
	}
	lower := strings.ToLower(trimmed)
	if strings.HasSuffix(trimmed, ":") && !strings.HasPrefix(trimmed, "--") {
		return strings.Contains(lower, "forwarded message") || strings.Contains(lower, "weitergeleitete nachricht")
	}
	return contains(lower, originalWords)
}
