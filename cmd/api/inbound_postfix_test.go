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

	"turnpost/cmd/api/programtest"
)

// TestPostfix plays through a real mail server, which .ci/postfix starts. Mail goes out through it by SMTP, replies
// come in by LMTP or a program, and undeliverable mail comes back.
func TestPostfix(t *testing.T) {
	server := os.Getenv("TURNPOST_TEST_POSTFIX")
	if server == "" {
		t.Skip("there is no Postfix; .ci/postfix starts one")
	}
	p := programtest.PostAt(t, os.Getenv("TURNPOST_TEST_POSTFIX_SINK"))
	t.Run("LMTP", func(t *testing.T) {
		p.T = t
		i := start(t, "serve", "--listen", "127.0.0.1:0", "--database", databaseFile(t), "--smtp", "smtp://"+server,
			"--from", "turnpost <turnpost@play.example.test>",
			"--inbound-listen", "lmtp://"+os.Getenv("TURNPOST_TEST_POSTFIX_LMTP"))
		playByPostfix(i, p, server)
		bounceByPostfix(i, p)
	})
	t.Run("pipe", func(t *testing.T) {
		p.T = t
		i := start(t, "serve", "--listen", "127.0.0.1:0",
			"--database", os.Getenv("TURNPOST_TEST_POSTFIX_DATABASE"), "--smtp", "smtp://"+server,
			"--from", "turnpost <turnpost@pipe.example.test>", "--inbound-pipe")
		playByPostfix(i, p, server)
	})
}

// answer sends a reply to a mail, quoted, through a mail server.
func answer(t *testing.T, server string, m *programtest.Received, text string) {
	t.Helper()
	to, raw := m.Reply(t, text)
	raw = strings.ReplaceAll(raw, "\n", "\r\n")
	if err := smtp.SendMail(server, nil, m.To, []string{to}, []byte(raw)); err != nil {
		t.Fatal(err)
	}
}

// playByPostfix begins a game and plays its first two turns by replies.
func playByPostfix(i *programtest.Instance, p *programtest.Post, server string) {
	i.T.Helper()
	ann, bob := i.SignUp(p, "ann"), i.SignUp(p, "bob")
	game := i.Begin(ann, bob, "hnefatafl", "7x7")
	answer(i.T, server, p.ToSubject("ann@example.org", "Your turn against"), "d1-c1")
	answer(i.T, server, p.ToSubject("bob@example.org", "Your turn against"), "d3-c3")
	p.ToSubject("ann@example.org", "Your turn against")
	var state struct{ Ply int }
	i.Call("GET", "/v1/games/"+game.ID, ann, "", 200, &state)
	if state.Ply != 2 {
		i.T.Errorf("the game is at ply %d", state.Ply)
	}
	var list struct {
		Inbound []struct{ Result, Game string }
	}
	i.Call("GET", "/v1/me/inbound", ann, "", 200, &list)
	if len(list.Inbound) != 1 || list.Inbound[0].Result != "played" || list.Inbound[0].Game != game.ID {
		i.T.Errorf("%+v", list)
	}
}

// bounceByPostfix removes a local user, and waits until the server has marked mail to them as failing.
func bounceByPostfix(i *programtest.Instance, p *programtest.Post) {
	i.T.Helper()
	address := "carl@local.example.test"
	i.Call("POST", "/v1/players", "", fmt.Sprintf(`{"name":"carl","email":%q}`, address), 202, nil)
	code := programtest.EightDigits.FindString(p.ToSubject("carl@example.org", "Your turnpost sign-in code").Text)
	var token struct{ Token string }
	i.Call("POST", "/v1/tokens", "", fmt.Sprintf(`{"email":%q,"code":%q}`, address, strings.TrimSpace(code)), 201, &token)
	forget := exec.CommandContext(i.T.Context(), "bash", "-c", os.Getenv("TURNPOST_TEST_POSTFIX_FORGET"))
	if out, err := forget.CombinedOutput(); err != nil {
		i.T.Fatalf("%v: %s", err, out)
	}
	var me struct {
		MailFailing *struct{ Detail string } `json:"mail_failing"`
	}
	ann := i.SignUp(p, "ann2")
	for range 3 {
		i.Call("POST", "/v1/challenges", ann, `{"ruleset":"hnefatafl","opponent":"carl"}`, 201, nil)
	}
	for end := time.Now().Add(programtest.Patience); me.MailFailing == nil; {
		i.Call("GET", "/v1/me", token.Token, "", http.StatusOK, &me)
		if time.Now().After(end) {
			i.T.Fatal("the bounces did not come back")
		}
		<-time.After(50 * time.Millisecond)
	}
	if !strings.Contains(me.MailFailing.Detail, "unknown") {
		i.T.Errorf("%+v", me.MailFailing)
	}
}
