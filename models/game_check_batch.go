package models

import (
	"context"
	"strconv"
	"strings"

	"gorm.io/gorm"

	"turnpost/models/db"
	"turnpost/rules"
)

// checkBatch is the games after a given one that are in memory, with all their turns.
type checkBatch struct {
	after   int64 // number of a game
	games   []gameRow
	turns   map[int64][]turnRow // by number of the game
	orphans []string            // numbers or IDs of games that do not exist but have turns, between the others
}

// checkBatchAfter reads the games after one.
func (s *Store) checkBatchAfter(ctx context.Context, number int64) (*checkBatch, error) {
	b := &checkBatch{after: number}
	return b, s.db.Snapshot(ctx, b.load)
}

// usualPlies is the number of plies for which room is made at once: that of a damaged row may be any number.
const usualPlies = 512

func (b *checkBatch) last() *gameRow { return &b.games[len(b.games)-1] }

// load does not join the players, so that games without a player's row are checked too. It reads the turns once, in
// their order on the disk. After the last game it finds the turns that follow.
func (b *checkBatch) load(from *gorm.DB) error {
	err := from.Raw("SELECT * FROM games WHERE number > ? ORDER BY number"+db.Limit(checkGames), b.after).
		Scan(&b.games).Error
	if err != nil {
		return err
	}
	first := (b.after + 1) * turnsOfGame
	if len(b.games) == 0 {
		return from.Raw("SELECT DISTINCT CAST(id / "+turnsOfGameText+" AS TEXT) FROM turns WHERE id >= ? UNION ALL "+
			"SELECT DISTINCT game_id FROM former_turns f WHERE NOT EXISTS (SELECT 1 FROM games WHERE id = f.game_id)", first).
			Scan(&b.orphans).Error
	}
	b.turns = make(map[int64][]turnRow, len(b.games))
	numbers, ids := make(map[string]int64, len(b.games)), make([]any, len(b.games))
	for i := range b.games {
		row := &b.games[i]
		b.turns[row.Number] = make([]turnRow, 0, min(max(0, row.Ply), usualPlies)+1)
		numbers[row.ID], ids[i] = row.Number, row.ID
	}
	last := b.last().turnID(turnsOfGame - 1)
	err = db.Query(from, func(c *db.Columns) error {
		id := c.Number()
		b.add(id/turnsOfGame, takeChecked(c, int(id%turnsOfGame)))
		return nil
	}, "SELECT id, "+checkedColumns+", occurrence FROM turns WHERE id BETWEEN ? AND ? ORDER BY id", first, last)
	if err != nil {
		return err
	}
	return db.Query(from, func(c *db.Columns) error {
		number := numbers[c.Text()]
		b.add(number, takeChecked(c, int(c.Number())))
		return nil
	}, "SELECT game_id, ply, "+checkedColumns+", "+formerOccurrence("PARTITION BY game_id, key_hash")+
		" FROM former_turns WHERE game_id IN (?"+strings.Repeat(", ?", len(ids)-1)+") ORDER BY game_id, ply", ids...)
}

const checkedColumns = "seat, turn, position, events, message, via, at, hash"

// takeChecked takes checkedColumns and the occurrence.
func takeChecked(c *db.Columns, ply int) turnRow {
	return turnRow{
		Ply: ply, Seat: rules.Seat(c.Number()), Turn: c.Text(), Position: c.Text(), Events: c.Text(), Message: c.Text(),
		Via: Via(c.Text()), At: millis(c), Hash: c.Bytes(), Occurrence: int(c.Number()),
	}
}

// add adds a turn of a game.
func (b *checkBatch) add(game int64, r turnRow) {
	turns, known := b.turns[game]
	if known {
		b.turns[game] = append(turns, r)
		return
	}
	if name := strconv.FormatInt(game, 10); len(b.orphans) == 0 || b.orphans[len(b.orphans)-1] != name {
		b.orphans = append(b.orphans, name)
	}
}
