package rules

// Reasons that several rulesets share. Each ruleset adds its own.
const (
	ReasonNoMoves    = "no_moves"
	ReasonRepetition = "repetition"
)

// Result is how a game stands. The zero value is a game still under way.
type Result struct {
	Reason string // "" while the game is ongoing
	Winner Seat   // NoSeat is a draw; meaningless while ongoing
}

// Won is a finished game with a winner.
func Won(winner Seat, reason string) Result { return Result{Reason: reason, Winner: winner} }

// Drawn is a finished game without a winner.
func Drawn(reason string) Result { return Result{Reason: reason, Winner: NoSeat} }

// Over tells whether the game has ended.
func (r Result) Over() bool { return r.Reason != "" }

// TimesToDraw is how often a position must stand in one game for a draw.
const TimesToDraw = 3

// History counts the positions of one game and finds the draw by repetition.
// The zero value is an empty history.
type History struct{ seen map[string]int }

// Reach records that a position stands, the start of the game included, and
// returns the game's result with it.
func (h *History) Reach(p Position) Result {
	result := p.Result()
	key := p.Key()
	if result.Over() || key == "" {
		return result
	}
	if h.seen == nil {
		h.seen = map[string]int{}
	}
	h.seen[key]++
	if h.seen[key] >= TimesToDraw {
		return Drawn(ReasonRepetition)
	}
	return result
}
