package mailbox

import (
	"context"
	"errors"
	"strconv"
	"time"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/core"
	"turnpost/models/db"
	"turnpost/models/play"
	"turnpost/models/queue"
	"turnpost/models/schema"
	"turnpost/models/visible"
)

// InboundClaim is a mail that a worker holds.
type InboundClaim struct {
	InboundMail
	ID         int64
	Attempts   int // including this one
	ReceivedAt time.Time
	lease      string
}

// ClaimInbound leases up to n waiting mails in order of arrival; of those about one
// game or challenge, only the first.
func (s *Store) ClaimInbound(ctx context.Context, n int, lease time.Duration) ([]InboundClaim, error) {
	var claims []InboundClaim
	err := s.Write(ctx, func(tx *core.Tx) error {
		var rows []InboundRow
		until, text := queue.NewLease(tx.At, lease)
		err := tx.Raw(queue.Inbound.Claim("", `
				SELECT i.id FROM inbound i
				WHERE i.done_at = 0 AND i.next_at <= ? AND i.lease_until <= ? AND (i.thread = '' OR NOT EXISTS (
					SELECT 1 FROM inbound p WHERE p.thread = i.thread AND p.done_at = 0 AND p.id < i.id))
				ORDER BY i.next_at, i.id`+db.Limit(min(n, inboundPerClaim))+tx.SkipLocked("i"))+`
			RETURNING *`, until, text, tx.At, tx.At).Scan(&rows).Error
		claims = make([]InboundClaim, 0, len(rows))
		for _, r := range rows {
			claims = append(claims, r.claim())
		}
		return err
	})
	if err != nil {
		return nil, err // a claim that was not committed is none
	}
	return claims, nil
}

// RenewInbound extends a claim. The error is ErrLeaseLost if another worker has it.
func (s *Store) RenewInbound(ctx context.Context, c InboundClaim, lease time.Duration) error {
	return s.Write(ctx, func(tx *core.Tx) error {
		return queue.Inbound.Renew(tx.DB, c.lease, tx.At.Add(lease), c.ID)
	})
}

func (r InboundRow) claim() InboundClaim {
	return InboundClaim{
		InboundMail: InboundMail{
			Key: r.Key, Source: r.Source, MessageID: r.MessageID,
			From: r.EnvelopeFrom, To: r.EnvelopeTo, Link: r.Link, Raw: r.Raw,
		},
		ID: r.ID, Attempts: r.Attempts, ReceivedAt: r.ReceivedAt.Time(), lease: r.Lease,
	}
}

// InboundSettlement is the outcome of a mail.
type InboundSettlement struct {
	Result InboundResult
	Reason string // stable code; "" if the result says everything
	Detail string // as stated by the mail or its source
	Auth   string // what the trusted server found about the sender; "" if none is configured
	Player int64
	Game   string
	Ply    int
	// Challenge is the challenge that the mail was about.
	Challenge string
	Say       string              // message to the opponent in Game, sent in the same transaction
	Note      string              // line for the player's notes on Game, kept in the same transaction
	Noted     bool                // the mail has a note, which only its writer may read: its raw form is not kept
	Unsaid    bool                // the mail had lines that look meant for the opponent and were not sent
	Words     string              // those lines as the text of one message; "" if there is none
	Answer    *models.ReplyAnswer // mailed to the sender; nil: nothing
	Arrived   bool                // the mail proves that mail to the player arrives
	Desk      bool                // the mail has no link: its responses are limited by takeDesk
	Proven    bool                // of a mail at the desk: the trusted mail server vouches for its sender
	// Registration is the ID of the one that the mail of a stranger was about.
	Registration int64
	Confirms     int64 // the ID of the mail whose held command is carried out; 0 for none
	// Stranger is the sender of a refused registration, whom the Answer tells, within account.TakeRefusal; "" for none.
	Stranger string
	Asker    models.Asker // of the Stranger
	Locale   string       // of the Stranger, "" for English
}

// Once returns the Once of the use case that a claimed mail requests: the mail is settled in the transaction of the use
// case, as settlement decides from its result. If another worker settled the mail meanwhile, nothing happens and the
// error is ErrLeaseLost.
func (c InboundClaim) Once(player int64, settlement func(result any) InboundSettlement) *core.Once {
	return &core.Once{
		Via: models.ViaMail, Player: player, Key: strconv.FormatInt(c.ID, 10),
		Settle: func(tx *core.Tx) error { return settleInbound(tx, c, settlement(tx.Result)) },
	}
}

// SettleInbound settles a mail that changes nothing. The error is ErrLeaseLost if another worker has the claim.
func (s *Store) SettleInbound(ctx context.Context, c InboundClaim, done InboundSettlement) error {
	return s.Write(ctx, func(tx *core.Tx) error { return settleInbound(tx, c, done) })
}

func settleInbound(tx *core.Tx, c InboundClaim, done InboundSettlement) error {
	if done.Desk && done.Answer != nil {
		left, last, err := takeDesk(tx, done.Player, done.Proven)
		if err != nil {
			return err
		}
		if last {
			answer := *done.Answer
			answer.DeskLast, done.Answer = true, &answer
		}
		if !left {
			done.Answer = nil
			if done.Result != InboundDone {
				done.Result = InboundTooMany
			}
		}
	}
	if done.Stranger != "" && done.Answer != nil {
		left, err := account.TakeRefusal(tx, done.Asker, done.Stranger)
		if err != nil {
			return err
		}
		if !left {
			done.Answer = nil
		}
	}
	withheld, err := withholdSay(tx, &done)
	if err != nil {
		return err
	}
	raw := "raw"
	if done.Result.ignored() || done.Noted {
		raw = "NULL"
	}
	link := "link"
	if done.Desk {
		link = "''" // it proved nothing
	}
	unsaid, words := 0, ""
	if done.Unsaid && done.Player != 0 && done.Game != "" {
		unsaid, words = 1, done.Words
	}
	settled := tx.Exec(queue.Inbound.Release(`status = 'done', result = ?, reason = ?, detail = ?, auth = ?,
			player_id = ?, game_id = ?, challenge_id = ?, ply = ?, answer = ?, unsaid = ?, words = ?,
			done_at = ?, raw = `+raw+`, link = `+link),
		done.Result, visible.Clip(done.Reason, 80), visible.Clip(done.Detail, 500), visible.Clip(done.Auth, 300),
		done.Player, done.Game, done.Challenge, done.Ply,
		schema.StoredAnswer{ReplyAnswer: done.Answer}, unsaid, words, tx.At, c.ID, c.lease)
	if err := queue.Held(settled); err != nil {
		return err
	}
	if done.Confirms != 0 {
		if err := confirm(tx, done.Confirms, done.Player); err != nil {
			return err
		}
	}
	if done.Say != "" && !withheld {
		if _, err := play.SendMessage(tx, done.Player, done.Game, done.Say); err != nil {
			return err
		}
	}
	if done.Note != "" && done.Player != 0 && done.Game != "" {
		if _, err := play.AddNote(tx, done.Player, done.Game, done.Note); err != nil {
			return err
		}
	}
	if done.Arrived {
		if err := account.MailArrived(tx, done.Player); err != nil {
			return err
		}
	}
	if done.Answer == nil {
		return nil
	}
	return noticeAnswer(tx, c, done)
}

// withholdSay reports whether the message with a command is refused because its sender is muted. The command is
// carried out, and the response says that the message was not delivered.
func withholdSay(tx *core.Tx, done *InboundSettlement) (bool, error) {
	if done.Say == "" {
		return false, nil
	}
	muted, err := account.Muted(tx, done.Player)
	if err != nil || !muted {
		return false, err
	}
	answer := models.ReplyAnswer{About: models.AnswerDone, Typed: done.Reason}
	if done.Answer != nil {
		answer = *done.Answer
	}
	answer.Muted, done.Answer = true, &answer
	return true, nil
}

// RetryInbound returns a mail that could not be settled, to be tried again later. After too many attempts it is put
// aside instead. The error is ErrLeaseLost if another worker has the claim.
func (s *Store) RetryInbound(ctx context.Context, c InboundClaim, at time.Time, reason string) error {
	return s.Write(ctx, func(tx *core.Tx) error {
		if c.Attempts >= maxInboundTries {
			return settleInbound(tx, c, InboundSettlement{Result: InboundFailed, Detail: reason})
		}
		return queue.Held(tx.Exec(queue.Inbound.Release("next_at = ?, detail = ?"),
			models.ToMillis(at), visible.Clip(reason, 500), c.ID, c.lease))
	})
}

// ErrNoRawMail means that a mail cannot be processed again: it was settled too long ago, or only its envelope is left.
var ErrNoRawMail = errors.New("the mail itself is no longer kept")
