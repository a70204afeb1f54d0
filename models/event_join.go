package models

import (
	"context"
	"errors"

	"turnpost/models/roundrobin"
)

// JoinEvent adds a player to an open event, which begins when the last one has joined: then its games begin in the same
// transaction and, if it repeats, the next one opens. Two players of whom one blocks the other do not meet in an event:
// the second to come is refused, as with challenges. A block that is made later changes nothing.
// Errors: CodeNotFound, CodeConflict if it is not open or the player has joined, CodeNotEligible for a player who is
// not reliable enough, CodeForbidden if the player and one who has joined block each other.
func (s *Store) JoinEvent(ctx context.Context, p Player, id string) (Event, error) {
	return s.changeEvent(ctx, p, id, func(tx *Tx, row *eventRow) error {
		if EventKind(row.Kind) == Ladder {
			return tx.joinLadder(row, p)
		}
		if row.Status != EventOpen {
			return fail(CodeConflict, "event_not_open", "event", row.ID, "status", row.Status)
		}
		players, err := eventPlayers(tx.DB, row.ID)
		if err != nil {
			return err
		}
		if err := tx.mayJoin(row, p, players); err != nil {
			return err
		}
		err = tx.Exec("INSERT INTO event_players (event_id, player_id, joined_at) VALUES (?, ?, ?)",
			row.ID, p.ID, tx.at).Error
		if err != nil || len(players)+1 < row.Size {
			return err
		}
		return tx.beginEvent(row)
	})
}

// mayJoin checks what an event asks of a player.
func (tx *Tx) mayJoin(row *eventRow, p Player, joined []eventPlayerRow) error {
	for i := range joined {
		other := PlayerRef{joined[i].PlayerID, joined[i].Name}
		if other.ID == p.ID {
			return fail(CodeConflict, "event_joined", "event", row.ID)
		}
		if err := tx.mustNotBlock(p.ID, other, "challenges"); err != nil {
			return err
		}
	}
	return tx.mustBeReliable(row, p.ID)
}

// mustBeReliable refuses a player who does not have the reliability that an event asks for.
func (tx *Tx) mustBeReliable(row *eventRow, player int64) error {
	err := tx.mustBeEligible(&challengeRow{MinReliability: row.MinReliability}, player)
	if refused, ok := errors.AsType[*Error](err); ok && refused.Code == CodeNotEligible {
		refused.Message.Key += "_event"
	}
	return err
}

// LeaveEvent takes a player out of an event. Before the beginning it undoes the joining. Later it is a withdrawal: if
// under half of the player's games are finished, all of them leave the table, else the rest count as lost; their
// running games end as lost by ReasonWithdrawn, unrated.
// Errors: CodeNotFound, CodeConflict if the event is over, or the player has not joined or has left.
func (s *Store) LeaveEvent(ctx context.Context, p Player, id string) (Event, error) {
	e, err := s.changeEvent(ctx, p, id, func(tx *Tx, row *eventRow) error {
		return tx.leaveEvent(row, p.ID, roundrobin.Withdrawn)
	})
	if err == nil {
		err = s.apart().endWithdrawn(ctx)
	}
	return e, err
}

// leaveEvent takes a player out of a locked event.
func (tx *Tx) leaveEvent(row *eventRow, player int64, how roundrobin.Withdrawal) error {
	if EventKind(row.Kind) == Ladder {
		return tx.leaveLadder(row, player, how)
	}
	state, err := loadEventState(tx.DB, row)
	if err != nil {
		return err
	}
	p := state.player(player)
	switch {
	case row.Status == EventEnded:
		return fail(CodeConflict, "event_over", "event", row.ID)
	case p == nil || p.Withdrawn != "":
		return fail(CodeConflict, "event_not_joined", "event", row.ID)
	case row.Status == EventOpen:
		return tx.Exec("DELETE FROM event_players WHERE event_id = ? AND player_id = ?", row.ID, player).Error
	}
	parts := state.parts()
	part := parts[p.Part-1]
	part.Withdraw(p.Name, how)
	return tx.stepEvent(state, parts, part, nil)
}

// player returns the row of a player, or nil.
func (e *eventState) player(id int64) *eventPlayerRow {
	for i := range e.players {
		if e.players[i].PlayerID == id {
			return &e.players[i]
		}
	}
	return nil
}

// leaveEvents takes a player whose account is closed out of all events.
func (tx *Tx) leaveEvents(p *playerRow, how roundrobin.Withdrawal) error {
	var ids []string
	err := tx.Raw(`SELECT id FROM events WHERE status <> ? AND id IN
		(SELECT event_id FROM event_players WHERE player_id = ? AND withdrawn = '') ORDER BY id`,
		EventEnded, p.ID).Scan(&ids).Error
	if err != nil {
		return err
	}
	rows := make([]*eventRow, len(ids)) // all locked first, in the order of all transactions that lock several
	for i, id := range ids {
		if rows[i], err = tx.lockEvent(id); err != nil {
			return err
		}
	}
	for _, row := range rows {
		if err := tx.leaveEvent(row, p.ID, how); err != nil && CodeOf(err) != CodeConflict { // it has ended meanwhile
			return err
		}
	}
	return nil
}

// forgetEvents removes the names by which a deleted player was drawn and the titles that they wrote, and ends the
// repetition of their standing events.
func (tx *Tx) forgetEvents(p *playerRow) error {
	err := tx.Exec("UPDATE event_players SET drawn_name = '' WHERE player_id = ? AND drawn_name <> ''", p.ID).Error
	if err != nil {
		return err
	}
	return tx.Exec("UPDATE events SET title = '', repeats = 0 WHERE maker_id = ?", p.ID).Error
}

// changeEvent runs a change of an event by a player, and returns the event after it.
func (s *Store) changeEvent(
	ctx context.Context, p Player, id string, change func(tx *Tx, row *eventRow) error,
) (e Event, err error) {
	err = s.write(ctx, func(tx *Tx) error {
		if err := tx.checkActor(p.ID); err != nil {
			return err
		}
		row, err := tx.lockEvent(id)
		if err != nil {
			return err
		}
		if err := change(tx, row); err != nil {
			return err
		}
		e, err = tx.changedEvent(id)
		return err
	})
	return e, err
}

// lockEvent locks and loads an event. A transaction locks a game and the standings of its players before the game's
// event, and no game after it.
func (tx *Tx) lockEvent(id string) (*eventRow, error) {
	if tx.IsPostgres() { // what is read with the event must be as new as the lock
		if err := tx.Exec("SELECT 1 FROM events WHERE id = ? FOR NO KEY UPDATE", id).Error; err != nil {
			return nil, err
		}
	}
	return loadEvent(tx.DB, id)
}
