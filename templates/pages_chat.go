package templates

import "time"

// ChatPage is what was said in a game.
type ChatPage struct {
	ID       string // of the game
	Messages []ChatLine
	Next     int // number of the last message where more follow, else 0
}

// ChatLine is one message.
type ChatLine struct {
	Number, Ply int
	Author      string
	At          time.Time // in the reader's time zone
	Unread      bool
	Text        string
}

// Text is the page as plain text.
func (p ChatPage) Text() string { return pageText("pages_chat.txt.tmpl", p) }

// Words is the message as plain text.
func (l ChatLine) Words() string { return pageText("chat line", l) }
