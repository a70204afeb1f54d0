package core

import (
	"fmt"
	"time"

	"turnpost/models"
	"turnpost/models/calendar"
	"turnpost/models/db"
	"turnpost/models/rating"
	"turnpost/models/schema"
	"turnpost/rules"
)

// GameRow is a game with both players as they are when it is read.
type GameRow struct {
	Number                           int64 // of the game, in the order of beginnings: see TurnID
	ID                               string
	Ruleset, Variant                 string
	Version                          int
	First                            schema.SeatRow `gorm:"embedded;embeddedPrefix:first_"`
	Second                           schema.SeatRow `gorm:"embedded;embeddedPrefix:second_"`
	Status                           models.Status
	Position                         string
	Ply                              int
	ToMove                           rules.Seat
	ToMoveID                         int64
	Winner                           rules.Seat
	Reason                           string
	DeadlineAt, RemindAt             models.Millis
	DrawBy                           rules.Seat      // who has offered a draw
	TakebackBy                       rules.Seat      // who has offered a takeback
	TakebackTo                       int             // the ply that the takeback returns to
	Takebacks                        int             // number so far
	Offers                           int             // number so far
	Hash                             []byte          // of the last turn
	Last                             schema.LastTurn `gorm:"embedded;embeddedPrefix:last_"` // only checks load it
	CreatedAt, UpdatedAt, FinishedAt models.Millis
	DaysOff                          string                // by which the running clock counts: see ReadClockDays
	HouseAt                          models.Millis         // when the house is to act, or its lease ends; 0: it is not
	EventID                          string                // "" if it belongs to no event
	models.Terms                                           // those that a game keeps
	UnratedBecause                   rating.Cause          // once the game is over
	AppliedChange                    int64                 // the last bulk change that the row contains
	PositionKeys                     []byte                // see AddKey; empty once the game is over, and nil until MoveTurns
	TimedOut                         bool                  `gorm:"-"` // it ends because the side to move is out of time
	Absence                          int64                 `gorm:"-"` // the number of the absence in which it was lost by time
	Absent                           int64                 `gorm:"-"` // the number of the absence of the player to move; 0 for none
	Pending                          int64                 `gorm:"-"` // the last one that it does not contain; 0 for none
	Waiting                          *schema.PendingNotice `gorm:"-"` // nil if there is none, or it was not loaded
	Related                          *schema.RelatedRows   `gorm:"-"` // nil if it was not loaded
	Declined                         models.DeclinedOffer  `gorm:"-"` // in this transaction
	Wrong                            *db.TypeError         `gorm:"-"` // of the first value that is not of its column's type, or nil
}

// Game returns the view of a row; now determines the clock of the side to move.
func (r *GameRow) Game(now models.Millis) *models.Game {
	g := &models.Game{}
	r.Show(g, now)
	return g
}

// Show sets the fields of a new view, each in its place: a Game is large, and copies of it are a large part of what a
// list costs.
func (r *GameRow) Show(g *models.Game, now models.Millis) {
	g.ID, g.Ruleset, g.Variant, g.Version, g.Event = r.ID, r.Ruleset, r.Variant, r.Version, r.EventID
	g.Players[rules.First], g.Players[rules.Second] = r.First.Ref(), r.Second.Ref()
	g.Status, g.Position, g.Ply, g.ToMove, g.Terms = r.Status, r.Position, r.Ply, r.ToMove, r.Terms
	g.DrawBy, g.TakebackBy, g.Takebacks, g.Offers, g.Declined = r.DrawBy, rules.NoSeat, r.Takebacks, r.Offers, r.Declined
	g.Unread = [2]int{r.First.Unread, r.Second.Unread}
	g.Left = [2]time.Duration{r.First.TimeLeft(), r.Second.TimeLeft()}
	g.CreatedAt, g.UpdatedAt, g.FinishedAt = r.CreatedAt.Time(), r.UpdatedAt.Time(), r.FinishedAt.Time()
	g.HideRating = [2]bool{r.First.HideRating != 0, r.Second.HideRating != 0}
	g.UnratedBecause = r.unratedBecause()
	g.Rated = g.UnratedBecause == ""
	if r.Status == models.Ongoing {
		g.Deadline = r.DeadlineAt.Time()
		g.Left[r.ToMove] = max(0, r.timeLeft(now))
		g.TakebackBy, g.TakebackTo = r.TakebackBy, r.TakebackTo
		for seat := range g.Away {
			if a := r.away(rules.Seat(seat)); a.From <= now && now < a.Until {
				g.Away[seat] = a.Until.Time()
			}
			g.DaysOff[seat] = schema.ReadClockDays(r.Side(rules.Seat(seat)).ClockDaysOff(now, "")).Off
			g.AutoVacation[seat] = r.Extends(rules.Seat(seat))
		}
		if g.DaysOff[r.ToMove] = (calendar.DaysOff{}); r.DaysOff != "" {
			g.DaysOff[r.ToMove] = r.Clock().days.Off
		}
	} else {
		g.Result = rules.Result{Reason: r.Reason, Winner: r.Winner}
	}
}

// GameAfter returns the view of a row after a turn.
func (r *GameRow) GameAfter(now models.Millis, last *models.Turn) *models.Game {
	g := r.Game(now)
	g.LastTurn = last
	return g
}

// Seat returns a player's seat, or NoSeat.
func (r *GameRow) Seat(player int64) rules.Seat {
	switch player {
	case r.First.ID:
		return rules.First
	case r.Second.ID:
		return rules.Second
	}
	return rules.NoSeat
}

// Side returns the fields of First or Second.
func (r *GameRow) Side(seat rules.Seat) *schema.SeatRow {
	if seat == rules.First {
		return &r.First
	}
	return &r.Second
}

// mover returns the fields of the side to move.
func (r *GameRow) mover() *schema.SeatRow { return r.Side(r.ToMove) }

// PlyKey identifies a ply of a game permanently: after a takeback the same ply has another key.
func (r *GameRow) PlyKey() string {
	if r.Takebacks > 0 {
		return fmt.Sprintf("%s.%d.r%d", r.ID, r.Ply, r.Takebacks)
	}
	return fmt.Sprintf("%s.%d", r.ID, r.Ply)
}

// unratedBecause returns why a game is not rated or, while it is ongoing, is not to be rated.
func (r *GameRow) unratedBecause() rating.Cause {
	over := r.Status != models.Ongoing
	switch {
	case bool(r.Unrated) && (!over || r.UnratedBecause == rating.CauseUnrated) && (r.First.IsBot() || r.Second.IsBot()):
		return rating.CauseBot
	case over:
		return r.UnratedBecause
	case bool(r.Unrated):
		return rating.CauseUnrated
	case r.HouseSeat() != rules.NoSeat:
		return rating.CauseHouse
	}
	return ""
}
