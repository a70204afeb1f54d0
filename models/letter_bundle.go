package models

import (
	"cmp"
	"math"
	"slices"

	"turnpost/rules"
)

// kindsByWeight are the kinds about a game; of those in one mail the first leads.
var kindsByWeight = []Kind{
	KindGameOver, KindYourTurn, KindReminder, KindOffer, KindOfferAnswer, KindChallengeAnswer, KindPlan, KindMessage, KindAway,
}

// weight sorts kinds; those that are not listed come last.
func (k Kind) weight() int {
	if i := slices.Index(kindsByWeight, k); i >= 0 {
		return i
	}
	return len(kindsByWeight)
}

// withoutEchoes leaves reminders out that stand beside the notice of the same turn.
func withoutEchoes(told []*Letter) []*Letter {
	turns := map[string]bool{}
	for _, l := range told {
		if l.Kind == KindYourTurn {
			turns[l.row.GameID] = true
		}
	}
	return slices.DeleteFunc(told, func(l *Letter) bool { return l.Kind == KindReminder && turns[l.row.GameID] })
}

// led is the letter of the weightiest kind, with the others.
func led(told []*Letter) *Letter {
	first := 0
	for i, l := range told {
		if l.Kind.weight() < told[first].Kind.weight() {
			first = i
		}
	}
	lead := told[first]
	lead.With = slices.Delete(told, first, first+1)
	return lead
}

// digest is the letter of many: the games that await the player first, the most
// urgent before the others, then the rest as it came.
func (s *Store) digest(c Claim, told []*Letter) *Letter {
	slices.SortStableFunc(told, func(a, b *Letter) int { return cmp.Compare(a.urgency(), b.urgency()) })
	to := told[0].To
	return &Letter{
		Claim: c, To: to, Seat: rules.NoSeat, With: told,
		Unsubscribe: s.sign(Subscription{Player: to.ID, Kind: KindDigest}),
	}
}

// Awaits tells whether the letter is about a game that waits for the player.
func (l *Letter) Awaits() bool { return l.Kind == KindYourTurn || l.Kind == KindReminder }

// urgency sorts the letters of a digest.
func (l *Letter) urgency() int64 {
	if l.Awaits() {
		return l.Game.Deadline.UnixMilli()
	}
	return math.MaxInt64
}
