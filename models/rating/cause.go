package rating

import "time"

// Cause is the code for why a game is not rated; "" if it is rated.
type Cause string

// The causes, in the order in which they are looked for.
const (
	CauseUnrated     Cause = "unrated"     // the players agreed on it, or it ended before games were rated
	CauseHouse       Cause = "house"       // the house played
	CauseBot         Cause = "bot"         // as CauseUnrated, which is stored, and a bot plays
	CauseAborted     Cause = "aborted"     // it has no result
	CauseAnnulled    Cause = "annulled"    // by an operator
	CauseAdjudicated Cause = "adjudicated" // by an operator
	CauseWithdrawn   Cause = "withdrawn"   // a player withdrew from the event
	CauseDeleted     Cause = "deleted"     // a player's account was closed before the end
	CauseUnplayed    Cause = "unplayed"    // one side has not played a turn
	CauseAbsent      Cause = "absent"      // a further loss by time without a turn of the player's own since the rated one
	CausePair        Cause = "pair"        // the pair has played MaxPairGames already
)

// At most MaxPairGames games of two players in one pool are rated within PairPeriod.
const (
	MaxPairGames = 4
	PairPeriod   = 30 * 24 * time.Hour
)

// Facts is what decides whether a game is rated.
type Facts struct {
	Asked  bool   // the players agreed on a rated game
	House  bool   // the house plays
	Reason string // why it ended
	Ended  Cause  // a cause that the end itself gives: annulled, withdrawn or deleted; "" for none
	Played bool   // both sides have played a turn
	Absent bool   // its loser has a rated loss by time and has not played a turn since
	Pair   int    // number of rated games of the pair and pool within PairPeriod before the end
}

// reasonTimeout is the reason for the end of a game that was lost by time.
const reasonTimeout = "timeout"

// endCauses are the causes that the reason for the end gives by itself.
var endCauses = map[string]Cause{
	"aborted": CauseAborted, "annulled": CauseAnnulled, "adjudicated": CauseAdjudicated, "withdrawn": CauseWithdrawn,
}

// Cause returns why a game is not rated, or "".
func (f Facts) Cause() Cause {
	switch {
	case !f.Asked:
		return CauseUnrated
	case f.House:
		return CauseHouse
	case endCauses[f.Reason] != "":
		return endCauses[f.Reason]
	case f.Ended != "":
		return f.Ended
	case !f.Played:
		return CauseUnplayed
	case f.Reason == reasonTimeout && f.Absent:
		return CauseAbsent
	case f.Pair >= MaxPairGames:
		return CausePair
	}
	return ""
}
