package schema

// CheckGames is the number of games, or events, that are checked at a time.
const CheckGames = 100

// DiffersIn returns the first of LastTurnColumns in which two last turns differ; "" if they are equal.
func (l *LastTurn) DiffersIn(other LastTurn) string {
	ours, theirs := l.Values(), other.Values()
	for i, column := range LastTurnColumns {
		if ours[i] != theirs[i] {
			return column
		}
	}
	return ""
}
