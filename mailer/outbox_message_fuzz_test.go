package mailer

import (
	"bytes"
	netmail "net/mail"
	"slices"
	"strings"
	"testing"

	"turnpost/rules"
)

// FuzzMessage writes messages with hostile names and texts, which must add no header.
func FuzzMessage(f *testing.F) {
	o := newOffice(f)
	template, w := contentOf(f, o, ""), o.writer()
	ours := []string{
		"Auto-Submitted", "Content-Language", "Content-Type", "Date", "From", "In-Reply-To", "List-Unsubscribe",
		"List-Unsubscribe-Post", "Message-Id", "Mime-Version", "References", "Subject", "To", "X-Auto-Response-Suppress",
	}
	f.Add("ann", "hello")
	f.Add("ann\r\nBcc: eve@example.org", "\r\n.\r\nQUIT")
	f.Add("=?utf-8?q?=0D=0ABcc:_eve?=", "\n--boundary--\n")
	f.Add(`"<eve@example.org>`, strings.Repeat("x", 2000))
	f.Fuzz(func(t *testing.T, name, message string) {
		l, g := *template, *template.Game
		turn := *g.LastTurn
		turn.Message = message
		g.LastTurn, g.Players[rules.First].Name = &turn, name
		l.Game, l.To.Name = &g, name
		parsed, err := netmail.ReadMessage(bytes.NewReader(raw(t, w, &l, o.Clock.Now())))
		if err != nil {
			t.Fatal(err)
		}
		for header, values := range parsed.Header {
			if !slices.Contains(ours, header) || len(values) != 1 {
				t.Errorf("%s: %q", header, values)
			}
		}
		if to, err := parsed.Header.AddressList("To"); err != nil || len(to) != 1 || to[0].Address != "bob@example.org" {
			t.Errorf("to %v: %v", to, err)
		}
	})
}

// FuzzSubject makes the subjects of answers to mails with hostile ones.
func FuzzSubject(f *testing.F) {
	f.Add("Re: re: A game")
	f.Add("Re: \u023a\u023a\u023a")
	f.Add("Re: \xff\u0130")
	f.Fuzz(func(t *testing.T, of string) {
		got := withoutRe(of)
		if !strings.HasSuffix(strings.TrimSpace(of), strings.TrimSpace(got)) || withoutRe(got) != got {
			t.Errorf("%q: %q", of, got)
		}
	})
}
