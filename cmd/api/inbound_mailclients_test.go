package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"turnpost/cmd/api/programtest"
	"turnpost/rules/rulestest"
)

// mailPrograms are the programs that .ci/mailclients can drive.
var mailPrograms = []string{"mutt", "mutt_html", "neomutt", "s_nail", "nmh", "alpine", "gnus", "rmail", "claws"}

// TestMailPrograms plays a game by replies from real mail programs, each turn by another program or in another style.
// .ci/mailclients installs and drives them.
func TestMailPrograms(t *testing.T) {
	script := os.Getenv("TURNPOST_TEST_MAILCLIENTS")
	if script == "" {
		t.Skip("there are no mail programs; .ci/mailclients brings them")
	}
	programs := mailPrograms
	if only := strings.Fields(os.Getenv("TURNPOST_TEST_MAILCLIENTS_ONLY")); len(only) > 0 {
		programs = only
	}
	turns := wonGame(t, "hnefatafl", "11x11")
	p := programtest.NewPost(t)
	i := start(t, "serve", "--listen", "127.0.0.1:0", "--database", databaseFile(t), "--smtp", "smtp://"+p.Address,
		"--from", "turnpost <turnpost@play.example.test>", "--inbound-listen", "smtp://127.0.0.1:0")
	smtp := inboundAddress(i)
	ann, bob := i.SignUp(p, "ann"), i.SignUp(p, "bob")
	game := i.Begin(ann, bob, "hnefatafl", "11x11")
	ply := 0
	for _, program := range programs {
		for _, style := range []string{"top", "bottom", "inline", "none"} {
			t.Run(program+"/"+style, func(t *testing.T) {
				address := []string{"ann@example.org", "bob@example.org"}[ply%2]
				p.T, i.T = t, t
				m := p.ToSubject(address, "Your turn against")
				want := turns[ply]
				ply++
				replyBy(t, script, program, style, smtp, m, want.Input)
				if got := waitForPly(i, game.ID, ann, ply); got != want.Canonical {
					t.Fatalf("%s was played, %s was meant", got, want.Canonical)
				}
			})
			if t.Failed() {
				t.FailNow() // the game cannot go on
			}
		}
	}
}

// wonGame returns a recorded game with many turns.
func wonGame(t *testing.T, ruleset, variant string) []rulestest.Turn {
	t.Helper()
	for _, g := range rulestest.Games(t, ruleset, variant) {
		if g.Start == "" && len(g.Turns) >= 40 {
			return g.Turns
		}
	}
	t.Fatal("no recorded game is long enough")
	return nil
}

// inboundAddress returns the address for incoming mail that the server prints when it starts.
func inboundAddress(i *programtest.Instance) string {
	i.T.Helper()
	var found []string
	for deadline := time.Now().Add(programtest.Patience); found == nil; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			i.T.Fatalf("the program does not say where it takes replies: %s", i.Out)
		}
		found = programtest.RepliesTo.FindStringSubmatch(i.Out.String())
	}
	return found[1]
}

// replyBy answers a mail by a program.
func replyBy(t *testing.T, script, program, style, smtp string, m *programtest.Received, answer string) {
	t.Helper()
	home := t.TempDir()
	mbox := filepath.Join(home, "mbox")
	raw := bytes.ReplaceAll(m.Raw, []byte("\r\n"), []byte("\n"))
	raw = bytes.ReplaceAll(raw, []byte("\nFrom "), []byte("\n>From "))
	const separator = "From turnpost@play.example.test Sat Nov 21 10:15:00 2026"
	text := fmt.Appendf(nil, "%s\n%s\n\n", separator, bytes.TrimRight(raw, "\n"))
	if err := os.WriteFile(mbox, text, 0o600); err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(t.Context(), script, "reply", program)
	c.Env = append(slices.DeleteFunc(os.Environ(), func(s string) bool { return strings.HasPrefix(s, "TURNPOST_") }),
		"HOME="+home, "MBOX="+mbox, "STYLE="+style, "ANSWER="+answer, "FROM="+m.To, "SMTP="+smtp)
	c.WaitDelay = time.Second
	if out, err := c.CombinedOutput(); err != nil {
		screen, _ := os.ReadFile(filepath.Join(home, "screen"))
		t.Fatalf("%s: %v: %s\n%s", program, err, out, screen)
	}
}

// waitForPly waits until a number of turns are played, and returns the last one.
func waitForPly(i *programtest.Instance, game, token string, ply int) string {
	i.T.Helper()
	var state struct {
		Ply      int
		LastTurn struct{ Turn, Via string } `json:"last_turn"`
	}
	for end := time.Now().Add(programtest.Patience); ; <-time.After(200 * time.Millisecond) {
		i.Call("GET", "/v1/games/"+game, token, "", 200, &state)
		if state.Ply == ply {
			return state.LastTurn.Turn
		}
		if time.Now().After(end) {
			var list string
			i.Call("GET", "/v1/me/inbound", token, "", 200, &list)
			i.T.Fatalf("the game is at ply %d, want %d: %s\n%s", state.Ply, ply, list, i.Out)
		}
	}
}
