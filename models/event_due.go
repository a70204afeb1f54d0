package models

import (
	"context"
	"errors"

	"turnpost/models/db"
	"turnpost/models/roundrobin"
)

// The games with which an event begins are decided at once, and in a large event begin in parts, because a player's
// turn waits for the transaction before it: one that began all 528 games of the largest event took 39 ms of CPU. The
// request of the last player to join begins all games of an event of one group, at most 132 in 14 ms, and the first
// part of a larger one, in 17 ms with drawing and pairing; any process begins the other parts, in 13 ms each. Each
// transaction locks the event and takes the first games that are due, so that each begins once.
//
// In the store such a game has stateDue, by which the events with such games are found. In memory it is running, and
// has no game yet.

// stateDue is the stored state of a game that is to begin.
const stateDue roundrobin.State = "due"

// dueAtOnce is the number of games of an event of several groups that one transaction begins.
const dueAtOnce = 66

// dueGames lists the games of an event that are due, by number.
func (tx *Tx) dueGames(event string) (list []*eventGameRow, err error) {
	err = db.Query(tx.DB, func(c *db.Columns) error {
		g := &eventGameRow{EventID: event, State: roundrobin.Running}
		g.No, g.FirstID, g.SecondID, g.BeganAt = int(c.Number()), c.Number(), c.Number(), millis(c)
		list = append(list, g)
		return nil
	}, "SELECT no, first_id, second_id, began_at FROM event_games WHERE event_id = ? AND state = ? ORDER BY no",
		event, stateDue)
	return list, err
}

// due lists the games of an event that are due, by number.
func (e *eventState) due() (list []*eventGameRow) {
	for i := range e.games {
		if g := &e.games[i]; g.State == roundrobin.Running && g.GameID == "" {
			list = append(list, g)
		}
	}
	return list
}

// beginDueGames begins the first n due games of a locked event, and notifies the players all of whose games have begun.
func (tx *Tx) beginDueGames(row *eventRow, n int) error {
	due, err := tx.dueGames(row.ID)
	if err != nil {
		return err
	}
	rest := due[min(n, len(due)):]
	tx.due = tx.due || len(rest) > 0
	if _, err := tx.insertEventGames(row, due[:len(due)-len(rest)]); err != nil {
		return err
	}
	return tx.noticeBegunEvent(row, rest)
}

// noticeBegunEvent notifies the players of an event who have no due game any more, unless they are notified already. It
// is one mail about all games of a player, not one a game.
func (tx *Tx) noticeBegunEvent(row *eventRow, due []*eventGameRow) error {
	waiting := map[int64]bool{}
	for _, g := range due {
		waiting[g.FirstID], waiting[g.SecondID] = true, true
	}
	if err := tx.Flush(); err != nil {
		return err
	}
	var players []int64
	err := tx.Raw(`SELECT player_id FROM event_players p WHERE event_id = ? AND withdrawn = '' AND NOT EXISTS
		(SELECT 1 FROM notices WHERE key = CAST(? AS TEXT) || p.player_id) ORDER BY player_id`,
		row.ID, eventBegan+"."+row.ID+".").Scan(&players).Error
	for _, player := range players {
		if err == nil && !waiting[player] {
			err = tx.noticeEventKeyed(KindEventBegan, row.ID, player, eventBeganKey(row.ID, player), row.BeganAt)
		}
	}
	return err
}

// beginEvents begins the due games of all events, in small transactions.
func (s *Store) beginEvents(ctx context.Context) error {
	var ids []string
	failures := s.read(ctx).Raw(`SELECT id FROM events WHERE status = ? AND EXISTS
		(SELECT 1 FROM event_games g WHERE g.event_id = events.id AND g.state = ?) ORDER BY id`,
		EventRunning, stateDue).Scan(&ids).Error
	for _, id := range ids {
		more, err := true, error(nil)
		for more && err == nil {
			if err = s.keepHeartbeat(ctx); err == nil {
				more, err = s.beginEventPart(ctx, id)
			}
		}
		failures = errors.Join(failures, err)
	}
	return failures
}

// beginEventPart begins a part of the due games of an event. more is true if others remain.
func (s *Store) beginEventPart(ctx context.Context, id string) (more bool, err error) {
	err = s.write(ctx, func(tx *Tx) error {
		row, err := tx.lockEvent(id)
		if err != nil {
			return err
		}
		err = tx.beginDueGames(row, dueAtOnce)
		more = tx.due
		tx.due = false // the caller goes on
		return err
	})
	return more && err == nil, err
}
