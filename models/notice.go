package models

import (
	"database/sql/driver"
	"slices"
	"time"

	"turnpost/models/db"
	"turnpost/rules"
)

type notice struct {
	ID          int64
	Key         string
	Kind        Kind
	PlayerID    int64 // 0: a stranger
	Email       string
	GameID      string
	Ply         int
	ChallengeID string
	Offer       OfferKind // for KindOffer and KindOfferAnswer
	Detail      noticeDetail
	CreatedAt   Millis
	DueAt       Millis // when it should be sent
	WaitsFrom   Millis // start of the wait, outages excluded
	NextAt      Millis // time of the next attempt
	LeaseUntil  Millis
	Lease       string
	Attempts    int
	Status      NoticeStatus
	Reason      NoticeReason
	PrimaryID   int64  // for ReasonBundled: the notice that it was sent with
	Failure     string // of the last attempt, as the mail server or the mailer reported it
	DoneAt      Millis
	Bundle      string        // notices of one bundle to one player that are due together become one mail; "" for none
	Mail        string        // key of the mail's primary notice, after the first attempt
	Deadline    Millis        // of the turn that it is about, while it is queued; not stored here
	delay       time.Duration // of a turn of the house; see houseMailDelay
	since       Millis        // start of the wait before it was queued, unless the player has it held; 0 for none
	hooked      bool          // the player has webhooks
	toHouse     bool          // the recipient is the house, which gets no mail
	state       gameState     // of the game when the notice was made, which becomes part of Detail
	reader      *playerRow    // with settings and zone, if they are loaded
}

// noticeDetail is the detail of some kinds of notices: JSON in the
// database, "" for the zero value.
type noticeDetail struct {
	Decision Decision      `json:"decision,omitempty"`  // for KindOfferAnswer and KindChallengeAnswer
	Away     away          `json:"away,omitzero"`       // of the opponent; for KindAutoVacation of the player
	DaysLeft int           `json:"days_left,omitempty"` // for KindAutoVacation: of the year
	PlanDone bool          `json:"plan_done,omitempty"` // for KindPlan: the plan is used up
	Mail     int64         `json:"mail,omitempty"`      // for kinds that answer a mail: its ID
	Address  addressDetail `json:"address,omitzero"`    // for KindAddressCode and KindAddressChange
	Joined   bool          `json:"joined,omitempty"`    // for KindChallengeAnswer to the guest: accepting made the account
	Event    string        `json:"event,omitempty"`     // for kinds about an event
	// Registration is the one that the mail is about, for KindCode after a registration by mail and KindDeskAnswer.
	Registration int64     `json:"registration,omitempty"`
	Report       int64     `json:"report,omitempty"`  // for KindReport
	Network      string    `json:"network,omitempty"` // for KindCode: hash of the asker's network in base64
	Hook         HookEnd   `json:"hook,omitzero"`     // for KindWebhookOff
	State        gameState `json:"state,omitzero"`    // omitted if it is the notice's ply, without takebacks and offers
}

// gameState is the state of a game for which a link is made.
type gameState struct {
	Ply       int `json:"ply"`
	Takebacks int `json:"takebacks,omitempty"`
	Offers    int `json:"offers,omitempty"`
}

// Value implements driver.Valuer.
func (d noticeDetail) Value() (driver.Value, error) { return storedJSON(d) }

// Scan implements sql.Scanner.
func (d *noticeDetail) Scan(value any) error { return scanJSON(value, d) }

// notice returns a notice about the game to a seat, without a key.
func (r *gameRow) notice(kind Kind, to rules.Seat) notice {
	side := r.side(to)
	return notice{
		Kind: kind, PlayerID: side.ID, Email: side.Email, GameID: r.ID, Ply: r.Ply, toHouse: side.isHouse(),
		state: gameState{r.Ply, r.Takebacks, r.Offers},
	}
}

// NoticeStatus is the status of a notice.
type NoticeStatus string

// The statuses.
const (
	Queued  NoticeStatus = "queued"
	Sent    NoticeStatus = "sent"
	Dropped NoticeStatus = "dropped" // outdated; see the reason
	Failed  NoticeStatus = "failed"  // given up; see the failure
)

// NoticeReason is the reason why a notice did not get a separate mail.
type NoticeReason string

// Reasons for dropping a queued notice: it is outdated.
const (
	DropTurnPlayed         NoticeReason = "turn_played"         // a later turn was played
	DropGameOver           NoticeReason = "game_over"           // the game is over
	DropTakenBack          NoticeReason = "taken_back"          // turns were taken back
	DropPlayedAlready      NoticeReason = "played_already"      // the player has already played in the game
	DropDeadlinePassed     NoticeReason = "deadline_passed"     // too late for a reminder
	DropTimeCredited       NoticeReason = "time_credited"       // the deadline was extended
	DropOfferGone          NoticeReason = "offer_gone"          // the offer no longer stands
	DropOfferWithdrawn     NoticeReason = "offer_withdrawn"     // by its maker
	DropOfferReplaced      NoticeReason = "offer_replaced"      // by another one
	DropChallengeDecided   NoticeReason = "challenge_decided"   // accepted or declined
	DropChallengeWithdrawn NoticeReason = "challenge_withdrawn" // by the challenger
	DropChallengeExpired   NoticeReason = "challenge_expired"   // no decision in time
	DropMessagesRead       NoticeReason = "messages_read"       // the player has read them
	DropBlocked            NoticeReason = "blocked"             // the player has blocked the sender
	DropAddressRefuses     NoticeReason = "address_refuses"     // the stranger wants no invitations
	DropGameOff            NoticeReason = "game_off"            // the player wants no mail about the game
	DropKindOff            NoticeReason = "kind_off"            // the player wants no mail of the kind
	DropAccountBanned      NoticeReason = "account_banned"      // the player's, by an operator
	DropAccountGone        NoticeReason = "account_gone"        // the player's, or that of the player it is about
	DropVacationChanged    NoticeReason = "vacation_changed"    // or ended
	DropAddressChange      NoticeReason = "address_change"      // withdrawn, or too old
	DropCodeExpired        NoticeReason = "code_expired"        // too old
	DropMailFailing        NoticeReason = "mail_failing"        // mail to the player bounces
	DropMailGone           NoticeReason = "mail_gone"           // the mail that it answers was deleted
	DropHookOff            NoticeReason = "hook_off"            // the webhook is off or deleted
	DropHookChanged        NoticeReason = "hook_changed"        // the webhook is on again or deleted
	DropReportClosed       NoticeReason = "report_closed"       // or deleted
)

// Reasons of sent notices without a separate mail.
const (
	ReasonInDigest NoticeReason = "in_digest" // it was part of a digest
	ReasonBundled  NoticeReason = "bundled"   // it was sent with another notice of its game
)

// Kind is the kind of a notice.
type Kind string

// The kinds of notices.
const (
	KindCode            Kind = "code"             // a sign-in code
	KindChallenge       Kind = "challenge"        // a new challenge
	KindChallengeAnswer Kind = "challenge_answer" // the challenge was accepted or declined
	KindYourTurn        Kind = "your_turn"
	KindReminder        Kind = "reminder"      // the deadline is near
	KindOffer           Kind = "offer"         // of a draw or takeback; see Offer
	KindOfferAnswer     Kind = "offer_answer"  // the decision on an offer; see Offer and Detail
	KindAway            Kind = "away"          // the opponent's vacation; Detail has the period
	KindAutoVacation    Kind = "auto_vacation" // a vacation of the player has begun by itself; Detail has the period
	KindPlan            Kind = "plan"          // the player's plan answered a turn
	KindMessage         Kind = "message"       // the opponent sent a message without a turn
	KindGameOver        Kind = "game_over"
	KindMailFailing     Kind = "mail_failing"   // mail does not reach the opponent
	KindReplyRejected   Kind = "reply_rejected" // the player's mail had no effect
	KindReplyAnswer     Kind = "reply_answer"   // the player's mail asked for information
	KindDeskAnswer      Kind = "desk_answer"    // the player's mail asked the desk for something
	KindAddressCode     Kind = "address_code"   // a code that confirms a new address
	KindAddressChange   Kind = "address_change" // an event of a change of address
	KindWebhookOff      Kind = "webhook_off"    // a webhook of the player was turned off
	KindReport          Kind = "report"         // to the operator: a player made a report
	KindEventBegan      Kind = "event_began"    // games of an event have begun
	KindEventPlace      Kind = "event_place"    // the player's place on a ladder has changed
	KindEventEnded      Kind = "event_ended"
	KindTest            Kind = "test"
	KindDigest          Kind = "digest" // of a mail, never of a notice
)

// Topic is the subject of a kind of notice.
type Topic int

// The topics.
const (
	AboutAccount Topic = iota
	AboutChallenge
	AboutGame
	AboutEvent
)

// kindFacts holds the properties of a kind. Package templates defines how its mails are written.
type kindFacts struct {
	kind     Kind
	about    Topic
	mayBeOff bool // a player can turn it off
	// byTurn: a turn makes it outdated; outlivesGame: the end of the game does not.
	byTurn, outlivesGame bool
	gathers              bool // it may wait for others of its game
	answersMail          bool // it is sent in the thread of a received mail, alone
	// outdated returns why a notice about a game is outdated; nil: it never is.
	outdated func(*Content) NoticeReason
}

// noticeKinds lists every kind of notice. The first kind in this order leads a mail of several notices.
var noticeKinds = []kindFacts{
	{kind: KindGameOver, about: AboutGame, mayBeOff: true},
	{kind: KindYourTurn, about: AboutGame, mayBeOff: true, byTurn: true, outdated: outdatedTurn},
	{kind: KindReminder, about: AboutGame, mayBeOff: true, byTurn: true, outdated: outdatedReminder},
	{kind: KindOffer, about: AboutGame, mayBeOff: true, byTurn: true, gathers: true, outdated: outdatedOffer},
	{kind: KindOfferAnswer, about: AboutGame, mayBeOff: true, gathers: true},
	{kind: KindChallengeAnswer, about: AboutChallenge, mayBeOff: true, outdated: outdatedChallengeAnswer},
	{kind: KindAutoVacation, about: AboutGame, mayBeOff: true, outlivesGame: true},
	{kind: KindPlan, about: AboutGame, mayBeOff: true, outlivesGame: true, outdated: outdatedPlan},
	{kind: KindMessage, about: AboutGame, mayBeOff: true, outlivesGame: true, gathers: true},
	{kind: KindAway, about: AboutGame, mayBeOff: true, outdated: outdatedByGameEnd},
	{kind: KindChallenge, about: AboutChallenge, mayBeOff: true},
	{kind: KindEventBegan, about: AboutEvent, mayBeOff: true},
	{kind: KindEventEnded, about: AboutEvent, mayBeOff: true},
	{kind: KindEventPlace, about: AboutEvent, mayBeOff: true},
	{kind: KindMailFailing, about: AboutGame, mayBeOff: true, outdated: outdatedByGameEnd},
	{kind: KindReplyRejected, about: AboutAccount, outlivesGame: true, answersMail: true},
	{kind: KindReplyAnswer, about: AboutAccount, outlivesGame: true, answersMail: true},
	{kind: KindDeskAnswer, about: AboutAccount, outlivesGame: true, answersMail: true},
	{kind: KindCode, about: AboutAccount},
	{kind: KindAddressCode, about: AboutAccount},
	{kind: KindAddressChange, about: AboutAccount},
	{kind: KindWebhookOff, about: AboutAccount},
	{kind: KindReport, about: AboutAccount},
	{kind: KindTest, about: AboutAccount},
}

// Kinds that a turn makes outdated, those that outlive a game, and those that answer mail.
var (
	turnKinds    = kindsWhere(func(f kindFacts) bool { return f.byTurn })
	lastingKinds = kindsWhere(func(f kindFacts) bool { return f.outlivesGame })
	answerKinds  = kindsWhere(func(f kindFacts) bool { return f.answersMail })
)

// MailKinds lists every kind that a mail can have: those of notices, and the digest.
func MailKinds() []Kind {
	return append(kindsWhere(func(kindFacts) bool { return true }), KindDigest)
}

// kindsWhere lists the kinds with a property, in order.
func kindsWhere(is func(kindFacts) bool) []Kind {
	var list []Kind
	for _, f := range noticeKinds {
		if is(f) {
			list = append(list, f.kind)
		}
	}
	return list
}

// facts returns the properties of the kind. An unknown kind, such as of a newer version of the
// program, has none.
func (k Kind) facts() kindFacts {
	if i := k.weight(); i < len(noticeKinds) {
		return noticeKinds[i]
	}
	return kindFacts{kind: k}
}

// About returns the topic of the kind.
func (k Kind) About() Topic { return k.facts().about }

// MayBeOff reports whether a player can turn the kind off.
func (k Kind) MayBeOff() bool { return k.facts().mayBeOff }

// kindsThatMayBeOff lists the kinds that a player can turn off.
func kindsThatMayBeOff() []Kind { return kindsWhere(func(f kindFacts) bool { return f.mayBeOff }) }

func settableKinds() []string {
	var names []string
	for _, k := range kindsThatMayBeOff() {
		names = append(names, string(k))
	}
	return names
}

// weight sorts kinds; unknown ones are last.
func (k Kind) weight() int {
	if i := slices.IndexFunc(noticeKinds, func(f kindFacts) bool { return f.kind == k }); i >= 0 {
		return i
	}
	return len(noticeKinds)
}

// noticeColumns are in the order of takeNotice.
const noticeColumns = `id, key, kind, player_id, email, game_id, ply, challenge_id, offer, detail,
	created_at, due_at, waits_from, next_at, lease_until, lease, attempts,
	status, reason, primary_id, failure, done_at, bundle, mail`

func takeNotice(c *db.Columns) (n notice, err error) {
	n.ID, n.Key, n.Kind, n.PlayerID, n.Email = c.Number(), c.Text(), Kind(c.Text()), c.Number(), c.Text()
	n.GameID, n.Ply, n.ChallengeID, n.Offer = c.Text(), int(c.Number()), c.Text(), OfferKind(c.Text())
	err = n.Detail.Scan(c.Text())
	n.CreatedAt, n.DueAt, n.WaitsFrom, n.NextAt = millis(c), millis(c), millis(c), millis(c)
	n.LeaseUntil, n.Lease, n.Attempts = millis(c), c.Text(), int(c.Number())
	n.Status, n.Reason, n.PrimaryID, n.Failure = NoticeStatus(c.Text()), NoticeReason(c.Text()), c.Number(), c.Text()
	n.DoneAt, n.Bundle, n.Mail = millis(c), c.Text(), c.Text()
	return n, err
}
