package models

import "time"

// Report is a report to the operator.
type Report struct {
	ID               int64
	Reporter, Player string // names; Player is "" if the report is about a game alone
	Game             string // "" for none
	Message          int    // 0 for none
	Said             string // the text of the message, for the operator
	Reason           string
	Note             string // of the operator who closed it
	CreatedAt        time.Time
	ClosedAt         time.Time // zero while it is open
}
