package models

import (
	"context"
	"time"

	"turnpost/models/db"
)

// outageFrom is the gap between heartbeats that counts as an outage.
const outageFrom = 5 * time.Minute

// Heartbeat records that a server is running. After a gap of more than 5 minutes since the last heartbeat of any
// server, every running clock is credited with the gap, and each game's log records it: the clock shows what it showed
// at the last heartbeat, in whichever direction the server's clock moved, so that setting the clock costs nobody a game
// and gives nobody years. This takes one row for any number of games: see bulkChange. The clocks of machines that share
// a database must agree within 5 minutes.
func (s *Store) Heartbeat(ctx context.Context) error {
	return s.write(ctx, (*Tx).heartbeat)
}

// catchUpHeartbeat records a heartbeat before any other change if the last one of this process is so old that it was an
// outage: a turn that precedes the sweep finds the time credited.
func (tx *Tx) catchUpHeartbeat() error {
	last := Millis(tx.store.heartbeat.Load())
	if gap := tx.at.Sub(last); last == 0 || (gap <= outageFrom && gap >= -outageFrom) {
		return nil
	}
	if tx.preloaded != nil { // the games were loaded earlier
		return db.ErrNeedsOwnTx
	}
	return tx.heartbeat()
}

func (tx *Tx) heartbeat() error {
	tx.heartbeatStored = true
	first := tx.Exec("INSERT INTO heartbeats (id, at, steady_at) VALUES (1, ?, ?) ON CONFLICT (id) DO NOTHING",
		tx.at, tx.at)
	if first.Error != nil || first.RowsAffected == 1 {
		return first.Error
	}
	var stored struct{ At, SteadyAt Millis }
	err := tx.Raw("SELECT at, steady_at FROM heartbeats WHERE id = 1" + tx.ForUpdate("heartbeats")).Scan(&stored).Error
	if err != nil {
		return err
	}
	last := stored.At
	if tx.at <= last && last.Sub(tx.at) <= outageFrom { // another machine's clock is slightly ahead
		return nil
	}
	steady := steadyAfter(last, stored.SteadyAt, tx.at)
	if err := tx.Exec("UPDATE heartbeats SET at = ?, steady_at = ? WHERE id = 1", tx.at, steady).Error; err != nil {
		return err
	}
	gap := tx.at.Sub(last)
	if gap >= 0 && gap <= outageFrom {
		return nil
	}
	if gap < 0 {
		if err := tx.clockWentBack(last); err != nil {
			return err
		}
	}
	return tx.addChange(&bulkChange{Kind: bulkOutage, Detail: bulkDetail{From: last}})
}

// steadyAfter returns the steady time, by which old rows are deleted, after a heartbeat. Only regular heartbeats
// advance it, at twice their pace while it is behind: an outage delays it by its duration, and a clock that is years
// ahead for an hour advances it by at most an hour.
func steadyAfter(last, steady, now Millis) Millis {
	if gap := now.Sub(last); gap > 0 && gap <= outageFrom {
		steady += 2 * (now - last)
	}
	return min(steady, now)
}

// steadyTime returns the time by which old rows are deleted; ok is false if no server has run yet.
func (s *Store) steadyTime(ctx context.Context) (Millis, bool, error) {
	var steady []Millis
	err := s.read(ctx).Raw("SELECT steady_at FROM heartbeats WHERE id = 1").Scan(&steady).Error
	if err != nil || len(steady) == 0 {
		return 0, false, err
	}
	return min(steady[0], ToMillis(s.now())), true, nil
}

func (tx *Tx) lastHeartbeat() (Millis, error) {
	var last []Millis
	err := tx.Raw("SELECT at FROM heartbeats WHERE id = 1").Scan(&last).Error
	if err != nil || len(last) == 0 {
		return tx.at, err
	}
	return last[0], nil
}
