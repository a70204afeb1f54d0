package api

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"turnpost/models/play"
	"turnpost/models/store"
	"turnpost/templates"
)

// ListMessages lists the messages of the player's game.
func (s *server) ListMessages(c echo.Context, id PublicID, in ListMessagesParams) error {
	after, err := numericCursor(in.Cursor)
	if err != nil {
		return err
	}
	chat, err := s.store.Messages(c.Request().Context(), me(c).ID, id, int(after), in.Limit)
	if err != nil {
		return err
	}
	if formOf(c) == typeText {
		reader := readerOf(c)
		return send(c, textResponse(http.StatusOK,
			templates.ChatText(id, s.views.Chat(chat, reader), chat.Next, commandsOf(c))))
	}
	return sendJSON(c, http.StatusOK, MessageList{
		Messages: each(chat.Messages, wireMessage),
		Read:     chat.Marks.Read, Unread: chat.Marks.Unread, Next: formatCursor(int64(chat.Next)),
	})
}

// SendMessage sends a message to the opponent.
func (s *server) SendMessage(c echo.Context, id PublicID, _ SendMessageParams) error {
	in := NewMessage{Text: string(bodyOf(c))}
	if mediaType(c.Request()) == typeJSON {
		in = NewMessage{}
		if err := readJSON(c, &in); err != nil {
			return err
		}
	}
	return once(c, s.store, func(ctx context.Context, store *store.Store) (play.Message, error) {
		return store.SendMessage(ctx, me(c).ID, id, in.Text)
	}, func(m play.Message) (response, error) {
		if formOf(c) == typeText {
			reader := readerOf(c)
			return textResponse(http.StatusCreated, templates.MessageText(id, s.views.Message(m, reader), commandsOf(c))), nil
		}
		return jsonResponse(http.StatusCreated, wireMessage(m))
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
	return once(c, s.store, func(ctx context.Context, store *store.Store) (play.ReadMarks, error) {
		return store.MarkMessagesRead(ctx, me(c).ID, id, in.UpTo)
	}, func(marks play.ReadMarks) (response, error) {
		return valueResponse(c, http.StatusOK, ReadMarks{Read: marks.Read, Unread: marks.Unread})
	})
}

func wireMessage(m play.Message) Message {
	return Message{Number: m.Number, Author: m.Author.Name, Ply: m.Ply, Text: m.Text, At: m.At}
}
