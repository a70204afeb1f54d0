package models

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"turnpost/rules"
)

// noticeEvent notifies a player of an event.
func (tx *Tx) noticeEvent(kind Kind, event string, player int64) error {
	return tx.noticeEventKeyed(kind, event, player, fmt.Sprintf("%s.%s.%d", kind, event, player), 0)
}

// noticeEventKeyed is noticeEvent with a key, for notices that a player may get more than once, and with the start of
// the wait, 0 for now.
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

// One mail tells a player of all games with which an event begins. Until it is queued and while it waits unsent, their
// first turns are not lost by time, and when it is sent, their clocks are credited with the wait, as with the mail of a
// turn.

const eventBegan = "event_began"

// eventBeganKey returns the key of the notice that tells a player of the beginning of an event.
func eventBeganKey(event string, player int64) string {
	return fmt.Sprintf("%s.%s.%d", eventBegan, event, player)
}

// eventBegunIn returns the event of whose beginning a notice tells.
func eventBegunIn(n notice) (event string, is bool) {
	rest, is := strings.CutPrefix(n.Key, eventBegan+".")
	event, _, _ = strings.Cut(rest, ".")
	return event, is && n.PlayerID != 0 && n.Key == eventBeganKey(event, n.PlayerID)
}

// notifiedOfEvent reports whether the player to move has been notified of the game: false while it is at its start and
// others of theirs are due to begin, or the notice of the beginning of its event waits.
func (tx *Tx) notifiedOfEvent(row *gameRow) (bool, error) {
	if row.EventID == "" || row.Ply > 0 {
		return true, nil
	}
	var waiting int64
	err := tx.Raw("SELECT COUNT(*) FROM notices WHERE key = ? AND done_at = 0 AND waits_from <= ?",
		eventBeganKey(row.EventID, row.ToMoveID), tx.at).Scan(&waiting).Error
	if err != nil || waiting > 0 {
		return false, err
	}
	due, err := tx.dueGames(row.EventID)
	return !slices.ContainsFunc(due, func(g *eventGameRow) bool {
		return g.FirstID == row.ToMoveID || g.SecondID == row.ToMoveID
	}), err
}

// creditEvent credits the clocks of the games of whose beginning a notice tells with the time that it waited. It must
// precede the change of the notice.
func (tx *Tx) creditEvent(n notice, event string) error {
	if tx.at.Sub(n.WaitsFrom) < creditFrom {
		return nil
	}
	var ids []string
	err := tx.Raw(`SELECT a.id FROM games a JOIN event_games g ON g.game_id = a.id AND g.game_id <> ''
			JOIN events e ON e.id = g.event_id AND e.began_at = g.began_at
		WHERE a.event_id = ? AND a.event_id <> '' AND a.to_move_id = ? AND a.ply = 0 AND a.status = 'ongoing'
		ORDER BY a.id`, event, n.PlayerID).Scan(&ids).Error
	for _, id := range ids {
		if err == nil {
			err = tx.creditStart(id, n.WaitsFrom)
		}
	}
	return err
}

// creditStart credits the side to move in a game at its start with a wait that ends now.
func (tx *Tx) creditStart(id string, from Millis) error {
	row, err := tx.loadGame(id)
	if err != nil || row.Status != Ongoing || row.Ply > 0 {
		return err
	}
	waited := row.clock().runningTime(max(from, row.CreatedAt), tx.at)
	row.credit(tx.at, waited)
	if err := tx.dropNotices(DropTimeCredited, "game_id = ? AND kind = ?", row.ID, KindReminder); err != nil {
		return err
	}
	if err := tx.logGame(row, LogMailDelay, row.ToMove, givenBack(waited)); err != nil {
		return err
	}
	return tx.updateGame(row, row.Ply)
}
