package models

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"

	"turnpost/rules"
)

// Content is everything that the mail of a notice says, as it is true now.
type Content struct {
	Claim
	To              Player // ID 0: a stranger, of whom only the address is known
	Game            *Game  // of kinds about a game, with its last turn
	Seat            rules.Seat
	RepliedTo       *Turn       // of KindPlan: the turn that the game's last turn answers
	PlanDone        bool        // of KindPlan: the plan is used up
	PlanEnded       PlanEnd     // of KindYourTurn: why the plan ended since the player's last turn, "" where none did
	PlanRefused     PlanRefusal // of PlanRefused: which reply, and why
	NewToGame       bool        // To has not played this ruleset before
	Challenge       *Challenge
	Away            Vacation  // of KindAway: the opponent's
	Messages        []Message // of KindMessage: those that are still unread
	Offer           OfferKind // of KindOffer and KindOfferAnswer
	Decision        Decision  // of KindOfferAnswer and KindChallengeAnswer
	Code            string    // of KindCode; Expires says until when
	Expires         time.Time
	Unsubscribe     string       // link that ends this kind, "" where it cannot be off
	UnsubscribeGame string       // link that ends mail about this game, "" where there is none
	ListUnsubscribe string       // link for the header that ends the narrower of the two, "" where there is none
	ReplyLink       string       // by which the mail is answered, "" where there is nothing to answer
	PageLink        string       // by which a browser shows the game or the challenge, "" where there is none
	BounceLink      string       // of the envelope sender
	Tried           *Game        // of AnswerTry: the game after the turn that was tried
	Reply           *ReplyAnswer // of KindReplyRejected and KindReplyAnswer
	// Unsaid: the player wrote something in the game by mail that was said to nobody, and has not heard of that.
	Unsaid bool

	Secondary []*Content // what else the mail says; of KindDigest all that it says, games awaiting the player first

	mailed   mailed // of a mail to a player
	epoch    int64  // of the links to a player
	stranger string // key of the address of a stranger

	Address AddressChange // of KindAddressCode and KindAddressChange

	registration int64 // of KindCode: the one that the mail is about; 0: none
}

// ComposeContent gathers what the mail of a claim says, of whatever in it is still worth saying; nil
// where nothing is, and all was dropped. A code is made new for every attempt. The error is ErrLeaseLost
// where another worker has the claim by now.
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

// content begins the content of one notice of a claim.
func (c Claim) content(p *part) *Content {
	c.Kind, c.row = p.Kind, p.notice
	return &Content{Claim: c, Offer: p.Offer, Decision: p.Detail.Decision, PlanDone: p.Detail.PlanDone, Seat: rules.NoSeat}
}

// withoutRepeats leaves reminders out that stand beside the notice of the same turn.
func withoutRepeats(due []*Content) []*Content {
	turns := map[string]bool{}
	for _, c := range due {
		if c.Kind == KindYourTurn {
			turns[c.row.GameID] = true
		}
	}
	return slices.DeleteFunc(due, func(c *Content) bool { return c.Kind == KindReminder && turns[c.row.GameID] })
}

// weightiest is the content of the weightiest kind, with the others as its secondary ones.
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

// Awaits tells whether the content is about a game that waits for the player.
func (c *Content) Awaits() bool { return c.Kind == KindYourTurn || c.Kind == KindReminder }

// DefaultDigestHour is the hour of the digest for players who have set none.
const DefaultDigestHour = 8

// digestBundle is the bundle of what waits for a player's digest. Other notices are
// bundled by their game.
const digestBundle = "digest"

// digestHour is the hour of the player's day at which the digest is sent.
func (s Settings) digestHour() int {
	if s.DigestHour == nil {
		return DefaultDigestHour
	}
	return *s.DigestHour
}

// digest is the content of many notices: the games that await the player first, the most
// urgent before the others, then the rest as it came.
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
