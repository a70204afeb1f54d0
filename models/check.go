package models

import (
	"context"
	"fmt"
	"maps"
	"strconv"
	"strings"

	"gorm.io/gorm"

	"turnpost/models/db"
	"turnpost/rules"
)

// CheckIntegrity reads the whole database and calls report with a sentence for each fault of the storage.
func (a Admin) CheckIntegrity(ctx context.Context, report func(fault string)) error {
	if err := a.store.db.CheckIntegrity(ctx, report); err != nil {
		return err
	}
	var wrong []db.WrongValue
	err := a.store.db.CheckTypes(ctx, func(w db.WrongValue) { wrong = append(wrong, w) })
	if err != nil {
		return err
	}
	for _, w := range wrong {
		report(fmt.Sprintf("%s: %s, in the row with %s", w.Table, w.Error(), a.rowName(ctx, w)))
	}
	return a.checkAbsences(ctx, report)
}

// checkAbsences reports the periods away and the numbers of absences that no player can have. CheckTypes reports values
// of other types.
func (a Admin) checkAbsences(ctx context.Context, report func(fault string)) error {
	err := db.Query(a.store.read(ctx), func(c *db.Columns) error {
		id, name, from, until := c.Number(), c.Text(), takeAwayTime(c), takeAwayTime(c)
		if _, ok := readAway(from, until); !ok && from != noAwayTime && until != noAwayTime {
			report(fmt.Sprintf("players: no vacation is from %d to %d, in the row with id %d, name %s; it is read as none",
				from, until, id, name))
		}
		return nil
	}, "SELECT id, name, away_from, away_until FROM players WHERE away_from <> 0 OR away_until <> 0 ORDER BY id")
	if err != nil {
		return err
	}
	return db.Query(a.store.read(ctx), func(c *db.Columns) error {
		id, name, text := c.Number(), c.Text(), c.Text()
		if absence, err := strconv.ParseInt(text, 10, 64); err == nil && !isAbsence(absence) {
			report(fmt.Sprintf("standings: no absence has the number %s, in the row with player_id %d (%s); it is read as none",
				text, id, name))
		}
		return nil
	}, `SELECT s.player_id, p.name, CAST(s.absence AS TEXT) FROM standings s JOIN players p ON p.id = s.player_id
		WHERE s.absence < 0 OR s.absence >= `+maxAbsenceText+" ORDER BY 1")
}

// rowName returns the columns that identify a row, with the game of a turn and the names of players.
func (a Admin) rowName(ctx context.Context, w db.WrongValue) string {
	var parts []string
	for _, of := range w.Row {
		part := of.Column + " " + of.Value
		id, err := strconv.ParseInt(of.Value, 10, 64)
		switch {
		case err != nil:
		case w.Table == "turns" && of.Column == "id":
			part += fmt.Sprintf(" (game %s, ply %d)",
				a.text(ctx, "SELECT id FROM games WHERE number = ?", id/turnsOfGame), id%turnsOfGame)
		case of.Column == "player_id":
			part += fmt.Sprintf(" (%s)", a.text(ctx, "SELECT name FROM players WHERE id = ?", id))
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, ", ")
}

// text returns the text that a query finds, or "?".
func (a Admin) text(ctx context.Context, query string, args ...any) string {
	text := "?"
	err := db.Query(a.store.read(ctx), func(c *db.Columns) error { text = c.Text(); return nil }, query, args...)
	if err != nil {
		return "?"
	}
	return text
}

// checkBatch is the games after a given one that are in memory, with all their turns.
type checkBatch struct {
	after   int64 // number of a game
	games   []gameRow
	turns   map[int64][]turnRow // by number of the game
	orphans []string            // numbers or IDs of games that do not exist but have turns, between the others
	unread  map[int64]error     // by number of a game with a value that is not of its column's type
}

// checkBatchAfter reads the games after one.
func (s *Store) checkBatchAfter(ctx context.Context, number int64) (*checkBatch, error) {
	b, err := s.loadCheckBatch(ctx, number, checkGames)
	if db.IsTypeError(err) {
		return s.checkBatchByGame(ctx, number)
	}
	return b, err
}

func (s *Store) loadCheckBatch(ctx context.Context, after int64, games int) (*checkBatch, error) {
	b := &checkBatch{after: after}
	return b, s.db.Snapshot(ctx, func(from *gorm.DB) error { return b.load(from, games) })
}

// checkBatchByGame reads the games after one by themselves, so that only those are unread whose rows have a value that
// is not of its column's type.
func (s *Store) checkBatchByGame(ctx context.Context, after int64) (*checkBatch, error) {
	b := &checkBatch{after: after, turns: map[int64][]turnRow{}, unread: map[int64]error{}}
	for len(b.games) < checkGames {
		one, err := s.loadCheckBatch(ctx, after, 1)
		if db.IsTypeError(err) {
			one, err = s.unreadGame(ctx, after, err)
		}
		if err != nil || len(one.games) == 0 && len(b.games) > 0 {
			return b, err // if there are turns after the last game, the next batch has them
		}
		b.orphans = append(b.orphans, one.orphans...)
		if len(one.games) == 0 {
			return b, nil
		}
		b.games = append(b.games, one.games...)
		maps.Copy(b.turns, one.turns)
		maps.Copy(b.unread, one.unread)
		after = b.last().Number
	}
	return b, nil
}

// unreadGame returns a batch of the game after one, without its columns and turns, which cannot be read.
func (s *Store) unreadGame(ctx context.Context, after int64, cause error) (*checkBatch, error) {
	b := &checkBatch{after: after}
	err := db.Query(s.read(ctx), func(c *db.Columns) error {
		row := gameRow{Number: c.Number(), ID: c.Text()}
		b.games, b.unread = []gameRow{row}, map[int64]error{row.Number: cause}
		return nil
	}, "SELECT number, CAST(id AS TEXT) FROM games WHERE number > ? ORDER BY number"+db.Limit(1), after)
	if err == nil && len(b.games) == 0 {
		err = cause // of turns after the last game
	}
	return b, err
}

// usualPlies is the number of plies for which room is made at once: that of a damaged row may be any number.
const usualPlies = 512

func (b *checkBatch) last() *gameRow { return &b.games[len(b.games)-1] }

// load does not join the players, so that games without a player's row are checked too. It reads the turns once, in
// their order on the disk. After the last game it finds the turns that follow.
func (b *checkBatch) load(from *gorm.DB, games int) error {
	err := from.Raw("SELECT * FROM games WHERE number > ? ORDER BY number"+db.Limit(games), b.after).
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
