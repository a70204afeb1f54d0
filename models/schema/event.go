package schema

import (
	"turnpost/models"
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
