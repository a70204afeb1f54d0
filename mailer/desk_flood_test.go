package mailer

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"turnpost/models"
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
			m.wantSettled(models.InboundAnswered)
			answers := 0
			for last := models.InboundAnswered; last == models.InboundAnswered; {
				answer := m.next("ann@example.org", "")
				answers++
				id := strings.Trim(answer.messageID, "<>")
				if c.id != "" {
					id = fmt.Sprintf(c.id, answers)
				}
				m.submit("ann@example.org", desk, []byte(fmt.Sprintf("From: ann@example.org\nTo: %s\nSubject: Re: %s\n"+
					"Message-ID: <%s>\n%s\n\n%s", desk, answer.subject, id, c.field, answer.text)))
				<-m.settled
				list, _, err := m.Admin().InboundMails(t.Context(), models.InboundFilter{Limit: 1})
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
	sample.Whole(t, "sends mails of many strangers")
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
	list, _, err := m.Admin().InboundMails(t.Context(), models.InboundFilter{Limit: count})
	if err != nil {
		t.Fatal(err)
	}
	for _, mail := range list[:min(len(list), 200)] {
		shown, err := m.Admin().InboundMail(t.Context(), mail.ID)
		if err != nil {
			t.Fatal(err)
		}
		if mail.Result == models.InboundStranger {
			size += len(shown.Raw)
		}
	}
	if size > 0 {
		t.Errorf("%d bytes of strangers' mails are kept", size)
	}
	m.write("ann@example.org", desk, "help")
	m.wantSettled(models.InboundAnswered)
}
