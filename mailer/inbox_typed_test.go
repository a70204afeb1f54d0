package mailer

import (
	"testing"

	"turnpost/mailer/reply"
	"turnpost/rules/catalog"
	"turnpost/rules/rulestest"
)

// TestTypedInReplies: turns as phones, word processors and other keyboards write them are found in a reply and read as
// the rules say.
func TestTypedInReplies(t *testing.T) {
	const head = "From: ann@example.org\r\nContent-Type: text/plain; charset=utf-8\r\n" +
		"Content-Transfer-Encoding: 8bit\r\n\r\n"
	tried := 0
	for _, r := range catalog.All() {
		for _, c := range rulestest.TypedTurns(t, r) {
			p, err := r.Parse(c.Variant, c.Position)
			if err != nil {
				t.Fatal(err)
			}
			m, err := reply.Read([]byte(head+c.Typed+"\r\n"), reply.Options{
				Readable: func(s string) bool { _, err := p.Play(s); return err == nil },
				Legal:    func(s string) bool { _, err := p.Play(s); return err == nil },
			})
			if err != nil {
				t.Fatal(err)
			}
			if len(m.Reply.Commands) != 1 || m.Reply.Commands[0].Verb != reply.Turn {
				t.Errorf("%s %s: %q says %+v", c.Game, c.Way, c.Typed, m)
				continue
			}
			if played, err := p.Play(m.Reply.Commands[0].Text); err != nil || played.Turn != c.Canonical {
				t.Errorf("%s %s: %q is read as %q, not %q: %v", c.Game, c.Way, c.Typed, m.Reply.Commands[0].Text, c.Canonical, err)
			}
			tried++
		}
	}
	if tried < 50 {
		t.Errorf("%d turns were tried", tried)
	}
}
