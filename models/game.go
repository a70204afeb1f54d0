package models

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"turnpost/models/rating"
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
	Result           rules.Result     // zero while ongoing
	Terms                             // as the players agreed on them
	Deadline         time.Time        // zero once the game is over
	Left             [2]time.Duration // by seat
	Stops            bool             // days off or a vacation stop the running clock before the deadline
	Away             [2]time.Time     // by seat: until when the player is away; zero if not
	// Rest is by seat, of an ongoing game: by which the running clock counts, and what the other player has.
	Rest       [2]Rest
	DrawBy     rules.Seat // who has offered a draw, or NoSeat
	TakebackBy rules.Seat // who has offered a takeback, or NoSeat
	TakebackTo int        // the ply that the takeback returns to
	Takebacks  int        // number of takebacks so far; with Ply it identifies the state
	Offers     int        // number of offers of draws and takebacks so far
	// Declined is the offer that was just declined, as NegotiateDraw, NegotiateTakeback and AddDeclined set it.
	Declined       DeclinedOffer
	Unread         [2]int // by seat: number of messages that the player has not marked as read
	LastTurn       *Turn  // nil at ply 0
	Event          string // ID of the event that it belongs to; "" for none
	CreatedAt      time.Time
	UpdatedAt      time.Time
	FinishedAt     time.Time       // zero while ongoing
	Rated          bool            // it is or, while it is ongoing, is to be rated
	UnratedBecause rating.Cause    // "" if it is or is to be rated
	Ratings        [2]RatingChange // by seat, of a rated game; zero for a player who was deleted
	HideRating     [2]bool         // by seat: others do not see the player's ratings
	// Rematch is the open challenge to a rematch of a finished game that was loaded by itself; "" if there is none or
	// it was accepted.
	Rematch string
	// Withheld: the message with a turn was not delivered, because the operator has muted the player.
	Withheld bool
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

// ByDeadline compares two games that are under way by their deadlines, and by their IDs if these are the same.
func ByDeadline(a, b *Game) int {
	return cmp.Or(a.Deadline.Compare(b.Deadline), strings.Compare(a.ID, b.ID))
}

// LiveGame is the state of a game whose changes reload an open page of it. Clocks, which run by themselves, are not
// part of it.
type LiveGame struct {
	State   string
	Players [2]int64
	Unread  [2]int
}

// Tag identifies the state for a player, or for a watcher if the player has no seat. It has letters, digits and full
// stops.
func (l LiveGame) Tag(player int64) string {
	for seat, id := range l.Players {
		if id == player && player != 0 {
			return l.State + "." + strconv.Itoa(l.Unread[seat])
		}
	}
	return l.State
}

// LiveInbox is the state of an inbox whose changes reload an open page.
type LiveInbox struct {
	Tag    string // letters, digits and full stops
	ToMove int    // number of games with the player to move
}

// Live returns the state of the game for open pages.
func (g *Game) Live() LiveGame {
	return LiveGame{
		LiveState(g.Ply, g.Takebacks, g.Offers, g.Status, g.DrawBy, g.TakebackBy),
		[2]int64{g.Players[0].ID, g.Players[1].ID},
		g.Unread,
	}
}

// LiveState returns a text that differs after every change of a game that its page shows.
func LiveState(ply, takebacks, offers int, status Status, draw, takeback rules.Seat) string {
	return fmt.Sprintf("%d.%d.%d.%.1s.%d.%d", ply, takebacks, offers, status, draw+1, takeback+1)
}

// Reasons that the platform adds to those of the rules.
const (
	ReasonResignation = "resignation"
	ReasonAgreement   = "agreement"
	ReasonTimeout     = "timeout"
	ReasonAborted     = "aborted" // before both had played: by a player, or out of time

	ReasonAdjudicated = "adjudicated" // won or drawn by decision of an operator
	ReasonAnnulled    = "annulled"    // ended without a result by an operator
	ReasonWithdrawn   = "withdrawn"   // the loser has withdrawn from the event of the game
)

// Unscored reports whether games that end for a reason have no result.
func Unscored(reason string) bool { return reason == ReasonAborted || reason == ReasonAnnulled }

// Turn is one stored turn.
type Turn struct {
	Ply        int
	Seat       rules.Seat
	Text       string // canonical
	Position   string // after it
	Occurrence int    // number of occurrences of the position in the game by then; 0 in records, which do not have it
	Events     []rules.Event
	Message    string
	Via        Via
	At         time.Time
	Hash       []byte // chains it to the previous turn
}

// Via is the channel by which a turn came.
type Via string

// The channels.
const (
	ViaHTTP Via = "http"
	ViaMail Via = "mail"
	ViaWeb  Via = "web"  // a page
	ViaPlan Via = "plan" // a reply of the player's plan

	ViaHouse Via = "house" // the house found it
)

// TurnInput is a turn that a player submits.
type TurnInput struct {
	Game      string
	Player    int64
	Ply       *int // the ply that the turn is meant for; nil: the current one
	Takebacks *int // the number of takebacks that the player knew of; nil: the current one
	Text      string
	Message   string // to the opponent, with the turn
	OfferDraw bool
	Plan      string // of the player after the turn, a line each; "" for none
	Via       Via
}

// MaxMessage is the maximum length of a message in characters.
const MaxMessage = 2000

// Read cleans the message and parses the lines of the plan.
func (in *TurnInput) Read() (plan []PlanLine, err error) {
	if in.Message, err = CleanText("message", in.Message, MaxMessage); err != nil || in.Plan == "" {
		return nil, err
	}
	return ParsePlan(strings.Split(in.Plan, "\n"))
}

// GameOver refuses an action that requires an ongoing game. The adapter adds why the game ended.
func GameOver(g *Game) error {
	e := Fail(CodeGameOver, "game_over", "game", g.ID)
	e.Game = g
	return e
}

// Refusal returns the *Error of a turn that the rules refuse.
func Refusal(ruleset string, err error) error {
	refused, ok := rules.RefusalOf(err)
	if !ok {
		return err
	}
	e := Fail(CodeIllegalTurn, "by_rules", "detail", refused.Sentence())
	if _, unreadable := errors.AsType[*rules.UnreadableTurn](err); unreadable {
		e.Code = CodeUnreadableTurn
	}
	e.Ruleset, e.Refusal, e.Reason = ruleset, refused, refused.Code
	return e
}
