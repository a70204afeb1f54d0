package view

import (
	"cmp"
	"fmt"
	"time"

	"turnpost/models"
	"turnpost/models/pace"
	"turnpost/rules"
	"turnpost/templates/words"
)

// Challenge is a challenge as a reader sees it.
type Challenge struct {
	ID                   string
	Ruleset, Variant     string     // IDs, as in the API
	Title                string     // "Hnefatafl 11×11"
	Summary              string     // one sentence about the game
	VariantSummary       string     // one sentence about the variant
	Challenger, Opponent string     // Opponent is "" for an open challenge and for an invited address
	Invited              string     // the invited address as the challenger wrote it; "" for all other readers
	Mine                 bool       // the reader is the challenger
	Seat                 rules.Seat // the challenger's; NoSeat if drawn by lot
	Sides                [2]string  // names by seat
	Pace                 pace.Pace
	Message              string
	Status               models.ChallengeStatus
	GameID               string    // after acceptance
	RematchOf            string    // the previous game; "" if it is not a rematch
	ToAnyone             bool      // any player with the link may accept
	ExpiresAt            time.Time // in the reader's zone
	Board                *Board    // start position; nil unless requested
	DaysOff              string    // of the challenger, as "Saturdays and Sundays"; "" for none
	ClockNotes           []string  // sentences about what stops the clocks
	Rated                bool
	Limits               string // what the challenge asks of the opponent, in words; "" for nothing
	Standing             string // rating and reliability of the challenger, in words; "" if they are not known
	Terms                string // whether it is rated, Standing and Limits, in sentences
}

// Challenge returns a challenge without its board.
func (v *Views) Challenge(c models.Challenge, r Reader) *Challenge {
	info := v.info(c.Ruleset, r)
	variant, _ := info.Variant(c.Variant)
	shown := &Challenge{
		ID: c.ID, Ruleset: c.Ruleset, Variant: c.Variant, Title: title(info, c.Variant),
		Summary: info.Summary, VariantSummary: variant.Summary,
		Challenger: c.Challenger.Name, Opponent: c.Opponent.Name, Mine: r.Player == c.Challenger.ID,
		Seat: c.Seat, Sides: sideNames(info), Pace: c.ParsedPace(), Message: c.Message, Status: c.Status, GameID: c.GameID,
		RematchOf: c.RematchOf, ToAnyone: c.ToAnyone(), ExpiresAt: r.In(c.ExpiresAt),
	}
	shown.addStanding(c, r.Words())
	by := Player{Name: c.Challenger.Name}
	by.addClock(c.DaysOff, c.AutoVacation, shown.Mine, r.Words())
	shown.DaysOff, shown.ClockNotes = by.DaysOff, by.ClockNotes
	shown.ClockNotes = append(shown.ClockNotes, waived(c.Terms, models.ChallengeTerms, r.Words())...)
	if shown.Mine {
		shown.Invited = cmp.Or(c.InvitedAs, c.Invited)
	}
	return shown
}

// To returns the name or the address of the opponent, as far as the reader may know it; "" for none.
func (c *Challenge) To() string { return cmp.Or(c.Opponent, c.Invited) }

// DrawnChallenge returns a challenge with the start position. The challenger sees it from their side, all other readers
// from the guest's side.
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

// Guest returns the seat of the player who accepts; NoSeat if drawn by lot.
func (c *Challenge) Guest() rules.Seat { return c.Seat.Other() }

// ChallengerSide returns the name of the challenger's side. The seats must not be drawn by lot.
func (c *Challenge) ChallengerSide() string { return c.Sides[c.Seat] }

// GuestSide returns the name of the guest's side. The seats must not be drawn by lot.
func (c *Challenge) GuestSide() string { return c.Sides[c.Guest()] }

// GuestMovesFirst reports whether the guest moves first.
func (c *Challenge) GuestMovesFirst() bool { return c.Guest() == rules.First }

// limits returns what an offer asks of the opponent, a few words for each limit: the phrases challenge.limit.NAME, and
// one for both ratings.
func limits(t models.Terms, l *words.Language) (list []string) {
	if t.MinRating != 0 || t.MaxRating != 0 {
		list = append(list, l.Say("challenge.limit.rating", "min", t.MinRating, "max", t.MaxRating))
	}
	for _, term := range models.ChallengeTerms {
		key := "challenge.limit." + term.Name
		if term.Limit != nil && *term.Limit(&t) != 0 && l.Has(key) {
			list = append(list, l.Say(key, "n", *term.Limit(&t)))
		}
	}
	return list
}

// waived returns a sentence for each of the terms that is waived, where there is a phrase clock.no_NAME.
func waived(t models.Terms, terms []models.Term, l *words.Language) (list []string) {
	for _, term := range terms {
		key := "clock.no_" + term.Name
		if term.Waived != nil && bool(*term.Waived(&t)) && l.Has(key) {
			list = append(list, l.Say(key))
		}
	}
	return list
}
