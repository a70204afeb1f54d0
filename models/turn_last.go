package models

import (
	"strings"

	"turnpost/rules"
)

// lastTurn is the copy of the last turn in the row of its game, without the position and the hash, which the row has
// anyway. It is zero at the start, and if the turn was stored by an earlier schema.
type lastTurn struct {
	Seat                  rules.Seat
	Turn, Events, Message string
	Via                   Via
	At                    Millis
	Occurrence            int
}

// last returns the copy of a turn. That of the start is zero.
func (r turnRow) last() lastTurn {
	if r.Turn == "" {
		return lastTurn{}
	}
	return lastTurn{r.Seat, r.Turn, r.Events, r.Message, r.Via, r.At, r.Occurrence}
}

// lastTurnColumns are the columns of a lastTurn.
var lastTurnColumns = []string{"seat", "turn", "events", "message", "via", "at", "occurrence"}

// setLastTurn sets the columns of a lastTurn in an UPDATE.
var setLastTurn = "last_" + strings.Join(lastTurnColumns, " = ?, last_") + " = ?, "

// values returns the values of lastTurnColumns, which are NULL if there is no last turn.
func (l *lastTurn) values() []any {
	if l.Turn == "" {
		return make([]any, len(lastTurnColumns))
	}
	return []any{l.Seat, l.Turn, l.Events, l.Message, l.Via, l.At, l.Occurrence}
}

// differsIn returns the first of lastTurnColumns in which two last turns differ; "" if they are equal.
func (l *lastTurn) differsIn(other lastTurn) string {
	ours, theirs := l.values(), other.values()
	for i, column := range lastTurnColumns {
		if ours[i] != theirs[i] {
			return column
		}
	}
	return ""
}

// selectLastTurn are the columns of the last turn of games g: from the row of the game, or from the turns that
// joinLastTurn joins if it is not there.
var selectLastTurn = func() string {
	texts := make([]string, len(lastTurnColumns))
	for i, column := range lastTurnColumns {
		other := turnColumns("t", column)
		if column == "occurrence" {
			other = turnOccurrence
		}
		texts[i] = "COALESCE(g.last_" + column + ", " + other + ")"
	}
	return strings.Join(texts, ", ")
}()

// joinLastTurn joins the last turns t of games g that are not in the rows of the games.
var joinLastTurn = turnsAt("t", "CASE WHEN g.last_turn IS NULL THEN NULLIF(g.ply, 0) END")
