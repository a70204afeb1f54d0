package core

import (
	"cmp"
	"context"

	"turnpost/models"
	"turnpost/models/pace"
	"turnpost/models/schema"
	"turnpost/rules"
)

// Damage returns the first value that no game can have; nil if there is none.
func (r *GameRow) Damage() *models.DamageError {
	ongoing := r.Status == models.Ongoing
	damaged := func(column string, value any) *models.DamageError {
		return &models.DamageError{Game: r.ID, Column: column, Value: value}
	}
	switch {
	case r.Wrong != nil:
		return damaged(r.Wrong.Column, r.Wrong.Value)
	case !models.IsSeat(r.ToMove) && (ongoing || r.ToMove != rules.NoSeat):
		return damaged("to_move", r.ToMove)
	case !models.IsSeat(r.Winner) && r.Winner != rules.NoSeat:
		return damaged("winner", r.Winner)
	case !models.IsSeat(r.DrawBy) && r.DrawBy != rules.NoSeat:
		return damaged("draw_by", r.DrawBy)
	case !models.IsSeat(r.TakebackBy) && r.TakebackBy != rules.NoSeat:
		return damaged("takeback_by", r.TakebackBy)
	case r.Ply < 0 || r.Ply >= schema.TurnsOfGame:
		return damaged("ply", r.Ply)
	case ongoing && (r.DeadlineAt < 0 || r.DeadlineAt > models.LatestDeadline):
		return damaged("deadline_at", r.DeadlineAt)
	}
	if _, ok := pace.Parse(r.Pace); !ok && ongoing { // a turn would leave the next one no time
		return damaged("pace", r.Pace)
	}
	return nil
}

// Damage returns the first value that no game with its last turn can have; nil if there is none.
func (v *ViewedGame) Damage() *models.DamageError {
	if damage := v.Row.Damage(); damage != nil {
		return damage
	}
	if v.Last != nil && !models.IsSeat(v.Last.Seat) {
		return &models.DamageError{Game: v.Row.ID, Column: "the seat of the last turn", Value: v.Last.Seat}
	}
	return nil
}

// WithoutDamaged returns the games of a new list that are not damaged, and logs the others. If no other game is left,
// the error is that of the first.
func (s *Store) WithoutDamaged(ctx context.Context, list []*ViewedGame) ([]*ViewedGame, error) {
	whole := list[:0]
	var first *models.DamageError
	for _, v := range list {
		damage := v.Damage()
		if damage == nil {
			whole = append(whole, v)
			continue
		}
		first = cmp.Or(first, damage)
		s.Log.ErrorContext(ctx, "a list leaves a game out", "error", damage)
	}
	if first != nil && len(whole) == 0 {
		return nil, first
	}
	return whole, nil
}
