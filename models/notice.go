package models

import (
	"math"
	"slices"
	"time"
)

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
	KindOperatorCode    Kind = "operator_code"  // a code that opens the operators' pages
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

// KindFacts holds the properties of a kind. Package templates defines how its mails are written.
type KindFacts struct {
	Kind     Kind
	about    Topic
	MayBeOff bool // a player can turn it off
	// ByTurn: a turn makes it outdated; OutlivesGame: the end of the game does not.
	ByTurn, OutlivesGame bool
	Gathers              bool // it may wait for others of its game
	AnswersMail          bool // it is sent in the thread of a received mail, alone
}

// noticeKinds lists every kind of notice. The first kind in this order leads a mail of several notices.
var noticeKinds = []KindFacts{
	{Kind: KindGameOver, about: AboutGame, MayBeOff: true},
	{Kind: KindYourTurn, about: AboutGame, MayBeOff: true, ByTurn: true},
	{Kind: KindReminder, about: AboutGame, MayBeOff: true, ByTurn: true},
	{Kind: KindOffer, about: AboutGame, MayBeOff: true, ByTurn: true, Gathers: true},
	{Kind: KindOfferAnswer, about: AboutGame, MayBeOff: true, Gathers: true},
	{Kind: KindChallengeAnswer, about: AboutChallenge, MayBeOff: true},
	{Kind: KindAutoVacation, about: AboutGame, MayBeOff: true, OutlivesGame: true},
	{Kind: KindPlan, about: AboutGame, MayBeOff: true, OutlivesGame: true},
	{Kind: KindMessage, about: AboutGame, MayBeOff: true, OutlivesGame: true, Gathers: true},
	{Kind: KindAway, about: AboutGame, MayBeOff: true},
	{Kind: KindChallenge, about: AboutChallenge, MayBeOff: true},
	{Kind: KindEventBegan, about: AboutEvent, MayBeOff: true},
	{Kind: KindEventEnded, about: AboutEvent, MayBeOff: true},
	{Kind: KindEventPlace, about: AboutEvent, MayBeOff: true},
	{Kind: KindMailFailing, about: AboutGame, MayBeOff: true},
	{Kind: KindReplyRejected, about: AboutAccount, OutlivesGame: true, AnswersMail: true},
	{Kind: KindReplyAnswer, about: AboutAccount, OutlivesGame: true, AnswersMail: true},
	{Kind: KindDeskAnswer, about: AboutAccount, OutlivesGame: true, AnswersMail: true},
	{Kind: KindCode, about: AboutAccount},
	{Kind: KindAddressCode, about: AboutAccount},
	{Kind: KindAddressChange, about: AboutAccount},
	{Kind: KindOperatorCode, about: AboutAccount},
	{Kind: KindWebhookOff, about: AboutAccount},
	{Kind: KindReport, about: AboutAccount},
	{Kind: KindTest, about: AboutAccount},
}

// KindsWhere lists the kinds with a property, in order.
func KindsWhere(is func(KindFacts) bool) []Kind {
	var list []Kind
	for _, f := range noticeKinds {
		if is(f) {
			list = append(list, f.Kind)
		}
	}
	return list
}

// Facts returns the properties of the kind. An unknown kind, such as of a newer version of the
// program, has none.
func (k Kind) Facts() KindFacts {
	if i := k.Weight(); i < len(noticeKinds) {
		return noticeKinds[i]
	}
	return KindFacts{Kind: k}
}

// About returns the topic of the kind.
func (k Kind) About() Topic { return k.Facts().about }

// MayBeOff reports whether a player can turn the kind off.
func (k Kind) MayBeOff() bool { return k.Facts().MayBeOff }

// KindsThatMayBeOff lists the kinds that a player can turn off.
func KindsThatMayBeOff() []Kind { return KindsWhere(func(f KindFacts) bool { return f.MayBeOff }) }

func settableKinds() []string {
	var names []string
	for _, k := range KindsThatMayBeOff() {
		names = append(names, string(k))
	}
	return names
}

// Weight sorts kinds; unknown ones are last.
func (k Kind) Weight() int {
	if i := slices.IndexFunc(noticeKinds, func(f KindFacts) bool { return f.Kind == k }); i >= 0 {
		return i
	}
	return len(noticeKinds)
}

// HookDetail tells what happened in an attempt. Each has the words hook.detail.CODE.
type HookDetail string

// HookEnd tells which webhook was turned off and why, for KindWebhookOff. It does not have the whole URL, which may
// contain a secret.
type HookEnd struct {
	ID     string     `json:"id"`
	Host   string     `json:"host"`
	Format string     `json:"format"`
	Since  Millis     `json:"since"`            // of the first failure
	Status int        `json:"status,omitempty"` // of the last HTTP response; 0 if there was none
	Detail HookDetail `json:"detail"`
}

// A notice to a player with webhooks inserts one row into hook_notices in its transaction; nothing else happens there.
// QueueHooks makes deliveries of these rows in the background: one for each webhook that wants the notice. Players
// without webhooks are known by their settings, which a notice loads anyway, so that they cost nothing.
//
// Deliveries never wait in the queue of mail, and their rows are not those of mail: no claim of one locks a row of the
// other. Their queue is a list of hosts, since limits count by host: a host with thousands of due deliveries is one row
// of that queue, and is looked at again when its limit allows.
//
// Failures belong to the webhook, not to the delivery: until its next try nothing else is sent there. After a failure
// the oldest delivery that is still true is tried next. Thus a dead receiver costs one attempt in minutes or hours,
// however many notices there are.

// Never is the stored time of what is not planned: the next try at a host without deliveries.
const Never = Millis(math.MaxInt64 / 2)

// HookDelivery is what became of a notice at one webhook, as the ledger shows it.
type HookDelivery struct {
	Notice   int64
	Hook     string
	Status   NoticeStatus
	Reason   NoticeReason // why it was dropped
	Detail   HookDetail   // of the last attempt; "" if there was none
	Attempts int
	NextAt   time.Time // of the next attempt, while queued
	DoneAt   time.Time // zero while queued
}
