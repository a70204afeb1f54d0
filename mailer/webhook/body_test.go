package webhook

import (
	"encoding/json"
	"mime"
	"net/http"
	"strings"
	"testing"
	"unicode/utf8"

	"turnpost/models/hook"
	"turnpost/models/mailbox"
	"turnpost/models/webhook"
	"turnpost/templates"
)

// Names and titles that players chose mention nobody, show no picture, end no header and stay UTF-8.
func TestBodiesOfOddNames(t *testing.T) {
	for _, odd := range []string{
		"@everyone", "<!channel>", "<@123>", "![x](https://track.example.com/x.png)", "[here](https://evil.example.com)",
		"```\n@here", "a\r\nClick: https://evil.example.com", "\xff\xfe", strings.Repeat("*_ж", 200), "\u202eevil",
	} {
		s := templates.Summary{Title: odd, Text: "Your turn against " + odd, Board: odd, URL: "https://play.example.org/g/x"}
		for _, format := range webhook.Formats() {
			claim := hook.Claim{Format: format, MessageID: "msg_x", Secrets: [][]byte{[]byte("1234:token")}}
			b, err := bodyOf(claim, &mailbox.Content{}, templates.Mail{}, s)
			if err != nil || !utf8.Valid(b.text) && format != webhook.Ntfy {
				t.Errorf("%s %q: %q, %v", format, odd, b.text, err)
			}
			for name, values := range b.header {
				if strings.ContainsAny(values[0], "\r\n") {
					t.Errorf("%s %q: %s: %q", format, odd, name, values[0])
				}
			}
			switch format {
			case webhook.Discord:
				wantQuietDiscord(t, odd, b.text)
			case webhook.Slack:
				wantQuietSlack(t, odd, b.text)
			case webhook.Ntfy:
				wantNtfy(t, odd, b)
			case webhook.Telegram:
				wantQuietTelegram(t, odd, b.text)
			}
		}
	}
}

func wantQuietTelegram(t *testing.T, odd string, text []byte) {
	t.Helper()
	var message struct{ Text string }
	if err := json.Unmarshal(text, &message); err != nil {
		t.Fatal(err)
	}
	plain := strings.NewReplacer("<b>", "", "</b>", "", "<pre>", "", "</pre>", "").Replace(message.Text)
	if strings.ContainsAny(plain, "<>") || strings.Contains(plain, "@everyone") || utf8.RuneCountInString(plain) > 4096 {
		t.Errorf("%q: %s", odd, message.Text)
	}
}

func wantQuietDiscord(t *testing.T, odd string, text []byte) {
	t.Helper()
	var message struct {
		Embeds []struct{ Title, Description string }
		Allow  struct{ Parse []string } `json:"allowed_mentions"`
	}
	if err := json.Unmarshal(text, &message); err != nil || len(message.Embeds) != 1 {
		t.Fatalf("%q: %s, %v", odd, text, err)
	}
	e := message.Embeds[0]
	if strings.Contains(e.Title, "](") || utf8.RuneCountInString(e.Title) > 256 ||
		utf8.RuneCountInString(e.Description) > 4096 {
		t.Errorf("%q: the title is %q, with %d characters", odd, e.Title, utf8.RuneCountInString(e.Title))
	}
	if message.Allow.Parse == nil || len(message.Allow.Parse) > 0 {
		t.Errorf("%q: it mentions %v", odd, message.Allow.Parse)
	}
}

func wantQuietSlack(t *testing.T, odd string, text []byte) {
	t.Helper()
	var message struct{ Text string }
	if err := json.Unmarshal(text, &message); err != nil {
		t.Fatalf("%q: %s, %v", odd, text, err)
	}
	for _, live := range []string{"@everyone", "@here", "<!", "<@", "]("} {
		if strings.Contains(message.Text, live) {
			t.Errorf("%q: %q has %q", odd, message.Text, live)
		}
	}
}

func wantNtfy(t *testing.T, odd string, b body) {
	t.Helper()
	title, err := new(mime.WordDecoder).DecodeHeader(b.header.Get("Title"))
	if err != nil || !utf8.ValidString(title) ||
		utf8.ValidString(odd) && !strings.HasPrefix(odd, strings.TrimSuffix(title, "…")) {
		t.Errorf("%q: the title is %q, %v", odd, title, err)
	}
	request := http.Request{Header: b.header}
	if got := request.Header.Get("Click"); got != "https://play.example.org/g/x" || !utf8.Valid(b.text) {
		t.Errorf("%q: a click leads to %q, with %q", odd, got, b.text)
	}
}
