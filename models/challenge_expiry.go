package models

import (
	"context"
	"errors"
	"fmt"
	"time"

	"turnpost/models/pace"
	"turnpost/models/visible"
)

// How long a challenge can be accepted: the default and the bounds.
const (
	DefaultExpiry = 14 * 24 * time.Hour
	minExpiry     = time.Hour
	maxExpiry     = 60 * 24 * time.Hour
)

// readExpiry parses `3d` or `36h`.
func readExpiry(text string) (time.Duration, error) {
	if text == "" {
		return DefaultExpiry, nil
	}
	life, ok := pace.ParseSpan(text)
	if !ok || life < minExpiry || life > maxExpiry {
		return 0, invalid("expires", "bad_expiry", "expires", visible.Clip(text, 20))
	}
	return life, nil
}

// sweepChallenges ends expired challenges and notifies their challengers once. A failure for one challenge does not
// affect the others. It uses steady time, so that a clock that is temporarily ahead expires nothing.
func (s *Store) sweepChallenges(ctx context.Context) (err error) {
	now, known, err := s.steadyTime(ctx)
	if err != nil || !known {
		return err
	}
	last := ""
	for {
		var page []string
		failure := s.read(ctx).Raw(`SELECT id FROM challenges
			WHERE status = 'open' AND expires_at <= ? AND id > ? ORDER BY id LIMIT ?`,
			now, last, sweepPage).Scan(&page).Error
		if failure != nil {
			return errors.Join(err, failure)
		}
		for _, id := range page {
			if failure := s.expireChallenge(ctx, id); failure != nil {
				err = errors.Join(err, fmt.Errorf("challenge %s: %w", id, failure))
			}
			last = id
		}
		if len(page) < sweepPage || ctx.Err() != nil {
			return err
		}
	}
}

func (s *Store) expireChallenge(ctx context.Context, id string) error {
	return s.write(ctx, func(tx *Tx) error {
		var rows []challengeRow
		query := selectChallenge + "WHERE c.id = ? AND c.status = 'open' AND c.expires_at <= ?" + tx.ForUpdate("c")
		err := tx.Raw(query, id, tx.at).Scan(&rows).Error
		if err != nil || len(rows) == 0 { // another process was first
			return err
		}
		if err := tx.closeChallenge(&rows[0], ChallengeExpired); err != nil {
			return err
		}
		return tx.noticeChallengeDecision(&rows[0], Expired)
	})
}
