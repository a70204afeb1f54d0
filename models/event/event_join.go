package event

import (
	"context"
	"errors"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/core"
	"turnpost/models/play"
	"turnpost/models/rating"
	"turnpost/models/roundrobin"
	"turnpost/models/schema"
)

// JoinEvent adds a player to an open event, which begins when the last one has joined: then its games begin in the same
// transaction and, if it repeats, the next one opens. Two players of whom one blocks the other do not meet in an event:
// the second to come is refused, as with challenges. A block that is made later changes nothing.
// Errors: CodeNotFound, CodeConflict if it is not open or the player has joined, CodeNotEligible for a player who is
// not reliable enough, CodeForbidden if the player and one who has joined block each other.
func (s *Store) JoinEvent(ctx context.Context, p models.Player, id string) (Event, error) {
	return s.changeEvent(ctx, p, id, func(tx *core.Tx, row *StoredEvent) error {
		if Kind(row.Kind) == Ladder {
			return joinLadder(tx, row, p)
		}
		if row.Status != EventOpen {
			return models.Fail(models.CodeConflict, "event_not_open", "event", row.ID, "status", row.Status)
		}
		players, err := eventPlayers(tx.DB, row.ID)
		if err != nil {
			return err
		}
		if err := mayJoin(tx, row, p, players); err != nil {
			return err
		}
		err = tx.Exec("INSERT INTO event_players (event_id, player_id, joined_at) VALUES (?, ?, ?)",
			row.ID, p.ID, tx.At).Error
		if err != nil || len(players)+1 < row.Size {
			return err
		}
		return beginEvent(tx, row)
	})
}

// mayJoin checks what an event asks of a player.
func mayJoin(tx *core.Tx, row *StoredEvent, p models.Player, joined []eventPlayerRow) error {
	for i := range joined {
		other := models.PlayerRef{ID: joined[i].PlayerID, Name: joined[i].Name}
		if other.ID == p.ID {
			return models.Fail(models.CodeConflict, "event_joined", "event", row.ID)
		}
		if err := account.MustNotBlock(tx, p.ID, other, "challenges"); err != nil {
			return err
		}
	}
	return mustBeReliable(tx, row, p.ID)
}

// mustBeReliable refuses a player who does not have the reliability that an event asks for.
func mustBeReliable(tx *core.Tx, row *StoredEvent, player int64) error {
	err := play.MustBeEligible(tx, &row.Terms, rating.Pool{Ruleset: row.Ruleset, Variant: row.Variant}, player)
	if refused, ok := errors.AsType[*models.Error](err); ok && refused.Code == models.CodeNotEligible {
		refused.Message.Key += "_event"
	}
	return err
}

// LeaveEvent takes a player out of an event. Before the beginning it undoes the joining. Later it is a withdrawal: if
// under half of the player's games are finished, all of them leave the table, else the rest count as lost; their
// running games end as lost by ReasonWithdrawn, unrated.
// Errors: CodeNotFound, CodeConflict if the event is over, or the player has not joined or has left.
func (s *Store) LeaveEvent(ctx context.Context, p models.Player, id string) (Event, error) {
	e, err := s.changeEvent(ctx, p, id, func(tx *core.Tx, row *StoredEvent) error {
		return leaveEvent(tx, row, p.ID, roundrobin.Withdrawn)
	})
	if err == nil {
		after := *s // without the key and the guard of this use case
		after.Request, after.Guard = nil, core.Guard{}
		err = after.EndWithdrawn(ctx)
	}
	return e, err
}

// leaveEvent takes a player out of a locked event.
func leaveEvent(tx *core.Tx, row *StoredEvent, player int64, how roundrobin.Withdrawal) error {
	if Kind(row.Kind) == Ladder {
		return leaveLadder(tx, row, player, how)
	}
	state, err := loadEventState(tx.DB, row)
	if err != nil {
		return err
	}
	p := state.player(player)
	switch {
	case row.Status == EventEnded:
		return models.Fail(models.CodeConflict, "event_over", "event", row.ID)
	case p == nil || p.Withdrawn != "":
		return models.Fail(models.CodeConflict, "event_not_joined", "event", row.ID)
	case row.Status == EventOpen:
		return tx.Exec("DELETE FROM event_players WHERE event_id = ? AND player_id = ?", row.ID, player).Error
	}
	parts := state.parts()
	part := parts[p.Part-1]
	part.Withdraw(p.Name, how)
	return stepEvent(tx, state, parts, part, nil)
}

// Player returns the row of a player, or nil.
func (e *eventState) player(id int64) *eventPlayerRow {
	for i := range e.players {
		if e.players[i].PlayerID == id {
			return &e.players[i]
		}
	}
	return nil
}

// LeaveEvents takes a player whose account is closed out of all events, and ends their games of ladders there, also of
// those that they have left before.
func LeaveEvents(tx *core.Tx, p *schema.PlayerRow, how roundrobin.Withdrawal) error {
	var ids []string
	err := tx.Raw(`SELECT e.id FROM event_players p JOIN events e ON e.id = p.event_id
		WHERE p.player_id = ? AND e.status <> ? AND (p.withdrawn = '' OR e.kind = ?) ORDER BY e.id`,
		p.ID, EventEnded, Ladder).Scan(&ids).Error
	if err != nil {
		return err
	}
	rows := make([]*StoredEvent, len(ids)) // all locked first, in the order of all transactions that lock several
	for i, id := range ids {
		if rows[i], err = LockEvent(tx, id); err != nil {
			return err
		}
	}
	for _, row := range rows {
		// it has ended meanwhile
		if err := leaveEvent(tx, row, p.ID, how); err != nil && models.CodeOf(err) != models.CodeConflict {
			return err
		}
		if Kind(row.Kind) == Ladder {
			if err := forfeitLadderGames(tx, row, p.ID); err != nil {
				return err
			}
		}
	}
	return nil
}

// ForgetEvents removes the names by which a deleted player was drawn and the titles that they wrote, and ends the
// repetition of their standing events.
func ForgetEvents(tx *core.Tx, p *schema.PlayerRow) error {
	err := tx.Exec("UPDATE event_players SET drawn_name = '' WHERE player_id = ? AND drawn_name <> ''", p.ID).Error
	if err != nil {
		return err
	}
	return tx.Exec("UPDATE events SET title = '', repeats = 0 WHERE maker_id > 0 AND maker_id = ?", p.ID).Error
}

// changeEvent runs a change of an event by a player, and returns the event after it.
func (s *Store) changeEvent(
	ctx context.Context, p models.Player, id string, change func(tx *core.Tx, row *StoredEvent) error,
) (e Event, err error) {
	err = s.Write(ctx, func(tx *core.Tx) error {
		if err := account.CheckActor(tx, p.ID); err != nil {
			return err
		}
		row, err := LockEvent(tx, id)
		if err != nil {
			return err
		}
		if err := change(tx, row); err != nil {
			return err
		}
		e, err = ChangedEvent(tx, id)
		return err
	})
	return e, err
}

// LockEvent locks and loads an event. A transaction locks a game and the standings of its players before the game's
// event, and no game after it.
func LockEvent(tx *core.Tx, id string) (*StoredEvent, error) {
	if tx.IsPostgres() { // what is read with the event must be as new as the lock
		if err := tx.Exec("SELECT 1 FROM events WHERE id = ? FOR NO KEY UPDATE", id).Error; err != nil {
			return nil, err
		}
	}
	return loadEvent(tx.DB, id)
}
