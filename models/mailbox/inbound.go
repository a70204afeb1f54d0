package mailbox

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/core"
	"turnpost/models/db"
	"turnpost/models/linktext"
	"turnpost/models/mailaddr"
	"turnpost/models/notice"
	"turnpost/models/play"
	"turnpost/models/queue"
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
	kept, err := keepsRaw(tx, done)
	if err != nil {
		return err
	}
	raw := "raw"
	if !kept {
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

// postmasterKept limits the mails to the postmaster that are kept, because anybody may send them.
var postmasterKept = models.Bound{Count: 40, Per: models.Day}

// keepsRaw reports whether a settled mail is kept in raw form for a while, and not only its envelope.
func keepsRaw(tx *core.Tx, done InboundSettlement) (bool, error) {
	if done.Result == InboundPostmaster {
		return tx.Take(schema.Scoped{Scope: "postmaster", Bound: postmasterKept})
	}
	return !done.Result.ignored() && !done.Noted, nil
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

// UnreadableHere is the Reason of AnswerUnreadable for a command that is none for the answered mail.
const UnreadableHere = "not_here"

// maxAnswersPerDay limits the responses to one player's mails. Further mails are processed without a
// response.
const maxAnswersPerDay = 60

// noticeAnswer queues the response to a mail, unless its sender has reached the limit of the day.
func noticeAnswer(tx *core.Tx, c InboundClaim, done InboundSettlement) error {
	if done.Answer.About == models.AnswerPlayed {
		if err := account.CountConfirmed(tx, done.Player); err != nil {
			return err
		}
	}
	kind := models.KindReplyAnswer
	if done.Answer.About.Refuses() {
		kind = models.KindReplyRejected
	}
	if done.Answer.About.AtDesk() {
		kind = models.KindDeskAnswer
	}
	n := schema.Notice{
		Key: fmt.Sprintf("reply.%d.%d", c.ID, tx.At), Kind: kind, PlayerID: done.Player,
		GameID: done.Game, Ply: done.Ply, ChallengeID: done.Challenge,
		Detail: schema.NoticeDetail{Mail: c.ID, Registration: done.Registration, Locale: done.Locale},
	}
	err := db.Query(tx.DB, func(c *db.Columns) error {
		n.State = schema.GameState{Ply: int(c.Number()), Takebacks: int(c.Number()), Offers: int(c.Number())}
		return nil
	}, "SELECT ply, takebacks, offers FROM games WHERE id = ?", done.Game)
	if err != nil {
		return err
	}
	if n.Email, err = answerAddress(tx, done); err != nil || n.Email == "" {
		return err
	}
	var today int64
	err = tx.Raw(`SELECT COUNT(*) FROM (SELECT 1 FROM notices
		WHERE player_id = ? AND email = ? AND kind IN ? AND created_at > ?`+db.Limit(maxAnswersPerDay)+`) AS recent`,
		n.PlayerID, n.Email, notice.AnswerKinds, tx.At.Add(-24*time.Hour)).Scan(&today).Error
	if err != nil || today >= maxAnswersPerDay {
		return err
	}
	return notice.Notify(tx, n)
}

// answerAddress returns the recipient of the response: the address that the link was made for, never the mail's stated
// sender, except for the one answer to a stranger who would register, as the code would go to them too.
func answerAddress(tx *core.Tx, done InboundSettlement) (string, error) {
	if done.Stranger != "" {
		address, _, _ := mailaddr.Parse(done.Stranger) // "" gets no mail
		return address, nil
	}
	var addresses []string
	query, of := "SELECT email FROM players WHERE id = ? AND deleted_at = 0", any(done.Player)
	switch {
	case done.Player == 0 && done.Registration != 0:
		query, of = "SELECT email FROM registrations WHERE id = ?", done.Registration
	case done.Player == 0:
		query, of = "SELECT invited FROM challenges WHERE id = ?", done.Challenge
	}
	err := tx.Raw(query, of).Scan(&addresses).Error
	if err != nil || len(addresses) == 0 {
		return "", err
	}
	return addresses[0], nil
}

// gatherAnswer loads the response of a notice.
func (s *Store) gatherAnswer(ctx context.Context, c *Content) (drop models.NoticeReason, err error) {
	var rows []InboundRow
	id := c.Row.Detail.Mail
	if err := s.Read(ctx).Raw("SELECT answer FROM inbound WHERE id = ?", id).Scan(&rows).Error; err != nil {
		return "", fmt.Errorf("notice %s answers mail %d: %w", c.Key, id, err)
	}
	if len(rows) == 0 || rows[0].Answer.ReplyAnswer == nil {
		return notice.DropMailGone, nil
	}
	c.Reply = rows[0].Answer.ReplyAnswer
	if refused := c.Reply.Refused; refused != nil && c.Game != nil && c.Game.Status != models.Ongoing {
		refused.Game = c.Game // for the reason of its end
	}
	if gather := answerGatherers[c.Reply.About]; gather != nil {
		return "", gather(s, ctx, c)
	}
	return "", nil
}

// gatherTried loads the game after the turn of AnswerTry. If the game went on meanwhile, the mail shows the current
// position.
func (s *Store) gatherTried(ctx context.Context, c *Content) (err error) {
	if c.Game == nil {
		return nil
	}
	c.Tried, err = s.TryTurn(ctx, models.TurnInput{
		Game: c.Game.ID, Player: c.Row.PlayerID, Ply: &c.Row.Ply, Text: c.Reply.Turn, Via: models.ViaMail,
	})
	if models.CodeOf(err) != "" {
		c.Reply.About = models.AnswerShow
		return nil
	}
	return err
}

// RejectedReplies counts the refused replies within a day in a game or to a challenge, by a player, or by the invited
// stranger if player is 0.
func (s *Store) RejectedReplies(ctx context.Context, player int64, game, challenge string) (n int64, err error) {
	since := models.ToMillis(s.Clock()).Add(-24 * time.Hour)
	if player == 0 {
		err = s.Read(ctx).Raw(`SELECT COUNT(*) FROM inbound
			WHERE challenge_id = ? AND received_at > ? AND challenge_id <> '' AND result = ?`,
			challenge, since, InboundRejected).Scan(&n).Error
		return n, err
	}
	err = s.Read(ctx).Raw(`SELECT COUNT(*) FROM inbound
		WHERE player_id = ? AND received_at > ? AND player_id > 0
			AND game_id = ? AND challenge_id = ? AND result = ?`,
		player, since, game, challenge, InboundRejected).Scan(&n).Error
	return n, err
}
