package mailer

import (
	"fmt"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/mailbox"
	"turnpost/rules/rulestest/sample"
)

// A stranger whose registration by mail is refused is told why, once a day, in their language.
func TestARefusedRegistrationIsAnswered(t *testing.T) {
	t.Parallel()
	const proof = "Authentication-Results: mx.example.org; dkim=pass header.d="
	for name, c := range sample.Some(3, map[string]struct {
		refuse func(m *match)
		line   string
		says   string
		proven bool // told only to senders whose mail is proven to be theirs
	}{
		"closed": {
			refuse: func(m *match) { m.Registration = account.RegistrationClosed },
			line:   "register zoe", says: "nobody can register on this server",
		},
		"closed, in German": {
			refuse: func(m *match) { m.Registration = account.RegistrationClosed },
			line:   "registrieren zoe", says: "auf diesem Server kann niemand ein Konto anlegen",
		},
		"by invitation, in Russian": {
			refuse: func(m *match) { m.Registration = account.RegistrationInvitation },
			line:   "регистрация zoe", says: "нужно приглашение",
		},
		"banned": {
			refuse: func(m *match) {
				m.write("zoe@example.net", desk, "register zed")
				m.wantSettled(mailbox.InboundDone)
				m.top(m.next("zoe@example.net", ""), "yes")
				m.wantSettled(mailbox.InboundDone)
				m.next("zoe@example.net", "Welcome")
				if err := m.Admin().BanPlayer(t.Context(), "zed"); err != nil {
					t.Fatal(err)
				}
			},
			line: "register zoe", says: "is shut out",
		},
		"a limit": {
			refuse: func(m *match) { m.Limits.CodeAsker = models.Bound{Count: 1, Per: models.Day} },
			line:   "register zoe", says: "too many people register", proven: true,
		},
	}) {
		for _, trusted := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, trusted %v", name, trusted), func(t *testing.T) {
				m := newMatch(t, func(i *InboxConfig) {
					if trusted {
						i.AuthServ = "mx.example.org"
					}
				})
				c.refuse(m)
				write := func(from, domain string, want mailbox.InboundResult) {
					t.Helper()
					m.write(from, desk, c.line, "Content-Type: text/plain; charset=utf-8", proof+domain)
					m.wantSettled(want)
				}
				if c.proven { // which uses up the limit
					write("yan@example.net", "example.net", mailbox.InboundDone)
					m.next("yan@example.net", "")
				}
				for range 3 {
					write("zoe@example.net", "example.net", mailbox.InboundStranger)
				}
				if c.proven && !trusted {
					m.nothing("zoe@example.net")
					return
				}
				contains(t, m.next("zoe@example.net", "").text, c.says)
				write("Zoe@example.net", "example.net", mailbox.InboundStranger) // the same mailbox
				m.nothing("zoe@example.net")
				m.nothing("Zoe@example.net")
				if c.proven {
					return
				}
				m.pass(25 * time.Hour)
				write("zoe@example.net", "example.net", mailbox.InboundStranger)
				contains(t, m.next("zoe@example.net", "").text, c.says)
				m.nothing("zoe@example.net")
			})
		}
	}
}

// No answer goes to a registration in a mail that a program wrote, and forged ones cause no more answers in a day than
// they may cause codes.
func TestAnswersToRefusedRegistrationsAreBounded(t *testing.T) {
	sample.Whole(t, "floods up to a limit")
	t.Parallel()
	m := newMatch(t)
	m.Registration, m.Limits.CodeAsker = account.RegistrationClosed, models.Bound{Count: 3, Per: models.Day}
	m.write("robot@example.net", desk, "register robot", "Auto-Submitted: auto-generated")
	m.wantSettled(mailbox.InboundAutomatic)
	for n := range 8 {
		m.write(fmt.Sprintf("s%d@example.net", n), desk, "register zoe")
		m.wantSettled(mailbox.InboundStranger)
	}
	m.settleOutbox()
	told := 0
	for _, r := range m.envelopes() {
		if len(r.to) > 12 && r.to[len(r.to)-12:] == "@example.net" {
			told++
		}
	}
	if told != 3 {
		t.Errorf("%d strangers were told, want 3", told)
	}
}

// Requests in somebody's name use up nothing of what a request from their own mailbox may have.
func TestForgedRegistrationsOfOneAddress(t *testing.T) {
	t.Parallel()
	const proof = "Authentication-Results: mx.example.org; "
	m := newMatch(t, func(c *InboxConfig) { c.AuthServ = "mx.example.org" })
	for n := range 40 {
		m.write("new@example.net", desk, fmt.Sprintf("register forged%d", n), proof+"dmarc=fail")
		m.pass(10 * time.Minute)
	}
	for range 40 {
		m.nextSettled()
	}
	m.settleOutbox()
	forged := len(m.envelopes())
	m.write("new@example.net", desk, "register newcomer", proof+"dmarc=pass header.from=example.net")
	m.wantSettled(mailbox.InboundDone)
	m.settleOutbox()
	all := m.envelopes()
	if len(all) != forged+1 {
		t.Fatalf("%d mails after the own request, %d before", len(all), forged)
	}
	code := newLetter(t, all[forged])
	contains(t, code.text, "the account newcomer")
	m.top(code, "yes")
	m.wantSettled(mailbox.InboundDone)
	m.profile("newcomer")
}

// One mailbox of a large provider keeps nobody else there from registering.
func TestOneMailboxLeavesItsProviderToOthers(t *testing.T) {
	sample.Whole(t, "floods up to a limit")
	t.Parallel()
	const proof = "Authentication-Results: mx.example.org; dkim=pass header.d=gmail.com"
	m := newMatch(t, func(c *InboxConfig) { c.AuthServ = "mx.example.org" })
	m.Limits.CodeAsker = models.Bound{Count: 20, Per: models.Day}
	for n := range 30 {
		m.write(fmt.Sprintf("e.v.e+%d@gmail.com", n), desk, "register eve", proof)
		m.nextSettled()
	}
	m.write("new@gmail.com", desk, "register newcomer", proof)
	m.wantSettled(mailbox.InboundDone)
	m.next("new@gmail.com", "")
}

// A refused registration is answered at the address in the form that mail servers take, and not at all where they take
// none.
func TestARefusedRegistrationFromAnOddAddress(t *testing.T) {
	t.Parallel()
	m := newMatch(t)
	m.Registration = account.RegistrationClosed
	for _, from := range []string{`"zoe;zed"@example.net`, "zoe@bücher.example"} {
		m.write(from, desk, "register zoe")
		m.wantSettled(mailbox.InboundStranger)
	}
	m.next("zoe@xn--bcher-kva.example", "")
	if waiting, _, err := m.OutboxDepth(t.Context()); err != nil || waiting != 0 {
		t.Errorf("%d mails wait: %v", waiting, err)
	}
}
