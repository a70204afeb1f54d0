package view

import (
	"time"

	"turnpost/models/play"
)

// Message is a chat message of a game.
type Message struct {
	Number, Ply int // Ply is the number of turns played before it
	Author      string
	At          time.Time // in the reader's zone
	Unread      bool
	Text        string
}

// Message returns a message as the reader sees it.
func (v *Views) Message(m play.Message, r Reader) Message {
	return Message{Number: m.Number, Ply: m.Ply, Author: m.Author.Name, At: r.In(m.At), Text: m.Text}
}

// Chat returns a page of messages.
func (v *Views) Chat(chat play.Chat, r Reader) []Message {
	list := make([]Message, 0, len(chat.Messages))
	for _, m := range chat.Messages {
		line := v.Message(m, r)
		line.Unread = m.Seat != chat.Reader && m.Number > chat.Marks.Read
		list = append(list, line)
	}
	return list
}
