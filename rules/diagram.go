package rules

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
	Dark     Seat      `json:"dark"` // whose pieces are drawn in ink; the other side's are light
}

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
	Kind    string `json:"kind"`             // as the ruleset calls it: "Horse"
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
	From     []string   `json:"from,omitempty"`
	To       []string   `json:"to,omitempty"`
	Captured []string   `json:"captured,omitempty"`
	Ways     [][]string `json:"ways,omitempty"` // of the ball
}

// Mark returns the diagram with the marks of one turn's events. A place that a
// piece passed on its way in several steps is marked once, by where the piece began
// and where it ended.
func (d Diagram) Mark(events []Event) Diagram {
	var m Marks
	for _, e := range events {
		if e.Kind == EventCaptured && e.At != "" {
			m.Captured = append(m.Captured, e.At)
		}
		if len(e.Way) > 1 {
			m.Ways = append(m.Ways, e.Way)
		}
		if last := len(m.To) - 1; e.From != "" && last >= 0 && m.To[last] == e.From && e.To != "" {
			m.To[last] = e.To
			continue
		}
		if e.From != "" {
			m.From = append(m.From, e.From)
		}
		if e.To != "" {
			m.To = append(m.To, e.To)
		}
	}
	d.Marks = m
	return d
}
