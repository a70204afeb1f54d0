package api

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/templates"
)

// ListMessages lists what was said in the player's game.
func (s *server) ListMessages(c echo.Context, id PublicID, in ListMessagesParams) error {
	after, err := numericCursor(in.Cursor)
	if err != nil {
		return err
	}
	chat, err := s.store.Messages(c.Request().Context(), me(c).ID, id, int(after), pageSize(in.Limit))
	if err != nil {
		return err
	}
	if formOf(c) == typeText {
		return send(c, textAnswer(http.StatusOK, chatPage(id, chat, me(c)).Text()))
	}
	return sendJSON(c, http.StatusOK, MessageList{
		Messages: each(chat.Messages, wireMessage),
		Read:     chat.Marks.Read, Unread: chat.Marks.Unread, Next: formatCursor(int64(chat.Next)),
	})
}

func chatPage(id string, chat models.Chat, reader models.Player) templates.ChatPage {
	page := templates.ChatPage{ID: id, Next: chat.Next}
	for _, m := range chat.Messages {
		line := chatLine(m, reader)
		line.Unread = m.Seat != chat.Reader && m.Number > chat.Marks.Read
		page.Messages = append(page.Messages, line)
	}
	return page
}

// chatLine is a message as its reader sees it.
func chatLine(m models.Message, reader models.Player) templates.ChatLine {
	at := m.At
	if reader.TimeZone != nil {
		at = at.In(reader.TimeZone)
	}
	return templates.ChatLine{Number: m.Number, Ply: m.Ply, Author: m.Author.Name, At: at, Text: m.Text}
}

// SendMessage says something to the opponent.
func (s *server) SendMessage(c echo.Context, id PublicID, _ SendMessageParams) error {
	in := NewMessage{Text: string(bodyOf(c))}
	if mediaType(c.Request()) == typeJSON {
		in = NewMessage{}
		if err := readJSON(c, &in); err != nil {
			return err
		}
	}
	return once(c, func(ctx context.Context) (models.Message, error) {
		return s.store.Say(ctx, me(c).ID, id, in.Text)
	}, func(m models.Message) (models.Answer, error) {
		if formOf(c) == typeText {
			return textAnswer(http.StatusCreated, chatLine(m, me(c)).Words()), nil
		}
		return jsonAnswer(http.StatusCreated, wireMessage(m))
	})
}

// MarkRead marks messages as read.
func (s *server) MarkRead(c echo.Context, id PublicID, _ MarkReadParams) error {
	var in ReadUpTo
	if len(bodyOf(c)) > 0 {
		if err := readJSON(c, &in); err != nil {
			return err
		}
	}
	return once(c, func(ctx context.Context) (models.ReadMarks, error) {
		return s.store.MarkRead(ctx, me(c).ID, id, in.UpTo)
	}, func(marks models.ReadMarks) (models.Answer, error) {
		return jsonAnswer(http.StatusOK, ReadMarks{Read: marks.Read, Unread: marks.Unread})
	})
}

func wireMessage(m models.Message) Message {
	return Message{Number: m.Number, Author: m.Author.Name, Ply: m.Ply, Text: m.Text, At: m.At}
}
