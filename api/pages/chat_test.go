package pages_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"turnpost/rules/rulestest/sample"
)

// A long chat shows its last messages beside the board and all of them on separate pages.
func TestALongChat(t *testing.T) {
	sample.Whole(t, "writes a long chat")
	m := newMatch(t, "hnefatafl", "7x7")
	for n := range 14 {
		m.Clock.Advance(time.Minute)
		text := fmt.Sprintf("Word %d.", n+1)
		if _, err := m.SendMessage(t.Context(), m.players[n%2].ID, m.game.ID, text); err != nil {
			t.Fatal(err)
		}
		if p := m.ann.get(m.path()).want(200, text); n < 12 && strings.Contains(p.text(), "All messages") {
			t.Errorf("all of %d messages are offered", n+1)
		}
	}
	p := m.ann.get(m.path()).want(200, "Word 3.", "Word 14.", "All messages")
	if strings.Contains(p.text(), "Word 2.") {
		t.Error("older messages are beside the board")
	}
	m.bob.get(m.path()+"/chat").want(200, "Word 1.", "Word 14.")
	m.bob.get(m.path()+"/chat?after=13").want(200, "Word 14.", "Earlier")
	m.visitor().signIn(m.SignUp("cleo")).get(m.path() + "/chat").want(403)
}
