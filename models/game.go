package models

import (
	"context"
	"time"

	"turnpost/models/pace"
	"turnpost/rules"
)

// Status is the state of a game.
type Status string

// The states of games.
const (
	Ongoing  Status = "ongoing"
	Finished Status = "finished"
	Aborted  Status = "aborted"
)

// PlayerRef identifies a player of a game.
type PlayerRef struct {
	ID   int64
	Name string
}

// Game is the current state of one match.
type Game struct {
	ID               string
	Ruleset, Variant string
	Version          int          // of the ruleset
	Players          [2]PlayerRef // by seat
	Status           Status
	Position         string
	Ply              int
	ToMove           rules.Seat
	Result           rules.Result // zero while ongoing
	Pace             pace.Pace
	Deadline         time.Time        // zero once the game is over
	Left             [2]time.Duration // by seat
	Away             [2]time.Time     // by seat: until when the player is away; zero if not
	DrawBy           rules.Seat       // who has offered a draw, or NoSeat
	TakebackBy       rules.Seat       // who has offered a takeback, or NoSeat
	TakebackTo       int              // the ply that the takeback returns to
	Takebacks        int              // number of takebacks so far; with Ply it identifies the state
	Offers           int              // number of offers of draws and takebacks so far
	Unread           [2]int           // by seat: number of messages that the player has not marked as read
	LastTurn         *Turn            // nil at ply 0
	CreatedAt        time.Time
	UpdatedAt        time.Time
	FinishedAt       time.Time // zero while ongoing
	// Rematch is the open challenge to a rematch of a finished game that was loaded by itself; "" if there is none or
	// it was accepted.
	Rematch string
}

// SeatOf returns the player's seat, or NoSeat.
func (g *Game) SeatOf(player int64) rules.Seat {
	for seat, p := range g.Players {
		if p.ID == player {
			return rules.Seat(seat)
		}
	}
	return rules.NoSeat
}

// Game returns a game with its last turn.
// Errors: CodeNotFound.
func (s *Store) Game(ctx context.Context, id string) (*Game, error) {
	games, err := s.viewGames(ctx, selectGameAndTurn+"WHERE g.id = ?", id)
	if err != nil {
		return nil, err
	}
	if len(games) == 0 {
		return nil, noGame(id)
	}
	return games[0], s.addRematch(ctx, games[0])
}

// addRematch sets the open challenge to a rematch of a finished game.
func (s *Store) addRematch(ctx context.Context, g *Game) error {
	if g.Status == Ongoing {
		return nil
	}
	rematch, err := loadRematch(s.read(ctx), g.ID, "")
	if rematch != nil {
		g.Rematch = rematch.ID
	}
	return err
}

// GameAt returns a game with the position and last turn of an earlier ply. All other fields are current, and so is the
// returned ply.
// Errors: CodeNotFound, CodeInvalid for a ply that does not exist.
func (s *Store) GameAt(ctx context.Context, id string, ply int) (g *Game, current int, err error) {
	if g, err = s.Game(ctx, id); err != nil {
		return nil, 0, err
	}
	current = g.Ply
	if ply == current {
		return g, current, nil
	}
	var rows []turnRow
	if err := selectTurns(s.read(ctx), id).Where("t.ply = ?", ply).Find(&rows).Error; err != nil {
		return nil, 0, err
	}
	if len(rows) == 0 {
		return nil, 0, invalid("ply", "no_ply", "game", id, "last", g.Ply)
	}
	p, err := s.position(g.Ruleset, g.Variant, rows[0].Position)
	if err != nil {
		return nil, 0, err
	}
	g.Position, g.Ply, g.ToMove, g.LastTurn = rows[0].Position, ply, p.ToMove(), nil
	if ply > 0 {
		turn := rows[0].turn()
		g.LastTurn = &turn
	}
	return g, current, nil
}
