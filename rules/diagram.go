package rules

import "slices"

// Diagram describes a board neutrally, for drawing as text or picture. A board
// is a grid of squares (Files, Ranks > 0) or facing rows of bowls (Bowls). A
// fresh value for every call: the caller may change it.
type Diagram struct {
	Files    int       `json:"files,omitempty"`
	Ranks    int       `json:"ranks,omitempty"`
	Regions  []Region  `json:"regions,omitempty"`
	Pieces   []Piece   `json:"pieces,omitempty"`
	Ball     string    `json:"ball,omitempty"` // square of a ball that no piece controls
	Bowls    []Bowl    `json:"bowls,omitempty"`
	Counters []Counter `json:"counters,omitempty"`
	Legend   []Legend  `json:"legend,omitempty"` // the symbols of the text forms
	Marks    Marks     `json:"marks,omitzero"`
	Signs    Signs     `json:"-"`
	// Colours of the sides' pieces or balls by seat; without them the first side is
	// black and the second white.
	Colours [2]Colour `json:"colours"`
	// Checkered gives the squares two tones, for games in which diagonals or
	// directions matter.
	Checkered bool `json:"checkered,omitempty"`
	// Bottom is whose end lies at the bottom; for the other side the board is turned.
	// NoSeat is for boards that look the same from all sides and are never turned.
	Bottom Seat `json:"bottom"`
}

// Colour is what a side's pieces or balls are drawn in. The two sides of a game
// differ in lightness too: one is dark (black, green), the other light (white, red).
type Colour string

// Colours of sides.
const (
	ColourBlack Colour = "black"
	ColourWhite Colour = "white"
	ColourGreen Colour = "green" // dark
	ColourRed   Colour = "red"   // light, with a dark outline
)

// RegionKind says how the squares of a region look.
type RegionKind string

// Kinds of regions. A square in no region is plain.
const (
	RegionVoid       RegionKind = "void"       // no square of the board
	RegionArea       RegionKind = "area"       // a goal area
	RegionGoal       RegionKind = "goal"       // a goal
	RegionRestricted RegionKind = "restricted" // closed to most pieces: throne, corner
	RegionOutside    RegionKind = "outside"    // outside the field, open to some pieces
)

// Region is a set of squares that look alike.
type Region struct {
	Kind    RegionKind `json:"kind"`
	Seat    Seat       `json:"seat"` // whose it is, or NoSeat
	Squares []string   `json:"squares"`
	ASCII   string     `json:"-"` // an empty square of it in plain text; "" is as any other
	Unicode string     `json:"-"`
}

// Shape is the outline of a piece.
type Shape string

// Shapes of pieces.
const (
	ShapeDisc   Shape = "disc"
	ShapeKing   Shape = "king"   // a larger disc with a cross cut out
	ShapeKeeper Shape = "keeper" // a disc squared off
)

// Piece is one piece on the grid.
type Piece struct {
	Square  string `json:"square"`
	Seat    Seat   `json:"seat"`
	Kind    string `json:"kind"`             // stable: "Horse"
	Name    string `json:"-"`                // what people call the kind, in the diagram's language
	Letter  string `json:"letter,omitempty"` // drawn on the disc; "" leaves it plain
	Shape   Shape  `json:"shape"`
	Ball    bool   `json:"ball,omitempty"` // controls the ball
	ASCII   string `json:"-"`              // one column of plain text
	Unicode string `json:"-"`              // one column
}

// BowlKind says what a bowl is.
type BowlKind string

// Kinds of bowls.
const (
	BowlSmall BowlKind = "small"
	BowlLarge BowlKind = "large" // at the end of its row, taller
	BowlStock BowlKind = "stock" // balls not yet in play, drawn beside the board
)

// Bowl is one bowl of a board of bowls.
type Bowl struct {
	Name   string   `json:"name"`  // unique on the board: "g3"; events and marks use it
	Label  string   `json:"label"` // drawn at the bowl: "3"
	Kind   BowlKind `json:"kind"`
	Seat   Seat     `json:"seat"`
	Row    int      `json:"row"`    // 0 at the top
	Column int      `json:"column"` // 0 at the left; the row's large bowl has a column too
	Balls  int      `json:"balls"`
}

// Counter is a number that belongs to the position: a score, a stock.
type Counter struct {
	Seat  Seat   `json:"seat"` // whose, or NoSeat
	Label string `json:"label"`
	Value int    `json:"value"`
}

// Legend explains one symbol of the text forms.
type Legend struct {
	ASCII   string `json:"ascii"`
	Unicode string `json:"unicode"`
	Text    string `json:"text"`
}

// Marks show what the last turn did. Places are squares or bowls.
type Marks struct {
	From     []string `json:"from,omitempty"`
	To       []string `json:"to,omitempty"`
	Captured []string `json:"captured,omitempty"`
	Arrows   []Arrow  `json:"arrows,omitempty"` // in the order in which they were made
}

// Signs says what the marks mean on the boards of a game, each a phrase: "where a piece came from in the last turn".
type Signs struct{ From, To, Captured string }

// Arrow is one part of a turn: a piece, or the ball alone, went along a way.
type Arrow struct {
	Ball bool     `json:"ball,omitempty"` // the ball went without a piece
	Way  []string `json:"way"`            // from start to rest, by what a ball bounced off
}

// Ways are the ways on which the ball went without a piece, in order.
func (m Marks) Ways() [][]string {
	var ways [][]string
	for _, s := range m.Arrows {
		if s.Ball {
			ways = append(ways, s.Way)
		}
	}
	return ways
}

// Mark returns the diagram with the marks of one turn's events. A place that a
// piece passed on its way in several steps is marked once, by where the piece began
// and where it ended. A ricochet goes on with the step that led to it.
func (d Diagram) Mark(events []Event) Diagram {
	var m Marks
	for _, e := range events {
		if e.Kind == EventCaptured && e.At != "" {
			m.Captured = append(m.Captured, e.At)
		}
		m.addArrow(e)
		m.addPlaces(e)
	}
	d.Marks = m
	return d
}

func (m *Marks) addArrow(e Event) {
	last := len(m.Arrows) - 1
	switch {
	case len(e.Way) > 1 && e.Kind == EventRicocheted && last >= 0 && m.Arrows[last].leadsTo(e.Way[0]):
		m.Arrows[last].Way = append(m.Arrows[last].Way, e.Way[1:]...)
	case len(e.Way) > 1:
		m.Arrows = append(m.Arrows, Arrow{Ball: true, Way: slices.Clone(e.Way)})
	case e.From != "" && e.To != "":
		m.Arrows = append(m.Arrows, Arrow{Way: []string{e.From, e.To}})
	}
}

// leadsTo tells whether the ball came to a place.
func (a Arrow) leadsTo(place string) bool { return a.Ball && a.Way[len(a.Way)-1] == place }

// addPlaces marks where a piece began and ended. One that set out from where it, or
// another before it, had come to has not ended there.
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
