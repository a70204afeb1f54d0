package rules

import (
	"cmp"
	"slices"
)

// Diagram describes a board independently of the game, for drawing as text or picture. A board is a grid of squares
// (Files, Ranks > 0) or facing rows of bowls (Bowls). Each call returns a new value, which the caller may modify.
type Diagram struct {
	Files    int       `json:"files,omitempty"`
	Ranks    int       `json:"ranks,omitempty"`
	Regions  []Region  `json:"regions,omitempty"`
	Lines    []Line    `json:"lines,omitempty"`
	Pieces   []Piece   `json:"pieces,omitempty"`
	Ball     string    `json:"ball,omitempty"` // square of a ball that no piece controls
	Bowls    []Bowl    `json:"bowls,omitempty"`
	Counters []Counter `json:"counters,omitempty"`
	Legend   []Legend  `json:"legend,omitempty"` // the symbols of the text forms
	Marks    Marks     `json:"marks,omitzero"`
	Signs    Signs     `json:"-"`
	// Colours of the sides' pieces or balls by seat. The zero value means black for the first side and white for the
	// second.
	Colours [2]Colour `json:"colours"`
	// Checkered draws the squares in two tones, for games in which diagonals or directions matter.
	Checkered bool `json:"checkered,omitempty"`
	// Bottom is the seat whose end is at the bottom; the board is turned for the other seat. NoSeat is for boards that
	// look the same from both sides and are never turned.
	Bottom Seat `json:"bottom"`
}

// The largest board of squares that is drawn. A text board of MaxFiles is 70 columns wide, as many as mail programs
// quote without breaking lines; names of squares have at most two digits.
const (
	MaxFiles = 22
	MaxRanks = 99
)

// Colour is the colour of a side's pieces or balls. The two sides also differ in lightness: one is dark (black,
// green), the other light (white, red).
type Colour string

// The colours of sides.
const (
	ColourBlack Colour = "black"
	ColourWhite Colour = "white"
	ColourGreen Colour = "green" // dark
	ColourRed   Colour = "red"   // light, with a dark outline
)

// RegionKind selects how the squares of a region are drawn.
type RegionKind string

// The kinds of regions. A square in no region is plain.
const (
	RegionVoid       RegionKind = "void"       // not part of the board
	RegionArea       RegionKind = "area"       // a goal area
	RegionGoal       RegionKind = "goal"       // a goal
	RegionRestricted RegionKind = "restricted" // closed to most pieces: throne, corner
	RegionOutside    RegionKind = "outside"    // outside the field, open to some pieces
)

// Region is a set of squares that look alike.
type Region struct {
	Kind    RegionKind `json:"kind"`
	Seat    Seat       `json:"seat"` // the owner, or NoSeat
	Squares []string   `json:"squares"`
	ASCII   string     `json:"-"` // an empty square in plain text; "" for the usual symbol
	Unicode string     `json:"-"`
}

// Line joins two squares of a rank, a file or a diagonal, and those between them. A board with lines is one of points,
// which are drawn instead of squares; lines also pass through squares that are no points, in a region RegionVoid.
type Line [2]string

// Squares returns the squares of a line in order, nil if its ends are not two squares of a rank, a file or a diagonal.
func (l Line) Squares() (list []Square) {
	from, known := ParseSquare(l[0])
	to, alsoKnown := ParseSquare(l[1])
	files, ranks := to.File-from.File, to.Rank-from.Rank
	n := max(files, -files, ranks, -ranks)
	if !known || !alsoKnown || n == 0 || files%n != 0 || ranks%n != 0 {
		return nil
	}
	for i := range n + 1 {
		list = append(list, Square{File: from.File + i*files/n, Rank: from.Rank + i*ranks/n})
	}
	return list
}

// Shape is the outline of a piece.
type Shape string

// The shapes of pieces.
const (
	ShapeDisc   Shape = "disc"
	ShapeKing   Shape = "king"   // a larger disc with a crown
	ShapeKeeper Shape = "keeper" // a disc squared off
)

// Figure is what pictures draw on a piece instead of a letter.
type Figure string

// The figures.
const (
	FigureHorse    Figure = "horse"
	FigureElephant Figure = "elephant"
	FigureLion     Figure = "lion"
	FigureMonkey   Figure = "monkey"
	FigureCrown    Figure = "crown" // of a piece with ShapeKing
)

// Piece is one piece on the grid.
type Piece struct {
	Square  string `json:"square"`
	Seat    Seat   `json:"seat"`             // NoSeat for one that nobody owns, such as a block: drawn hollow
	Kind    string `json:"kind"`             // stable: "Horse"
	Name    string `json:"-"`                // the name of the kind in the diagram's language
	Letter  string `json:"letter,omitempty"` // drawn on the disc; "" for none
	Figure  Figure `json:"-"`                // drawn on the disc instead of the letter; "" for none
	Shape   Shape  `json:"shape"`
	Ball    bool   `json:"ball,omitempty"` // controls the ball
	ASCII   string `json:"-"`              // one column of plain text
	Unicode string `json:"-"`              // one column
}

// BowlKind is the role of a bowl.
type BowlKind string

// The kinds of bowls.
const (
	BowlSmall BowlKind = "small"
	BowlLarge BowlKind = "large" // at the end of its row, taller
	BowlStock BowlKind = "stock" // balls not yet in play, drawn beside the board
)

// Bowl is one bowl of a board of bowls.
type Bowl struct {
	Name   string   `json:"name"`  // unique on the board: "g3"; used by events and marks
	Label  string   `json:"label"` // drawn at the bowl: "3"
	Kind   BowlKind `json:"kind"`
	Seat   Seat     `json:"seat"`
	Row    int      `json:"row"`    // 0 at the top
	Column int      `json:"column"` // 0 at the left; large bowls have a column too
	Balls  int      `json:"balls"`
}

// Counter is a number that belongs to the position, such as a score or a stock.
type Counter struct {
	Seat  Seat   `json:"seat"`  // the owner, or NoSeat
	Label string `json:"label"` // shown after the owner's name; a label that is that name is shown alone
	Value int    `json:"value"`
}

// Legend explains one symbol of the text forms.
type Legend struct {
	ASCII   string `json:"ascii"`
	Unicode string `json:"unicode"`
	Text    string `json:"text"`
}

// Marks show the last turn. Places are squares or bowls.
type Marks struct {
	From     []string `json:"from,omitempty"`
	To       []string `json:"to,omitempty"`
	Captured []string `json:"captured,omitempty"`
	Arrows   []Arrow  `json:"arrows,omitempty"` // in the order of the moves
}

// Signs explains the marks on the boards of a game. Each is a phrase: "where a piece came from in the last
// turn".
type Signs struct{ From, To, Captured string }

// Arrow is the path of a piece, or of the ball alone, in one part of a turn.
type Arrow struct {
	Ball    bool     `json:"ball,omitempty"` // the ball moved without a piece
	Carried bool     `json:"-"`              // the piece moved with the ball
	Way     []string `json:"way"`            // from start to end, including the squares where a ball bounced
}

// IsZero reports whether nothing is marked.
func (m Marks) IsZero() bool {
	return len(m.From)+len(m.To)+len(m.Captured)+len(m.Arrows) == 0
}

// Ways returns the paths of the ball without a piece, in order.
func (m Marks) Ways() [][]string {
	var ways [][]string
	for _, s := range m.Arrows {
		if s.Ball {
			ways = append(ways, s.Way)
		}
	}
	return ways
}

// Mark returns the diagram of the board after a turn with marks for the turn's events. A piece that moved in several
// steps is marked only at its first and last place. A ricochet continues the arrow of the step that led to it. Balls
// that are sown or placed mark each bowl that got one. Where the board was set up anew after the turn, as after a
// point, there are no marks: they belong to the board before the turn, which MarkBefore marks.
func (d Diagram) Mark(events []Event) Diagram {
	if d.Marks = d.marks(events); d.isAnew(events) {
		d.Marks = Marks{}
	}
	return d
}

// MarkBefore is Mark for the diagram of the board before the turn. It always marks the turn.
func (d Diagram) MarkBefore(events []Event) Diagram {
	d.Marks = d.marks(events)
	return d
}

func (d Diagram) marks(events []Event) (m Marks) {
	for _, e := range events {
		if e.Kind == EventCaptured && e.At != "" {
			m.Captured = append(m.Captured, e.At)
		}
		spread := len(d.Bowls) > 0 && e.From != "" && (e.Kind == EventSown || e.Kind == EventPlaced)
		if spread && len(e.Way) < 2 {
			e.Way = append(append([]string{e.From}, d.between(e.From, e.To)...), e.To)
		}
		m.addArrow(e)
		m.addPlaces(e)
		if spread {
			m.To = append(m.To, e.Way[1:len(e.Way)-1]...)
		}
	}
	return m
}

// isAnew reports whether the board shows a piece, or after a point the ball, elsewhere than the turn brought it. That
// is not so of a piece that an event of the turn takes off the board or, by its way, elsewhere.
func (d Diagram) isAnew(events []Event) bool {
	end, point := "", false // of the ball
	for _, e := range events {
		switch {
		case len(e.Way) > 0:
			end = e.Way[len(e.Way)-1]
		case e.Kind == EventCarried:
			end = e.To
		}
		point = point || e.Kind == EventPoint
	}
	if point && end != "" && d.Ball != end && !d.stands(end, true) {
		return true
	}
	return len(d.Bowls) == 0 && slices.ContainsFunc(d.Marks.To, func(place string) bool {
		leaves := func(e Event) bool { return !e.ofBall() && (e.At == place || slices.Contains(e.Way, place)) }
		return !d.stands(place, false) && !slices.ContainsFunc(events, leaves)
	})
}

// stands reports whether a piece, or only one with the ball, stands on a square.
func (d Diagram) stands(square string, ball bool) bool {
	return slices.ContainsFunc(d.Pieces, func(p Piece) bool { return p.Square == square && (p.Ball || !ball) })
}

// between returns the bowls of a row between two others, from the first to the second: balls that go from one to the
// other leave one in each. It returns none for other places.
func (d Diagram) between(from, to string) (names []string) {
	at := func(name string) int { return slices.IndexFunc(d.Bowls, func(b Bowl) bool { return b.Name == name }) }
	first, last := at(from), at(to)
	if first < 0 || last < 0 || d.Bowls[first].Row != d.Bowls[last].Row {
		return nil
	}
	low, high := d.Bowls[first].Column, d.Bowls[last].Column
	var passed []Bowl
	for _, b := range d.Bowls {
		if b.Row == d.Bowls[first].Row && min(low, high) < b.Column && b.Column < max(low, high) {
			passed = append(passed, b)
		}
	}
	slices.SortFunc(passed, func(a, b Bowl) int { return (a.Column - b.Column) * cmp.Compare(high, low) })
	for _, b := range passed {
		names = append(names, b.Name)
	}
	return names
}

func (m *Marks) addArrow(e Event) {
	last := len(m.Arrows) - 1
	switch {
	case len(e.Way) > 1 && e.Kind == EventRicocheted && last >= 0 && m.Arrows[last].leadsTo(e.Way[0]):
		m.Arrows[last].Way = append(m.Arrows[last].Way, e.Way[1:]...)
	case len(e.Way) > 1:
		m.Arrows = append(m.Arrows, Arrow{Ball: e.Kind != EventSown && e.Kind != EventPlaced, Way: slices.Clone(e.Way)})
	case e.From != "" && e.To != "":
		m.Arrows = append(m.Arrows, Arrow{Way: []string{e.From, e.To}, Carried: e.Kind == EventCarried})
	}
}

// leadsTo reports whether the ball arrived at a place.
func (a Arrow) leadsTo(place string) bool { return a.Ball && a.Way[len(a.Way)-1] == place }

// addPlaces marks the start and the end of a piece's move. A place from which the piece, or another one, moved on is
// not an end.
func (m *Marks) addPlaces(e Event) {
	if passed := slices.Index(m.To, e.From); e.From != "" && e.To != "" && passed >= 0 {
		m.To[passed] = e.To
		return
	}
	if e.From != "" {
		m.From = append(m.From, e.From)
	}
	if e.To != "" {
		m.To = append(m.To, e.To)
	}
}
