package models

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"strconv"
	"strings"
	"time"

	"gorm.io/gorm"

	"turnpost/models/db"
	"turnpost/rules"
)

// insertTurn stores a turn, which becomes the last one of the game's row.
func (tx *Tx) insertTurn(row *gameRow, turn *Turn) error {
	events, err := json.Marshal(turn.Events)
	if err != nil {
		return err
	}
	row.Last = lastTurn{
		turn.Seat, turn.Text, string(events), turn.Message, turn.Via, ToMillis(turn.At), turn.Occurrence,
	}
	return tx.DeferExec(`INSERT INTO turns (id, seat, turn, position, events, message, via, at, occurrence, hash)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		row.turnID(turn.Ply), turn.Seat, turn.Text, turn.Position, row.Last.Events, turn.Message, turn.Via, row.Last.At,
		turn.Occurrence, turn.Hash)
}

// turnsOfGame is the number of IDs of turns that belong to one game.
const turnsOfGame = 1 << 20

// turnsOfGameText is turnsOfGame in SQL.
var turnsOfGameText = strconv.Itoa(turnsOfGame)

// afterStart is the condition that a row of turns is of game g and not of its start.
var afterStart = strings.ReplaceAll("id > g.number * ? AND id < g.number * ? + ?", "?", turnsOfGameText)

// turnID returns the ID of the turn of a ply.
func (r *gameRow) turnID(ply int) int64 { return r.Number*turnsOfGame + int64(ply) }

// Turn is one stored turn.
type Turn struct {
	Ply        int
	Seat       rules.Seat
	Text       string // canonical
	Position   string // after it
	Occurrence int    // number of occurrences of the position in the game by then; 0 in records, which do not have it
	Events     []rules.Event
	Message    string
	Via        Via
	At         time.Time
	Hash       []byte // chains it to the previous turn
}

// Via is the channel by which a turn came.
type Via string

// The channels.
const (
	ViaHTTP Via = "http"
	ViaMail Via = "mail"
	ViaWeb  Via = "web"  // a page
	ViaPlan Via = "plan" // a reply of the player's plan

	ViaHouse Via = "house" // the house found it
)

type turnRow struct {
	Ply        int
	Seat       rules.Seat
	Turn       string
	Position   string
	Events     string
	Message    string
	Via        Via
	At         Millis
	Occurrence int
	Hash       []byte
}

func (r turnRow) turn() Turn {
	t := r.withoutEvents()
	_ = json.Unmarshal([]byte(r.Events), &t.Events) // encoded by this program
	return t
}

// withoutEvents returns the turn but for its events: decoding them takes a quarter of the time of a check.
func (r turnRow) withoutEvents() Turn {
	return Turn{
		Ply: r.Ply, Seat: r.Seat, Text: r.Turn, Position: r.Position, Occurrence: r.Occurrence,
		Message: r.Message, Via: r.Via, At: r.At.Time(), Hash: r.Hash,
	}
}

// turnColumns returns columns of the turns that turnsAt joins under a name.
func turnColumns(name string, columns ...string) string {
	texts := make([]string, len(columns))
	for i, column := range columns {
		texts[i] = "COALESCE(" + name + "." + column + ", former_" + name + "." + column + ")"
	}
	return strings.Join(texts, ", ")
}

// emptyKeyHash is the value in SQL of key_hash for positions that cannot repeat, whose keys are empty.
var emptyKeyHash = " " + strconv.FormatInt(keyHash(""), 10) + " "

// turnOccurrence is the column occurrence of turns t.
var turnOccurrence = "COALESCE(t.occurrence, CASE former_t.key_hash WHEN" + emptyKeyHash + `THEN 1 ELSE (
	SELECT COUNT(*) FROM former_turns o
	WHERE o.game_id = former_t.game_id AND o.key_hash = former_t.key_hash AND o.ply <= former_t.ply) END)`

// turnsAt joins the turns of a ply with games g, under a name, from either table: see moveTurns.
func turnsAt(name, ply string) string {
	return " LEFT JOIN turns " + name + " ON " + name + ".id = g.number * " + turnsOfGameText + " + " + ply +
		" LEFT JOIN former_turns former_" + name + " ON g.position_keys IS NULL AND former_" + name +
		".game_id = g.id AND former_" + name + ".ply = " + ply + " "
}

var selectTurnAt = "SELECT " + turnColumns("t", "seat", "turn", "position", "events", "message", "via", "at", "hash") +
	", " + turnOccurrence + " FROM games g" + turnsAt("t", "?") + "WHERE g.id = ?"

// turnAt returns the turn of a ply, or nil for ply 0.
func turnAt(from *gorm.DB, game string, ply int) (turn *Turn, err error) {
	if ply == 0 {
		return nil, nil
	}
	err = db.Query(from, func(c *db.Columns) error {
		if c.IsNull() {
			return nil
		}
		row := turnRow{
			Ply: ply, Seat: rules.Seat(c.Number()), Turn: c.Text(), Position: c.Text(), Events: c.Text(),
			Message: c.Text(), Via: Via(c.Text()), At: millis(c), Hash: c.Bytes(), Occurrence: int(c.Number()),
		}
		t := row.turn()
		turn = &t
		return nil
	}, selectTurnAt, ply, ply, game)
	if err == nil && turn == nil {
		err = gorm.ErrRecordNotFound
	}
	return turn, err
}

// Turns lists the turns of a game after a ply, oldest first.
// Errors: CodeNotFound.
func (s *Store) Turns(ctx context.Context, id string, after, limit int) ([]Turn, error) {
	if _, err := loadGame(s.read(ctx), id); err != nil {
		return nil, err
	}
	var rows []turnRow
	err := s.read(ctx).Raw("SELECT * FROM game_turns WHERE game_id = ? AND ply > ? ORDER BY ply"+db.Limit(limit),
		id, max(after, 0)).Scan(&rows).Error
	turns := make([]Turn, 0, len(rows))
	for _, r := range rows {
		turns = append(turns, r.turn())
	}
	return turns, err
}

// seedHash returns the hash that precedes ply 0: the SHA-256 of the lines game, ruleset,
// variant, version, and the account numbers of the first and the second player, so that none of
// these can change in an existing game.
func seedHash(row *gameRow) []byte {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%s\n%s\n%d\n%d\n%d\n",
		row.ID, row.Ruleset, row.Variant, row.Version, row.First.ID, row.Second.ID))
	return sum[:]
}

// turnHash chains a turn to the previous one: the SHA-256 of the lines previous hash in
// hexadecimal, game, ply, seat (-1 for the start, 0, 1), canonical turn, position, milliseconds
// since 1970. A hash thus covers the whole game up to its ply.
func turnHash(before []byte, game string, t *Turn) []byte {
	sum := sha256.Sum256(fmt.Appendf(nil, "%x\n%s\n%d\n%d\n%s\n%s\n%d\n",
		before, game, t.Ply, t.Seat, t.Text, t.Position, ToMillis(t.At)))
	return sum[:]
}

// resultAfter returns the result by the rules, including repetition, and the number of occurrences of the position.
func (tx *Tx) resultAfter(row *gameRow, next rules.Position) (result rules.Result, occurrence int, err error) {
	result = next.Result()
	if result.Over() || next.Key() == "" {
		return result, 1, nil
	}
	if occurrence, err = tx.occurrence(row, next); err == nil && occurrence >= rules.TimesToDraw {
		result = rules.Drawn(rules.ReasonRepetition)
	}
	return result, occurrence, err
}

// keyBytes is the number of bytes of a position in the column position_keys.
const keyBytes = 4

// keyHash returns the hash of a position's key. The lower half is in position_keys: it finds candidates for
// repetitions, and the key decides.
func keyHash(key string) int64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(key)) // never fails
	return int64(h.Sum64())
}

// addKey adds the next position to the keys of an ongoing game. The slice is shared with copies of the row.
func (r *gameRow) addKey(hash int64) {
	r.PositionKeys = binary.BigEndian.AppendUint32(r.PositionKeys[:len(r.PositionKeys):len(r.PositionKeys)], uint32(hash))
}

// samePlies returns the plies at which a position may have occurred.
func (r *gameRow) samePlies(p rules.Position) (plies []int) {
	hash := uint32(keyHash(p.Key()))
	for i := 0; i+keyBytes <= len(r.PositionKeys); i += keyBytes {
		if binary.BigEndian.Uint32(r.PositionKeys[i:]) == hash {
			plies = append(plies, i/keyBytes)
		}
	}
	return plies
}

// occurrence counts the occurrences of a position in its game, including this one. In a batch on PostgreSQL it returns
// ErrNeedsOwnTx if the position may have occurred, as few have: looking would cost all turns of the batch a round trip.
func (tx *Tx) occurrence(row *gameRow, next rules.Position) (int, error) {
	n, key := 1, next.Key()
	count := func(c *db.Columns) error {
		p, err := tx.store.position(row.Ruleset, row.Variant, c.Text())
		if err == nil && p.Key() == key {
			n++
		}
		return err
	}
	if row.PositionKeys == nil { // only readers have rows of games whose turns were not moved
		return n, db.Query(tx.DB, count, "SELECT position FROM game_turns WHERE game_id = ? AND ply <= ?", row.ID, row.Ply)
	}
	for _, ply := range row.samePlies(next) {
		if tx.preloaded != nil {
			return 0, db.ErrNeedsOwnTx
		}
		if err := db.Query(tx.DB, count, "SELECT position FROM turns WHERE id = ?", row.turnID(ply)); err != nil {
			return 0, err
		}
	}
	return n, nil
}

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
