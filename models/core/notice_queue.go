package core

import (
	"turnpost/models"
	"turnpost/models/schema"
)

// TurnNotice returns the notice of the turn that is to be played.
func (r *GameRow) TurnNotice() schema.Notice {
	n := r.Notice(models.KindYourTurn, r.ToMove)
	n.Key, n.Deadline, n.Reader = "turn."+r.PlyKey(), r.DeadlineAt, r.Side(r.ToMove).Reader()
	return n
}
