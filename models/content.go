package models

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"

	"turnpost/rules"
)

// Content is the current content of the mail of a notice.
type Content struct {
	Claim
	To              Player // ID 0: a stranger, of whom only the address is known
	Game            *Game  // for kinds about a game, with its last turn
	Seat            rules.Seat
	RepliedTo       *Turn       // for KindPlan: the turn that the game's last turn answers
	PlanDone        bool        // for KindPlan: the plan is used up
	PlanEnded       PlanEnd     // for KindYourTurn: why the plan ended since the player's last turn; "" if it did not
	PlanRefused     PlanRefusal // for PlanRefused: which reply, and why
	NewToGame       bool        // To has not played this ruleset before
	Challenge       *Challenge
	Away            Vacation  // for KindAway: the opponent's
	Messages        []Message // for KindMessage: the unread ones
	Offer           OfferKind // for KindOffer and KindOfferAnswer
	Decision        Decision  // for KindOfferAnswer and KindChallengeAnswer
	Code            string    // for KindCode; valid until Expires
	Expires         time.Time
	Unsubscribe     string       // link that turns off this kind; "" if that is not possible
	UnsubscribeGame string       // link that turns off mail about this game; "" if there is none
	ListUnsubscribe string       // link for the header, which turns off the narrower of the two; "" for none
	ReplyLink       string       // by which the mail is answered; "" if there is nothing to answer
	PageLink        string       // by which a browser shows the game or the challenge; "" for none
	BounceLink      string       // for the envelope sender
	Tried           *Game        // for AnswerTry: the game after the tried turn
	Reply           *ReplyAnswer // for KindReplyRejected and KindReplyAnswer
	// Unsaid: the player wrote a message for the opponent by mail that was not delivered, and has not been told yet.
	Unsaid bool

	Secondary []*Content // further content of the mail; for KindDigest all of it, games that await the player first

	mailed   mailData // of a mail to a player
	epoch    int64    // of the links to a player
	stranger string   // key of a stranger's address

	Address AddressChange // for KindAddressCode and KindAddressChange

	registration int64 // for KindCode: the registration that the mail is about; 0: none
}

// ComposeContent loads the content of a claim's mail. It drops outdated notices and returns nil if none is left. Each
// attempt creates a new code. The error is ErrLeaseLost if another worker has the claim.
func (s *Store) ComposeContent(ctx context.Context, claim Claim) (*Content, error) {
	var due []*Content
	for _, p := range claim.parts {
		c := claim.content(p)
		var err error
		if p.drop, err = s.address(ctx, c); err == nil && p.drop == "" {
			p.drop, err = s.gather(ctx, c)
		}
		if err != nil {
			return nil, err
		}
		if p.drop == "" {
			p.unsaid = c.Unsaid
			due = append(due, c)
		}
	}
	if len(due) == 0 {
		return nil, s.Settle(ctx, claim.dropped())
	}
	due = withoutRepeats(due)
	var c *Content
	if claim.Kind == KindDigest {
		c = s.digest(claim, due)
	} else {
		c = weightiest(due)
	}
	return c, s.addLinks(ctx, c)
}

// content starts the content of one notice of a claim.
func (c Claim) content(p *claimedNotice) *Content {
	c.Kind, c.row = p.Kind, p.notice
	return &Content{Claim: c, Offer: p.Offer, Decision: p.Detail.Decision, PlanDone: p.Detail.PlanDone, Seat: rules.NoSeat}
}

// withoutRepeats removes reminders that accompany the notice of the same turn.
func withoutRepeats(due []*Content) []*Content {
	turns := map[string]bool{}
	for _, c := range due {
		if c.Kind == KindYourTurn {
			turns[c.row.GameID] = true
		}
	}
	return slices.DeleteFunc(due, func(c *Content) bool { return c.Kind == KindReminder && turns[c.row.GameID] })
}

// weightiest returns the content of the weightiest kind, with the others as its secondary content.
func weightiest(due []*Content) *Content {
	first := 0
	for i, c := range due {
		if c.Kind.weight() < due[first].Kind.weight() {
			first = i
		}
	}
	primary := due[first]
	primary.Secondary = slices.Delete(due, first, first+1)
	return primary
}

// Awaits reports whether the content concerns a game that awaits the player.
func (c *Content) Awaits() bool { return c.Kind == KindYourTurn || c.Kind == KindReminder }

// DefaultDigestHour is the hour of the digest for players without a setting.
const DefaultDigestHour = 8

// digestBundle is the bundle of notices for a player's digest. Other notices are
// bundled by their game.
const digestBundle = "digest"

// digestHour returns the hour of the player's day at which the digest is sent.
func (s Settings) digestHour() int {
	if s.DigestHour == nil {
		return DefaultDigestHour
	}
	return *s.DigestHour
}

// digest combines many notices: games that await the player first, by urgency, then the rest in order.
func (s *Store) digest(c Claim, due []*Content) *Content {
	slices.SortStableFunc(due, func(a, b *Content) int { return cmp.Compare(a.urgency(), b.urgency()) })
	return &Content{Claim: c, To: due[0].To, Seat: rules.NoSeat, Secondary: due, epoch: due[0].epoch}
}

// urgency sorts the contents of a digest.
func (c *Content) urgency() int64 {
	if c.Awaits() {
		return c.Game.Deadline.UnixMilli()
	}
	return math.MaxInt64
}
