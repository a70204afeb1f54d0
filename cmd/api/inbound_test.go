package main

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"turnpost/cmd/api/programtest"
	"turnpost/mailer"
)

// pipeMail runs turnpost inbound on a mail and returns its exit status.
func pipeMail(t *testing.T, database, mail string, args ...string) (status int, printed string) {
	t.Helper()
	var out bytes.Buffer
	p := &program{ctx: t.Context(), in: strings.NewReader(mail), out: &out, err: &out, serves: func(string) {}}
	args = append([]string{"inbound", "--database", database, "--from", "turnpost@play.example.org"}, args...)
	return runWith(p, args, func(string) string { return "" }), out.String()
}

func TestInboundByPipe(t *testing.T) {
	t.Parallel()
	p, database := programtest.NewPost(t), databaseFile(t)
	i := start(t, "serve", "--listen", "127.0.0.1:0", "--database", database, "--smtp", "smtp://"+p.Address,
		"--from", "turnpost@play.example.org", "--inbound-pipe")
	ann, bob := i.SignUp(p, "ann"), i.SignUp(p, "bob")
	game := i.Begin(ann, bob, "hnefatafl", "7x7")
	turn := p.ToSubject("ann@example.org", "Your turn against")
	list, err := turn.AddressList("Reply-To")
	if err != nil {
		t.Fatal(err)
	}
	to := list[0].Address
	mail := fmt.Sprintf("From: ann@example.org\r\nTo: %s\r\nMessage-ID: <%d@x>\r\n\r\nd1-c1\r\n",
		to, time.Now().UnixNano())
	for what, c := range map[string]struct {
		database, mail string
		args           []string
		want           int
	}{
		"nobody":              {database, mail, []string{"nobody@play.example.org"}, exitNoUser},
		"no mail":             {database, "no header at all", []string{to}, exitDataErr},
		"empty":               {database, "", []string{to}, exitDataErr},
		"too large":           {database, mail + strings.Repeat("x", mailer.MaxReceived), []string{to}, exitDataErr},
		"no database":         {filepath.Join(t.TempDir(), "none.db"), mail, []string{to}, exitTempFail},
		"an unreachable one":  {"postgres://postgres@127.0.0.1:1/x", mail, []string{to}, exitTempFail},
		"settings that fault": {database, mail, []string{"--inbound-require", "luck", to}, exitTempFail},
	} {
		if status, printed := pipeMail(t, c.database, c.mail, c.args...); status != c.want {
			t.Errorf("%s: status %d, want %d: %s", what, status, c.want, printed)
		}
	}
	photo := "-- \r\n" + strings.Repeat("x", 2<<20) // below the text, which is read
	if status, printed := pipeMail(t, database, mail+photo, "--sender", "ann@example.org", to); status != 0 {
		t.Fatalf("status %d: %s", status, printed)
	}
	p.ToSubject("bob@example.org", "Your turn against")
	var state struct{ Ply int }
	i.Call("GET", "/v1/games/"+game.ID, ann, "", 200, &state)
	if state.Ply != 1 {
		t.Errorf("the game is at ply %d", state.Ply)
	}
	programtest.Eventually(t, "metrics of mail", func() bool {
		var text string
		i.Call("GET", "/metrics", "", "", 200, &text)
		return strings.Contains(text, `turnpost_inbound_total{source="pipe",result="played",outcome="played"} 1`) &&
			strings.Contains(text, `turnpost_mails_total{kind="your_turn",outcome="sent"} `)
	})
	exit, out := command(t, "", false, "admin", "--database", database, "inbound", "list")
	if exit != 0 || !strings.Contains(out, "played") {
		t.Errorf("status %d: %s", exit, out)
	}
	exit, out = command(t, "", false, "admin", "--database", database, "inbound", "list", "--result", "wrong-sender")
	if exit == 0 || !strings.Contains(out, "wrong_sender") {
		t.Errorf("an unknown result: status %d: %s", exit, out)
	}
}
