package main

import (
	"fmt"
	"net/http"
	"net/smtp"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// TestPostfix plays through a real mail server, which .ci/postfix starts. Mail goes out through it by SMTP, replies
// come in by LMTP or a program, and undeliverable mail comes back.
func TestPostfix(t *testing.T) {
	server := os.Getenv("TURNPOST_TEST_POSTFIX")
	if server == "" {
		t.Skip("there is no Postfix; .ci/postfix starts one")
	}
	p := postAt(t, os.Getenv("TURNPOST_TEST_POSTFIX_SINK"))
	t.Run("LMTP", func(t *testing.T) {
		p.t = t
		i := start(t, "serve", "--listen", "127.0.0.1:0", "--database", databaseFile(t), "--smtp", "smtp://"+server,
			"--from", "turnpost <turnpost@play.example.test>",
			"--inbound-listen", "lmtp://"+os.Getenv("TURNPOST_TEST_POSTFIX_LMTP"))
		i.playByPostfix(p, server)
		i.bounceByPostfix(p)
	})
	t.Run("pipe", func(t *testing.T) {
		p.t = t
		i := start(t, "serve", "--listen", "127.0.0.1:0",
			"--database", os.Getenv("TURNPOST_TEST_POSTFIX_DATABASE"), "--smtp", "smtp://"+server,
			"--from", "turnpost <turnpost@pipe.example.test>", "--inbound-pipe")
		i.playByPostfix(p, server)
	})
}

// toSubject waits for a mail to an address that begins with words, in its subject or its text.
func (p *post) toSubject(address, words string) *received {
	p.t.Helper()
	for {
		if m := p.next(); m.to == address && m.begins(words) {
			return m
		}
	}
}

// answer sends a reply to a mail, quoted, through a mail server.
func answer(t *testing.T, server string, m *received, text string) {
	t.Helper()
	to, raw := m.reply(t, text)
	raw = strings.ReplaceAll(raw, "\n", "\r\n")
	if err := smtp.SendMail(server, nil, m.to, []string{to}, []byte(raw)); err != nil {
		t.Fatal(err)
	}
}

// playByPostfix begins a game and plays its first two turns by replies.
func (i *instance) playByPostfix(p *post, server string) {
	i.t.Helper()
	ann, bob := i.signUp(p, "ann"), i.signUp(p, "bob")
	game := i.begin(ann, bob, "hnefatafl", "7x7")
	answer(i.t, server, p.toSubject("ann@example.org", "Your turn against"), "d1-c1")
	answer(i.t, server, p.toSubject("bob@example.org", "Your turn against"), "d3-c3")
	p.toSubject("ann@example.org", "Your turn against")
	var state struct{ Ply int }
	i.call("GET", "/v1/games/"+game.ID, ann, "", 200, &state)
	if state.Ply != 2 {
		i.t.Errorf("the game is at ply %d", state.Ply)
	}
	var list struct {
		Inbound []struct{ Result, Game string }
	}
	i.call("GET", "/v1/me/inbound", ann, "", 200, &list)
	if len(list.Inbound) != 1 || list.Inbound[0].Result != "played" || list.Inbound[0].Game != game.ID {
		i.t.Errorf("%+v", list)
	}
}

// bounceByPostfix removes a local user, and waits until the server has marked mail to them as failing.
func (i *instance) bounceByPostfix(p *post) {
	i.t.Helper()
	address := "carl@local.example.test"
	i.call("POST", "/v1/players", "", fmt.Sprintf(`{"name":"carl","email":%q}`, address), 202, nil)
	code := eightDigits.FindString(p.toSubject("carl@example.org", "Your turnpost sign-in code").Text)
	var token struct{ Token string }
	i.call("POST", "/v1/tokens", "", fmt.Sprintf(`{"email":%q,"code":%q}`, address, strings.TrimSpace(code)), 201, &token)
	forget := exec.CommandContext(i.t.Context(), "bash", "-c", os.Getenv("TURNPOST_TEST_POSTFIX_FORGET"))
	if out, err := forget.CombinedOutput(); err != nil {
		i.t.Fatalf("%v: %s", err, out)
	}
	var me struct {
		MailFailing *struct{ Detail string } `json:"mail_failing"`
	}
	ann := i.signUp(p, "ann2")
	for range 3 {
		i.call("POST", "/v1/challenges", ann, `{"ruleset":"hnefatafl","opponent":"carl"}`, 201, nil)
	}
	for end := time.Now().Add(patience); me.MailFailing == nil; {
		i.call("GET", "/v1/me", token.Token, "", http.StatusOK, &me)
		if time.Now().After(end) {
			i.t.Fatal("the bounces did not come back")
		}
		<-time.After(50 * time.Millisecond)
	}
	if !strings.Contains(me.MailFailing.Detail, "unknown") {
		i.t.Errorf("%+v", me.MailFailing)
	}
}
