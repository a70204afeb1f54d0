package models

// Reliability is how many of a player's turns came in time within ReliabilityPeriod. A turn is due when it is played,
// by the player or by their plan, or when its time runs out. Vacations, outages and mails that are sent late add time
// to the clock, so that nothing is due because of them.
type Reliability struct{ InTime, Due int }

// NewBelow is the number of turns below which a player is new.
const NewBelow = 20

// New reports whether the player has had too few turns to tell.
func (r Reliability) New() bool { return r.Due < NewBelow }

// Percent returns the share of turns in time, rounded down: only players who were never late have 100.
func (r Reliability) Percent() int {
	if r.Due == 0 {
		return 100
	}
	return 100 * r.InTime / r.Due
}
