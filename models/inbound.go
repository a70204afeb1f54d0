package models

import (
	"context"
	"crypto/rand"
	"time"

	"turnpost/models/db"
	"turnpost/models/visible"
)

// Incoming mail is stored under a key that identifies it before its source gets an acknowledgement, so that a crash
// loses nothing and a repetition has no effect. Workers then claim it by lease and settle it in the transaction of its
// effect. A mail whose lease expires before it is settled is claimed again: its effect was rolled back with its
// transaction.

// MaxMailBytes is the maximum size of an accepted mail.
const MaxMailBytes = 256 << 10

// Limits of unprocessed mail.
const (
	maxInboundWaiting = 5_000
	maxThreadWaiting  = 100 // about one game or challenge
	maxInboundBytes   = 64 << 20
	maxInboundTries   = 8 // after which a mail that cannot be settled is put aside
)

// How long settled mail is kept. Ignored mail is not kept in raw form.
const (
	inboundRawLife  = 7 * 24 * time.Hour
	maxIgnoredKept  = 20_000 // rows of mail without effect
	inboundPerClaim = 64
)

// InboundMail is a mail as received from its source.
type InboundMail struct {
	Key       []byte // identifies the mail: the same key is the same mail
	Source    string // smtp, lmtp, http, pipe or imap
	MessageID string // "" if it has none
	From      string // envelope sender; "" for none
	To        string // envelope recipient
	Link      string // text of the link in its address; "" if there is none
	Raw       []byte
}

// InboundResult is the outcome of a mail.
type InboundResult string

// The results.
const (
	InboundPlayed          InboundResult = "played"          // a turn
	InboundDone            InboundResult = "done"            // a command other than a turn
	InboundAnswered        InboundResult = "answered"        // a question: show, help, try
	InboundRejected        InboundResult = "rejected"        // see the reason; the sender gets a mail
	InboundAutomatic       InboundResult = "automatic"       // written by a program
	InboundBounce          InboundResult = "bounce"          // a mail of this server was not delivered
	InboundComplaint       InboundResult = "complaint"       // a mail of this server was reported as spam
	InboundUnknownLink     InboundResult = "unknown_link"    // no link, or an invalid one
	InboundWrongSender     InboundResult = "wrong_sender"    // not from the address that the link went to
	InboundTooMany         InboundResult = "too_many"        // without effect, like too many before it
	InboundUnauthenticated InboundResult = "unauthenticated" // not authenticated by the trusted server
	InboundUnsubscribed    InboundResult = "unsubscribed"
	InboundHeld            InboundResult = "held"       // a command that waits for its confirmation
	InboundStranger        InboundResult = "stranger"   // no reply, and from an address without an account
	InboundPostmaster      InboundResult = "postmaster" // for the operator
	InboundFailed          InboundResult = "failed"     // could not be settled; an operator may retry it
)

// ignored reports whether the mail had no effect and nobody will ask for it.
func (r InboundResult) ignored() bool {
	switch r {
	case InboundAutomatic, InboundUnknownLink, InboundWrongSender, InboundTooMany, InboundUnauthenticated,
		InboundBounce, InboundComplaint, InboundStranger:
		return true
	}
	return false
}

// inboundRow is a stored mail.
type inboundRow struct {
	ID           int64 `gorm:"primaryKey"`
	Key          []byte
	Source       string
	MessageID    string
	EnvelopeFrom string
	EnvelopeTo   string
	Link         string
	Raw          []byte
	Size         int
	Thread       string
	ReceivedAt   Millis
	NextAt       Millis
	LeaseUntil   Millis
	Lease        string
	Attempts     int
	Status       string
	Result       InboundResult
	Reason       string
	Detail       string
	Auth         string
	PlayerID     int64
	GameID       string
	ChallengeID  string
	Ply          int
	Answer       storedAnswer
	Unsaid       int
	Words        string
	DoneAt       Millis
}

func (inboundRow) TableName() string { return "inbound" }

// ReceiveMail stores a mail for later processing and returns its ID. A mail that is already stored, settled or not, is
// not stored again. If too much mail is waiting, the error is CodeTooMany: the source should try again later.
func (s *Store) ReceiveMail(ctx context.Context, m InboundMail) (id int64, err error) {
	link, _, _, _ := splitLink(m.Link)
	thread := link.Game + link.Challenge
	err = s.write(ctx, func(tx *Tx) error {
		var known []int64
		if err := tx.Raw("SELECT id FROM inbound WHERE key = ?", m.Key).Scan(&known).Error; err != nil {
			return err
		}
		if len(known) > 0 {
			id = known[0]
			return nil
		}
		if err := tx.roomForMail(len(m.Raw), thread); err != nil {
			return err
		}
		inserted := tx.Raw(`
			INSERT INTO inbound (source, key, message_id, envelope_from, envelope_to,
				link, raw, size, thread, received_at, next_at)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO NOTHING RETURNING id`,
			m.Source, m.Key, visible.Clip(m.MessageID, 250), visible.Clip(m.From, 254), visible.Clip(m.To, 254),
			visible.Clip(m.Link, linkLength), m.Raw, len(m.Raw), thread, tx.at, tx.at).Scan(&id)
		if inserted.Error != nil || id != 0 {
			tx.received = true
			return inserted.Error
		}
		return tx.Raw("SELECT id FROM inbound WHERE key = ?", m.Key).Scan(&id).Error // another process was first
	})
	return id, err
}

// roomForMail checks that not too much mail is waiting.
func (tx *Tx) roomForMail(size int, thread string) error {
	var waiting struct{ Mails, Bytes, Thread int64 }
	err := tx.Raw(`SELECT COUNT(*) AS mails, COALESCE(SUM(size), 0) AS bytes,
		(SELECT COUNT(*) FROM inbound WHERE done_at = 0 AND thread = ? AND thread <> '') AS thread
		FROM inbound WHERE done_at = 0`, thread).Scan(&waiting).Error
	room := waiting.Mails < maxInboundWaiting && waiting.Thread < maxThreadWaiting &&
		waiting.Bytes+int64(size) <= maxInboundBytes
	if err != nil || room {
		return err
	}
	return tooMany(time.Minute-time.Second, "too_many_mails_wait", "n", int(waiting.Mails))
}

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
	err := s.write(ctx, func(tx *Tx) error {
		var rows []inboundRow
		err := tx.Raw(`
			UPDATE inbound SET lease_until = ?, lease = ?, attempts = attempts + 1
			WHERE id IN (
				SELECT i.id FROM inbound i
				WHERE i.done_at = 0 AND i.next_at <= ? AND i.lease_until <= ? AND (i.thread = '' OR NOT EXISTS (
					SELECT 1 FROM inbound p WHERE p.thread = i.thread AND p.done_at = 0 AND p.id < i.id))
				ORDER BY i.next_at, i.id`+db.Limit(min(n, inboundPerClaim))+tx.SkipLocked("i")+`)
			RETURNING *`, tx.at.Add(lease), rand.Text(), tx.at, tx.at).Scan(&rows).Error
		claims = make([]InboundClaim, 0, len(rows))
		for _, r := range rows {
			claims = append(claims, r.claim())
		}
		return err
	})
	return claims, err
}

// RenewInbound extends a claim. The error is ErrLeaseLost if another worker has it.
func (s *Store) RenewInbound(ctx context.Context, c InboundClaim, lease time.Duration) error {
	return s.write(ctx, func(tx *Tx) error {
		return stillHeld(tx.Exec("UPDATE inbound SET lease_until = ? WHERE id = ? AND lease = ? AND done_at = 0",
			tx.at.Add(lease), c.ID, c.lease))
	})
}

func (r inboundRow) claim() InboundClaim {
	return InboundClaim{
		InboundMail: InboundMail{
			Key: r.Key, Source: r.Source, MessageID: r.MessageID,
			From: r.EnvelopeFrom, To: r.EnvelopeTo, Link: r.Link, Raw: r.Raw,
		},
		ID: r.ID, Attempts: r.Attempts, ReceivedAt: r.ReceivedAt.Time(), lease: r.Lease,
	}
}
