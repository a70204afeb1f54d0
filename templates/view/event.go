package view

import (
	"turnpost/models/event"
	"turnpost/templates/words"
)

// Event is an event as a reader sees it. Its times are in the reader's zone.
type Event struct {
	event.Event
	Name      string // its title, or what it is: "Hnefatafl 7×7: round robin of 8"
	GameTitle string // "Hnefatafl 7×7"
	State     string // whether it is open, under way or over, as a sentence
}

// Event returns an event.
func (v *Views) Event(e event.Event, r Reader) *Event {
	e.CreatedAt, e.BeganAt, e.EndedAt = r.In(e.CreatedAt), r.In(e.BeganAt), r.In(e.EndedAt)
	e.EstimatedEnd, e.LatestEnd = r.In(e.EstimatedEnd), r.In(e.LatestEnd)
	e.Title = e.TitleFor(r.Player)
	game := title(v.info(e.Ruleset, r), e.Variant)
	return &Event{Event: e, GameTitle: game, Name: EventName(e, game, r.Words()), State: eventState(e, r.Words())}
}

// EventName returns the title of an event, or a name made of the title of its game.
func EventName(e event.Event, game string, l *words.Language) string {
	return l.Say("event.name", "titled", e.Title != "", "title", e.Title, "kind", string(e.Kind), "game", game,
		"size", e.Size)
}

func eventState(e event.Event, l *words.Language) string {
	switch {
	case e.NeverBegan():
		return l.Say("event.status.called_off", "when", l.When(e.EndedAt))
	case e.Status == event.EventEnded:
		return l.Say("event.status.ended", "when", l.When(e.EndedAt))
	case e.Kind == event.Ladder:
		return l.Say("event.status.ladder", "when", l.When(e.CreatedAt))
	case e.Status == event.EventOpen:
		return l.Say("event.status.open", "n", e.Size-e.Joined)
	}
	return l.Say("event.status.running", "when", l.When(e.BeganAt))
}

// IsLadder reports whether the event is a ladder.
func (e *Event) IsLadder() bool { return e.Kind == event.Ladder }

// IsOpen reports whether a round robin waits for players.
func (e *Event) IsOpen() bool { return e.Status == event.EventOpen }
