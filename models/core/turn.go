package core

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"

	"turnpost/models"
	"turnpost/models/db"
	"turnpost/models/schema"
	"turnpost/rules"
)

// InsertTurn stores a turn, which becomes the last one of the game's row.
func (tx *Tx) InsertTurn(row *GameRow, turn *models.Turn) error {
	events, err := json.Marshal(turn.Events)
	if err != nil {
		return err
	}
	row.Last = schema.LastTurn{
		Seat: turn.Seat, Turn: turn.Text, Events: string(events), Message: turn.Message, Via: turn.Via,
		At: models.ToMillis(turn.At), Occurrence: turn.Occurrence,
	}
	return tx.DeferExec(`INSERT INTO turns (id, seat, turn, position, events, message, via, at, occurrence, hash)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		row.TurnID(turn.Ply), turn.Seat, turn.Text, turn.Position, row.Last.Events, turn.Message, turn.Via, row.Last.At,
		turn.Occurrence, turn.Hash)
}

// TurnID returns the ID of the turn of a ply.
func (r *GameRow) TurnID(ply int) int64 { return r.Number*schema.TurnsOfGame + int64(ply) }

// SeedHash returns the hash that precedes ply 0: the SHA-256 of the lines game, ruleset,
// variant, version, and the account numbers of the first and the second player, so that none of
// these can change in an existing game.
func SeedHash(row *GameRow) []byte {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%s\n%s\n%d\n%d\n%d\n",
		row.ID, row.Ruleset, row.Variant, row.Version, row.First.ID, row.Second.ID))
	return sum[:]
}

// resultAfter returns the result by the rules, including repetition, and the number of occurrences of the position.
func (tx *Tx) resultAfter(row *GameRow, next rules.Position) (result rules.Result, occurrence int, err error) {
	result = next.Result()
	if result.Over() || next.Key() == "" {
		return result, 1, nil
	}
	if occurrence, err = tx.Occurrence(row, next); err == nil && occurrence >= rules.TimesToDraw {
		result = rules.Drawn(rules.ReasonRepetition)
	}
	return result, occurrence, err
}

// AddKey adds the next position to the keys of an ongoing game. The slice is shared with copies of the row.
func (r *GameRow) AddKey(hash int64) {
	r.PositionKeys = binary.BigEndian.AppendUint32(r.PositionKeys[:len(r.PositionKeys):len(r.PositionKeys)], uint32(hash))
}

// samePlies returns the plies at which a position may have occurred.
func (r *GameRow) samePlies(p rules.Position) (plies []int) {
	hash := uint32(schema.KeyHash(p.Key()))
	for i := 0; i+schema.KeyBytes <= len(r.PositionKeys); i += schema.KeyBytes {
		if binary.BigEndian.Uint32(r.PositionKeys[i:]) == hash {
			plies = append(plies, i/schema.KeyBytes)
		}
	}
	return plies
}

// Occurrence counts the occurrences of a position in its game, including this one. In a batch on PostgreSQL it returns
// ErrNeedsOwnTx if the position may have occurred, as few have: looking would cost all turns of the batch a round trip.
func (tx *Tx) Occurrence(row *GameRow, next rules.Position) (int, error) {
	n, key := 1, next.Key()
	count := func(c *db.Columns) error {
		p, err := tx.Store.PositionOf(row.Ruleset, row.Variant, c.Text())
		if err == nil && p.Key() == key {
			n++
		}
		return err
	}
	if row.PositionKeys == nil { // only readers have rows of games whose turns were not moved
		return n, db.Query(tx.DB, count, "SELECT position FROM game_turns WHERE game_id = ? AND ply <= ?", row.ID, row.Ply)
	}
	for _, ply := range row.samePlies(next) {
		if tx.Preloaded != nil {
			return 0, db.ErrNeedsOwnTx
		}
		if err := db.Query(tx.DB, count, "SELECT position FROM turns WHERE id = ?", row.TurnID(ply)); err != nil {
			return 0, err
		}
	}
	return n, nil
}
