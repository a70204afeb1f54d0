package models

import (
	"context"
	"time"
)

// Notice is a notice to a player as the ledger shows it.
type Notice struct {
	ID          int64
	Kind        Kind
	GameID      string
	Ply         int
	ChallengeID string
	Status      NoticeStatus
	Reason      NoticeReason // why it had no separate mail; "" if it had one
	Primary     int64        // for ReasonBundled: the notice that it was sent with
	Failure     string       // of the last attempt, as the mail server or the mailer reported it
	Attempts    int
	CreatedAt   time.Time
	DueAt       time.Time
	NextAt      time.Time // of the next attempt, while queued
	DoneAt      time.Time // zero while queued
}

// LedgerSpan is how long the ledger keeps notices.
const LedgerSpan = 90 * 24 * time.Hour

// Notices lists a player's notices, newest first. The cursor is the last ID of the previous page; 0
// is both the first cursor and the end.
func (s *Store) Notices(ctx context.Context, player, before int64, limit int) (list []Notice, next int64, err error) {
	query := s.read(ctx).Where("player_id = ? AND created_at > ?", player, ToMillis(s.now()).Add(-LedgerSpan))
	if before > 0 {
		query = query.Where("id < ?", before)
	}
	var rows []notice
	if err := query.Order("id DESC").Limit(limit + 1).Find(&rows).Error; err != nil {
		return nil, 0, err
	}
	if len(rows) > limit {
		rows = rows[:limit]
		next = rows[limit-1].ID
	}
	list = make([]Notice, 0, len(rows))
	for _, r := range rows {
		n := Notice{
			ID: r.ID, Kind: r.Kind, GameID: r.GameID, Ply: r.Ply, ChallengeID: r.ChallengeID,
			Status: r.Status, Reason: r.Reason, Primary: r.PrimaryID, Failure: r.Failure,
			Attempts: r.Attempts, CreatedAt: r.CreatedAt.Time(), DueAt: r.DueAt.Time(), DoneAt: r.DoneAt.Time(),
		}
		if r.DoneAt == 0 {
			n.NextAt = r.NextAt.Time()
		}
		list = append(list, n)
	}
	return list, next, nil
}

// OutboxDepth returns the number of queued notices and the delay of the oldest one that is due.
func (s *Store) OutboxDepth(ctx context.Context) (waiting int64, oldest time.Duration, err error) {
	var row struct {
		Waiting int64
		Oldest  Millis
	}
	now := ToMillis(s.now())
	err = s.read(ctx).Raw(`SELECT COUNT(*) AS waiting, COALESCE(MIN(due_at), 0) AS oldest
		FROM notices WHERE done_at = 0 AND due_at <= ?`, now).Scan(&row).Error
	if row.Oldest > 0 {
		oldest = now.Sub(row.Oldest)
	}
	return row.Waiting, oldest, err
}
