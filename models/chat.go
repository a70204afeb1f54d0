package models

import (
	"context"
	"fmt"
	"slices"
	"time"

	"turnpost/models/db"
	"turnpost/rules"
)

// Limits of a chat.
const (
	MessagesPerDay = 50                  // of one player in one game; messages with turns count but are never refused
	ChatAfter      = 14 * 24 * time.Hour // how long players may talk after a game
)

// Message is a message of a player to the opponent, with or without a turn. It stays when turns are taken back.
type Message struct {
	Number int // from 1 in each game
	Author PlayerRef
	Seat   rules.Seat
	Ply    int // of the game at that time; with a turn, the turn's ply
	Text   string
	At     time.Time
}

// Chat is a page of a game's messages, oldest first, as one player sees it.
type Chat struct {
	Messages []Message
	Next     int        // number of the last message if more follow, else 0
	Reader   rules.Seat // the player's
	Marks    ReadMarks
}

type messageRow struct {
	Number int
	Seat   rules.Seat
	Ply    int
	Text   string
	At     Millis
}

func (r messageRow) message(row *gameRow) Message {
	return Message{r.Number, row.side(r.Seat).ref(), r.Seat, r.Ply, r.Text, r.At.Time()}
}

// Messages lists the messages of a player's game after a given one.
// Errors: CodeNotFound, CodeForbidden for a game of others.
func (s *Store) Messages(ctx context.Context, player int64, game string, after, limit int) (Chat, error) {
	chat, err := s.readChat(ctx, player, game, "AND number > ? ORDER BY number"+db.Limit(limit+1), after)
	if len(chat.Messages) > limit {
		chat.Messages = chat.Messages[:limit]
		chat.Next = chat.Messages[limit-1].Number
	}
	return chat, err
}

// LastMessages lists the last messages of a player's game. It reads no others, however long the
// chat is. Errors are those of Messages.
func (s *Store) LastMessages(ctx context.Context, player int64, game string, limit int) (Chat, error) {
	chat, err := s.readChat(ctx, player, game, "ORDER BY number DESC"+db.Limit(limit))
	slices.Reverse(chat.Messages)
	return chat, err
}

// readChat reads the messages of a player's game selected by the end of a query.
func (s *Store) readChat(ctx context.Context, player int64, game, which string, args ...any) (chat Chat, err error) {
	row, err := loadGame(s.read(ctx), game)
	if err != nil {
		return chat, err
	}
	if err := s.terms.mayUse(row); err != nil {
		return chat, err
	}
	if chat.Reader, err = row.ownSeat(player); err != nil {
		return chat, err
	}
	var rows []messageRow
	err = s.read(ctx).Raw("SELECT number, seat, ply, text, at FROM messages WHERE game_id = ? "+which,
		append([]any{game}, args...)...).Scan(&rows).Error
	if err != nil {
		return chat, err
	}
	for _, r := range rows {
		chat.Messages = append(chat.Messages, r.message(row))
	}
	tx := s.readTx(ctx)
	chat.Marks, err = tx.readMarks(game, chat.Reader)
	return chat, err
}

// SendMessage sends a message to the opponent, without a turn.
// Errors: CodeInvalid for an empty or long text, CodeNotFound, CodeForbidden for a game of others,
// if either blocks the other or if the operator has muted the player, CodeConflict if the opponent's account was
// deleted, CodeGameOver long after the end, CodeTooMany.
func (s *Store) SendMessage(ctx context.Context, player int64, game, text string) (Message, error) {
	var message Message
	err := s.write(ctx, func(tx *Tx) (err error) {
		if message, err = tx.sendMessage(player, game, text); err == nil {
			tx.setResult(message)
		}
		return err
	})
	return message, err
}

func (tx *Tx) sendMessage(player int64, game, text string) (Message, error) {
	text, err := cleanText("text", text, maxMessage)
	if err != nil {
		return Message{}, err
	}
	if text == "" {
		return Message{}, invalid("text", "empty_message")
	}
	if err := tx.checkActor(player); err != nil {
		return Message{}, err
	}
	row, err := tx.loadGame(game)
	if err != nil {
		return Message{}, err
	}
	if err := tx.store.terms.mayUse(row); err != nil {
		return Message{}, err
	}
	if err := tx.mustNotBeMuted(player); err != nil {
		return Message{}, err
	}
	seat, err := tx.mayWrite(row, player)
	if err != nil {
		return Message{}, err
	}
	return tx.mailMessage(row, seat, text)
}

// mayWrite checks that a player may send a message now, and returns their seat.
func (tx *Tx) mayWrite(row *gameRow, player int64) (rules.Seat, error) {
	seat, err := row.ownSeat(player)
	if err != nil {
		return seat, err
	}
	if row.Status != Ongoing && tx.at.Sub(row.FinishedAt) > ChatAfter {
		return seat, fail(CodeGameOver, "chat_closed", "game", row.ID, "days", int(ChatAfter/(24*time.Hour)))
	}
	if err := tx.mayReach(row, seat); err != nil {
		return seat, err
	}
	var oldest []Millis // of as many messages as a day may have
	err = tx.Raw("SELECT at FROM messages WHERE game_id = ? AND seat = ? ORDER BY number DESC LIMIT 1 OFFSET ?",
		row.ID, seat, MessagesPerDay-1).Scan(&oldest).Error
	if err != nil || len(oldest) == 0 || tx.at.Sub(oldest[0]) >= 24*time.Hour {
		return seat, err
	}
	return seat, tooMany(oldest[0].Add(24*time.Hour).Sub(tx.at), "too_many_messages", "n", MessagesPerDay, "game", row.ID)
}

// mayReach checks that a seat's opponent reads messages, which the house does not, still has an account, and that
// neither has blocked the other.
func (tx *Tx) mayReach(row *gameRow, seat rules.Seat) error {
	other := seat.Other()
	if row.side(other).isHouse() {
		return fail(CodeForbidden, "house_words")
	}
	if row.side(other).Email == "" {
		return fail(CodeConflict, "reader_gone", "name", row.side(other).Name)
	}
	return tx.mustNotBlock(row.side(seat).ID, row.side(other).ref(), "messages")
}

// mailMessage stores a message with its notice. A queued notice of earlier messages includes the new one.
func (tx *Tx) mailMessage(row *gameRow, seat rules.Seat, text string) (Message, error) {
	to := seat.Other()
	var waiting []string
	err := tx.Raw(`SELECT key FROM notices
		WHERE game_id = ? AND player_id = ? AND kind = ? AND done_at = 0 AND lease_until <= ?
		ORDER BY id DESC LIMIT 1`,
		row.ID, row.side(to).ID, KindMessage, tx.at).Scan(&waiting).Error
	if err != nil {
		return Message{}, err
	}
	if len(waiting) > 0 {
		m, err := tx.addMessage(row, seat, text, waiting[0])
		if err != nil || !decodeSettings(row.side(to).Settings).Hooks {
			return m, err
		}
		return m, tx.noteForHooks(waiting[0], m.Number)
	}
	number, err := tx.nextMessage(row.ID)
	if err != nil {
		return Message{}, err
	}
	key := fmt.Sprintf("message.%s.%d", row.ID, number)
	m, err := tx.addMessage(row, seat, text, key)
	if err != nil {
		return m, err
	}
	n := row.notice(KindMessage, to)
	n.Key = key
	return m, tx.notify(n)
}

// nextMessage returns the number of the next message. The game's row is locked.
func (tx *Tx) nextMessage(game string) (number int, err error) {
	err = tx.Raw("SELECT COALESCE(MAX(number), 0) + 1 FROM messages WHERE game_id = ?", game).Scan(&number).Error
	return number, err
}

// addMessage stores a message of a seat. notice is the key of the notice that reports it, or "" if the mail about the
// turn does.
func (tx *Tx) addMessage(row *gameRow, seat rules.Seat, text, notice string) (Message, error) {
	number, err := tx.nextMessage(row.ID)
	if err != nil {
		return Message{}, err
	}
	r := messageRow{Number: number, Seat: seat, Ply: row.Ply, Text: text, At: tx.at}
	err = tx.Exec("INSERT INTO messages (game_id, number, seat, ply, text, notice, at) VALUES (?, ?, ?, ?, ?, ?, ?)",
		row.ID, r.Number, r.Seat, r.Ply, r.Text, notice, r.At).Error
	if err != nil {
		return Message{}, err
	}
	row.side(seat.Other()).Unread++
	to := seat.Other()
	return r.message(row), tx.Exec(`
		INSERT INTO chats (game_id, seat, player_id, read_to, unread) VALUES (?, ?, ?, 0, 1)
		ON CONFLICT (game_id, seat) DO UPDATE SET unread = chats.unread + 1`, row.ID, to, row.side(to).ID).Error
}

// ReadMarks is how far a player has read.
type ReadMarks struct {
	Read   int // number of the last message marked as read
	Unread int // number of the opponent's messages after it
}

// MarkMessagesRead marks the messages of a game as read up to a given one; nil means all. Marks
// never move back. Queued notices of read messages are dropped.
// Errors: CodeNotFound, CodeForbidden for a game of others, CodeInvalid for a message that does not
// exist.
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
