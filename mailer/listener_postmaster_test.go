package mailer

import (
	"fmt"
	"strings"
	"testing"

	"turnpost/models/mailbox"
	"turnpost/rules/rulestest/sample"
)

// The postmaster's address is accepted in every form, and its mail kept for the operator (RFC 5321, section 4.5.1).
func TestPostmaster(t *testing.T) {
	m := newMatch(t)
	server, client := selfSigned(t)
	plain := m.replyTo
	m.replyTo = m.serve(&Listener{
		Inbox: m.inbox, Setting: ListenSetting{Network: "tcp", Address: "127.0.0.1:0"}, TLS: server, Log: quiet,
	})
	for n, to := range []string{
		"<postmaster>", "<Postmaster>", "<POSTMASTER>", "<postmaster@mail.example.org>", "<Postmaster@Example.ORG>",
		"postmaster",
	} {
		for _, secure := range []bool{false, true} {
			text := m.dialText()
			if secure {
				text = m.dialTLS(client)
			}
			raw := fmt.Sprintf("From: operator@far.example\r\nMessage-ID: <pm%d.%v@x>\r\nIn-Reply-To: %s\r\n\r\nd1-d4\r\n.",
				n, secure, m.mail.messageID)
			code := talk(t, text, "EHLO x.example", "MAIL FROM:<operator@far.example>", "RCPT TO:"+to, "DATA", raw)
			if code != 250 {
				t.Fatalf("to %s, encrypted %v: %d", to, secure, code)
			}
			m.wantSettled(mailbox.InboundPostmaster)
		}
	}
	list, _, err := m.Admin().InboundMails(t.Context(), mailbox.InboundFilter{
		Result: mailbox.InboundPostmaster,
		Limit:  50,
	})
	if err != nil || len(list) != 12 || list[0].Player != 0 || !strings.HasPrefix(list[0].To, "postmaster@") {
		t.Fatalf("%+v, %v", list, err)
	}
	if kept, err := m.Admin().InboundMail(t.Context(), list[0].ID); err != nil || len(kept.Raw) == 0 {
		t.Errorf("%d bytes are kept: %v", len(kept.Raw), err)
	}
	m.replyTo = plain
	text := m.dialText()
	for _, to := range []string{
		"<postmaster@elsewhere.example>", "<postmaster2>", "<x@postmaster>", "<postmaster@>", "<postmaster", "<>",
		"<postmaster><x@y.example>", "<postmaster+x@mail.example.org>",
	} {
		if code := talk(t, text, "EHLO x.example", "MAIL FROM:<a@b.example>", "RCPT TO:"+to); code < 500 {
			t.Errorf("to %s: %d", to, code)
		}
	}
	m.nothing("ann@example.org")
}

// Mail to the postmaster cannot fill the disk.
func TestPostmasterIsBounded(t *testing.T) {
	sample.Whole(t, "sends mails up to a limit")
	m := newMatch(t)
	for n := range 100 {
		m.post("spam@example.net", fmt.Sprintf("From: spam@example.net\nMessage-ID: <pm%d@x>\n\nspam\n", n),
			"postmaster@mail.example.org")
		m.wantSettled(mailbox.InboundPostmaster)
	}
	kept := 0
	list, _, err := m.Admin().InboundMails(t.Context(), mailbox.InboundFilter{
		Result: mailbox.InboundPostmaster,
		Limit:  200,
	})
	if err != nil || len(list) != 100 {
		t.Fatalf("%d, %v", len(list), err)
	}
	for _, mail := range list {
		if whole, err := m.Admin().InboundMail(t.Context(), mail.ID); err == nil && len(whole.Raw) > 0 {
			kept++
		}
	}
	if kept == 0 || kept > 50 {
		t.Errorf("%d of 100 are kept", kept)
	}
}
