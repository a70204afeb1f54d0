package schema

import (
	"fmt"
	"strings"

	"turnpost/models"
	"turnpost/models/ladder"
	"turnpost/models/roundrobin"
	"turnpost/rules"
)

// EventGameRow is a game of an event, under way or still to be begun.
type EventGameRow struct {
	EventID           string
	No, Part, Round   int
	FirstID, SecondID int64
	Challenger        rules.Seat
	GameID            string
	State             roundrobin.State
	Score, HadResult  int
	Reason            string
	Step              int
	BeganAt, EndedAt  models.Millis
	ToEnd             int
	FirstName         string
	SecondName        string
}

// Game returns the view of a row.
func (r *EventGameRow) Game() models.EventGame {
	if r.State != roundrobin.Over { // a row of a ladder keeps the score of an annulled game, to play the places again
		r.Score = -1
	}
	if r.State == StateDue {
		r.State, r.BeganAt = roundrobin.Waiting, 0
	}
	return models.EventGame{
		No: r.No, Group: r.Part, Round: r.Round, First: models.PlayerRef{ID: r.FirstID, Name: r.FirstName},
		Second: models.PlayerRef{
			ID:   r.SecondID,
			Name: r.SecondName,
		}, Challenger: r.Challenger, Game: r.GameID, State: r.State,
		Score: r.Score, Reason: r.Reason, BeganAt: r.BeganAt.Time(), EndedAt: r.EndedAt.Time(),
	}
}

// The games with which an event begins are decided at once, and in a large event begin in parts, because a player's
// turn waits for the transaction before it: one that began all 528 games of the largest event took 39 ms of CPU. The
// request of the last player to join begins all games of an event of one group, at most 132 in 14 ms, and the first
// part of a larger one, in 17 ms with drawing and pairing; any process begins the other parts, in 13 ms each. Each
// transaction locks the event and takes the first games that are due, so that each begins once.
//
// In the store such a game has StateDue, by which the events with such games are found. In memory it is running, and
// has no game yet.

// StateDue is the stored state of a game that is to begin.
const StateDue roundrobin.State = "due"

// LadderSides returns the players of a game of a ladder.
func (r EventGameRow) LadderSides() (challenger, challenged int64) {
	if r.Challenger == rules.First {
		return r.FirstID, r.SecondID
	}
	return r.SecondID, r.FirstID
}

// LadderWinner returns the side that has won a game of a ladder.
func (r EventGameRow) LadderWinner() ladder.Side {
	switch {
	case r.Score < 0 || r.Score == roundrobin.Draw:
		return ladder.Nobody
	case (r.Score == roundrobin.Win) == (r.Challenger == rules.First):
		return ladder.Challenger
	}
	return ladder.Challenged
}

// One mail tells a player of all games with which an event begins. Until it is queued and while it waits unsent, their
// first turns are not lost by time, and when it is sent, their clocks are credited with the wait, as with the mail of a
// turn.

// EventBegan begins the keys of notices about the beginning of an event.
const EventBegan = "event_began"

// EventBeganKey returns the key of the notice that tells a player of the beginning of an event.
func EventBeganKey(event string, player int64) string {
	return fmt.Sprintf("%s.%s.%d", EventBegan, event, player)
}

// EventBegunIn returns the event of whose beginning a notice tells.
func EventBegunIn(n Notice) (event string, is bool) {
	rest, is := strings.CutPrefix(n.Key, EventBegan+".")
	event, _, _ = strings.Cut(rest, ".")
	return event, is && n.PlayerID != 0 && n.Key == EventBeganKey(event, n.PlayerID)
}
