package models

import (
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"turnpost/models/calendar"
	"turnpost/models/rating"
	"turnpost/rules"
)

// ChallengeStatus is the state of a challenge.
type ChallengeStatus string

// The states of challenges.
const (
	ChallengeOpen      ChallengeStatus = "open"
	ChallengeAccepted  ChallengeStatus = "accepted"
	ChallengeDeclined  ChallengeStatus = "declined"
	ChallengeWithdrawn ChallengeStatus = "withdrawn"
	ChallengeExpired   ChallengeStatus = "expired"
)

// Challenge is an offer to play a game.
type Challenge struct {
	ID               string
	Ruleset, Variant string
	Challenger       PlayerRef
	Opponent         PlayerRef  // ID 0: none
	InvitedAs        string     // Invited as the challenger wrote it; the player may have another address by now
	Invited          string     // the email address, if the opponent is named by it
	Seat             rules.Seat // the challenger's; NoSeat: drawn by lot
	Terms                       // always unrated with the house and with bots
	Message          string
	Status           ChallengeStatus
	GameID           string // after acceptance
	RematchOf        string // the previous game; "" if it is not a rematch
	CreatedAt        time.Time
	ExpiresAt        time.Time           // when it can no longer be accepted
	AnsweredAt       time.Time           // zero while open
	DaysOff          calendar.DaysOff    // the challenger's
	AutoVacation     bool                // of the challenger, unless vacations are ruled out
	Standing         *ChallengerStanding // nil unless AddStandings has set it
	Begun            *Game               // of a new challenge to the house: the game that it began; else nil
}

// ToAnyone reports whether the challenge names nobody; any player with its link may accept it.
func (c Challenge) ToAnyone() bool { return c.Opponent.ID == 0 && c.Invited == "" }

// SeatWord returns the challenger's seat as requests name it: first, second or random.
func (c Challenge) SeatWord() string {
	switch c.Seat {
	case rules.First:
		return "first"
	case rules.Second:
		return "second"
	}
	return "random"
}

// OpenFilter narrows a list of open challenges. Empty fields match everything.
type OpenFilter struct {
	Ruleset, Variant string // the ruleset by ID or name, in any case
	Before           string // cursor: the last challenge of the previous page
	Limit            int
}

// ChallengerStanding is what a challenge shows about its challenger.
type ChallengerStanding struct {
	Rating      *rating.Rating // in the challenge's pool, now; nil before the first rated game and if hidden
	Reliability Reliability
}

// ChallengeBox is a list of challenges.
type ChallengeBox string

// The boxes.
const (
	BoxIn   ChallengeBox = "in"   // to the player, undecided
	BoxOut  ChallengeBox = "out"  // by the player, in any state
	BoxOpen ChallengeBox = "open" // open ones, by others
)

// AcceptedInvitation is a game that started by a reply to a challenge.
type AcceptedInvitation struct {
	Game   *Game
	Player Player
	New    bool // the reply created the account
}

// MaxName is the maximum length of a name in letters.
const MaxName = 24

// NameFromDisplay derives a name from the first word of a display name that has Latin letters. It removes accents and
// characters that names cannot have. If nothing remains, it returns "player".
func NameFromDisplay(display string) string {
	words := strings.FieldsFunc(display, func(r rune) bool {
		return unicode.IsSpace(r) || r == ',' || r == '@' || r == '.'
	})
	for _, word := range words {
		var b strings.Builder
		for _, r := range norm.NFKD.String(latin.Replace(word)) {
			letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
			if letter || b.Len() > 0 && (r >= '0' && r <= '9' || r == '-' || r == '_') {
				b.WriteRune(r)
			}
		}
		name := strings.Trim(b.String()[:min(b.Len(), MaxName-4)], "-_")
		if CheckName(name) == nil {
			return name
		}
	}
	return "player"
}

// latin replaces letters that have no decomposition.
var latin = strings.NewReplacer(
	"ß", "ss", "æ", "ae", "Æ", "Ae", "œ", "oe", "Œ", "Oe", "ø", "o", "Ø", "O", "ł", "l", "Ł", "L",
	"đ", "d", "Đ", "D", "þ", "th", "Þ", "Th", "ð", "d", "ı", "i",
)
