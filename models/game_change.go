package models

// Reasons that the platform adds to those of the rules.
const (
	ReasonResignation = "resignation"
	ReasonAgreement   = "agreement"
	ReasonTimeout     = "timeout"
	ReasonAborted     = "aborted" // before both had played: by a player, or out of time

	ReasonAdjudicated = "adjudicated" // won or drawn by decision of an operator
	ReasonAnnulled    = "annulled"    // ended without a result by an operator
	ReasonWithdrawn   = "withdrawn"   // the loser has withdrawn from the event of the game
)

// Unscored reports whether games that end for a reason have no result.
func Unscored(reason string) bool { return reason == ReasonAborted || reason == ReasonAnnulled }
