package models

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"turnpost/models/db"
	"turnpost/models/pace"
	"turnpost/rules"
)

// damageError is the error of a stored game with a value that no game can have, which somebody has written by hand. It
// is refused before such a value becomes an index, or a time that takes years to count to.
type damageError struct {
	game, column string
	value        any
}

func (e *damageError) Error() string {
	return fmt.Sprintf("game %s is damaged: %s is %v", e.game, e.column, e.value)
}

// latestDeadline is the last deadline that a game can have: JSON has no later times.
var latestDeadline = ToMillis(time.Date(9999, time.December, 31, 0, 0, 0, 0, time.UTC))

// damage returns the first value that no game can have; nil if there is none.
func (r *gameRow) damage() *damageError {
	ongoing := r.Status == Ongoing
	damaged := func(column string, value any) *damageError { return &damageError{r.ID, column, value} }
	switch {
	case r.wrong != nil:
		return damaged(r.wrong.Column, r.wrong.Value)
	case !isSeat(r.ToMove) && (ongoing || r.ToMove != rules.NoSeat):
		return damaged("to_move", r.ToMove)
	case !isSeat(r.Winner) && r.Winner != rules.NoSeat:
		return damaged("winner", r.Winner)
	case !isSeat(r.DrawBy) && r.DrawBy != rules.NoSeat:
		return damaged("draw_by", r.DrawBy)
	case !isSeat(r.TakebackBy) && r.TakebackBy != rules.NoSeat:
		return damaged("takeback_by", r.TakebackBy)
	case r.Ply < 0 || r.Ply >= turnsOfGame:
		return damaged("ply", r.Ply)
	case ongoing && (r.DeadlineAt < 0 || r.DeadlineAt > latestDeadline):
		return damaged("deadline_at", r.DeadlineAt)
	}
	if _, ok := pace.Parse(r.Pace); !ok && ongoing { // a turn would leave the next one no time
		return damaged("pace", r.Pace)
	}
	return nil
}

func isSeat(seat rules.Seat) bool { return seat == rules.First || seat == rules.Second }

// damage returns the first value that no game with its last turn can have; nil if there is none.
func (v *viewedGame) damage() *damageError {
	if damage := v.row.damage(); damage != nil {
		return damage
	}
	if v.last != nil && !isSeat(v.last.Seat) {
		return &damageError{v.row.ID, "the seat of the last turn", v.last.Seat}
	}
	return nil
}

// refuse makes the query of a damaged game fail.
func (e *damageError) refuse(c *db.Columns) {
	if e != nil {
		c.Refuse(e)
	}
}

// withoutDamaged returns the games of a new list that are not damaged, and logs the others. If no other game is left,
// the error is that of the first.
func (s *Store) withoutDamaged(ctx context.Context, list []*viewedGame) ([]*viewedGame, error) {
	whole := list[:0]
	var first *damageError
	for _, v := range list {
		damage := v.damage()
		if damage == nil {
			whole = append(whole, v)
			continue
		}
		first = cmp.Or(first, damage)
		s.log.ErrorContext(ctx, "a list leaves a game out", "error", damage)
	}
	if first != nil && len(whole) == 0 {
		return nil, first
	}
	return whole, nil
}

func isDamage(err error) bool {
	_, is := errors.AsType[*damageError](err)
	return is
}
