package models

import (
	"crypto/rand"
	"errors"
	"fmt"
	"slices"

	"turnpost/models/db"
	"turnpost/rules"
	"turnpost/rules/phrase"
)

// beginGame stores a new game with its start as ply 0.
func (tx *Tx) beginGame(c *challengeRow) (*gameRow, error) {
	id, err := tx.freeID("games")
	if err != nil {
		return nil, err
	}
	row, err := tx.newGame(c, id)
	if err != nil {
		return nil, err
	}
	if err := tx.loadSeats(row); err != nil {
		return nil, err
	}
	return row, tx.insertGames(row)
}

// newGame returns the row of a game that a challenge begins, without what it takes from the players' rows.
func (tx *Tx) newGame(c *challengeRow, id string) (*gameRow, error) {
	r, ok := tx.store.rulesets[c.Ruleset]
	if !ok {
		return nil, fmt.Errorf("challenge %s: ruleset %q is not known", c.ID, c.Ruleset)
	}
	start, err := r.Start(c.Variant)
	if err != nil {
		return nil, fmt.Errorf("challenge %s: %w", c.ID, err)
	}
	pace, err := parsePace(c.Pace)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("challenge %s", c.ID), err)
	}
	left := pace.Initial().Milliseconds()
	row := &gameRow{
		ID: id, Ruleset: c.Ruleset, Variant: c.Variant, Version: r.Info(phrase.English).Version,
		First: seatRow{ID: c.ChallengerID, Left: left}, Second: seatRow{ID: *c.OpponentID, Left: left},
		Status: Ongoing, Position: start.String(), ToMove: start.ToMove(), Winner: rules.NoSeat, Vacation: c.Vacation,
		DrawBy: rules.NoSeat, TakebackBy: rules.NoSeat, Pace: c.Pace, CreatedAt: tx.at, UpdatedAt: tx.at, Rated: c.Rated,
	}
	if c.Seat == rules.Second || (c.Seat == rules.NoSeat && drawLots()) {
		row.First, row.Second = row.Second, row.First
	}
	return row, nil
}

// gamesAtOnce is the number of games that one statement inserts.
const gamesAtOnce = 50

// insertGames starts the clocks of new games and stores them.
func (tx *Tx) insertGames(rows ...*gameRow) error {
	for chunk := range slices.Chunk(rows, gamesAtOnce) {
		query, args := `INSERT INTO games (id, ruleset, variant, version, first_id, second_id,
			status, position, ply, to_move, to_move_id,
			pace, first_left, second_left, deadline_at, remind_at, hash, created_at, updated_at, applied_change,
			house_at, event_id, vacation, days_off, rated, position_keys, unrated_because, first_turns, second_turns)
			VALUES`, []any(nil)
		var starts []*Turn
		for i, row := range chunk {
			if i > 0 {
				query += ","
			}
			query += " (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '', 0, 0)"
			start, err := tx.store.position(row.Ruleset, row.Variant, row.Position)
			if err != nil {
				return err
			}
			row.addKey(keyHash(start.Key()))
			starts = append(starts, tx.startGame(row))
			args = append(args, row.ID, row.Ruleset, row.Variant, row.Version, row.First.ID, row.Second.ID,
				row.Status, row.Position, row.Ply, row.ToMove, row.ToMoveID,
				row.Pace, row.First.Left, row.Second.Left, row.DeadlineAt, row.RemindAt, row.Hash, row.CreatedAt, row.UpdatedAt,
				row.AppliedChange, row.HouseAt, row.EventID, row.Vacation, row.DaysOff, row.Rated,
				row.PositionKeys)
		}
		numbers := make(map[string]int64, len(chunk))
		if err := db.Query(tx.DB, func(c *db.Columns) error {
			id := c.Text()
			numbers[id] = c.Number()
			return nil
		}, query+" RETURNING id, number", args...); err != nil {
			return err
		}
		for i, row := range chunk {
			row.Number = numbers[row.ID]
			if err := tx.insertTurn(row, starts[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// startGame starts the clock of a new game, and returns its start as ply 0.
func (tx *Tx) startGame(row *gameRow) *Turn {
	row.ToMoveID = row.side(row.ToMove).ID
	row.startClock(tx.at)
	tx.noteHouse(row)
	turn := &Turn{Seat: rules.NoSeat, Occurrence: 1, Position: row.Position, Events: []rules.Event{}, At: tx.now}
	if row.houseSeat() != rules.NoSeat && tx.isMail() {
		turn.Via = ViaMail // so that the first turn of the house is mailed at once
	}
	turn.Hash = turnHash(seedHash(row), row.ID, turn)
	row.Hash = turn.Hash
	return turn
}

// loadSeats sets the fields of new games that belong to their players.
func (tx *Tx) loadSeats(rows ...*gameRow) error {
	var ids []int64
	for _, row := range rows {
		ids = append(ids, row.First.ID, row.Second.ID)
	}
	slices.Sort(ids)
	var players []struct {
		Player     playerRow `gorm:"embedded"`
		LastChange int64
	}
	err := tx.Raw("SELECT *, (SELECT COALESCE(MAX(id), 0) FROM bulk_changes) AS last_change FROM players WHERE id IN ?",
		slices.Compact(ids)).Scan(&players).Error
	if err != nil {
		return err
	}
	for _, found := range players {
		p := found.Player
		if p.DeletedAt != 0 { // after the request arrived, before this transaction
			return fail(CodeNotFound, "player_gone", "name", p.Name)
		}
		for _, row := range rows {
			at := row.seat(p.ID)
			if at == rules.NoSeat {
				continue
			}
			row.AppliedChange = found.LastChange // read with the players' periods
			seat := row.side(at)
			seat.Name, seat.Email, seat.Settings, seat.Zone = p.Name, p.Email, p.Settings, p.TimeZone
			row.readAway(seat, p.AwayFrom, p.AwayUntil)
			seat.DaysOff, seat.AutoVacation = p.DaysOff, p.AutoVacation
		}
	}
	return nil
}

// drawLots flips a fair coin.
func drawLots() bool {
	var b [1]byte
	_, _ = rand.Read(b[:]) // crypto/rand never fails
	return b[0]&1 == 1
}

// relatedRows holds the rows related to a game that a turn needs to know.
type relatedRows struct {
	plans  int   // number of plans of its players
	notice int64 // the only notice that a turn makes outdated; 0: none, -1: several
}

// selectGamesToPlay includes the numbers of related rows, so that a turn does not look for plans and notices that do
// not exist.
var selectGamesToPlay = selectGameColumns + `,
	       (SELECT COUNT(*) FROM plans WHERE game_id = g.id),
	       (SELECT CASE COUNT(*) WHEN 0 THEN 0 WHEN 1 THEN MAX(id) ELSE -1 END FROM notices
	        WHERE game_id = g.id AND done_at = 0 AND kind IN (` + turnKindList + `))` +
	fromGames + "WHERE g.id"

// loadGameToPlay loads a game for a turn.
func (tx *Tx) loadGameToPlay(id string) (*gameRow, error) {
	if tx.preloaded != nil {
		row := tx.preloaded.games[id]
		if row == nil || row.pending != 0 || row.PositionKeys == nil {
			// locked, earlier in the batch, or to be changed or moved first
			return nil, db.ErrNeedsOwnTx
		}
		delete(tx.preloaded.games, id)
		return row, nil
	}
	rows, err := tx.loadGamesToPlay([]string{id}, "")
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, noGame(id)
	}
	if err := tx.moveTurns(rows[0]); err != nil {
		return nil, err
	}
	return rows[0], tx.applyPending(rows[0])
}

// loadGamesToPlay loads games for turns. If the database locks rows, it skips those of several games that other
// transactions have locked; for one game, PostgreSQL may wait for the lock. The related rows are as old as the query,
// so they are read after the lock was obtained.
func (tx *Tx) loadGamesToPlay(ids []string, locked string) (rows []*gameRow, err error) {
	which, args := " = ?", []any{ids[0]}
	free := map[string]bool{ids[0]: true}
	if tx.IsPostgres() {
		which, args = " = ANY(?)", []any{ids}
		free, err = tx.lockGames(ids, locked)
	}
	if err == nil {
		err = tx.Defer(db.Deferred{Query: selectGamesToPlay + which, Args: args, Take: func(c *db.Columns) error {
			game := &gameRow{}
			game.take(c)
			game.related = &relatedRows{plans: int(c.Number()), notice: c.Number()}
			if free[game.ID] {
				rows = append(rows, game)
			}
			return nil
		}})
	}
	if err == nil {
		err = tx.Flush()
	}
	return rows, err
}

// preloadedGames are the locked games of a batch of turns on PostgreSQL.
type preloadedGames struct {
	games     map[string]*gameRow // by ID
	heartbeat Millis              // the last one of this process before they were loaded
}

// preloadGames locks and loads the games of a batch of turns that PostgreSQL commits together, except those that
// other transactions have locked.
func (s *Store) preloadGames(tx *db.Tx, ids []string) (any, error) {
	preloaded := &preloadedGames{heartbeat: Millis(s.heartbeat.Load())}
	rows, err := s.newTx(tx).loadGamesToPlay(ids, " SKIP LOCKED")
	preloaded.games = make(map[string]*gameRow, len(rows))
	for _, row := range rows {
		preloaded.games[row.ID] = row
	}
	return preloaded, err
}
