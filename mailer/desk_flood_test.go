package mailer

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"turnpost/models"
	"turnpost/models/mailbox"
	"turnpost/rules/rulestest/sample"
)

// Two desks that write to each other stop: at once by the signs of their mails, and after the answers of a day if a
// relay removes every sign.
func TestTwoDesksFacingEachOther(t *testing.T) {
	sample.Whole(t, "sends mails up to a limit")
	for name, c := range map[string]struct {
		id, field string
		answers   int
	}{
		"as sent":                {"", "Auto-Submitted: auto-replied", 1},
		"without the field":      {"", "X-Relayed: yes", 1},
		"without any sign of it": {"m%d@other.example.org", "X-Relayed: yes", 5},
	} {
		t.Run(name, func(t *testing.T) {
			m := newMatch(t)
			m.write("ann@example.org", desk, "help") // ann's address is the desk of the other server
			m.wantSettled(mailbox.InboundAnswered)
			answers := 0
			for last := mailbox.InboundAnswered; last == mailbox.InboundAnswered; {
				answer := m.next("ann@example.org", "")
				answers++
				id := strings.Trim(answer.messageID, "<>")
				if c.id != "" {
					id = fmt.Sprintf(c.id, answers)
				}
				m.submit("ann@example.org", desk, []byte(fmt.Sprintf("From: ann@example.org\nTo: %s\nSubject: Re: %s\n"+
					"Message-ID: <%s>\n%s\n\n%s", desk, answer.subject, id, c.field, answer.text)))
				<-m.settled
				list, _, err := m.Admin().InboundMails(t.Context(), mailbox.InboundFilter{Limit: 1})
				if err != nil {
					t.Fatal(err)
				}
				last = list[0].Result
			}
			m.nothing("ann@example.org")
			if answers != c.answers {
				t.Errorf("%d answers, want %d", answers, c.answers)
			}
		})
	}
}

// Mails of strangers, in any number, leave few rows and cause few mails, and nobody else waits for them.
func TestManyStrangersAtTheDesk(t *testing.T) {
	sample.Together(t, "sends mails of many strangers")
	const count = 3_000 // ten times as many as may cause a mail in a day
	const together = 50 // their transactions are committed together
	m := newMatch(t, func(c *InboxConfig) { c.Parallel = together })
	texts := []string{
		"register x%d", "help %d", "register %d", "play hnefatafl against ann%d", strings.Repeat("spam %d ", 300),
	}
	for first := 0; first < count; first += together {
		var group sync.WaitGroup
		for n := first; n < first+together; n++ {
			from := fmt.Sprintf("s%d@flood%d.example.com", n, n%7)
			raw := fmt.Sprintf("From: %s\nTo: %s\nSubject: hello\nMessage-ID: <f%d@flood.example.com>\n\n%s\n", from, desk, n,
				strings.ReplaceAll(texts[n%len(texts)], "%d", fmt.Sprint(n)))
			group.Go(func() {
				_, err := m.inbox.Receive(t.Context(), Incoming{Source: "smtp", From: from, To: []string{desk}, Raw: []byte(raw)})
				if err != nil {
					t.Error(err)
				}
			})
		}
		group.Wait()
		if t.Failed() {
			t.FailNow()
		}
		for range together {
			<-m.settled
		}
	}
	mailed := 0
	for _, r := range m.envelopes() {
		if strings.Contains(r.to, "@flood") {
			mailed++
		}
	}
	if most := models.DefaultLimits().CodeAsker.Count; mailed > most {
		t.Errorf("%d mails to strangers, at most %d", mailed, most)
	}
	if err := m.DeleteExpired(t.Context()); err != nil {
		t.Fatal(err)
	}
	size := 0
	list, _, err := m.Admin().InboundMails(t.Context(), mailbox.InboundFilter{Limit: count})
	if err != nil {
		t.Fatal(err)
	}
	for _, mail := range list[:min(len(list), 200)] {
		shown, err := m.Admin().InboundMail(t.Context(), mail.ID)
		if err != nil {
			t.Fatal(err)
		}
		if mail.Result == mailbox.InboundStranger {
			size += len(shown.Raw)
		}
	}
	if size > 0 {
		t.Errorf("%d bytes of strangers' mails are kept", size)
	}
	m.write("ann@example.org", desk, "help")
	m.wantSettled(mailbox.InboundAnswered)
}

// Forged mails, in any number, use up neither what the server owes to a player's own mails nor what it owes to
// strangers, where the trusted mail server tells them apart.
func TestForgedMailsLeaveTheDeskToOthers(t *testing.T) {
	sample.Whole(t, "floods up to a limit")
	t.Parallel()
	const together = 50
	count := 400 // more than the limits of a day
	if !sample.Short() {
		count = 10_000
	}
	const server = "Authentication-Results: mx.example.org; "
	m := newMatch(t, func(c *InboxConfig) { c.Parallel, c.AuthServ = together, "mx.example.org" })
	for first := 0; first < count; first += together {
		var group sync.WaitGroup
		for n := first; n < first+together; n++ {
			from, text, result := "ann@example.org", "games", "dkim=fail header.d=example.org"
			if n%2 == 0 {
				from, text, result = fmt.Sprintf("s%d@example.net", n), fmt.Sprintf("register s%d", n), "dmarc=none"
			}
			raw := fmt.Sprintf("%s%s\nFrom: %s\nTo: %s\nMessage-ID: <f%d@flood.example.com>\n\n%s\n",
				server, result, from, desk, n, text)
			group.Go(func() {
				_, err := m.inbox.Receive(t.Context(), Incoming{Source: "smtp", From: from, To: []string{desk}, Raw: []byte(raw)})
				if err != nil {
					t.Error(err)
				}
			})
		}
		group.Wait()
		if t.Failed() {
			t.FailNow()
		}
		for range together {
			<-m.settled
		}
	}
	for n := range 5 {
		if text := m.next("ann@example.org", "").text; strings.Contains(text, "last answer for now") != (n == 4) {
			t.Errorf("answer %d to forged mails: %s", n, text)
		}
	}
	m.nothing("ann@example.org")
	for range 10 {
		m.write("ann@example.org", desk, "games", server+"dkim=pass header.d=example.org")
		m.wantSettled(mailbox.InboundAnswered)
		m.next("ann@example.org", "")
	}
	m.write("new@example.net", desk, "register newcomer", server+"dmarc=pass header.from=example.net")
	m.wantSettled(mailbox.InboundDone)
	m.next("new@example.net", "")
}
