package models

import (
	"context"
	"time"

	"gorm.io/gorm"
)

// Inbound is a received mail as shown to its player or an operator.
type Inbound struct {
	ID         int64
	Source     string
	MessageID  string
	From, To   string // of the envelope
	Size       int
	ReceivedAt time.Time
	Status     string // queued or done
	Result     InboundResult
	Reason     string
	Detail     string
	Refused    *Error // for InboundRejected, if a use case refused the mail's request
	Auth       string
	Player     int64
	Game       string
	Challenge  string
	Ply        int
	Attempts   int
	SettledAt  time.Time // zero while queued
	Raw        []byte    // only from InboundMailByID, while it is kept
}

const inboundColumns = `id, source, message_id, envelope_from, envelope_to, size, received_at,
	status, result, reason, detail, auth,
	player_id, game_id, challenge_id, ply, answer, attempts, done_at`

func (r inboundRow) inbound() Inbound {
	return Inbound{
		Refused: r.Answer.refused(),
		ID:      r.ID, Source: r.Source, MessageID: r.MessageID, From: r.EnvelopeFrom, To: r.EnvelopeTo, Size: r.Size,
		ReceivedAt: r.ReceivedAt.Time(), Status: r.Status, Result: r.Result, Reason: r.Reason, Detail: r.Detail, Auth: r.Auth,
		Player: r.PlayerID, Game: r.GameID, Challenge: r.ChallengeID, Ply: r.Ply,
		Attempts: r.Attempts, SettledAt: r.DoneAt.Time(), Raw: r.Raw,
	}
}

// InboundOf lists the outcomes of a player's replies within LedgerSpan, newest first. The cursor is the last ID
// of the previous page; 0 is both the first cursor and the end.
func (s *Store) InboundOf(
	ctx context.Context, player, before int64, limit int,
) (list []Inbound, next int64, err error) {
	query := s.read(ctx).Table("inbound").Select(inboundColumns).
		Where("player_id = ? AND received_at > ?", player, ToMillis(s.now()).Add(-LedgerSpan))
	return pageInbound(query, before, limit)
}

// InboundFilter narrows a list of mails. Empty fields match everything.
type InboundFilter struct {
	Result InboundResult
	Status string // queued or done
	Before int64
	Limit  int
}

// InboundMails lists mails for an operator, newest first.
func (a Admin) InboundMails(ctx context.Context, f InboundFilter) (list []Inbound, next int64, err error) {
	query := a.store.read(ctx).Table("inbound").Select(inboundColumns)
	if f.Result != "" {
		query = query.Where("result = ?", f.Result)
	}
	if f.Status != "" {
		query = query.Where("status = ?", f.Status)
	}
	return pageInbound(query, f.Before, f.Limit)
}

// InboundMail returns a mail with the parts that are still kept.
// Errors: CodeNotFound.
func (a Admin) InboundMail(ctx context.Context, id int64) (Inbound, error) {
	var rows []inboundRow
	if err := a.store.read(ctx).Where("id = ?", id).Find(&rows).Error; err != nil {
		return Inbound{}, err
	}
	if len(rows) == 0 {
		return Inbound{}, fail(CodeNotFound, "no_mail", "mail", int(id))
	}
	return rows[0].inbound(), nil
}

// RequeueInbound queues a settled mail without effect for processing again.
// Errors: CodeNotFound, CodeConflict for a mail that had an effect, ErrNoRawMail for one that is no longer kept.
func (a Admin) RequeueInbound(ctx context.Context, id int64) error {
	return a.store.write(ctx, func(tx *Tx) error {
		var rows []inboundRow
		if err := tx.Where("id = ?", id).Find(&rows).Error; err != nil {
			return err
		}
		switch {
		case len(rows) == 0:
			return fail(CodeNotFound, "no_mail", "mail", int(id))
		case rows[0].DoneAt == 0:
			return tx.Exec("UPDATE inbound SET next_at = ?, attempts = 0 WHERE id = ?", tx.at, id).Error
		case len(rows[0].Raw) == 0:
			return ErrNoRawMail
		case rows[0].Result != InboundFailed && rows[0].Result != InboundRejected:
			return fail(CodeConflict, "mail_settled", "mail", int(id), "result", string(rows[0].Result))
		}
		tx.received = true
		return tx.Exec(`UPDATE inbound SET status = 'queued', result = '', reason = '', done_at = 0,
			attempts = 0, next_at = ? WHERE id = ?`, tx.at, id).Error
	})
}

// InboundDepth returns the number of waiting mails and the age of the oldest.
func (s *Store) InboundDepth(ctx context.Context) (waiting int64, oldest time.Duration, err error) {
	var row struct {
		Waiting int64
		Oldest  Millis
	}
	err = s.read(ctx).Raw(`SELECT COUNT(*) AS waiting, COALESCE(MIN(received_at), 0) AS oldest
		FROM inbound WHERE done_at = 0`).Scan(&row).Error
	if row.Oldest > 0 {
		oldest = ToMillis(s.now()).Sub(row.Oldest)
	}
	return row.Waiting, oldest, err
}

// RejectedReplies counts the refused replies within a day in a game or to a challenge, by a player, or by the invited
// stranger if player is 0.
func (s *Store) RejectedReplies(ctx context.Context, player int64, game, challenge string) (n int64, err error) {
	since := ToMillis(s.now()).Add(-24 * time.Hour)
	if player == 0 {
		err = s.read(ctx).Raw(`SELECT COUNT(*) FROM inbound
			WHERE challenge_id = ? AND received_at > ? AND challenge_id <> '' AND result = ?`,
			challenge, since, InboundRejected).Scan(&n).Error
		return n, err
	}
	err = s.read(ctx).Raw(`SELECT COUNT(*) FROM inbound
		WHERE player_id = ? AND received_at > ? AND player_id > 0
			AND game_id = ? AND challenge_id = ? AND result = ?`,
		player, since, game, challenge, InboundRejected).Scan(&n).Error
	return n, err
}

// pageInbound reads one page of a list.
func pageInbound(query *gorm.DB, before int64, limit int) (list []Inbound, next int64, err error) {
	if before > 0 {
		query = query.Where("id < ?", before)
	}
	var rows []inboundRow
	if err := query.Order("id DESC").Limit(limit + 1).Find(&rows).Error; err != nil {
		return nil, 0, err
	}
	if len(rows) > limit {
		rows = rows[:limit]
		next = rows[limit-1].ID
	}
	list = make([]Inbound, 0, len(rows))
	for _, r := range rows {
		list = append(list, r.inbound())
	}
	return list, next, nil
}
