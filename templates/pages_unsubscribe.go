package templates

import (
	"bytes"
	"fmt"
)

// UnsubscribePage says what an unsubscribe link ends: a kind of mail, the mail
// about one game, or invitations to a stranger.
type UnsubscribePage struct {
	Kind     string // of notice
	Game     string // ID, or ""
	Stranger bool
	Done     bool // it is ended now
}

// HTML is the page for the browser, with a button while there is something to
// end. It has no script and loads nothing.
func (p UnsubscribePage) HTML() []byte {
	var b bytes.Buffer
	if err := htmlPages.ExecuteTemplate(&b, "pages_unsubscribe.html.tmpl", p); err != nil {
		panic(fmt.Errorf("templates: %w", err))
	}
	return b.Bytes()
}

// Text is the page as plain text.
func (p UnsubscribePage) Text() string { return pageText("pages_unsubscribe.txt.tmpl", p) }

// stoppable says of each kind of mail what it is about.
var stoppable = map[string]string{
	"challenge":        "mail when somebody challenges you",
	"challenge_answer": "mail when your challenge is answered",
	"your_turn":        "mail when it is your turn",
	"reminder":         "mail when your time runs short",
	"away":             "mail when an opponent is away",
	"plan":             "mail when your plans answer",
	"offer":            "mail when a draw or a takeback is offered to you",
	"offer_answer":     "mail when your offer is answered",
	"message":          "mail when your opponents write to you",
	"game_over":        "mail when a game is over",
	"digest":           "digests, and mail of the kinds that come in them",
}

// What says which mail it is about.
func (p UnsubscribePage) What() string {
	switch {
	case p.Stranger:
		return "invitations to games at this address"
	case p.Game != "":
		return "mail about game " + p.Game
	}
	if what, ok := stoppable[p.Kind]; ok {
		return what
	}
	return "mail of the kind " + p.Kind
}
