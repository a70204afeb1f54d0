package trials

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"turnpost/cmd/api/programtest"
	"turnpost/rules/rulestest"
)

// TestKilledAtAnyMoment kills the server process (SIGKILL) repeatedly while it receives turns. Afterwards every
// answered turn is stored, every turn is mailed, and no mail is about a turn that was not played.
func TestKilledAtAnyMoment(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	binary := programtest.BuildProgram(t)
	p, database := programtest.NewPost(t), filepath.Join(folder, "turnpost.db")
	tokens, game, turns := killedGame(t, p, database)
	rnd := rand.New(rand.NewPCG(7, 7)) // fixed seed
	process := programtest.Launch(t, binary, database, p)
	answered, kills := 0, 0
	for n := 0; answered < len(turns); n++ {
		killed := make(chan struct{})
		if n%4 == 3 {
			kills++
			time.AfterFunc(time.Duration(rnd.IntN(8000))*time.Microsecond, func() {
				_ = process.Command.Process.Kill()
				close(killed)
			})
		} else {
			close(killed)
		}
		status, err := process.Submit(tokens[answered%2], game, turns[answered].Input, answered)
		<-killed
		if err == nil && status == http.StatusCreated {
			answered++
		}
		if !process.Alive() {
			process = programtest.Launch(t, binary, database, p)
			ply := process.Ply(t, game)
			if ply != answered && ply != answered+1 {
				t.Fatalf("%d turns were answered, %d are there", answered, ply)
			}
			answered = ply // the turn under way may or may not be stored
		} else if err != nil || status != http.StatusCreated {
			t.Fatalf("turn %d: %d, %v", answered+1, status, err)
		}
	}
	if kills < 5 {
		t.Fatalf("only %d kills", kills)
	}
	checkTurnsMailed(t, p, len(turns))
	_ = process.Command.Process.Kill()
	<-process.Ended
}

// killedGame begins a game between ann and bob and returns it with the turns of a recorded one.
func killedGame(
	t *testing.T, p *programtest.Post, database string,
) (tokens [2]string, game string, turns []rulestest.Turn) {
	t.Helper()
	for _, g := range rulestest.Games(t, "hnefatafl", "11x11") {
		if g.Start == "" && len(g.Turns) > 30 {
			turns = g.Turns[:30]
			break
		}
	}
	i := serveOn(t, database, p)
	tokens = [2]string{i.SignUp(p, "ann"), i.SignUp(p, "bob")}
	challenge := i.Challenge(tokens[0], "bob", "hnefatafl", "11x11")
	programtest.ExpectMails(t, p, "bob@example.org") // before accepting: an accepted challenge is not mailed
	begun := i.Accept(tokens[1], challenge)
	programtest.ExpectMails(t, p, "ann@example.org")
	if exit := i.Stop(); exit != 0 {
		t.Fatalf("stopped with %d", exit)
	}
	return tokens, begun.ID, turns
}

// checkTurnsMailed reads mails until the one about the last turn. A turn that was followed by another before its mail
// was sent needs none. A turn that is mailed twice has one Message-ID.
func checkTurnsMailed(t *testing.T, p *programtest.Post, turns int) {
	t.Helper()
	ids := map[string]string{}
	for last := fmt.Sprintf(", turn %d.", turns+1); ; {
		m := p.Next()
		id := m.GetHeader("Message-ID")
		if before, mailed := ids[m.Text]; mailed && before != id {
			t.Fatalf("%q was sent as %s and as %s", m.Text, before, id)
		}
		ids[m.Text] = id
		if strings.Contains(m.Text, last) {
			return
		}
	}
}
