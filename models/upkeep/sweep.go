package upkeep

import (
	"context"
	"errors"
)

// SweepClocks records a heartbeat, applies bulk changes, ends the games that are out of time, queues the reminders that
// are due and ends challenges that have expired or whose owners are silent. It returns the number of games that ended
// or had a reminder.
func (s *Store) SweepClocks(ctx context.Context) (int, error) {
	if err := s.Heartbeat(ctx); err != nil {
		return 0, err
	}
	err := s.ApplyBulkChanges(ctx)
	changed, err2 := s.SweepDue(ctx)
	return changed, errors.Join(err, err2, s.ResumeVacations(ctx), s.SweepChallenges(ctx), s.SweepSilent(ctx))
}
