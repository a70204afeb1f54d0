package models

import (
	"context"

	"turnpost/rules"
)

// ReadMarks is how far a player has read.
type ReadMarks struct {
	Read   int // number of the last message that is marked as read
	Unread int // messages of the opponent after it
}

// MarkMessagesRead marks the messages of a game as read up to one of them, nil for all. Marks
// never go back. What is read and waits to be mailed is dropped.
// Errors: CodeNotFound, CodeForbidden for a game of others, CodeInvalid for a message that there
// is not.
func (s *Store) MarkMessagesRead(ctx context.Context, player int64, game string, upTo *int) (ReadMarks, error) {
	var marks ReadMarks
	err := s.write(ctx, func(tx *Tx) error {
		row, err := tx.loadGame(game)
		if err != nil {
			return err
		}
		if err := tx.store.terms.mayUse(row); err != nil {
			return err
		}
		seat, err := row.ownSeat(player)
		if err != nil {
			return err
		}
		if marks, err = tx.markRead(row, seat, upTo); err == nil {
			tx.setResult(marks)
		}
		return err
	})
	return marks, err
}

func (tx *Tx) markRead(row *gameRow, seat rules.Seat, upTo *int) (ReadMarks, error) {
	marks, err := tx.readMarks(row.ID, seat)
	if err != nil {
		return marks, err
	}
	next, err := tx.nextMessage(row.ID)
	if err != nil {
		return marks, err
	}
	to := next - 1
	if upTo != nil && (*upTo < 0 || *upTo > to) {
		return marks, invalid("up_to", "no_message", "game", row.ID, "last", to)
	}
	if upTo != nil {
		to = *upTo
	}
	marks.Read = max(marks.Read, to)
	err = tx.Raw("SELECT COUNT(*) FROM messages WHERE game_id = ? AND number > ? AND seat = ?",
		row.ID, marks.Read, seat.Other()).Scan(&marks.Unread).Error
	if err != nil {
		return marks, err
	}
	err = tx.Exec(`INSERT INTO chats (game_id, seat, player_id, read_to, unread) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (game_id, seat) DO UPDATE SET read_to = excluded.read_to, unread = excluded.unread`,
		row.ID, seat, row.side(seat).ID, marks.Read, marks.Unread).Error
	if err != nil || marks.Unread > 0 {
		return marks, err
	}
	return marks, tx.dropNotices(DropMessagesRead, "game_id = ? AND player_id = ? AND kind = ?",
		row.ID, row.side(seat).ID, KindMessage)
}

func (tx *Tx) readMarks(game string, seat rules.Seat) (ReadMarks, error) {
	var marks ReadMarks
	err := tx.Raw(`SELECT read_to AS "read", unread FROM chats WHERE game_id = ? AND seat = ?`,
		game, seat).Scan(&marks).Error
	return marks, err
}
