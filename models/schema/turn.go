package schema

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"strconv"
	"strings"

	"turnpost/models"
	"turnpost/rules"
)

// TurnsOfGame is the number of IDs of turns that belong to one game.
const TurnsOfGame = 1 << 20

// TurnsOfGameText is TurnsOfGame in SQL.
var TurnsOfGameText = strconv.Itoa(TurnsOfGame)

// TurnRow is a turn of a game.
type TurnRow struct {
	Ply        int
	Seat       rules.Seat
	Turn       string
	Position   string
	Events     string
	Message    string
	Via        models.Via
	At         models.Millis
	Occurrence int
	Hash       []byte
}

// AsTurn returns the view of a row.
func (r TurnRow) AsTurn() models.Turn {
	t := r.WithoutEvents()
	_ = json.Unmarshal([]byte(r.Events), &t.Events) // encoded by this program
	return t
}

// WithoutEvents returns the turn but for its events: decoding them takes a quarter of the time of a check.
func (r TurnRow) WithoutEvents() models.Turn {
	return models.Turn{
		Ply: r.Ply, Seat: r.Seat, Text: r.Turn, Position: r.Position, Occurrence: r.Occurrence,
		Message: r.Message, Via: r.Via, At: r.At.Time(), Hash: r.Hash,
	}
}

// TurnColumns returns columns of the turns that TurnsAt joins under a name.
func TurnColumns(name string, columns ...string) string {
	texts := make([]string, len(columns))
	for i, column := range columns {
		texts[i] = "COALESCE(" + name + "." + column + ", former_" + name + "." + column + ")"
	}
	return strings.Join(texts, ", ")
}

// emptyKeyHash is the value in SQL of key_hash for positions that cannot repeat, whose keys are empty.
var emptyKeyHash = " " + strconv.FormatInt(KeyHash(""), 10) + " "

// TurnOccurrence is the column occurrence of turns t.
var TurnOccurrence = "COALESCE(t.occurrence, CASE former_t.key_hash WHEN" + emptyKeyHash + `THEN 1 ELSE (
	SELECT COUNT(*) FROM former_turns o
	WHERE o.game_id = former_t.game_id AND o.key_hash = former_t.key_hash AND o.ply <= former_t.ply) END)`

// TurnsAt joins the turns of a ply with games g, under a name, from either table: see MoveTurns.
func TurnsAt(name, ply string) string {
	return " LEFT JOIN turns " + name + " ON " + name + ".id = g.number * " + TurnsOfGameText + " + " + ply +
		" LEFT JOIN former_turns former_" + name + " ON g.position_keys IS NULL AND former_" + name +
		".game_id = g.id AND former_" + name + ".ply = " + ply + " "
}

// TurnHash chains a turn to the previous one: the SHA-256 of the lines previous hash in
// hexadecimal, game, ply, seat (-1 for the start, 0, 1), canonical turn, position, milliseconds
// since 1970. A hash thus covers the whole game up to its ply.
func TurnHash(before []byte, game string, t *models.Turn) []byte {
	sum := sha256.Sum256(fmt.Appendf(nil, "%x\n%s\n%d\n%d\n%s\n%s\n%d\n",
		before, game, t.Ply, t.Seat, t.Text, t.Position, models.ToMillis(t.At)))
	return sum[:]
}

// KeyBytes is the number of bytes of a position in the column position_keys.
const KeyBytes = 4

// KeyHash returns the hash of a position's key. The lower half is in position_keys: it finds candidates for
// repetitions, and the key decides.
func KeyHash(key string) int64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(key)) // never fails
	return int64(h.Sum64())
}

// LastTurn is the copy of the last turn in the row of its game, without the position and the hash, which the row has
// anyway. It is zero at the start, and if the turn was stored by an earlier schema.
type LastTurn struct {
	Seat                  rules.Seat
	Turn, Events, Message string
	Via                   models.Via
	At                    models.Millis
	Occurrence            int
}

// Last returns the copy of a turn. That of the start is zero.
func (r TurnRow) Last() LastTurn {
	if r.Turn == "" {
		return LastTurn{}
	}
	return LastTurn{r.Seat, r.Turn, r.Events, r.Message, r.Via, r.At, r.Occurrence}
}

// LastTurnColumns are the columns of a LastTurn.
var LastTurnColumns = []string{"seat", "turn", "events", "message", "via", "at", "occurrence"}

// SetLastTurn sets the columns of a LastTurn in an UPDATE.
var SetLastTurn = "last_" + strings.Join(LastTurnColumns, " = ?, last_") + " = ?, "

// Values returns the values of LastTurnColumns, which are NULL if there is no last turn.
func (l *LastTurn) Values() []any {
	if l.Turn == "" {
		return make([]any, len(LastTurnColumns))
	}
	return []any{l.Seat, l.Turn, l.Events, l.Message, l.Via, l.At, l.Occurrence}
}

// SelectLastTurn are the columns of the last turn of games g: from the row of the game, or from the turns that
// JoinLastTurn joins if it is not there.
var SelectLastTurn = func() string {
	texts := make([]string, len(LastTurnColumns))
	for i, column := range LastTurnColumns {
		other := TurnColumns("t", column)
		if column == "occurrence" {
			other = TurnOccurrence
		}
		texts[i] = "COALESCE(g.last_" + column + ", " + other + ")"
	}
	return strings.Join(texts, ", ")
}()

// JoinLastTurn joins the last turns t of games g that are not in the rows of the games.
var JoinLastTurn = TurnsAt("t", "CASE WHEN g.last_turn IS NULL THEN NULLIF(g.ply, 0) END")
