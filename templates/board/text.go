package board

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"turnpost/rules"
)

// MaxColumns is how many columns a line of text may have: mail programs break longer ones when
// they quote them.
const MaxColumns = 70

// Text draws a diagram as monospaced lines of at most 70 columns, without
// trailing blanks, each ended by a newline. In the ASCII form the caption and the
// words of the legend keep their letters in any script; only typographic signs are
// replaced.
//
// Squares of the last turn are in brackets: "(x)" where a piece came from,
// "[x]" where it went. A piece that controls the ball is followed by a "*".
func Text(d rules.Diagram, s Style) string {
	t := textForm{unicode: s.Unicode, captured: CapturedSign(d, s.Unicode), say: s.say}
	var lines []string
	var used symbolsUsed
	if len(d.Bowls) > 0 {
		b := newBowlRows(d, s.Flip)
		lines, used = t.bowls(b, s), usedBowls(b)
	} else {
		g := newGrid(d, s.Flip)
		lines, used = t.grid(g), t.used(g)
	}
	lines = append(lines, t.wrapped(caption(d, s), MaxColumns)...)
	switch {
	case s.Legend:
		lines = append(lines, t.legend(d, used)...)
	case s.Unclear && len(d.Bowls) == 0:
		lines = append(lines, t.legend(d, t.unclear(d))...)
	}
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " ")
	}
	return strings.Join(append(lines, ""), "\n")
}

// textForm chooses between the two sets of symbols.
type textForm struct {
	unicode  bool
	captured string                  // the sign for a piece that was captured
	say      func(key string) string // a phrase of the drawing itself
}

// symbol returns the one-column symbol of the text form, "" if the diagram has none.
func (t textForm) symbol(ascii, unicode string) string {
	if t.unicode {
		if s := firstLetter(unicode); s != "" {
			return s
		}
	}
	for i, r := range ascii {
		if r >= ' ' && r < utf8.RuneSelf-1 {
			return ascii[i : i+1]
		}
	}
	return ""
}

func (t textForm) choose(ascii, unicode string) string {
	if t.unicode {
		return unicode
	}
	return ascii
}

// grid writes the ranks from the top and the letters of the files. Symbols
// are three columns apart; on narrow boards with a ball four, which leaves room
// for the ball between a piece and its bracket.
func (t textForm) grid(g *grid) []string {
	pitch := 3
	if g.ball && g.columns <= MaxColumns/6 {
		pitch = 4
	}
	lines := make([]string, 0, g.rows+4)
	blank := []rune(strings.Repeat(" ", 5+pitch*g.columns))
	line := slices.Clone(blank)
	for row := range g.rows {
		copy(line, blank)
		copy(line, []rune(right(g.rankLabel(row), 2)))
		for column := range g.columns {
			s := g.at(column, row)
			writeMarked(line[3+pitch*column:], t.square(s)+t.heldBall(s), s.from, s.to)
		}
		lines = append(lines, string(line))
	}
	if g.columns == 0 {
		return lines
	}
	files := "  "
	for column := range g.columns {
		files += "  " + g.fileLabel(column) + strings.Repeat(" ", pitch-3)
	}
	return append(lines, files)
}

// writeMarked writes a symbol from the second column on, with the brackets of
// the last turn around it.
func writeMarked(line []rune, symbol string, from, to bool) {
	marks := ""
	switch {
	case to:
		marks = "[]"
	case from:
		marks = "()"
	}
	end := 1
	for _, r := range symbol {
		line[end] = r
		end++
	}
	if marks != "" {
		line[0], line[end] = rune(marks[0]), rune(marks[1])
	}
}

// square is the symbol of what is on a square, else of the square.
func (t textForm) square(s *square) string {
	symbol := ""
	switch {
	case s.piece != nil:
		symbol = t.symbol(s.piece.ASCII, s.piece.Unicode)
		if symbol == "" {
			symbol = t.symbol(s.piece.Letter+"o", "")
		}
	case s.ball:
		symbol = "*"
	case s.captured:
		symbol = t.captured
	case s.void():
		symbol = " "
	default:
		symbol = t.symbol(s.region.ASCII, s.region.Unicode)
	}
	if symbol == "" {
		return t.choose(".", "·")
	}
	return symbol
}

// heldBall follows a piece that controls the ball.
func (t textForm) heldBall(s *square) string {
	if s.piece != nil && (s.piece.Ball || s.ball) {
		return "*"
	}
	return ""
}

// Widths of columns: the least of bowls, and the largest of their labels and of the names of the sides.
const (
	bowlColumn  = 7
	ownerColumn = 12
)

// bowls writes each row as its numbers, with the labels of the bowls on the
// outer side.
func (t textForm) bowls(b *bowlRows, s Style) []string {
	fitting := func(text string) int { return min(utf8.RuneCountInString(t.plain(text)), ownerColumn) }
	names, widths := 0, make([]int, b.columns)
	for i, row := range b.rows {
		names = max(names, fitting(b.owner(i, s)))
		for column, p := range row[:b.columns] {
			if widths[column] = max(widths[column], bowlColumn); p != nil {
				widths[column] = max(widths[column], fitting(p.Label))
			}
		}
	}
	var lines []string
	for i, row := range b.rows {
		labels, numbers := left("", names), left(t.plain(b.owner(i, s)), names)
		for column, p := range row[:b.columns] {
			label, number := "", ""
			if p != nil {
				label, number = t.plain(p.Label), t.bowl(p)
			}
			labels += middle(label, widths[column])
			numbers += middle(number, widths[column])
		}
		if b.upper(i) {
			lines = append(lines, labels, numbers)
		} else {
			lines = append(lines, numbers, labels)
		}
	}
	return lines
}

// bowl is the number of balls with the brackets of the last turn.
func (t textForm) bowl(p *bowl) string {
	number := []rune(" " + strconv.Itoa(p.Balls) + " ")
	writeMarked(number, strings.TrimSpace(string(number)), p.from, p.to)
	return string(number)
}

// wrapped breaks a text into lines of at most width columns; longer words are cut.
func (t textForm) wrapped(text string, width int) []string {
	lines := Wrap(t.plain(text), width)
	for i, line := range lines {
		lines[i] = left(line, width)
	}
	return lines
}

// typography is the ASCII form of the signs that captions are written with.
var typography = strings.NewReplacer(
	" · ", ", ", "·", ".", "×", "x",
	"–", "-", "—", "-", "…", "...", "’", "'", "“", `"`, "”", `"`,
)

// plain leaves out control characters, which a terminal would obey, and in the
// ASCII form replaces typographic signs.
func (t textForm) plain(s string) string {
	if !t.unicode {
		s = typography.Replace(s)
	}
	return graphic(s)
}

// graphic leaves out characters that cannot be seen or are no characters.
func graphic(s string) string {
	return strings.Map(func(r rune) rune {
		if r == utf8.RuneError || !unicode.IsGraphic(r) {
			return -1
		}
		return r
	}, s)
}

// left, right and middle fit a text into a column, by cutting or blanks.
func left(s string, width int) string {
	if r := []rune(s); len(r) > width {
		return string(r[:width])
	}
	return s + strings.Repeat(" ", width-utf8.RuneCountInString(s))
}

func right(s string, width int) string {
	return strings.Repeat(" ", max(0, width-utf8.RuneCountInString(s))) + s
}

func middle(s string, width int) string {
	before := max(0, width-utf8.RuneCountInString(s)) / 2
	return left(strings.Repeat(" ", before)+s, width)
}
