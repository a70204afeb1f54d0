package rules

// Reasons that several rulesets share. Each ruleset adds others.
const (
	ReasonNoMoves    = "no_moves"
	ReasonRepetition = "repetition"
)

// Result is the outcome of a game. The zero value is an ongoing game.
type Result struct {
	Reason string // "" while the game is ongoing
	Winner Seat   // NoSeat for a draw; meaningless while ongoing
}

// Won returns the result of a won game.
func Won(winner Seat, reason string) Result { return Result{Reason: reason, Winner: winner} }

// Drawn returns the result of a drawn game.
func Drawn(reason string) Result { return Result{Reason: reason, Winner: NoSeat} }

// Over reports whether the game has ended.
func (r Result) Over() bool { return r.Reason != "" }

// TimesToDraw is the number of occurrences of a position that makes a draw.
const TimesToDraw = 3

// History counts the positions of one game to detect the draw by repetition.
// The zero value is an empty history.
type History struct {
	seen  map[string]int
	key   string // of the last position
	times int
}

// Reach records a position, the start of the game included, and returns the game's result after it.
func (h *History) Reach(p Position) Result {
	result := p.Result()
	h.key, h.times = p.Key(), 1
	if result.Over() || h.key == "" {
		return result
	}
	if h.seen == nil {
		h.seen = map[string]int{}
	}
	h.seen[h.key]++
	if h.times = h.seen[h.key]; h.times >= TimesToDraw {
		return Drawn(ReasonRepetition)
	}
	return result
}

// Last returns the key of the position that was recorded last and how often it was, 1 for one that ended the game or
// cannot repeat.
func (h *History) Last() (key string, times int) { return h.key, h.times }
