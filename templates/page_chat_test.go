package templates

import (
	"strings"
	"testing"
	"time"

	"turnpost/templates/view"
)

func TestChatText(t *testing.T) {
	at := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	want := `1. ann, before the first turn, Fri 20 Nov 12:00 UTC:
  hello
  there
2. bob, after turn 3, Fri 20 Nov 12:00 UTC (unread):
  hi
More with ?cursor=2

Say something:
  curl -H "Authorization: Bearer $TOKEN" -d 'YOUR WORDS' https://x.example/v1/games/k7m2q9xr/messages
Mark all as read:
  curl -X POST -H "Authorization: Bearer $TOKEN" https://x.example/v1/games/k7m2q9xr/messages/read
`
	messages := []view.Message{
		{Number: 1, Author: "ann", At: at, Text: "hello\nthere"},
		{Number: 2, Ply: 3, Author: "bob", At: at, Unread: true, Text: "hi"},
	}
	if got := ChatText("k7m2q9xr", messages, 2, do); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := ChatText("k7m2q9xr", nil, 0, do); !strings.HasPrefix(got, "There are no messages in game k7m2q9xr.\n") {
		t.Errorf("empty: %q", got)
	}
}
