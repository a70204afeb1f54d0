package board

import (
	"slices"
	"strings"
	"unicode/utf8"

	"turnpost/rules"
)

// legendColumn is the width of the legend's symbols.
const legendColumn = 7

// legend explains the symbols and the marks of the last turn that are on the board,
// each on separate lines.
func (t textForm) legend(d rules.Diagram, used symbolsUsed) []string {
	var lines []string
	add := func(symbol, text string) {
		for _, line := range t.wrapped(text, MaxColumns-legendColumn) {
			lines = append(lines, left(symbol, legendColumn)+line)
			symbol = ""
		}
	}
	for _, l := range d.Legend {
		symbol := t.plain(t.choose(l.ASCII, l.Unicode))
		if len(d.Bowls) == 0 && !used.any(symbol) {
			continue
		}
		if strings.TrimSpace(symbol) == "" {
			symbol = t.say("board.blank")
		}
		add(symbol, l.Text)
	}
	if used.from {
		add("( )", d.Signs.From)
	}
	if used.to {
		add("[ ]", d.Signs.To)
	}
	if used.symbols[t.captured] && used.captured {
		add(t.captured, d.Signs.Captured)
	}
	if len(lines) > 0 {
		lines = append([]string{""}, lines...)
	}
	return lines
}

// symbolsUsed returns the symbols that a text board shows.
type symbolsUsed struct {
	symbols            map[string]bool
	from, to, captured bool
}

// any reports whether the board uses one of the symbols of a legend entry, which are
// separated by blanks; an entry that is a blank explains the blank.
func (u symbolsUsed) any(symbol string) bool {
	if strings.TrimSpace(symbol) == "" {
		return u.symbols[" "]
	}
	return slices.ContainsFunc(strings.Fields(symbol), func(s string) bool { return u.symbols[s] })
}

// unclear returns the symbols of pieces that do not speak for themselves: ASCII that is not the initial of the kind, or
// is all of it.
func (t textForm) unclear(d rules.Diagram) symbolsUsed {
	u := symbolsUsed{symbols: map[string]bool{}}
	for _, p := range d.Pieces {
		symbol := t.symbol(p.ASCII, p.Unicode)
		if symbol != "" && symbol[0] < utf8.RuneSelf && (len(p.Kind) < 2 || !strings.EqualFold(symbol, p.Kind[:1])) {
			u.symbols[symbol] = true
		}
	}
	return u
}

func usedBowls(b *bowlRows) (u symbolsUsed) {
	for _, row := range b.rows {
		for _, p := range row {
			if p != nil {
				u.from, u.to = u.from || p.from && !p.to, u.to || p.to
			}
		}
	}
	return u
}

func (t textForm) used(g *grid) symbolsUsed {
	u := symbolsUsed{symbols: map[string]bool{}}
	for i := range g.squares {
		s := &g.squares[i]
		if s.void() {
			continue
		}
		u.symbols[t.square(s)] = true
		u.symbols[t.heldBall(s)] = true
		u.from, u.to = u.from || s.from, u.to || s.to
		u.captured = u.captured || s.captured && !s.occupied()
	}
	return u
}
