package main

import (
	"net/url"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// TestDovecot plays by replies from a real IMAP server, which .ci/dovecot starts.
func TestDovecot(t *testing.T) {
	imaps := os.Getenv("TURNPOST_TEST_DOVECOT_IMAPS")
	if imaps == "" {
		t.Skip("there is no Dovecot; .ci/dovecot starts one")
	}
	p := newPost(t)
	password := os.Getenv("TURNPOST_TEST_DOVECOT_PASSWORD")
	t.Run("game", func(t *testing.T) {
		p.t = t
		serveFromMailbox(t, p, mailboxURL("imaps", imaps, password)).playFromMailbox(p)
	})
	t.Run("without encryption", func(t *testing.T) {
		p.t = t
		i := serveFromMailbox(t, p, mailboxURL("imap", os.Getenv("TURNPOST_TEST_DOVECOT_IMAP"), password))
		ann, _, m := i.beginGame(p)
		deliver(t, m, "d1-c1")
		p.toSubject("bob@example.org", "Your turn against")
		i.wantInbound(ann, "played")
	})
	t.Run("wrong password", func(t *testing.T) {
		p.t = t
		i := serveFromMailbox(t, p, mailboxURL("imaps", imaps, "guessed"))
		i.waitForLog("looking for mail", "the mail server does not take this user with this password")
		if strings.Contains(i.out.String(), "guessed") {
			t.Errorf("the log holds the password: %s", i.out)
		}
	})
	t.Run("away for a while", func(t *testing.T) {
		p.t = t
		i := serveFromMailbox(t, p, mailboxURL("imaps", imaps, password))
		ann, _, m := i.beginGame(p)
		shell(t, "", os.Getenv("TURNPOST_TEST_DOVECOT_STOP"))
		i.waitForLog("looking for mail", "connecting")
		shell(t, "", os.Getenv("TURNPOST_TEST_DOVECOT_START"))
		deliver(t, m, "d1-c1")
		p.toSubject("bob@example.org", "Your turn against")
		i.wantInbound(ann, "played")
	})
}

func mailboxURL(scheme, address, password string) string {
	return (&url.URL{Scheme: scheme, Host: address, Path: "/INBOX", User: url.UserPassword("replies", password)}).String()
}

func serveFromMailbox(t *testing.T, p *post, mailbox string) *instance {
	t.Helper()
	return start(t, "serve", "--listen", "127.0.0.1:0", "--database", databaseFile(t), "--smtp", "smtp://"+p.address,
		"--from", "turnpost <turnpost@play.example.test>", "--imap", mailbox, "--imap-interval", "1s")
}

// waitForLog waits until a line of the log contains all texts.
func (i *instance) waitForLog(texts ...string) {
	i.t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); <-time.After(50 * time.Millisecond) {
		for line := range strings.Lines(i.out.String()) {
			all := true
			for _, text := range texts {
				all = all && strings.Contains(line, text)
			}
			if all {
				return
			}
		}
	}
	i.t.Fatalf("the log has no line with %q: %s", texts, i.out)
}

// beginGame begins a game between ann and bob, and returns the mail about ann's first turn.
func (i *instance) beginGame(p *post) (ann, game string, m *received) {
	i.t.Helper()
	ann = i.signUp(p, "ann")
	bob := i.signUp(p, "bob")
	begun := i.begin(ann, bob, "hnefatafl", "7x7")
	return ann, begun.ID, p.toSubject("ann@example.org", "Your turn against")
}

// playFromMailbox plays two turns by replies, with a mail between them that has no effect.
func (i *instance) playFromMailbox(p *post) {
	i.t.Helper()
	ann, game, m := i.beginGame(p)
	deliver(i.t, m, "I am away until Monday.", "Auto-Submitted: auto-replied")
	i.waitForSeen(1) // Dovecot may number mails that come together in any order
	deliver(i.t, m, "d1-c1")
	deliver(i.t, p.toSubject("bob@example.org", "Your turn against"), "d3-c3")
	p.toSubject("ann@example.org", "Your turn against")
	var state struct{ Ply int }
	i.call("GET", "/v1/games/"+game, ann, "", 200, &state)
	if state.Ply != 2 {
		i.t.Errorf("the game is at ply %d", state.Ply)
	}
	i.wantInbound(ann, "played", "automatic")
	i.waitForSeen(3)
}

// waitForSeen waits until the mailbox holds n mails and all are marked as seen.
func (i *instance) waitForSeen(n int) {
	i.t.Helper()
	for end := time.Now().Add(patience); ; <-time.After(50 * time.Millisecond) {
		unseen, all := mailsIn(i.t, "unseen"), mailsIn(i.t, "all")
		if unseen == 0 && all == n {
			return
		}
		if time.Now().After(end) {
			i.t.Fatalf("the mailbox holds %d mails, %d of them not marked as seen, want %d seen", all, unseen, n)
		}
	}
}

// wantInbound compares the results of a player's mails, newest first.
func (i *instance) wantInbound(token string, results ...string) {
	i.t.Helper()
	var list struct {
		Inbound []struct{ Result, Source string }
	}
	i.call("GET", "/v1/me/inbound", token, "", 200, &list)
	var got []string
	for _, m := range list.Inbound {
		got = append(got, m.Result)
		if m.Source != "" && m.Source != "imap" {
			i.t.Errorf("%+v", m)
		}
	}
	if strings.Join(got, " ") != strings.Join(results, " ") {
		i.t.Errorf("the mails were %s, want %s", got, results)
	}
}

// deliver puts a reply into the mailbox by the mail server's own delivery program.
func deliver(t *testing.T, m *received, text string, header ...string) {
	t.Helper()
	to, raw := m.reply(t, text, header...)
	shell(t, raw, os.Getenv("TURNPOST_TEST_DOVECOT_DELIVER")+" -f "+m.to+" -a '"+to+"'")
}

// mailsIn counts the mails in the mailbox that match a search.
func mailsIn(t *testing.T, kind string) int {
	t.Helper()
	return strings.Count(shell(t, "", os.Getenv("TURNPOST_TEST_DOVECOT_SEARCH")+" "+kind), "\n")
}

func shell(t *testing.T, in, command string) string {
	t.Helper()
	c := exec.CommandContext(t.Context(), "bash", "-c", command)
	c.Stdin = strings.NewReader(in)
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v: %s", command, err, out)
	}
	return string(out)
}
