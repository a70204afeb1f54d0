package models

import (
	"crypto/rand"
	"errors"
	"fmt"

	"turnpost/rules"
	"turnpost/rules/phrase"
)

// beginGame stores a new game with its start as ply 0.
func (tx *Tx) beginGame(c *challengeRow) (*gameRow, error) {
	r, ok := tx.store.rulesets[c.Ruleset]
	if !ok {
		return nil, fmt.Errorf("challenge %s: ruleset %q is not known", c.ID, c.Ruleset)
	}
	start, err := r.Start(c.Variant)
	if err != nil {
		return nil, fmt.Errorf("challenge %s: %w", c.ID, err)
	}
	id, err := tx.freeID("games")
	if err != nil {
		return nil, err
	}
	pace, err := parsePace(c.Pace)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("challenge %s", c.ID), err)
	}
	left := pace.Initial().Milliseconds()
	row := &gameRow{
		ID: id, Ruleset: c.Ruleset, Variant: c.Variant, Version: r.Info(phrase.English).Version,
		First: seatRow{ID: c.ChallengerID, Left: left}, Second: seatRow{ID: *c.OpponentID, Left: left},
		Status: Ongoing, Position: start.String(), ToMove: start.ToMove(), Winner: rules.NoSeat,
		DrawBy: rules.NoSeat, TakebackBy: rules.NoSeat, Pace: c.Pace, CreatedAt: tx.at, UpdatedAt: tx.at,
	}
	if c.Seat == rules.Second || (c.Seat == rules.NoSeat && drawLots()) {
		row.First, row.Second = row.Second, row.First
	}
	if err := tx.loadSeats(row); err != nil {
		return nil, err
	}
	row.ToMoveID = row.side(row.ToMove).ID
	row.startClock(tx.at)
	turn := &Turn{Seat: rules.NoSeat, Position: row.Position, Events: []rules.Event{}, At: tx.now}
	turn.Hash = turnHash(seedHash(row), row.ID, turn)
	row.Hash = turn.Hash
	err = tx.Exec(`INSERT INTO games (id, ruleset, variant, version, first_id, second_id,
			status, position, ply, to_move, to_move_id,
			pace, first_left, second_left, deadline_at, remind_at, hash, created_at, updated_at, applied_change)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		row.ID, row.Ruleset, row.Variant, row.Version, row.First.ID, row.Second.ID,
		row.Status, row.Position, row.Ply, row.ToMove, row.ToMoveID,
		row.Pace, row.First.Left, row.Second.Left, row.DeadlineAt, row.RemindAt, row.Hash, row.CreatedAt, row.UpdatedAt,
		row.AppliedChange,
	).Error
	if err != nil {
		return nil, err
	}
	return row, tx.insertTurn(row, turn, keyHash(start))
}

// loadSeats sets the fields of a game's row that belong to its players.
func (tx *Tx) loadSeats(row *gameRow) error {
	var players []struct {
		Player     playerRow `gorm:"embedded"`
		LastChange int64
	}
	err := tx.Raw("SELECT *, (SELECT COALESCE(MAX(id), 0) FROM bulk_changes) AS last_change FROM players WHERE id IN ?",
		[]int64{row.First.ID, row.Second.ID}).Scan(&players).Error
	if err != nil {
		return err
	}
	for _, found := range players {
		row.AppliedChange = found.LastChange // read with the players' periods
		p := found.Player
		if p.DeletedAt != 0 { // after the request arrived, before this transaction
			return fail(CodeNotFound, "player_gone", "name", p.Name)
		}
		seat := row.side(row.seat(p.ID))
		seat.Name, seat.Email, seat.Settings, seat.Zone = p.Name, p.Email, p.Settings, p.TimeZone
		seat.AwayFrom, seat.AwayUntil = p.AwayFrom, p.AwayUntil
	}
	return nil
}

// drawLots flips a fair coin.
func drawLots() bool {
	var b [1]byte
	_, _ = rand.Read(b[:]) // crypto/rand never fails
	return b[0]&1 == 1
}
