package models

import "slices"

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
	KindMailFailing     Kind = "mail_failing"   // mail does not reach the opponent
	KindReplyRejected   Kind = "reply_rejected" // the player's mail did nothing
	KindReplyAnswer     Kind = "reply_answer"   // the player's mail asked for something
	KindAddressCode     Kind = "address_code"   // a code that confirms a new address
	KindAddressChange   Kind = "address_change" // what becomes of the player's address
	KindTest            Kind = "test"
	KindDigest          Kind = "digest" // of a mail, never of a notice
)

// Topic is what a kind of notice is about.
type Topic int

// Topics.
const (
	AboutAccount Topic = iota
	AboutChallenge
	AboutGame
)

// kindFacts is all that a kind means for its notices. How its mails are written stands in
// package templates, under the same kind.
type kindFacts struct {
	kind     Kind
	about    Topic
	mayBeOff bool // a player can do without
	// byTurn drops it where a turn is played; outlivesGame keeps it where the game ends.
	byTurn, outlivesGame bool
	answersMail          bool // it goes into the thread of a mail that came in, alone
	// outdated says why one about a game is no longer worth saying; nil: it always is.
	outdated func(*Content) NoticeReason
}

// noticeKinds is every kind of notice. Of those in one mail the first in this order leads.
var noticeKinds = []kindFacts{
	{kind: KindGameOver, about: AboutGame, mayBeOff: true},
	{kind: KindYourTurn, about: AboutGame, mayBeOff: true, byTurn: true, outdated: outdatedTurn},
	{kind: KindReminder, about: AboutGame, mayBeOff: true, byTurn: true, outdated: outdatedReminder},
	{kind: KindOffer, about: AboutGame, mayBeOff: true, byTurn: true, outdated: outdatedOffer},
	{kind: KindOfferAnswer, about: AboutGame, mayBeOff: true},
	{kind: KindChallengeAnswer, about: AboutChallenge, mayBeOff: true, outdated: outdatedChallengeAnswer},
	{kind: KindPlan, about: AboutGame, mayBeOff: true, outlivesGame: true, outdated: outdatedPlan},
	{kind: KindMessage, about: AboutGame, mayBeOff: true, outlivesGame: true},
	{kind: KindAway, about: AboutGame, mayBeOff: true, outdated: outdatedAway},
	{kind: KindChallenge, about: AboutChallenge, mayBeOff: true},
	{kind: KindMailFailing, about: AboutGame, mayBeOff: true, outdated: outdatedAway},
	{kind: KindReplyRejected, about: AboutAccount, outlivesGame: true, answersMail: true},
	{kind: KindReplyAnswer, about: AboutAccount, outlivesGame: true, answersMail: true},
	{kind: KindCode, about: AboutAccount},
	{kind: KindAddressCode, about: AboutAccount},
	{kind: KindAddressChange, about: AboutAccount},
	{kind: KindTest, about: AboutAccount},
}

// Kinds that a turn makes outdated, those that stay worth saying after a game, and those that answer
// mail.
var (
	turnKinds    = kindsWhere(func(f kindFacts) bool { return f.byTurn })
	lastingKinds = kindsWhere(func(f kindFacts) bool { return f.outlivesGame })
	answerKinds  = kindsWhere(func(f kindFacts) bool { return f.answersMail })
)

// MailKinds lists every kind that a mail can have: those of notices, and the digest.
func MailKinds() []Kind {
	return append(kindsWhere(func(kindFacts) bool { return true }), KindDigest)
}

// kindsWhere lists kinds by what they mean, in order.
func kindsWhere(is func(kindFacts) bool) []Kind {
	var list []Kind
	for _, f := range noticeKinds {
		if is(f) {
			list = append(list, f.kind)
		}
	}
	return list
}

// facts is what the kind means. One that is not known, such as of a newer version of the
// program, means nothing.
func (k Kind) facts() kindFacts {
	if i := k.weight(); i < len(noticeKinds) {
		return noticeKinds[i]
	}
	return kindFacts{kind: k}
}

// About is what the kind is about.
func (k Kind) About() Topic { return k.facts().about }

// MayBeOff tells whether a player can turn the kind off.
func (k Kind) MayBeOff() bool { return k.facts().mayBeOff }

// kindsThatMayBeOff are the kinds that a player can turn off.
func kindsThatMayBeOff() []Kind { return kindsWhere(func(f kindFacts) bool { return f.mayBeOff }) }

func settableKinds() []string {
	var names []string
	for _, k := range kindsThatMayBeOff() {
		names = append(names, string(k))
	}
	return names
}

// weight sorts kinds; those that are not known come last.
func (k Kind) weight() int {
	if i := slices.IndexFunc(noticeKinds, func(f kindFacts) bool { return f.kind == k }); i >= 0 {
		return i
	}
	return len(noticeKinds)
}
