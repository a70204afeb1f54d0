package reply

import "strings"

// layout decides the place of every line of a text. Several steps ask the same question about a line, and the
// answers cost regular expressions, so each is computed once.
type layout struct {
	lines []line
	facts []facts // parallel to lines
	us    []string
	p     parser
	tried int // lines in which an attribution was looked for
}

// maxTried is how many lines that begin like a command are searched for an attribution. A mail with more commands is in
// conflict.
const maxTried = 2 * maxActs

// facts caches the answers about one line. The zero value knows nothing.
type facts struct {
	have    factSet
	command bool // the line begins like a command
	traits  traits
	glued   gluedStart
	label   labelled
}

// factSet says which facts have been computed.
type factSet uint8

const (
	haveCommand factSet = 1 << iota
	haveTraits
	haveGlued
	haveLabel
)

// know reports whether a fact of a line is in the cache. If not, the caller computes it.
func (y *layout) know(i int, fact factSet) bool {
	known := y.facts[i].have&fact != 0
	y.facts[i].have |= fact
	return known
}

// setText replaces the text of a line and drops its facts.
func (y *layout) setText(i int, text string) {
	y.lines[i].text = text
	y.facts[i] = facts{}
}

// startsCommand reports whether a line begins like a command.
func (y *layout) startsCommand(i int) bool {
	f := &y.facts[i]
	if !y.know(i, haveCommand) {
		f.command = y.p.startsCommand(y.lines[i].text)
	}
	return f.command
}

// traits returns the traits of a line.
func (y *layout) traits(i int) traits {
	f := &y.facts[i]
	if !y.know(i, haveTraits) {
		f.traits = traitsOf(y.lines[i].text, y.us)
	}
	return f.traits
}

// glued returns the beginning of an attribution within a line.
func (y *layout) glued(i int) gluedStart {
	f := &y.facts[i]
	if !y.know(i, haveGlued) {
		f.glued = gluedStart{at: -1}
		if y.tried++; y.tried <= maxTried {
			f.glued = y.p.findGlued(y.lines[i].text, y.us)
		}
	}
	return f.glued
}

// label returns the label and the value of a line, if it is one of a header block.
func (y *layout) label(i int) labelled {
	f := &y.facts[i]
	if !y.know(i, haveLabel) {
		f.label.name, f.label.value, f.label.ok = readLabel(y.lines[i].text)
		if f.label.ok {
			f.label.traits = traitsOf(f.label.value, y.us)
		}
	}
	return f.label
}

// nextText returns the index of the next line that is not blank; len(lines) if there is none.
func (y *layout) nextText(at int) int {
	for at++; at < len(y.lines) && y.lines[at].blank(); at++ {
	}
	return at
}

// namesDomain reports whether a text contains the domain of one of our addresses.
func (y *layout) namesDomain(text string) bool {
	lower := strings.ToLower(text)
	for _, name := range y.us {
		if domain, isDomain := strings.CutPrefix(name, "@"); isDomain && strings.Contains(lower, domain) {
			return true
		}
	}
	return false
}

// maxActs is how many acts of a text are read. A mail with more is in conflict.
const maxActs = 100
