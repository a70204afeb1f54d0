package trials

import (
	"bytes"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"testing"

	"turnpost/cmd/api/programtest"
)

// Settings with which another build writes a database and this program opens it.
const (
	upgradeSite   = "http://play.example.org"
	upgradeFrom   = "turnpost <turnpost@play.example.org>"
	upgradeSecret = "hands over what came by mail"
)

// unlimited switches off the limits that a journey of a few seconds would exceed.
var unlimited = []string{
	"--limit-account=off", "--limit-address=off", "--limit-sign-in=off", "--limit-guesses=off",
	"--limit-sender-hour=off", "--limit-sender-day=off", "--limit-message-hour=off", "--limit-message-day=off",
	"--limit-code-gap=off", "--limit-code-mails=off", "--limit-strangers=off",
}

// build is an executable of the program, built from any commit.
type build struct {
	t      *testing.T
	binary string
}

// serve starts the program on a database until stop is called, or the test ends.
func (b build) serve(database, smtpAddress string) *programtest.Instance {
	b.t.Helper()
	address := programtest.FreeAddress(b.t)
	command := exec.CommandContext(b.t.Context(), b.binary, append([]string{
		"serve", "--listen", address, "--database", database, "--smtp", "smtp://" + smtpAddress,
		"--base-url", upgradeSite, "--from", upgradeFrom, "--inbound-secret", upgradeSecret,
	}, unlimited...)...)
	command.Env = append(os.Environ(), "TURNPOST_MAIL_GATHER=0s", // the journey waits for each mail
		"TURNPOST_WEBHOOK_ALLOW=127.0.0.0/8")
	return programtest.Start(b.t, serving(b.t, command, address))
}

// run runs a subcommand and returns its exit status and what it prints.
func (b build) run(in string, args ...string) (exit int, out string) {
	b.t.Helper()
	command := exec.CommandContext(b.t.Context(), b.binary, args...)
	var text bytes.Buffer
	command.Stdin, command.Stdout, command.Stderr = strings.NewReader(in), &text, &text
	err := command.Run()
	if command.ProcessState == nil {
		b.t.Fatal(err)
	}
	return command.ProcessState.ExitCode(), text.String()
}

// must is run for a subcommand that has to succeed.
func (b build) must(in string, args ...string) string {
	b.t.Helper()
	exit, out := b.run(in, args...)
	if exit != 0 {
		b.t.Fatalf("%s %v: %d: %s", b.binary, args, exit, out)
	}
	return out
}

// handOver hands a mail over by POST /v1/inbound.
func (j *journey) handOver(from, to, raw string) {
	j.T.Helper()
	j.Call("POST", "/v1/inbound", upgradeSecret, raw, 202, nil,
		"Content-Type", "message/rfc822", "X-Envelope-From", from, "X-Envelope-To", to)
}

// mover is the name of the player who is to move in a game.
func (j *journey) mover(game string) string {
	j.T.Helper()
	var g struct {
		ToMove  string `json:"to_move"`
		Players []struct{ Name, Seat string }
	}
	j.Call("GET", "/v1/games/"+game, "", "", 200, &g)
	if g.Players[0].Seat == g.ToMove {
		return g.Players[0].Name
	}
	return g.Players[1].Name
}

// unsubscribePath finds the path for one-click unsubscribing.
func unsubscribePath(t *testing.T, m *programtest.Received) string {
	t.Helper()
	for _, path := range unsubscribePathOrNone(m) {
		return path
	}
	t.Fatalf("no way to unsubscribe from %q", m.GetHeader("Subject"))
	return ""
}

func unsubscribePathOrNone(m *programtest.Received) []string {
	for _, text := range strings.Split(m.GetHeader("List-Unsubscribe"), ",") {
		u, err := url.Parse(strings.Trim(strings.TrimSpace(text), "<>"))
		if err == nil && u.Scheme != "mailto" && strings.HasPrefix(u.Path, "/unsubscribe/") {
			return []string{u.Path}
		}
	}
	return nil
}
