package models

import (
	"context"
	"fmt"
	"time"

	"turnpost/rules"
)

// Limits of a chat.
const (
	MessagesPerDay = 50                  // of one player in one game; what comes with a turn is never refused for it
	ChatAfter      = 14 * 24 * time.Hour // how long players may talk after a game
)

// Message is what a player said to the opponent, with a turn or beside it. It stays
// when turns are taken back.
type Message struct {
	Number int // from 1 in each game
	Author Seated
	Seat   rules.Seat
	Ply    int // at which the game stood; of the turn that it came with
	Text   string
	At     time.Time
}

// Chat is a page of what was said in a game, the oldest first, as one player sees it.
type Chat struct {
	Messages []Message
	Next     int        // number of the last message where more follow, else 0
	Reader   rules.Seat // the player's
	Marks    ReadMarks
}

// ReadMarks is how far a player has read.
type ReadMarks struct {
	Read   int // number of the last message that is marked as read
	Unread int // messages of the opponent after it
}

type messageRow struct {
	Number int
	Seat   rules.Seat
	Ply    int
	Text   string
	At     Millis
}

func (r messageRow) message(row *gameRow) Message {
	return Message{r.Number, Seated{row.player(r.Seat), row.name(r.Seat)}, r.Seat, r.Ply, r.Text, r.At.Time()}
}

// Messages lists what was said in a player's own game after a message.
func (s *Store) Messages(ctx context.Context, player int64, game string, after, limit int) (Chat, error) {
	var chat Chat
	row, err := loadGame(s.read(ctx), game, "")
	if err != nil {
		return chat, err
	}
	if chat.Reader, err = row.ownSeat(player); err != nil {
		return chat, err
	}
	var rows []messageRow
	err = s.read(ctx).Raw("SELECT number, seat, ply, text, at FROM messages WHERE game_id = ? AND number > ? ORDER BY number LIMIT ?",
		game, after, limit+1).Scan(&rows).Error
	if err != nil {
		return chat, err
	}
	if len(rows) > limit {
		rows = rows[:limit]
		chat.Next = rows[limit-1].Number
	}
	for _, r := range rows {
		chat.Messages = append(chat.Messages, r.message(row))
	}
	tx := &Tx{DB: s.read(ctx)}
	chat.Marks, err = tx.readMarks(game, chat.Reader)
	return chat, err
}

// Say tells the opponent something, without a turn.
func (s *Store) Say(ctx context.Context, player int64, game, text string) (Message, error) {
	text, err := cleanText("text", text, messageMost)
	if err != nil {
		return Message{}, err
	}
	if text == "" {
		return Message{}, invalid("text", "a message says something")
	}
	var message Message
	err = s.write(ctx, func(tx *Tx) error {
		row, err := loadGame(tx.DB, game, tx.forUpdate("g"))
		if err != nil {
			return err
		}
		seat, err := tx.maySay(row, player)
		if err != nil {
			return err
		}
		if message, err = tx.sayByMail(row, seat, text); err == nil {
			tx.answer(message)
		}
		return err
	})
	return message, err
}

// maySay checks that a player may say something now, and returns their seat.
func (tx *Tx) maySay(row *gameRow, player int64) (rules.Seat, error) {
	seat, err := row.ownSeat(player)
	if err != nil {
		return seat, err
	}
	if row.Status != Ongoing && tx.at.Sub(row.FinishedAt) > ChatAfter {
		return seat, fail(CodeGameOver, "game %s has been over for more than %d days; its chat is closed", row.ID, ChatAfter/(24*time.Hour))
	}
	if err := tx.mayTell(row, seat); err != nil {
		return seat, err
	}
	var oldest []Millis // of as many messages as a day may have
	err = tx.Raw("SELECT at FROM messages WHERE game_id = ? AND seat = ? ORDER BY number DESC LIMIT 1 OFFSET ?", row.ID, seat, MessagesPerDay-1).Scan(&oldest).Error
	if err != nil || len(oldest) == 0 || tx.at.Sub(oldest[0]) >= 24*time.Hour {
		return seat, err
	}
	e := fail(CodeTooMany, "you have said %d things in game %s within a day; that is enough for now", MessagesPerDay, row.ID)
	e.RetryAfter = int(oldest[0].Add(24*time.Hour).Sub(tx.at).Seconds()) + 1
	return seat, e
}

// mayTell checks that a seat's opponent is there and that neither has blocked the other.
func (tx *Tx) mayTell(row *gameRow, seat rules.Seat) error {
	other := seat.Other()
	if row.email(other) == "" {
		return fail(CodeConflict, "%s has deleted their account and reads nothing any more", row.name(other))
	}
	return tx.checkBlocks(row.player(seat), Seated{row.player(other), row.name(other)}, "messages")
}

// sayByMail stores a message with its notice. While a notice of earlier messages waits to be
// sent, it tells this one too.
func (tx *Tx) sayByMail(row *gameRow, seat rules.Seat, text string) (Message, error) {
	to := seat.Other()
	var waiting []string
	err := tx.Raw("SELECT key FROM notices WHERE game_id = ? AND player_id = ? AND kind = ? AND done_at = 0 AND lease_until <= ? ORDER BY id DESC LIMIT 1",
		row.ID, row.player(to), KindMessage, tx.at).Scan(&waiting).Error
	if err != nil {
		return Message{}, err
	}
	if len(waiting) > 0 {
		return tx.addMessage(row, seat, text, waiting[0])
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
	return m, tx.notify(notice{Key: key, Kind: KindMessage, PlayerID: row.player(to), Email: row.email(to), GameID: row.ID, Ply: row.Ply})
}

// nextMessage numbers a message. The game's row is locked.
func (tx *Tx) nextMessage(game string) (number int, err error) {
	err = tx.Raw("SELECT COALESCE(MAX(number), 0) + 1 FROM messages WHERE game_id = ?", game).Scan(&number).Error
	return number, err
}

// addMessage stores what a seat says. The notice is the key of the one that tells it, ""
// where the mail about the turn does.
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
	if seat == rules.First {
		row.SecondUnread++
	} else {
		row.FirstUnread++
	}
	return r.message(row), tx.Exec(`INSERT INTO chats (game_id, seat, player_id, read_to, unread) VALUES (?, ?, ?, 0, 1)
		ON CONFLICT (game_id, seat) DO UPDATE SET unread = chats.unread + 1`, row.ID, seat.Other(), row.player(seat.Other())).Error
}

// MarkRead marks the messages of a game as read up to one of them, nil for all. Marks
// never go back. What is read and waits to be mailed is dropped.
func (s *Store) MarkRead(ctx context.Context, player int64, game string, upTo *int) (ReadMarks, error) {
	var marks ReadMarks
	err := s.write(ctx, func(tx *Tx) error {
		row, err := loadGame(tx.DB, game, tx.forUpdate("g"))
		if err != nil {
			return err
		}
		seat, err := row.ownSeat(player)
		if err != nil {
			return err
		}
		if marks, err = tx.markRead(row, seat, upTo); err == nil {
			tx.answer(marks)
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
		return marks, invalid("up_to", "game %s has messages 1 to %d", row.ID, to)
	}
	if upTo != nil {
		to = *upTo
	}
	marks.Read = max(marks.Read, to)
	err = tx.Raw("SELECT COUNT(*) FROM messages WHERE game_id = ? AND number > ? AND seat = ?", row.ID, marks.Read, seat.Other()).Scan(&marks.Unread).Error
	if err != nil {
		return marks, err
	}
	err = tx.Exec(`INSERT INTO chats (game_id, seat, player_id, read_to, unread) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (game_id, seat) DO UPDATE SET read_to = excluded.read_to, unread = excluded.unread`,
		row.ID, seat, row.player(seat), marks.Read, marks.Unread).Error
	if err != nil || marks.Unread > 0 {
		return marks, err
	}
	return marks, tx.dropNotices(messagesRead, "game_id = ? AND player_id = ? AND kind = ?", row.ID, row.player(seat), KindMessage)
}

// messagesRead is why a notice of messages is dropped.
const messagesRead = "you have read it"

func (tx *Tx) readMarks(game string, seat rules.Seat) (ReadMarks, error) {
	var marks ReadMarks
	err := tx.Raw(`SELECT read_to AS "read", unread FROM chats WHERE game_id = ? AND seat = ?`, game, seat).Scan(&marks).Error
	return marks, err
}

// gatherMessages finds what a notice of messages still has to tell.
func (s *Store) gatherMessages(ctx context.Context, l *Letter) (drop string, err error) {
	row, err := loadGame(s.read(ctx), l.Game.ID, "")
	if err != nil {
		return "", err
	}
	var rows []messageRow
	err = s.read(ctx).Raw(`SELECT number, seat, ply, text, at FROM messages WHERE game_id = ? AND notice = ?
		AND number > COALESCE((SELECT read_to FROM chats WHERE game_id = ? AND seat = ?), 0) ORDER BY number`,
		row.ID, l.row.Key, row.ID, l.Seat).Scan(&rows).Error
	for _, r := range rows {
		l.Messages = append(l.Messages, r.message(row))
	}
	if err == nil && len(rows) == 0 {
		drop = messagesRead
	}
	return drop, err
}

// ownSeat is a player's seat in their own game.
func (r *gameRow) ownSeat(player int64) (rules.Seat, error) {
	seat := r.seat(player)
	if seat == rules.NoSeat {
		return seat, fail(CodeForbidden, "you do not play in game %s", r.ID)
	}
	return seat, nil
}
