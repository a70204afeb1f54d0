package mailbox

import (
	"context"
	"time"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/core"
	"turnpost/models/db"
	"turnpost/models/linktext"
	"turnpost/models/notice"
	"turnpost/models/schema"
	"turnpost/models/visible"
)

// Incoming mail is stored under a key that identifies it before its source gets an acknowledgement, so that a crash
// loses nothing and a repetition has no effect. Workers then claim it by lease and settle it in the transaction of its
// effect. A mail whose lease expires before it is settled is claimed again: its effect was rolled back with its
// transaction.

// MaxMailBytes is how much of a mail is stored. MaxReceivedBytes is the maximum size of a mail whose beginning is.
const (
	MaxMailBytes     = 256 << 10
	MaxReceivedBytes = 64 << 20
)

// Limits of unprocessed mail.
const (
	maxInboundWaiting = 5_000
	maxThreadWaiting  = 100 // about one game or challenge
	maxInboundBytes   = 64 << 20
	maxInboundTries   = 8 // after which a mail that cannot be settled is put aside
)

// How long settled mail is kept. Ignored mail is not kept in raw form.
const (
	InboundRawLife  = 7 * 24 * time.Hour
	MaxIgnoredKept  = 20_000 // rows of mail without effect
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

// InboundResults lists the results.
var InboundResults = []InboundResult{
	InboundPlayed, InboundDone, InboundAnswered, InboundRejected, InboundAutomatic, InboundBounce, InboundComplaint,
	InboundUnknownLink, InboundWrongSender, InboundTooMany, InboundUnauthenticated, InboundUnsubscribed, InboundHeld,
	InboundStranger, InboundPostmaster, InboundFailed,
}

// ignored reports whether the mail had no effect and nobody will ask for it.
func (r InboundResult) ignored() bool {
	switch r {
	case InboundAutomatic, InboundUnknownLink, InboundWrongSender, InboundTooMany, InboundUnauthenticated,
		InboundBounce, InboundComplaint, InboundStranger:
		return true
	}
	return false
}

// InboundRow is a stored mail.
type InboundRow struct {
	ID           int64
	Key          []byte
	Source       string
	MessageID    string
	EnvelopeFrom string
	EnvelopeTo   string
	Link         string
	Raw          []byte
	Size         int
	Thread       string
	ReceivedAt   models.Millis
	NextAt       models.Millis
	LeaseUntil   models.Millis
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
	Answer       schema.StoredAnswer
	Unsaid       int
	Words        string
	DoneAt       models.Millis
}

// ReceiveMail stores a mail for later processing and returns its ID. A mail that is already stored, settled or not, is
// not stored again. If too much mail is waiting, the error is CodeTooMany: the source should try again later.
func (s *Store) ReceiveMail(ctx context.Context, m InboundMail) (id int64, err error) {
	link, _, _ := account.ParseLink(m.Link)
	thread := link.Game + link.Challenge
	err = s.Write(ctx, func(tx *core.Tx) error {
		var known []int64
		if err := tx.Raw("SELECT id FROM inbound WHERE key = ?", m.Key).Scan(&known).Error; err != nil {
			return err
		}
		if len(known) > 0 {
			id = known[0]
			return nil
		}
		if err := roomForMail(tx, len(m.Raw), thread); err != nil {
			return err
		}
		inserted := tx.Raw(`
			INSERT INTO inbound (source, key, message_id, envelope_from, envelope_to,
				link, raw, size, thread, received_at, next_at)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO NOTHING RETURNING id`,
			m.Source, m.Key, visible.Clip(m.MessageID, 250), visible.Clip(m.From, 254), visible.Clip(m.To, 254),
			visible.Clip(m.Link, linktext.Length), m.Raw, len(m.Raw), thread, tx.At, tx.At).Scan(&id)
		if inserted.Error != nil || id != 0 {
			tx.Wake(schema.InboundWorker)
			return inserted.Error
		}
		return tx.Raw("SELECT id FROM inbound WHERE key = ?", m.Key).Scan(&id).Error // another process was first
	})
	return id, err
}

// roomForMail checks that not too much mail is waiting.
func roomForMail(tx *core.Tx, size int, thread string) error {
	var waiting struct{ Mails, Bytes, Thread int64 }
	err := tx.Raw(`SELECT COUNT(*) AS mails, COALESCE(SUM(size), 0) AS bytes,
		(SELECT COUNT(*) FROM inbound WHERE done_at = 0 AND thread = ? AND thread <> '') AS thread
		FROM inbound WHERE done_at = 0`, thread).Scan(&waiting).Error
	room := waiting.Mails < maxInboundWaiting && waiting.Thread < maxThreadWaiting &&
		waiting.Bytes+int64(size) <= maxInboundBytes
	if err != nil || room {
		return err
	}
	return models.TooMany(time.Minute-time.Second, "too_many_mails_wait", "n", int(waiting.Mails))
}

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
	Refused    *models.Error // for InboundRejected, if a use case refused the mail's request
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

// Inbound returns the view of a row.
func (r InboundRow) Inbound() Inbound {
	return Inbound{
		Refused: r.Answer.Err(),
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
	return s.PageInbound(ctx, before, limit, "player_id = ? AND received_at > ?",
		player, models.ToMillis(s.Clock()).Add(-notice.LedgerSpan))
}

// InboundFilter narrows a list of mails. Empty fields match everything.
type InboundFilter struct {
	Result InboundResult
	Status string // queued or done
	Before int64
	Limit  int
}

// InboundDepth returns the number of waiting mails and the age of the oldest. Rows of mails are large: only that of the
// oldest is read, and the others are counted by an index.
func (s *Store) InboundDepth(ctx context.Context) (waiting int64, oldest time.Duration, err error) {
	return s.CountWaiting(ctx, `SELECT waiting, COALESCE((SELECT received_at FROM inbound WHERE id = oldest), 0) FROM (
		SELECT COUNT(*) AS waiting, MIN(id) AS oldest FROM inbound WHERE done_at = 0) AS queued`)
}

// PageInbound reads one page of the mails that match a condition.
func (s *Store) PageInbound(
	ctx context.Context, before int64, limit int, where string, args ...any,
) (list []Inbound, next int64, err error) {
	if before > 0 {
		where, args = where+" AND id < ?", append(args, before)
	}
	var rows []InboundRow
	err = s.Read(ctx).Raw("SELECT "+inboundColumns+" FROM inbound WHERE "+where+" ORDER BY id DESC"+db.Limit(limit+1),
		args...).Scan(&rows).Error
	if err != nil {
		return nil, 0, err
	}
	if len(rows) > limit {
		rows = rows[:limit]
		next = rows[limit-1].ID
	}
	list = make([]Inbound, 0, len(rows))
	for _, r := range rows {
		list = append(list, r.Inbound())
	}
	return list, next, nil
}
