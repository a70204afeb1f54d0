package mailer

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/challenge"
	"turnpost/models/mailbox"
	"turnpost/rules/rulestest/sample"
)

// Two programs that answer everything meet: our first answer is marked as automatic, and so are the answers to it.
func TestAutoRespondersStop(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	m := newMatch(t)
	m.top(m.mail, "I am on holiday until Monday.") // a responder that is not marked as automatic
	m.wantSettled(mailbox.InboundRejected)
	answer := m.next("ann@example.org", "Re:")
	if got := m.lastRaw("ann@example.org"); !strings.Contains(got, "Auto-Submitted: auto-replied") {
		t.Errorf("the answer does not say what it is:\n%.400s", got)
	}
	m.post("ann@example.org", strings.Replace(m.replyMail("Auto-Submitted: auto-replied\n",
		"I am on holiday until Monday."), m.mail.replyTo, answer.replyTo, 1), answer.replyTo)
	m.wantSettled(mailbox.InboundAutomatic)
	m.nothing("ann@example.org")
}

// A program that is not marked as automatic and answers every mail is stopped by the limit.
func TestHeadlessResponderIsBounded(t *testing.T) {
	sample.Whole(t, "sends mails up to a limit")
	m := newMatch(t)
	l := m.mail
	answers := 0
	for range maxRejected + 5 {
		m.top(l, "I am somewhere else, and will be for a while.")
		if <-m.settled != mailbox.InboundRejected {
			break
		}
		l = m.next("ann@example.org", "Re:")
		answers++
	}
	if answers != maxRejected {
		t.Errorf("%d answers", answers)
	}
	m.nothing("ann@example.org")
}

func TestJunkIsBounded(t *testing.T) {
	sample.Together(t, "sends hundreds of mails")
	const junk = 10_000 // most of it to nobody
	m := newMatch(t, func(c *InboxConfig) { c.Parallel = 32 })
	body := strings.Repeat("Buy now, and never again! ", 300)
	defer debug.SetGCPercent(debug.SetGCPercent(100))
	runtime.GC()
	var before runtime.MemStats
	runtime.ReadMemStats(&before)
	var senders sync.WaitGroup
	const hands = 32                  // whose mails are stored together
	waiting := make(chan bool, hands) // a place for each mail that is not settled yet
	for hand := range hands {
		senders.Go(func() {
			for n := hand; n < junk; n += hands {
				to := "play+" + strings.Repeat("a", 47) + "@mail.example.org"
				if n%20 == 0 { // somebody's address book was stolen
					to = m.mail.replyTo
				}
				raw := fmt.Sprintf("From: spam%d@example.net\nTo: %s\nSubject: offer %d\nMessage-ID: "+
					"<junk%d@example.net>\n\n%s\n", n, to, n, n, body)
				waiting <- true
				m.post("spam@example.net", raw, "turnpost@example.org")
			}
		})
	}
	for range junk {
		if got := <-m.settled; got != mailbox.InboundWrongSender && got != mailbox.InboundUnknownLink {
			t.Fatalf("junk was %s", got)
		}
		<-waiting
	}
	senders.Wait()
	runtime.GC()
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	grown := int64(memory.HeapAlloc) - int64(before.HeapAlloc)
	if peak := memory.HeapSys - before.HeapSys; grown > 16<<20 || memory.HeapSys > before.HeapSys && peak > 128<<20 {
		t.Errorf("%d junk mails leave %d MB in memory, and took %d MB more at the most", junk, grown>>20, peak>>20)
	}
	info, err := os.Stat(m.Database)
	if err != nil {
		t.Fatal(err)
	}
	if mb := info.Size() >> 20; mb > 16 {
		t.Errorf("%d junk mails of %d bytes leave a database of %d MB", junk, len(body), mb)
	}
	t.Logf("the database has %d kB, memory grew by %d kB", info.Size()>>10, grown>>10)
	m.nothing("ann@example.org")
	m.top(m.mail, "d1-d4")
	m.wantSettled(mailbox.InboundPlayed)
}

// A flood to one link delays that link alone.
func TestFloodToOneLink(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	m := newMailroom(t) // whose inbox does not run
	ann := m.player("ann")
	m.player("bob")
	if _, err := m.CreateChallenge(t.Context(), ann, challenge.NewChallenge{
		Ruleset:  "hnefatafl",
		Opponent: "bob",
	}); err != nil {
		t.Fatal(err)
	}
	claims, err := m.ClaimNotices(t.Context(), 1, time.Minute)
	if err != nil || len(claims) != 1 {
		t.Fatal(claims, err)
	}
	content, err := m.ComposeContent(t.Context(), claims[0])
	if err != nil {
		t.Fatal(err)
	}
	receive := func(n int, to ...string) error {
		raw := fmt.Sprintf("From: a@example.net\nMessage-ID: <flood%d@example.net>\n\nhello\n", n)
		_, err := m.inbox.Receive(t.Context(), Incoming{Source: "http", To: to, Raw: []byte(raw)})
		return err
	}
	n := 0
	for ; n < 1000 && err == nil; n++ {
		err = receive(n, "play+"+content.ReplyLink+"@mail.example.org")
	}
	if models.CodeOf(err) != models.CodeTooMany {
		t.Errorf("after %d mails: %v", n, err)
	}
	if err := receive(n); err != nil {
		t.Errorf("another mail: %v", err)
	}
}

func TestInboxRefusesWhatWaitsTooLong(t *testing.T) {
	sample.Whole(t, "fills the inbox")
	m := newMailroom(t) // whose inbox does not run
	big := strings.Repeat("x", 200<<10)
	var err error
	n := 0
	for ; n < 2000 && err == nil; n++ {
		raw := fmt.Sprintf("From: a@example.net\nMessage-ID: <big%d@example.net>\n\n%s\n", n, big)
		_, err = m.inbox.Receive(t.Context(), Incoming{Source: "http", Raw: []byte(raw)})
	}
	if models.CodeOf(err) != models.CodeTooMany || n > 400 {
		t.Errorf("after %d mails of 200 kB: %v", n, err)
	}
}
