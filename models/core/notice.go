package core

import (
	"turnpost/models"
	"turnpost/models/schema"
	"turnpost/rules"
)

// Notice returns a notice about the game to a seat, without a key.
func (r *GameRow) Notice(kind models.Kind, to rules.Seat) schema.Notice {
	side := r.Side(to)
	return schema.Notice{
		Kind: kind, PlayerID: side.ID, Email: side.Email, GameID: r.ID, Ply: r.Ply, ToHouse: side.IsHouse(),
		State: schema.GameState{Ply: r.Ply, Takebacks: r.Takebacks, Offers: r.Offers},
	}
}

// TurnNotice returns the notice of the turn that is to be played.
func (r *GameRow) TurnNotice() schema.Notice {
	n := r.Notice(models.KindYourTurn, r.ToMove)
	n.Key, n.Deadline, n.Reader = "turn."+r.PlyKey(), r.DeadlineAt, r.Mover().Reader()
	return n
}

// NoteForHooks records a queued notice for queueHooks. part is the number of a message that the notice of earlier ones
// includes; 0 for the notice itself.
func (tx *Tx) NoteForHooks(key string, part int) error {
	if tx.Store.NoHooks {
		return nil
	}
	tx.Wake(schema.HookWorker)
	return tx.DeferExec("INSERT INTO hook_notices (key, part, at) VALUES (?, ?, ?)", key, part, tx.At)
}
