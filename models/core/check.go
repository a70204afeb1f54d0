package core

import (
	"cmp"
	"context"
	"maps"
	"strconv"
	"strings"
	"time"

	"gorm.io/gorm"

	"turnpost/models"
	"turnpost/models/db"
	"turnpost/models/schema"
)

// CheckBatch is the games after a given one that are in memory, with all their turns.
type CheckBatch struct {
	after   int64 // number of a game
	Games   []GameRow
	Turns   map[int64][]schema.TurnRow // by number of the game
	Orphans []string                   // numbers or IDs of games that do not exist but have turns, between the others
	Unread  map[int64]error            // by number of a game with a value that is not of its column's type
}

// CheckBatchAfter reads the games after one.
func (s *Store) CheckBatchAfter(ctx context.Context, number int64) (*CheckBatch, error) {
	b, err := s.loadCheckBatch(ctx, number, schema.CheckGames)
	if db.IsTypeError(err) {
		return s.checkBatchByGame(ctx, number)
	}
	return b, err
}

func (s *Store) loadCheckBatch(ctx context.Context, after int64, games int) (*CheckBatch, error) {
	b := &CheckBatch{after: after}
	err := s.DB.Snapshot(ctx, func(from *gorm.DB) error { return b.load(from, games) })
	if err == nil && len(b.Games) > 0 {
		err = s.DB.Advanced("the games by their numbers", cmp.Compare(b.Last().Number, after), after)
	}
	return b, err
}

// checkBatchByGame reads the games after one by themselves, so that only those are unread whose rows have a value that
// is not of its column's type.
func (s *Store) checkBatchByGame(ctx context.Context, after int64) (*CheckBatch, error) {
	b := &CheckBatch{after: after, Turns: map[int64][]schema.TurnRow{}, Unread: map[int64]error{}}
	for len(b.Games) < schema.CheckGames {
		one, err := s.loadCheckBatch(ctx, after, 1)
		if db.IsTypeError(err) {
			one, err = s.unreadGame(ctx, after, err)
		}
		if err != nil || len(one.Games) == 0 && len(b.Games) > 0 {
			return b, err // if there are turns after the last game, the next batch has them
		}
		b.Orphans = append(b.Orphans, one.Orphans...)
		if len(one.Games) == 0 {
			return b, nil
		}
		b.Games = append(b.Games, one.Games...)
		maps.Copy(b.Turns, one.Turns)
		maps.Copy(b.Unread, one.Unread)
		after = b.Last().Number
	}
	return b, nil
}

// unreadGame returns a batch of the game after one, without its columns and turns, which cannot be read.
func (s *Store) unreadGame(ctx context.Context, after int64, cause error) (*CheckBatch, error) {
	b := &CheckBatch{after: after}
	err := db.Query(s.Read(ctx), func(c *db.Columns) error {
		row := GameRow{Number: c.Number(), ID: c.Text()}
		b.Games, b.Unread = []GameRow{row}, map[int64]error{row.Number: cause}
		return nil
	}, "SELECT number, CAST(id AS TEXT) FROM games WHERE number > ? ORDER BY number"+db.Limit(1), after)
	if err == nil && len(b.Games) == 0 {
		err = cause // of turns after the last game
	}
	return b, err
}

// Last returns the last game of a batch that is not empty.
func (b *CheckBatch) Last() *GameRow { return &b.Games[len(b.Games)-1] }

// Load does not join the players, so that games without a player's row are checked too. It reads the turns once, in
// their order on the disk. After the last game it finds the turns that follow.
func (b *CheckBatch) load(from *gorm.DB, games int) error {
	err := from.Raw("SELECT * FROM games WHERE number > ? ORDER BY number"+db.Limit(games), b.after).
		Scan(&b.Games).Error
	if err != nil {
		return err
	}
	first := (b.after + 1) * schema.TurnsOfGame
	if len(b.Games) == 0 {
		return from.Raw("SELECT DISTINCT CAST(id / "+schema.TurnsOfGameText+" AS TEXT) FROM turns WHERE id >= ? UNION ALL "+
			"SELECT DISTINCT game_id FROM former_turns f WHERE NOT EXISTS (SELECT 1 FROM games WHERE id = f.game_id)", first).
			Scan(&b.Orphans).Error
	}
	b.Turns = make(map[int64][]schema.TurnRow, len(b.Games))
	numbers, ids := make(map[string]int64, len(b.Games)), make([]any, len(b.Games))
	for i := range b.Games {
		row := &b.Games[i]
		b.Turns[row.Number] = make([]schema.TurnRow, 0, min(max(0, row.Ply), schema.UsualPlies)+1)
		numbers[row.ID], ids[i] = row.Number, row.ID
	}
	last := b.Last().TurnID(schema.TurnsOfGame - 1)
	err = db.Query(from, func(c *db.Columns) error {
		id := c.Number()
		b.add(id/schema.TurnsOfGame, schema.TakeChecked(c, int(id%schema.TurnsOfGame)))
		return nil
	}, "SELECT id, "+schema.CheckedColumns+", occurrence FROM turns WHERE id BETWEEN ? AND ? ORDER BY id", first, last)
	if err != nil {
		return err
	}
	return db.Query(from, func(c *db.Columns) error {
		number := numbers[c.Text()]
		b.add(number, schema.TakeChecked(c, int(c.Number())))
		return nil
	}, "SELECT game_id, ply, "+schema.CheckedColumns+", "+schema.FormerOccurrence("PARTITION BY game_id, key_hash")+
		" FROM former_turns WHERE game_id IN (?"+strings.Repeat(", ?", len(ids)-1)+") ORDER BY game_id, ply", ids...)
}

// Add adds a turn of a game.
func (b *CheckBatch) add(game int64, r schema.TurnRow) {
	turns, known := b.Turns[game]
	if known {
		b.Turns[game] = append(turns, r)
		return
	}
	if name := strconv.FormatInt(game, 10); len(b.Orphans) == 0 || b.Orphans[len(b.Orphans)-1] != name {
		b.Orphans = append(b.Orphans, name)
	}
}

// ClockRow is what the clocks of a game follow from.
type ClockRow struct {
	ID, Pace, DaysOff string
	Left              [2]int64
	Ply               int64
	ToMove            int
	Mover             int64
	Ongoing, House    bool
	Updated, Deadline models.Millis
}

// UsualDeadline returns when the running clock runs out if nothing but days off stops it.
func (r *ClockRow) UsualDeadline() models.Millis {
	c := Clock{}
	if r.DaysOff != "" {
		c.days = schema.ReadClockDays(r.DaysOff)
	}
	return c.RunOut(r.Updated, time.Duration(r.Left[min(max(0, r.ToMove), 1)])*time.Millisecond)
}
