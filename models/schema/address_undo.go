package schema

import "turnpost/models"

// AddressDetail is the stored detail of a notice about a change.
type AddressDetail struct {
	Player int64               `json:"player,omitempty"`
	Number int                 `json:"number,omitempty"` // of the change
	State  models.AddressState `json:"state,omitempty"`
	New    string              `json:"new,omitempty"` // masked
}
