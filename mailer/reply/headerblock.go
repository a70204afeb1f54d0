package reply

import (
	"strings"
)

// labelLine is a line of a header block that programs put above a copy of the original:
// a label of at most a few words, a colon, a value; perhaps bold.
var labelLine = pattern(`^[*_|>\s]*([\p{L}\p{M}][\p{L}\p{M} /.’'-]{0,30}?)\s?[*_]*\s?[:：][*_]*\s*(.*)$`)

// fromLabels are how header blocks call the sender, senderless ones their first line, in
// lower case.
var fromLabels = setOf(table("labels_from"))

// restLabels are the others: date, recipients, subject.
var restLabels = setOf(table("labels_rest"))

// readLabel parts a line of a header block.
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

// markHeaderBlocks finds header blocks: lines that are labels and values, at least two of
// them, with a sender or a date, in whatever language. What follows one without marks is
// soft.
func markHeaderBlocks(lines []line, us []string) {
	for i := 0; i < len(lines); i++ {
		if lines[i].place == quoted || lines[i].place == footer || startsCommand(lines[i].text) {
			continue
		}
		end := headerBlock(lines, i, us)
		for ; i < end; i++ {
			lines[i].place = header
		}
	}
}

// headerBlock is where the header block that begins with a line ends; its beginning if
// there is none.
func headerBlock(lines []line, start int, us []string) int {
	first, value, ok := readLabel(lines[start].text)
	if !ok {
		return start
	}
	known, labels, last := 0, 0, start
	var seen traits
	isFrom := fromLabels[first]
	if t := traitsOf(value, us); !isFrom && !restLabels[first] && !t.us && !t.address && !t.date {
		return start
	}
	for i := start; i < len(lines) && i < start+12; i++ {
		label, value, ok := readLabel(lines[i].text)
		if lines[i].blank() && i > last+1 {
			break
		}
		if !ok || lines[i].place == quoted {
			continue
		}
		labels++
		if fromLabels[label] || restLabels[label] {
			known++
		}
		t := traitsOf(value, us)
		seen.us, seen.address, seen.date = seen.us || t.us, seen.address || t.address, seen.date || t.date
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

// originalWords are in the lines that programs put above an original.
var originalWords = table("original")

// isDivider tells whether a line is one that programs put above a copy of the original.
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
