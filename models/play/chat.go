package play

import (
	"context"
	"fmt"
	"slices"
	"time"

	"gorm.io/gorm"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/core"
	"turnpost/models/db"
	"turnpost/models/notice"
	"turnpost/models/schema"
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
	Author models.PlayerRef
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

// MessageRow is a message in a game.
type MessageRow struct {
	Number int
	Seat   rules.Seat
	Ply    int
	Text   string
	At     models.Millis
}

// Message returns the view of a row.
func (r MessageRow) Message(row *core.GameRow) Message {
	return Message{r.Number, row.Side(r.Seat).Ref(), r.Seat, r.Ply, r.Text, r.At.Time()}
}

// Messages lists the messages of a player's game after a given one.
// Errors: CodeNotFound, CodeForbidden for a game of others.
func (s *Store) Messages(ctx context.Context, player int64, game string, after, limit int) (Chat, error) {
	row, err := LoadGame(s.Read(ctx), game)
	if err != nil {
		return Chat{}, err
	}
	chat, err := s.readChat(ctx, player, row, "AND number > ? ORDER BY number"+db.Limit(limit+1), after)
	if len(chat.Messages) > limit {
		chat.Messages = chat.Messages[:limit]
		chat.Next = chat.Messages[limit-1].Number
	}
	if err == nil {
		chat.Marks, err = readMarks(s.Read(ctx), game, chat.Reader)
	}
	return chat, err
}

// LastMessages lists the last messages of a player's game that was loaded. It reads no others, however long the
// chat is. Errors are those of Messages.
func (s *Store) LastMessages(ctx context.Context, player int64, g *models.Game, limit int) (Chat, error) {
	row := &core.GameRow{ID: g.ID, Status: g.Status}
	for seat, p := range g.Players {
		side := row.Side(rules.Seat(seat))
		side.ID, side.Name = p.ID, p.Name
	}
	chat, err := s.readChat(ctx, player, row, "ORDER BY number DESC"+db.Limit(limit))
	slices.Reverse(chat.Messages)
	if err == nil && len(chat.Messages) > 0 {
		chat.Marks, err = readMarks(s.Read(ctx), g.ID, chat.Reader)
	}
	return chat, err
}

// readChat reads the messages of a player's game selected by the end of a query, without the marks.
func (s *Store) readChat(
	ctx context.Context, player int64, row *core.GameRow, which string, args ...any,
) (chat Chat, err error) {
	if err := s.Guard.MayUse(row); err != nil {
		return chat, err
	}
	if chat.Reader, err = row.OwnSeat(player); err != nil {
		return chat, err
	}
	err = db.Query(s.Read(ctx), func(c *db.Columns) error {
		r := MessageRow{Number: int(c.Number()), Seat: rules.Seat(c.Number()), Ply: int(c.Number()), Text: c.Text()}
		r.At = schema.Millis(c)
		chat.Messages = append(chat.Messages, r.Message(row))
		return nil
	}, "SELECT number, seat, ply, text, at FROM messages WHERE game_id = ? "+which, append([]any{row.ID}, args...)...)
	return chat, err
}

// SendMessage sends a message to the opponent, without a turn.
// Errors: CodeInvalid for an empty or long text, CodeNotFound, CodeForbidden for a game of others,
// if either blocks the other or if the operator has muted the player, CodeConflict if the opponent's account was
// deleted, CodeGameOver long after the end, CodeTooMany.
func (s *Store) SendMessage(ctx context.Context, player int64, game, text string) (Message, error) {
	var message Message
	err := s.Write(ctx, func(tx *core.Tx) (err error) {
		if message, err = SendMessage(tx, player, game, text); err == nil {
			tx.SetResult(message)
		}
		return err
	})
	return message, err
}

// SendMessage stores a message to the opponent. Errors: as Store.SendMessage.
func SendMessage(tx *core.Tx, player int64, game, text string) (Message, error) {
	text, err := models.CleanText("text", text, models.MaxMessage)
	if err != nil {
		return Message{}, err
	}
	if text == "" {
		return Message{}, models.Invalid("text", "empty_message")
	}
	if err := account.CheckActor(tx, player); err != nil {
		return Message{}, err
	}
	row, err := LockGame(tx, game)
	if err != nil {
		return Message{}, err
	}
	if err := tx.Store.Guard.MayUse(row); err != nil {
		return Message{}, err
	}
	if err := account.MustNotBeMuted(tx, player); err != nil {
		return Message{}, err
	}
	seat, err := mayWrite(tx, row, player)
	if err != nil {
		return Message{}, err
	}
	return mailMessage(tx, row, seat, text)
}

// mayWrite checks that a player may send a message now, and returns their seat.
func mayWrite(tx *core.Tx, row *core.GameRow, player int64) (rules.Seat, error) {
	seat, err := row.OwnSeat(player)
	if err != nil {
		return seat, err
	}
	if row.Status != models.Ongoing && tx.At.Sub(row.FinishedAt) > ChatAfter {
		return seat, models.Fail(models.CodeGameOver, "chat_closed", "game", row.ID, "days", int(ChatAfter/(24*time.Hour)))
	}
	if err := mayReach(tx, player, row.Side(seat.Other())); err != nil {
		return seat, err
	}
	var oldest []models.Millis // of as many messages as a day may have
	err = tx.Raw("SELECT at FROM messages WHERE game_id = ? AND seat = ? ORDER BY number DESC LIMIT 1 OFFSET ?",
		row.ID, seat, MessagesPerDay-1).Scan(&oldest).Error
	if err != nil || len(oldest) == 0 || tx.At.Sub(oldest[0]) >= 24*time.Hour {
		return seat, err
	}
	return seat, models.TooMany(oldest[0].Add(24*time.Hour).Sub(tx.At), "too_many_messages", "n", MessagesPerDay, "game",
		row.ID)
}

// mayReach checks that a player's opponent reads messages, which the house does not, still has an account, and that
// neither has blocked the other.
func mayReach(tx *core.Tx, player int64, opponent *schema.SeatRow) error {
	if opponent.IsHouse() {
		return models.Fail(models.CodeForbidden, "house_words")
	}
	if opponent.Email == "" {
		return models.Fail(models.CodeConflict, "reader_gone", "name", opponent.Name)
	}
	return account.MustNotBlock(tx, player, opponent.Ref(), "messages")
}

// mailMessage stores a message with its notice. A queued notice of earlier messages includes the new one.
func mailMessage(tx *core.Tx, row *core.GameRow, seat rules.Seat, text string) (Message, error) {
	to := seat.Other()
	var waiting []string
	err := tx.Raw(`SELECT key FROM notices
		WHERE game_id = ? AND player_id = ? AND kind = ? AND done_at = 0 AND lease_until <= ?
		ORDER BY id DESC LIMIT 1`,
		row.ID, row.Side(to).ID, models.KindMessage, tx.At).Scan(&waiting).Error
	if err != nil {
		return Message{}, err
	}
	if len(waiting) > 0 {
		m, err := addMessage(tx, row, seat, text, waiting[0])
		if err != nil || !schema.DecodeSettings(row.Side(to).Settings).Hooks {
			return m, err
		}
		return m, tx.NoteForHooks(waiting[0], m.Number)
	}
	number, err := nextMessage(tx, row.ID)
	if err != nil {
		return Message{}, err
	}
	key := fmt.Sprintf("message.%s.%d", row.ID, number)
	m, err := addMessage(tx, row, seat, text, key)
	if err != nil {
		return m, err
	}
	n := row.Notice(models.KindMessage, to)
	n.Key = key
	return m, notice.Notify(tx, n)
}

// nextMessage returns the number of the next message. The game's row is locked.
func nextMessage(tx *core.Tx, game string) (number int, err error) {
	err = tx.Raw("SELECT COALESCE(MAX(number), 0) + 1 FROM messages WHERE game_id = ?", game).Scan(&number).Error
	return number, err
}

// addMessage stores a message of a seat. notice is the key of the notice that reports it, or "" if the mail about the
// turn does.
func addMessage(tx *core.Tx, row *core.GameRow, seat rules.Seat, text, notice string) (Message, error) {
	number, err := nextMessage(tx, row.ID)
	if err != nil {
		return Message{}, err
	}
	r := MessageRow{Number: number, Seat: seat, Ply: row.Ply, Text: text, At: tx.At}
	err = tx.Exec("INSERT INTO messages (game_id, number, seat, ply, text, notice, at) VALUES (?, ?, ?, ?, ?, ?, ?)",
		row.ID, r.Number, r.Seat, r.Ply, r.Text, notice, r.At).Error
	if err != nil {
		return Message{}, err
	}
	row.Side(seat.Other()).Unread++
	to := seat.Other()
	return r.Message(row), tx.Exec(`
		INSERT INTO chats (game_id, seat, player_id, read_to, unread) VALUES (?, ?, ?, 0, 1)
		ON CONFLICT (game_id, seat) DO UPDATE SET unread = chats.unread + 1`, row.ID, to, row.Side(to).ID).Error
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
	err := s.Write(ctx, func(tx *core.Tx) error {
		row, err := LockGame(tx, game)
		if err != nil {
			return err
		}
		if err := tx.Store.Guard.MayUse(row); err != nil {
			return err
		}
		seat, err := row.OwnSeat(player)
		if err != nil {
			return err
		}
		if marks, err = markRead(tx, row, seat, upTo); err == nil {
			tx.SetResult(marks)
		}
		return err
	})
	return marks, err
}

func markRead(tx *core.Tx, row *core.GameRow, seat rules.Seat, upTo *int) (ReadMarks, error) {
	marks, err := readMarks(tx.DB, row.ID, seat)
	if err != nil {
		return marks, err
	}
	next, err := nextMessage(tx, row.ID)
	if err != nil {
		return marks, err
	}
	to := next - 1
	if upTo != nil && (*upTo < 0 || *upTo > to) {
		return marks, models.Invalid("up_to", "no_message", "game", row.ID, "last", to)
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
		row.ID, seat, row.Side(seat).ID, marks.Read, marks.Unread).Error
	if err != nil || marks.Unread > 0 {
		return marks, err
	}
	return marks, notice.DropNotices(tx, notice.DropMessagesRead, "game_id = ? AND player_id = ? AND kind = ?",
		row.ID, row.Side(seat).ID, models.KindMessage)
}

func readMarks(from *gorm.DB, game string, seat rules.Seat) (marks ReadMarks, err error) {
	err = db.Query(from, func(c *db.Columns) error {
		marks.Read, marks.Unread = int(c.Number()), int(c.Number())
		return nil
	}, "SELECT read_to, unread FROM chats WHERE game_id = ? AND seat = ?", game, seat)
	return marks, err
}
