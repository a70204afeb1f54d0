package rules

// Level is how well the house plays.
type Level string

// The levels of the house.
const (
	Easy   Level = "easy"
	Medium Level = "medium"
	Hard   Level = "hard"
)

// Levels returns the levels of the house, the weakest first. The caller may modify the slice.
func Levels() []Level { return []Level{Easy, Medium, Hard} }

// Thinker finds turns for the house, the opponent that the server itself provides. It keeps the memory of its search
// between turns, so it serves one goroutine at a time. Dropping it frees the memory.
type Thinker interface {
	// Turn returns the canonical text of a legal turn in an unfinished position. The same position and thought give
	// the same turn, regardless of what the Thinker has searched before. The error is about the position alone: a
	// *BadPosition.
	Turn(p Position, t Thought) (string, error)
}

// Thought holds the options of a search: its level and its limits.
type Thought struct {
	Level Level
	// Seed decides what the level leaves to chance.
	Seed uint64
	// Nodes limits the search to fewer positions than the level would visit; 0 for the level's limit alone.
	Nodes int
	// Seen are the keys of the positions that the game has had, for the rules of repetition.
	Seen []string
}

// Judge is a Thinker that can also value a position.
type Judge interface {
	Thinker
	// Lost reports whether the search that Turn makes sees that all turns of its side lose an unfinished position.
	Lost(p Position, t Thought) (bool, error)
	// Ahead returns the seat that stands better in an unfinished position than at the beginning of its game, by a search
	// limited by the thought; NoSeat if neither does.
	Ahead(p, setup Position, t Thought) (Seat, error)
}
