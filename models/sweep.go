package models

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Any process may sweep the clocks. Every change checks the state that it was based on, so that several
// processes do each thing once.

// sweepPage is the number of games that a sweep reads at once.
const sweepPage = 500

// SweepClocks records a heartbeat, applies bulk changes, ends the games that are out of time, queues the reminders that
// are due and ends expired challenges. It returns the number of games that ended or had a reminder.
func (s *Store) SweepClocks(ctx context.Context) (int, error) {
	if err := s.Heartbeat(ctx); err != nil {
		return 0, err
	}
	err := s.ApplyBulkChanges(ctx)
	changed, err2 := s.sweepDue(ctx)
	return changed, errors.Join(err, err2, s.sweepChallenges(ctx))
}

// dueColumn is the time of a game's next event, as indexed by games_due.
const dueColumn = "CASE WHEN remind_at > 0 AND remind_at < deadline_at THEN remind_at ELSE deadline_at END"

// sweepDue ends or reminds of every game that is due, in order. A game that must not be changed yet, or cannot be
// changed, does not affect the others.
func (s *Store) sweepDue(ctx context.Context) (changed int, err error) {
	const query = "SELECT id, " + dueColumn + " AS due FROM games WHERE status = 'ongoing' AND " + dueColumn +
		" <= ? AND " +
		dueColumn + " >= ? AND (" + dueColumn + " > ? OR id > ?) ORDER BY " + dueColumn + ", id LIMIT ?"
	var last struct {
		ID  string
		Due Millis
	}
	for now := ToMillis(s.now()); ; {
		page := []struct {
			ID  string
			Due Millis
		}{}
		if err := s.read(ctx).Raw(query, now, last.Due, last.Due, last.ID, sweepPage).Scan(&page).Error; err != nil {
			return changed, err
		}
		for _, due := range page {
			did, failure := s.sweepGame(ctx, due.ID, (*Tx).endOrRemind)
			if failure != nil {
				err = errors.Join(err, fmt.Errorf("game %s: %w", due.ID, failure))
			}
			if did {
				changed++
			}
			last = due
		}
		if len(page) < sweepPage || ctx.Err() != nil {
			return changed, err
		}
	}
}

// endOrRemind ends a game or queues its reminder.
func (tx *Tx) endOrRemind(row *gameRow) (bool, error) {
	if ended, err := tx.timeOut(row); ended || err != nil {
		return ended, err
	}
	return tx.remind(row)
}

func (s *Store) sweepGame(
	ctx context.Context, id string, act func(tx *Tx, row *gameRow) (bool, error),
) (did bool, err error) {
	err = s.write(ctx, func(tx *Tx) error {
		row, err := tx.loadGame(id)
		if err != nil || row.Status != Ongoing {
			return err
		}
		if did, err = act(tx, row); err != nil || !did {
			return err
		}
		return tx.updateGame(row, row.Ply)
	})
	return did && err == nil, err
}

// DeadlineLag returns how long ago the oldest unprocessed deadline passed. It is 0 while an outage is being credited,
// because the rows do not have the new deadlines yet.
func (s *Store) DeadlineLag(ctx context.Context) (time.Duration, error) {
	var oldest Millis
	now := ToMillis(s.now())
	err := s.read(ctx).Raw("SELECT COALESCE(MIN(deadline_at), 0) FROM games WHERE status = 'ongoing' AND "+dueColumn+` <= ?
		AND NOT EXISTS (SELECT 1 FROM bulk_changes WHERE kind = ? AND walked_at = 0)`, now, bulkOutage).Scan(&oldest).Error
	if oldest == 0 || oldest >= now {
		return 0, err
	}
	return now.Sub(oldest), err
}
