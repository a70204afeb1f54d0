package models

import (
	"context"
	"errors"
	"fmt"
	"time"

	"turnpost/models/pace"
	"turnpost/models/visible"
)

// How long a challenge can be accepted, unless it says otherwise, and the bounds of what it
// can say.
const (
	DefaultExpiry = 14 * 24 * time.Hour
	minExpiry     = time.Hour
	maxExpiry     = 60 * 24 * time.Hour
)

// readExpiry reads `3d` or `36h`.
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

// sweepChallenges ends the challenges that nobody has accepted in time. Their challengers
// get one notice. One that cannot be ended does not keep it from the others. It goes by the time
// of steady heartbeats, so that a clock that is ahead for a while ends none.
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
		if err != nil || len(rows) == 0 { // somebody was quicker
			return err
		}
		if err := tx.closeChallenge(&rows[0], ChallengeExpired); err != nil {
			return err
		}
		return tx.noticeChallengeDecision(&rows[0], Expired)
	})
}
