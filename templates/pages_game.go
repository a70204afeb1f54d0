package templates

import (
	"strings"
	"time"

	"turnpost/rules"
)

// GamePage is what a page says of a game.
type GamePage struct {
	ID, Name   string // of the game, and of its variant: "Hnefatafl 11×11"
	Players    [2]string
	Sides      [2]string // their names
	Ply        int
	Past       bool // the game has gone on since
	Board      string
	Turn, Told string // the last turn, "" at the start
	Message    string // said with it
	Mover      rules.Seat
	ToMove     rules.Seat
	Reader     rules.Seat // NoSeat: neither player
	Over       bool
	Result     rules.Result
	Reason     string // phrase
	DrawBy     rules.Seat
	TakebackBy rules.Seat
	TakebackTo int          // the ply that it leads back to
	Away       [2]time.Time // by seat: until when the player is away, in the reader's time zone; zero when not
	Deadline   time.Time    // in the reader's time zone
	Left       time.Duration
}

// Text is the page as plain text.
func (p GamePage) Text() string { return pageText("pages_game.txt.tmpl", p) }

// Caption is the line under a picture of the game.
func (p GamePage) Caption() string {
	return strings.TrimSpace(pageText("caption", p))
}

// Number is the number of the turn that is to be played.
func (p GamePage) Number() int { return p.Ply + 1 }

// Player is the player in a seat with their side.
func (p GamePage) Player(seat rules.Seat) string {
	return p.Players[seat] + " (" + p.Sides[seat] + ")"
}

// MyTurn tells whether the reader is to move.
func (p GamePage) MyTurn() bool { return p.Reader != rules.NoSeat && p.Reader == p.ToMove }

// Won tells whether the game has a winner.
func (p GamePage) Won() bool { return p.Over && p.Result.Winner != rules.NoSeat }

// Aborted tells whether the game was called off.
func (p GamePage) Aborted() bool { return isAbort(p.Result.Reason) }

// Opponent is the name of whoever the reader plays against.
func (p GamePage) Opponent() string {
	if other := p.Reader.Other(); other != rules.NoSeat {
		return p.Players[other]
	}
	return p.Players[rules.First] + " and " + p.Players[rules.Second]
}

// DrawOffered tells whether the game has an offer of a draw.
func (p GamePage) DrawOffered() bool { return !p.Past && p.DrawBy != rules.NoSeat }

// TakebackOffered tells whether the game has an offer of a takeback.
func (p GamePage) TakebackOffered() bool { return !p.Past && p.TakebackBy != rules.NoSeat }

// Again is the number of the turn that would be played again.
func (p GamePage) Again() int { return p.TakebackTo + 1 }

// Absences are the seats whose players are away now.
func (p GamePage) Absences() []rules.Seat {
	var seats []rules.Seat
	for seat, until := range p.Away {
		if !p.Past && !p.Over && !until.IsZero() {
			seats = append(seats, rules.Seat(seat))
		}
	}
	return seats
}

// In gives the page with its times in a zone.
func (p GamePage) In(zone *time.Location) GamePage {
	p.Deadline = p.Deadline.In(zone)
	for seat, until := range p.Away {
		p.Away[seat] = until.In(zone)
	}
	return p
}
