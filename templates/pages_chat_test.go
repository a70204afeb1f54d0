package templates

import (
	"testing"
	"time"
)

func TestChatPage(t *testing.T) {
	at := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	want := `1. ann, before the first turn, Fri 20 Nov 12:00 UTC:
  hello
  there
2. bob, after turn 3, Fri 20 Nov 12:00 UTC (unread):
  hi
More with ?cursor=2
`
	p := ChatPage{ID: "k7m2q9xr", Next: 2, Messages: []ChatLine{
		{Number: 1, Author: "ann", At: at, Text: "hello\nthere"}, {Number: 2, Ply: 3, Author: "bob", At: at, Unread: true, Text: "hi"},
	}}
	if got := p.Text(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := (ChatPage{ID: "k7m2q9xr"}).Text(); got != "There are no messages in game k7m2q9xr.\n" {
		t.Errorf("empty: %q", got)
	}
}
