package models

import (
	"context"
	"fmt"
	"slices"
	"time"

	"turnpost/rules"
)

// Kind is what a notice is about.
type Kind string

// Kinds of notices.
const (
	KindCode            Kind = "code"             // a sign-in code
	KindChallenge       Kind = "challenge"        // somebody offers a game
	KindChallengeAnswer Kind = "challenge_answer" // the challenge was accepted or declined
	KindYourTurn        Kind = "your_turn"
	KindReminder        Kind = "reminder"     // the deadline comes near
	KindOffer           Kind = "offer"        // of a draw; Detail says what
	KindOfferAnswer     Kind = "offer_answer" // Detail says what and how
	KindAway            Kind = "away"         // the opponent is on vacation; Detail: from/until
	KindPlan            Kind = "plan"         // the player's plan answered a turn
	KindMessage         Kind = "message"      // the opponent said something beside a turn
	KindGameOver        Kind = "game_over"
	KindTest            Kind = "test"
	KindDigest          Kind = "digest" // of a mail, never of a notice
)

// offKinds are the kinds that a player can do without.
var offKinds = []Kind{KindChallenge, KindChallengeAnswer, KindYourTurn, KindReminder, KindOffer, KindOfferAnswer, KindAway, KindPlan, KindMessage, KindGameOver}

// MayBeOff tells whether a player can turn the kind off.
func (k Kind) MayBeOff() bool { return slices.Contains(offKinds, k) }

func settableKinds() []string {
	names := make([]string, len(offKinds))
	for i, k := range offKinds {
		names[i] = string(k)
	}
	return names
}

// NoticeStatus is what became of a notice.
type NoticeStatus string

// States of notices.
const (
	Queued  NoticeStatus = "queued"
	Sent    NoticeStatus = "sent"
	Dropped NoticeStatus = "dropped" // no longer worth saying; the reason says why
	Failed  NoticeStatus = "failed"  // given up; the reason says why
)

// Notice is one thing to tell one player, as the ledger shows it.
type Notice struct {
	ID          int64
	Kind        Kind
	GameID      string
	Ply         int
	ChallengeID string
	Status      NoticeStatus
	Reason      string // of the last failure, the drop, or giving up
	Attempts    int
	CreatedAt   time.Time
	DueAt       time.Time
	NextAt      time.Time // of the next attempt, while queued
	DoneAt      time.Time // zero while queued
}

type notice struct {
	ID          int64 `gorm:"primaryKey"`
	Key         string
	Kind        Kind
	PlayerID    int64 // 0: a stranger
	Email       string
	GameID      string
	Ply         int
	ChallengeID string
	Detail      string
	CreatedAt   Millis `gorm:"autoCreateTime:false"`
	DueAt       Millis // when it should be said
	WaitsFrom   Millis // since when it waits unsent, outages left out
	NextAt      Millis // when it is tried next
	LeaseUntil  Millis
	Lease       string
	Attempts    int
	Status      NoticeStatus
	Reason      string
	DoneAt      Millis
	Bundle      string     // notices of one bundle to one player that are due together are one mail; "" is alone
	Mail        string     // key of the notice that leads the mail, once it was tried
	Deadline    Millis     `gorm:"->"` // of the turn that it is about, while it is queued; not stored here
	reader      *playerRow // with settings and zone, where they are at hand
}

func (notice) TableName() string { return "notices" }

// notify queues a notice for now, or for when its player wants it. The key makes it one: the same
// thing is never queued twice.
func (tx *Tx) notify(n notice) error {
	tx.noticed = true
	if err := tx.schedule(&n); err != nil {
		return err
	}
	return tx.Exec(`INSERT INTO notices (key, kind, player_id, email, game_id, ply, challenge_id, detail, created_at, due_at, waits_from, next_at, bundle)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO NOTHING`,
		n.Key, n.Kind, n.PlayerID, n.Email, n.GameID, n.Ply, n.ChallengeID, n.Detail, tx.at, n.DueAt, n.WaitsFrom, n.NextAt, n.Bundle).Error
}

// dropNotices drops what is queued and no longer worth saying. One that is being sent
// right now is left to the worker.
func (tx *Tx) dropNotices(reason, where string, args ...any) error {
	return tx.Exec("UPDATE notices SET status = ?, reason = ?, done_at = ? WHERE done_at = 0 AND lease_until <= ? AND "+where,
		append([]any{Dropped, reason, tx.at, tx.at}, args...)...).Error
}

// noticeTurn tells whoever is to move, or both players that the game is over.
func (tx *Tx) noticeTurn(row *gameRow) error {
	if row.Status != Ongoing {
		return tx.noticeEnd(row)
	}
	if row.Ply > 0 {
		if err := tx.dropNotices("a turn was played since", "game_id = ? AND kind IN ?", row.ID, []Kind{KindYourTurn, KindReminder, KindOffer}); err != nil {
			return err
		}
	}
	return tx.notify(notice{
		Key: "turn." + row.plyKey(), Kind: KindYourTurn,
		PlayerID: row.ToMoveID, Email: row.email(row.ToMove), GameID: row.ID, Ply: row.Ply, Deadline: row.DeadlineAt,
		reader: row.reader(row.ToMove),
	})
}

// noticeEnd tells both players that the game is over. What their plans played and what was said stays
// worth saying.
func (tx *Tx) noticeEnd(row *gameRow) error {
	if err := tx.dropNotices("the game is over", "game_id = ? AND kind NOT IN ?", row.ID, []Kind{KindPlan, KindMessage}); err != nil {
		return err
	}
	for _, seat := range []rules.Seat{rules.First, rules.Second} {
		err := tx.notify(notice{
			Key: fmt.Sprintf("over.%s.%d", row.ID, seat), Kind: KindGameOver,
			PlayerID: row.player(seat), Email: row.email(seat), GameID: row.ID, Ply: row.Ply,
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (tx *Tx) noticeChallengeAnswer(row *challengeRow) error {
	if err := tx.dropNotices("the challenge was answered", "challenge_id = ? AND kind = ?", row.ID, KindChallenge); err != nil {
		return err
	}
	return tx.notify(notice{
		Key: "answer." + row.ID, Kind: KindChallengeAnswer, PlayerID: row.ChallengerID, Email: row.ChallengerEmail,
		ChallengeID: row.ID, GameID: row.GameID, Detail: string(row.Status),
	})
}

// testMailsPerHour bounds what a player can have sent to themselves.
const testMailsPerHour = 5

// TestMail queues a mail to the player's own address.
func (s *Store) TestMail(ctx context.Context, p Player) error {
	return s.write(ctx, func(tx *Tx) error {
		var recent int64
		err := tx.Table("notices").Where("player_id = ? AND kind = ? AND created_at > ?", p.ID, KindTest, tx.at.Add(-time.Hour)).Count(&recent).Error
		if err != nil {
			return err
		}
		if recent >= testMailsPerHour {
			e := fail(CodeTooMany, "%d test mails within an hour are enough", recent)
			e.RetryAfter = int(time.Hour.Seconds())
			return e
		}
		return tx.notify(notice{Key: fmt.Sprintf("test.%d.%d.%d", p.ID, tx.at, recent), Kind: KindTest, PlayerID: p.ID, Email: p.Email})
	})
}

// LedgerSpan is how far back the ledger of notices goes.
const LedgerSpan = 90 * 24 * time.Hour

// Notices lists a player's notices, newest first. The cursor is the last id of the page before; 0
// begins and ends.
func (s *Store) Notices(ctx context.Context, player, before int64, limit int) (list []Notice, next int64, err error) {
	query := s.read(ctx).Where("player_id = ? AND created_at > ?", player, At(s.now()).Add(-LedgerSpan))
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
			ID: r.ID, Kind: r.Kind, GameID: r.GameID, Ply: r.Ply, ChallengeID: r.ChallengeID, Status: r.Status, Reason: r.Reason,
			Attempts: r.Attempts, CreatedAt: r.CreatedAt.Time(), DueAt: r.DueAt.Time(), DoneAt: r.DoneAt.Time(),
		}
		if r.DoneAt == 0 {
			n.NextAt = r.NextAt.Time()
		}
		list = append(list, n)
	}
	return list, next, nil
}

// OutboxDepth is how many notices wait and for how long the oldest of those that are due has.
func (s *Store) OutboxDepth(ctx context.Context) (waiting int64, oldest time.Duration, err error) {
	var row struct {
		Waiting int64
		Oldest  Millis
	}
	now := At(s.now())
	err = s.read(ctx).Raw("SELECT COUNT(*) AS waiting, COALESCE(MIN(due_at), 0) AS oldest FROM notices WHERE done_at = 0 AND due_at <= ?", now).Scan(&row).Error
	if row.Oldest > 0 {
		oldest = now.Sub(row.Oldest)
	}
	return row.Waiting, oldest, err
}
