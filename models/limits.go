package models

import (
	"cmp"
	"time"
)

// Bound is an allowance: Count at once, and as many again spread over each Per. The zero value
// means the default; a negative Count means no bound.
type Bound struct {
	Count int
	Per   time.Duration
}

// Limits bound what players and strangers, who have no account, can cause. Zero values mean the defaults.
type Limits struct {
	// Mail that one player causes to another by challenges, offers and vacations, and by messages.
	SenderHour, SenderDay   Bound
	MessageHour, MessageDay Bound
	// Ledger rows of mail beyond those bounds; further causes are refused.
	Dropped Bound
	// Mailed challenges by name to one player from all players they never played with.
	NeverPlayed Bound
	// Invitations to one mailbox without a known owner, from all players together.
	Invitations Bound
	// Mails with codes: to one mailbox while none is used, and to one address in a short time.
	CodeMails, CodeGap Bound
	// Requests for codes: of one network (of wider ones networks.WiderBy times as many), and of everybody for addresses
	// without an account, including registrations.
	CodeAsker, CodeStrangers Bound
	// Wrong codes: from one network for one address outside a code request; from everybody for one address; and
	// from everybody for all addresses. Networks from which the account was signed in before count only for the first,
	// and a code request's own tries do not count for the last.
	Guesser, Guesses, Spraying Bound

	// Changes of address that one account requests.
	AddressChanges Bound

	// Negative values mean no bound.
	OpenChallenges     int // of one player
	ChallengesTogether int // open ones from one player to another
	GamesTogether      int // ongoing ones between two players

	// Games with the house: ongoing ones of one player and of all, and new ones of one player.
	HouseTogether, HouseGames int
	HouseDay                  Bound

	// Reports of one player, and mails about reports to the operator.
	Reports, ReportMails Bound
}

// Day is the period of most limits.
const Day = 24 * time.Hour

// DefaultLimits leave room for the busiest legitimate use.
func DefaultLimits() Limits {
	return Limits{
		SenderHour: Bound{8, time.Hour}, SenderDay: Bound{30, Day},
		MessageHour: Bound{30, time.Hour}, MessageDay: Bound{100, Day},
		Dropped: Bound{500, Day}, NeverPlayed: Bound{10, Day}, Invitations: Bound{3, Day},
		CodeMails: Bound{4, Day}, CodeGap: Bound{1, 5 * time.Minute},
		CodeAsker: Bound{300, Day}, CodeStrangers: Bound{10_000, Day},
		Guesser: Bound{20, 3 * time.Hour}, Guesses: Bound{1000, Day}, Spraying: Bound{1000, Day},
		AddressChanges: Bound{5, Day},
		OpenChallenges: 50, ChallengesTogether: 10, GamesTogether: 200,
		HouseTogether: 5, HouseGames: 5000, HouseDay: Bound{20, Day},
		Reports: Bound{10, Day}, ReportMails: Bound{50, Day},
	}
}

// OrDefault replaces zero values by the defaults.
func (l Limits) OrDefault() Limits {
	d := DefaultLimits()
	return Limits{
		SenderHour: cmp.Or(l.SenderHour, d.SenderHour), SenderDay: cmp.Or(l.SenderDay, d.SenderDay),
		MessageHour: cmp.Or(l.MessageHour, d.MessageHour), MessageDay: cmp.Or(l.MessageDay, d.MessageDay),
		Dropped: cmp.Or(l.Dropped, d.Dropped), NeverPlayed: cmp.Or(l.NeverPlayed, d.NeverPlayed),
		Invitations: cmp.Or(l.Invitations, d.Invitations),
		CodeMails:   cmp.Or(l.CodeMails, d.CodeMails), CodeGap: cmp.Or(l.CodeGap, d.CodeGap),
		CodeAsker: cmp.Or(l.CodeAsker, d.CodeAsker), CodeStrangers: cmp.Or(l.CodeStrangers, d.CodeStrangers),
		Guesser: cmp.Or(l.Guesser, d.Guesser), Guesses: cmp.Or(l.Guesses, d.Guesses),
		Spraying:           cmp.Or(l.Spraying, d.Spraying),
		AddressChanges:     cmp.Or(l.AddressChanges, d.AddressChanges),
		OpenChallenges:     cmp.Or(l.OpenChallenges, d.OpenChallenges),
		ChallengesTogether: cmp.Or(l.ChallengesTogether, d.ChallengesTogether),
		GamesTogether:      cmp.Or(l.GamesTogether, d.GamesTogether),
		HouseTogether:      cmp.Or(l.HouseTogether, d.HouseTogether),
		HouseGames:         cmp.Or(l.HouseGames, d.HouseGames),
		HouseDay:           cmp.Or(l.HouseDay, d.HouseDay),
		Reports:            cmp.Or(l.Reports, d.Reports),
		ReportMails:        cmp.Or(l.ReportMails, d.ReportMails),
	}
}

// Step returns the time in which one unit of the allowance comes back.
func (b Bound) Step() Millis { return max(1, Millis(b.Per.Milliseconds())/Millis(b.Count)) }

// Full returns how far in the future a spent allowance becomes whole.
func (b Bound) Full() Millis { return b.Step() * Millis(b.Count) }

// MaxInbox is the maximum length of each list of an inbox.
const MaxInbox = 100
