package mailbox

import (
	"context"

	"turnpost/models"
	"turnpost/models/event"
	"turnpost/rules"
)

// gatherEvent loads the content of a notice about an event.
func (s *Store) gatherEvent(ctx context.Context, c *Content) (drop models.NoticeReason, err error) {
	if err := s.loadEventContent(ctx, c, c.Row.Detail.Event); err != nil {
		return "", err
	}
	if c.Kind == models.KindEventBegan {
		err = s.gatherEventGames(ctx, c)
	}
	return "", err
}

// loadEventContent loads an event with its table and the place of the recipient.
func (s *Store) loadEventContent(ctx context.Context, c *Content, id string) error {
	table, err := s.EventTable(ctx, id)
	c.Event = &table.Event
	if err != nil || c.Event.Kind == event.RoundRobin && c.Event.BeganAt.IsZero() {
		return err
	}
	c.Table = &table
	for _, rows := range table.Groups {
		for _, row := range rows {
			if row.Ref.ID == c.To.ID {
				c.Place = row.Place
			}
		}
	}
	return nil
}

// gatherEventGames lists the running games of the recipient in the event: those that await them, then the others.
func (s *Store) gatherEventGames(ctx context.Context, c *Content) error {
	games, err := s.EventGames(ctx, c.Event.ID)
	if err != nil {
		return err
	}
	for _, g := range games {
		if g.Game == "" || g.First.ID != c.To.ID && g.Second.ID != c.To.ID {
			continue
		}
		game, err := s.Game(ctx, g.Game)
		if err != nil {
			return err
		}
		switch listed := c.listedGame(models.KindYourTurn, game); {
		case game.Status != models.Ongoing:
		case game.ToMove != listed.Seat || game.ToMove == rules.NoSeat:
			c.Others = append(c.Others, listed)
		case len(c.Listed) < event.MaxMailedGames:
			c.Listed = append(c.Listed, listed)
		default:
			c.More++
		}
	}
	return nil
}

// gatherTable loads the table of an event that a mail asked for.
func (s *Store) gatherTable(ctx context.Context, c *Content) error {
	return s.loadEventContent(ctx, c, c.Reply.OfEvent)
}

// gatherEvents lists the player's events that are not over, and then those that they may join.
func (s *Store) gatherEvents(ctx context.Context, c *Content) error {
	listed := map[string]bool{}
	for _, f := range []event.Filter{
		{Player: c.To.Name, Status: event.EventRunning},
		{Player: c.To.Name, Status: event.EventOpen},
		{Kind: event.RoundRobin, Status: event.EventOpen},
		{Kind: event.Ladder, Status: event.EventRunning},
	} {
		f.Limit = event.MaxListedEvents
		list, _, err := s.Events(ctx, f)
		if err != nil {
			return err
		}
		for _, e := range list {
			if !listed[e.ID] {
				listed[e.ID] = true
				c.Events = append(c.Events, e)
			}
		}
	}
	return nil
}

// gatherDone loads the event that a command has joined or left.
func (s *Store) gatherDone(ctx context.Context, c *Content) error {
	if c.Reply.OfEvent == "" {
		return nil
	}
	return s.loadEventContent(ctx, c, c.Reply.OfEvent)
}
