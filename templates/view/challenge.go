package view

import (
	"fmt"
	"time"

	"turnpost/models"
	"turnpost/rules"
)

// Challenge is an offer to play as a reader sees it.
type Challenge struct {
	ID                   string
	Ruleset, Variant     string     // IDs, as the API has them
	Title                string     // "Hnefatafl 11×11"
	Summary              string     // one sentence on what the game is
	VariantSummary       string     // one sentence on what the variant is
	Challenger, Opponent string     // Opponent "": anyone, or somebody known by address
	Mine                 bool       // the reader is the challenger
	Seat                 rules.Seat // the challenger's; NoSeat is by lot
	Sides                [2]string  // names by seat
	Pace                 models.Pace
	Message              string
	Status               models.ChallengeStatus
	GameID               string    // once accepted
	RematchOf            string    // the game that it follows, "" for no rematch
	ToAnyone             bool      // it names nobody: any player with the link may accept
	ExpiresAt            time.Time // in the reader's zone
	Board                *Board    // of the start; nil unless requested
}

// Challenge is a challenge without its board.
func (v *Views) Challenge(c models.Challenge, r Reader) *Challenge {
	info := v.info(c.Ruleset, r)
	variant, _ := info.Variant(c.Variant)
	return &Challenge{
		ID: c.ID, Ruleset: c.Ruleset, Variant: c.Variant, Title: title(info, c.Variant),
		Summary: info.Summary, VariantSummary: variant.Summary,
		Challenger: c.Challenger.Name, Opponent: c.Opponent.Name, Mine: r.Player == c.Challenger.ID,
		Seat: c.Seat, Sides: sideNames(info), Pace: c.Pace, Message: c.Message, Status: c.Status, GameID: c.GameID,
		RematchOf: c.RematchOf, ToAnyone: c.ToAnyone(), ExpiresAt: r.In(c.ExpiresAt),
	}
}

// DrawnChallenge is a challenge with the board at the start. The challenger sees it from
// their side, every other reader from the side of the guest.
func (v *Views) DrawnChallenge(c models.Challenge, r Reader) (*Challenge, error) {
	start, err := v.games.AnalyseLine(models.AnalysisInput{Ruleset: c.Ruleset, Variant: c.Variant})
	if err != nil {
		return nil, fmt.Errorf("challenge %s: %w", c.ID, err)
	}
	view := v.Challenge(c, r)
	seat := view.Guest()
	if view.Mine {
		seat = c.Seat
	}
	view.Board = v.Board(c.Ruleset, start.Position.Diagram(r.Words().Tag()), seat, r)
	return view, nil
}

// Open reports whether the challenge can be answered.
func (c *Challenge) Open() bool { return c.Status == models.ChallengeOpen }

// Expired reports whether nobody accepted the challenge in time.
func (c *Challenge) Expired() bool { return c.Status == models.ChallengeExpired }

// ByLot reports whether the seats are drawn by lot.
func (c *Challenge) ByLot() bool { return c.Seat == rules.NoSeat }

// Guest is the seat of the player who accepts; NoSeat is by lot.
func (c *Challenge) Guest() rules.Seat { return c.Seat.Other() }

// ChallengerSide is the name of the challenger's side, unless it is by lot.
func (c *Challenge) ChallengerSide() string { return c.Sides[c.Seat] }

// GuestSide is the name of the guest's side, unless it is by lot.
func (c *Challenge) GuestSide() string { return c.Sides[c.Guest()] }

// GuestMovesFirst reports whether the guest moves first.
func (c *Challenge) GuestMovesFirst() bool { return c.Guest() == rules.First }
