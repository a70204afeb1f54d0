package models

import "slices"

// Kind is the kind of a notice.
type Kind string

// The kinds of notices.
const (
	KindCode            Kind = "code"             // a sign-in code
	KindChallenge       Kind = "challenge"        // a new challenge
	KindChallengeAnswer Kind = "challenge_answer" // the challenge was accepted or declined
	KindYourTurn        Kind = "your_turn"
	KindReminder        Kind = "reminder"     // the deadline is near
	KindOffer           Kind = "offer"        // of a draw or takeback; see Offer
	KindOfferAnswer     Kind = "offer_answer" // the decision on an offer; see Offer and Detail
	KindAway            Kind = "away"         // the opponent's vacation; Detail has the period
	KindPlan            Kind = "plan"         // the player's plan answered a turn
	KindMessage         Kind = "message"      // the opponent sent a message without a turn
	KindGameOver        Kind = "game_over"
	KindMailFailing     Kind = "mail_failing"   // mail does not reach the opponent
	KindReplyRejected   Kind = "reply_rejected" // the player's mail had no effect
	KindReplyAnswer     Kind = "reply_answer"   // the player's mail asked for information
	KindAddressCode     Kind = "address_code"   // a code that confirms a new address
	KindAddressChange   Kind = "address_change" // an event of a change of address
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
)

// kindFacts holds the properties of a kind. Package templates defines how its mails are written.
type kindFacts struct {
	kind     Kind
	about    Topic
	mayBeOff bool // a player can turn it off
	// byTurn: a turn makes it outdated; outlivesGame: the end of the game does not.
	byTurn, outlivesGame bool
	answersMail          bool // it is sent in the thread of a received mail, alone
	// outdated returns why a notice about a game is outdated; nil: it never is.
	outdated func(*Content) NoticeReason
}

// noticeKinds lists every kind of notice. The first kind in this order leads a mail of several notices.
var noticeKinds = []kindFacts{
	{kind: KindGameOver, about: AboutGame, mayBeOff: true},
	{kind: KindYourTurn, about: AboutGame, mayBeOff: true, byTurn: true, outdated: outdatedTurn},
	{kind: KindReminder, about: AboutGame, mayBeOff: true, byTurn: true, outdated: outdatedReminder},
	{kind: KindOffer, about: AboutGame, mayBeOff: true, byTurn: true, outdated: outdatedOffer},
	{kind: KindOfferAnswer, about: AboutGame, mayBeOff: true},
	{kind: KindChallengeAnswer, about: AboutChallenge, mayBeOff: true, outdated: outdatedChallengeAnswer},
	{kind: KindPlan, about: AboutGame, mayBeOff: true, outlivesGame: true, outdated: outdatedPlan},
	{kind: KindMessage, about: AboutGame, mayBeOff: true, outlivesGame: true},
	{kind: KindAway, about: AboutGame, mayBeOff: true, outdated: outdatedByGameEnd},
	{kind: KindChallenge, about: AboutChallenge, mayBeOff: true},
	{kind: KindMailFailing, about: AboutGame, mayBeOff: true, outdated: outdatedByGameEnd},
	{kind: KindReplyRejected, about: AboutAccount, outlivesGame: true, answersMail: true},
	{kind: KindReplyAnswer, about: AboutAccount, outlivesGame: true, answersMail: true},
	{kind: KindCode, about: AboutAccount},
	{kind: KindAddressCode, about: AboutAccount},
	{kind: KindAddressChange, about: AboutAccount},
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
