package main

import (
	"net/url"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"turnpost/cmd/api/programtest"
)

// TestDovecot plays by replies from a real IMAP server, which .ci/dovecot starts.
func TestDovecot(t *testing.T) {
	imaps := os.Getenv("TURNPOST_TEST_DOVECOT_IMAPS")
	if imaps == "" {
		t.Skip("there is no Dovecot; .ci/dovecot starts one")
	}
	p := programtest.NewPost(t)
	password := os.Getenv("TURNPOST_TEST_DOVECOT_PASSWORD")
	t.Run("game", func(t *testing.T) {
		p.T = t
		playFromMailbox(serveFromMailbox(t, p, mailboxURL("imaps", imaps, password)), p)
	})
	t.Run("without encryption", func(t *testing.T) {
		p.T = t
		i := serveFromMailbox(t, p, mailboxURL("imap", os.Getenv("TURNPOST_TEST_DOVECOT_IMAP"), password))
		ann, _, m := beginGame(i, p)
		deliver(t, m, "d1-c1")
		p.ToSubject("bob@example.org", "Your turn against")
		wantInbound(i, ann, "played")
	})
	t.Run("wrong password", func(t *testing.T) {
		p.T = t
		i := serveFromMailbox(t, p, mailboxURL("imaps", imaps, "guessed"))
		waitForLog(i, "looking for mail", "the mail server does not take this user with this password")
		if strings.Contains(i.Out.String(), "guessed") {
			t.Errorf("the log holds the password: %s", i.Out)
		}
	})
	t.Run("away for a while", func(t *testing.T) {
		p.T = t
		i := serveFromMailbox(t, p, mailboxURL("imaps", imaps, password))
		ann, _, m := beginGame(i, p)
		shell(t, "", os.Getenv("TURNPOST_TEST_DOVECOT_STOP"))
		waitForLog(i, "looking for mail", "connecting")
		shell(t, "", os.Getenv("TURNPOST_TEST_DOVECOT_START"))
		deliver(t, m, "d1-c1")
		p.ToSubject("bob@example.org", "Your turn against")
		wantInbound(i, ann, "played")
	})
}

func mailboxURL(scheme, address, password string) string {
	return (&url.URL{Scheme: scheme, Host: address, Path: "/INBOX", User: url.UserPassword("replies", password)}).String()
}

func serveFromMailbox(t *testing.T, p *programtest.Post, mailbox string) *programtest.Instance {
	t.Helper()
	return start(t, "serve", "--listen", "127.0.0.1:0", "--database", databaseFile(t), "--smtp", "smtp://"+p.Address,
		"--from", "turnpost <turnpost@play.example.test>", "--imap", mailbox, "--imap-interval", "1s")
}

// waitForLog waits until a line of the log contains all texts.
func waitForLog(i *programtest.Instance, texts ...string) {
	i.T.Helper()
	for end := time.Now().Add(programtest.Patience); time.Now().Before(end); <-time.After(50 * time.Millisecond) {
		for line := range strings.Lines(i.Out.String()) {
			all := true
			for _, text := range texts {
				all = all && strings.Contains(line, text)
			}
			if all {
				return
			}
		}
	}
	i.T.Fatalf("the log has no line with %q: %s", texts, i.Out)
}

// beginGame begins a game between ann and bob, and returns the mail about ann's first turn.
func beginGame(i *programtest.Instance, p *programtest.Post) (ann, game string, m *programtest.Received) {
	i.T.Helper()
	ann = i.SignUp(p, "ann")
	bob := i.SignUp(p, "bob")
	begun := i.Begin(ann, bob, "hnefatafl", "7x7")
	return ann, begun.ID, p.ToSubject("ann@example.org", "Your turn against")
}

// playFromMailbox plays two turns by replies, with a mail between them that has no effect.
func playFromMailbox(i *programtest.Instance, p *programtest.Post) {
	i.T.Helper()
	ann, game, m := beginGame(i, p)
	deliver(i.T, m, "I am away until Monday.", "Auto-Submitted: auto-replied")
	waitForSeen(i, 1) // Dovecot may number mails that come together in any order
	deliver(i.T, m, "d1-c1")
	deliver(i.T, p.ToSubject("bob@example.org", "Your turn against"), "d3-c3")
	p.ToSubject("ann@example.org", "Your turn against")
	var state struct{ Ply int }
	i.Call("GET", "/v1/games/"+game, ann, "", 200, &state)
	if state.Ply != 2 {
		i.T.Errorf("the game is at ply %d", state.Ply)
	}
	wantInbound(i, ann, "played", "automatic")
	waitForSeen(i, 3)
}

// waitForSeen waits until the mailbox holds n mails and all are marked as seen.
func waitForSeen(i *programtest.Instance, n int) {
	i.T.Helper()
	for end := time.Now().Add(programtest.Patience); ; <-time.After(50 * time.Millisecond) {
		unseen, all := mailsIn(i.T, "unseen"), mailsIn(i.T, "all")
		if unseen == 0 && all == n {
			return
		}
		if time.Now().After(end) {
			i.T.Fatalf("the mailbox holds %d mails, %d of them not marked as seen, want %d seen", all, unseen, n)
		}
	}
}

// wantInbound compares the results of a player's mails, newest first.
func wantInbound(i *programtest.Instance, token string, results ...string) {
	i.T.Helper()
	var list struct {
		Inbound []struct{ Result, Source string }
	}
	i.Call("GET", "/v1/me/inbound", token, "", 200, &list)
	var got []string
	for _, m := range list.Inbound {
		got = append(got, m.Result)
		if m.Source != "" && m.Source != "imap" {
			i.T.Errorf("%+v", m)
		}
	}
	if strings.Join(got, " ") != strings.Join(results, " ") {
		i.T.Errorf("the mails were %s, want %s", got, results)
	}
}

// deliver puts a reply into the mailbox by the mail server's own delivery program.
func deliver(t *testing.T, m *programtest.Received, text string, header ...string) {
	t.Helper()
	to, raw := m.Reply(t, text, header...)
	shell(t, raw, os.Getenv("TURNPOST_TEST_DOVECOT_DELIVER")+" -f "+m.To+" -a '"+to+"'")
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
