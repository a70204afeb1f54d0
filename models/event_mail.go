package models

import (
	"context"
	"fmt"

	"turnpost/rules"
)

// noticeEvent notifies a player of an event.
func (tx *Tx) noticeEvent(kind Kind, event string, player int64) error {
	return tx.noticeEventKeyed(kind, event, player, fmt.Sprintf("%s.%s.%d", kind, event, player), 0)
}

// noticeEventKeyed is noticeEvent with a key, for notices that a player may get more than once, and with the start of the
// wait, 0 for now.
func (tx *Tx) noticeEventKeyed(kind Kind, event string, player int64, key string, since Millis) error {
	to, err := findPlayer(tx.DB, "id = ? AND deleted_at = 0 AND banned_at = 0", player)
	if err != nil || to == nil {
		return err
	}
	return tx.notify(notice{
		Key: key, Kind: kind, PlayerID: player, Email: to.Email, Detail: noticeDetail{Event: event}, since: since, reader: to,
	})
}

// gatherEvent loads the content of a notice about an event.
func (s *Store) gatherEvent(ctx context.Context, c *Content) (drop NoticeReason, err error) {
	if err := s.loadEventContent(ctx, c, c.row.Detail.Event); err != nil {
		return "", err
	}
	if c.Kind == KindEventBegan {
		err = s.gatherEventGames(ctx, c)
	}
	return "", err
}

// loadEventContent loads an event with its table and the place of the recipient.
func (s *Store) loadEventContent(ctx context.Context, c *Content, id string) error {
	table, err := s.EventTable(ctx, id)
	c.Event = &table.Event
	if err != nil || c.Event.Kind == RoundRobin && c.Event.BeganAt.IsZero() {
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

// maxMailedGames is the number of games of an event in one mail.
const maxMailedGames = 50

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
		switch listed := c.listedGame(KindYourTurn, game); {
		case game.Status != Ongoing:
		case game.ToMove != listed.Seat || game.ToMove == rules.NoSeat:
			c.Others = append(c.Others, listed)
		case len(c.Listed) < maxMailedGames:
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

// maxListedEvents is the number of events in one mail, of the player's own and of the others.
const maxListedEvents = 15

// gatherEvents lists the player's events that are not over, and then those that they may join.
func (s *Store) gatherEvents(ctx context.Context, c *Content) error {
	listed := map[string]bool{}
	for _, f := range []EventFilter{
		{Player: c.To.Name, Status: EventRunning},
		{Player: c.To.Name, Status: EventOpen},
		{Kind: RoundRobin, Status: EventOpen},
		{Kind: Ladder, Status: EventRunning},
	} {
		f.Limit = maxListedEvents
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
