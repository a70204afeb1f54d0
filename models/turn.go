package models

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"time"

	"gorm.io/gorm"

	"turnpost/rules"
)

func (tx *Tx) insertTurn(row *gameRow, turn *Turn, hash int64) error {
	events, err := json.Marshal(turn.Events)
	if err != nil {
		return err
	}
	return tx.DeferExec(`INSERT INTO turns
			(game_id, ply, seat, turn, position, key_hash, events, message, via, at, hash)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		row.ID, turn.Ply, turn.Seat, turn.Text, turn.Position, hash, string(events),
		turn.Message, turn.Via, ToMillis(turn.At), turn.Hash)
}

// keyHash returns the hash by which a position is indexed for repetition.
func keyHash(p rules.Position) int64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(p.Key())) // never fails
	return int64(h.Sum64())
}

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
)

type turnRow struct {
	GameID     string
	Ply        int
	Seat       rules.Seat
	Turn       string
	Position   string
	KeyHash    int64
	Events     string
	Message    string
	Via        Via
	At         Millis
	Hash       []byte
	Occurrence int `gorm:"->;-:migration"` // if it was selected
}

func (turnRow) TableName() string { return "turns" }

func (r turnRow) turn() Turn {
	t := Turn{
		Ply: r.Ply, Seat: r.Seat, Text: r.Turn, Position: r.Position, Occurrence: r.Occurrence,
		Message: r.Message, Via: r.Via, At: r.At.Time(), Hash: r.Hash,
	}
	_ = json.Unmarshal([]byte(r.Events), &t.Events) // encoded by this program
	return t
}

// occurrence is the column of turns t with the number of occurrences of the position after each turn in its game by
// then. A position that cannot repeat has an empty key, whose hash is the number here.
const occurrence = `CASE t.key_hash WHEN -3750763034362895579 THEN 1 ELSE (SELECT COUNT(*) FROM turns o
	WHERE o.game_id = t.game_id AND o.key_hash = t.key_hash AND +o.ply <= t.ply) END AS occurrence`

// selectTurns starts a query of the turns of a game, for conditions on t.
func selectTurns(db *gorm.DB, game string) *gorm.DB {
	return db.Table("turns t").Select("t.*, "+occurrence).Where("t.game_id = ?", game)
}

func turnAt(db *gorm.DB, game string, ply int) (*Turn, error) {
	if ply == 0 {
		return nil, nil
	}
	var row turnRow
	if err := selectTurns(db, game).Where("t.ply = ?", ply).Take(&row).Error; err != nil {
		return nil, err
	}
	turn := row.turn()
	return &turn, nil
}

// Turns lists the turns of a game after a ply, oldest first.
// Errors: CodeNotFound.
func (s *Store) Turns(ctx context.Context, id string, after, limit int) ([]Turn, error) {
	if _, err := loadGame(s.read(ctx), id); err != nil {
		return nil, err
	}
	var rows []turnRow
	err := selectTurns(s.read(ctx), id).Where("t.ply > ?", max(after, 0)).Order("t.ply").Limit(limit).Find(&rows).Error
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
