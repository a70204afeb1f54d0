package rules

// Kinds of events that several rulesets share. A ruleset may add others. Drawing uses the fields only, except for
// EventCaptured.
const (
	EventMoved      = "moved"      // a piece went From → To
	EventCaptured   = "captured"   // the piece of Seat on At left the board
	EventCarried    = "carried"    // a piece went From → To with the ball
	EventLeft       = "left"       // a piece went From → To; the ball remains on From
	EventTookBall   = "took_ball"  // a piece gained control of the ball on At
	EventShot       = "shot"       // the ball flew along Way
	EventKicked     = "kicked"     // the ball was pushed along Way
	EventRicocheted = "ricocheted" // the ball bounced off a piece along Way
	EventPoint      = "point"      // Seat scored; Count is its new score
	EventPlaced     = "placed"     // Count balls came from the stock of Seat, one into each bowl from To to the stock
	EventSown       = "sown"       // Count balls went from From, one into each bowl, the last into To
	EventStolen     = "stolen"     // Count balls of Seat went from From into To
	EventSkipped    = "skipped"    // Seat had no legal turn
	EventEnded      = "ended"      // the game is over; Reason is the reason, Count the margin in games that count
)

// Event is one effect of a turn. Places are names of the diagram: squares ("e4") or bowls ("g3").
type Event struct {
	Kind  string `json:"kind"`
	Seat  Seat   `json:"seat"`            // the owner of the piece, point, balls or skip; for EventEnded the winner
	Piece string `json:"piece,omitempty"` // kind of piece, a name of the ruleset
	From  string `json:"from,omitempty"`  // drawn as a ring, also of a piece that only leaves
	To    string `json:"to,omitempty"`    // drawn filled
	At    string `json:"at,omitempty"`    // the place; drawn only for EventCaptured, as a cross
	// Way is the ball's path from start to end with its bounces, drawn as a line; of EventSown, the bowls from From to
	// To, which may be left out in one row.
	Way    []string `json:"way,omitempty"`
	Count  int      `json:"count,omitempty"`  // a number whose meaning depends on the kind
	Reason string   `json:"reason,omitempty"` // of EventEnded
}

// ofBall reports whether an event changes the ball or the score, and no piece.
func (e Event) ofBall() bool {
	switch e.Kind {
	case EventTookBall, EventShot, EventKicked, EventRicocheted, EventPoint:
		return true
	}
	return false
}
