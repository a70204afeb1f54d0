package rules

// Kinds of events that several rulesets share. A ruleset may add its own;
// drawing goes by the fields, except for EventCaptured.
const (
	EventMoved      = "moved"      // a piece went From → To
	EventCaptured   = "captured"   // the piece of Seat standing At left the board
	EventCarried    = "carried"    // a piece went From → To with the ball
	EventLeft       = "left"       // a piece went From → To, the ball stays on From
	EventTookBall   = "took_ball"  // a piece came to control the ball At
	EventShot       = "shot"       // the ball flew along Way
	EventKicked     = "kicked"     // the ball was pushed along Way
	EventRicocheted = "ricocheted" // the ball bounced off a piece along Way
	EventPoint      = "point"      // Seat scored; Count is its new score
	EventPlaced     = "placed"     // Count balls came from the stock of Seat, the first into To
	EventSown       = "sown"       // Count balls went from From, one each, the last into To
	EventStolen     = "stolen"     // Count balls of Seat went from From into To
	EventSkipped    = "skipped"    // Seat had no turn and was passed over
	EventEnded      = "ended"      // the game is over; Reason says why, Count by how much where something is counted
)

// Event is one thing that a turn did. Places are names of the diagram: squares
// ("e4") or bowls ("g3").
type Event struct {
	Kind   string   `json:"kind"`
	Seat   Seat     `json:"seat"`             // whose piece, point, balls or skip it is; for EventEnded the winner
	Piece  string   `json:"piece,omitempty"`  // kind of piece, as the ruleset calls it
	From   string   `json:"from,omitempty"`   // drawn as a ring
	To     string   `json:"to,omitempty"`     // drawn filled
	At     string   `json:"at,omitempty"`     // where it happened; drawn only for EventCaptured, as a cross
	Way    []string `json:"way,omitempty"`    // the ball's way from start to rest by its bounces; drawn as a line
	Count  int      `json:"count,omitempty"`  // how many; the kind says of what
	Reason string   `json:"reason,omitempty"` // of EventEnded
}
