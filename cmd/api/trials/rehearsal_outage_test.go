package trials

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"turnpost/cmd/api/programtest"
)

// idleGame is a game of the rehearsal in which nobody plays during the outage.
type idleGame struct {
	id   string
	ply  int
	left time.Duration
}

// clockOf returns the game and the time that its clock shows by the clock of the servers.
func (r *rehearsal) clockOf(id string) (g idleGame, status string, at time.Time) {
	var state struct {
		Status   string
		Ply      int
		Deadline *time.Time
	}
	if status, text := r.request(0, "GET", "/v1/games/"+id, 0, "", &state); status != http.StatusOK {
		r.t.Fatalf("game %s: %d: %s", id, status, text)
	}
	at = time.Now()
	if state.Deadline != nil {
		g.left = state.Deadline.Sub(at.Add(-r.behind))
	}
	g.id, g.ply = id, state.Ply
	return g, state.Status, at
}

// beginIdle begins games of short and long paces in which nobody plays.
func (r *rehearsal) beginIdle() (list []string) {
	for i, table := range r.tables {
		var challenge, begun struct{ ID string }
		body := fmt.Sprintf(`{"ruleset":"hnefatafl","variant":"11x11","opponent":%q,"seat":"first","pace":%q}`,
			playerName(table.players[1]), idlePaces[i%len(idlePaces)])
		status, text := r.request(0, "POST", "/v1/challenges", table.players[0], body, &challenge)
		if status == http.StatusCreated {
			status, text = r.request(0, "POST", "/v1/challenges/"+challenge.ID+"/accept", table.players[1], "", &begun)
		}
		if status != http.StatusCreated {
			r.t.Fatalf("an idle game: %d: %s", status, text)
		}
		list = append(list, begun.ID)
	}
	return list
}

// outage kills all servers and starts them three days later, by their clock. Clocks show what they showed before.
func (r *rehearsal) outage() (idle []string) {
	idle = r.beginIdle()
	var before []idleGame
	all := append([]string{}, idle...)
	for _, g := range r.games() {
		all = append(all, g.id)
	}
	for _, id := range all {
		if g, status, _ := r.clockOf(id); status == "ongoing" {
			before = append(before, g)
		}
	}
	ended := time.Now()
	for _, s := range r.servers {
		s.end()
	}
	r.behind = 0
	for _, s := range r.servers {
		s.launch(r.crash)
	}
	r.resumed = time.Now()
	var worst time.Duration
	compared := 0
	for _, g := range before {
		now, status, at := r.clockOf(g.id)
		if now.ply != g.ply { // a reply that waited has played
			continue
		}
		lost := (g.left - now.left - at.Sub(r.resumed)).Abs()
		worst = max(worst, lost)
		compared++
		if status != "ongoing" || lost > unfairFrom {
			r.t.Errorf("game %s is %s; its clock showed %v before the outage and %v after it", g.id, status, g.left, now.left)
		}
	}
	if compared < len(idle) {
		r.t.Errorf("only %d clocks were compared", compared)
	}
	r.row("outage", "%v; %d clocks were wrong by %v at most", (outageLasts + r.resumed.Sub(ended)).Round(time.Second),
		compared, worst.Round(100*time.Millisecond))
	return idle
}

// checkIdle fails unless the games in which nobody played are under way at the end, and nobody was reminded.
func (r *rehearsal) checkIdle(idle []string) {
	for _, id := range idle {
		if g, status, _ := r.clockOf(id); status != "ongoing" {
			r.t.Errorf("game %s, in which nobody played, is %s at ply %d", id, status, g.ply)
		}
	}
	for player := range r.tokens {
		for _, n := range r.notices(player) {
			if n.Kind == "reminder" || n.Kind == "game_over" && n.Reason == "timeout" {
				r.t.Errorf("%s was told of %s in game %s", playerName(player), n.Kind, n.Game)
			}
		}
	}
}

// fillDisk fills the small file system while everybody plays, kills a server on it, and empties it.
func (r *rehearsal) fillDisk() {
	if r.disk == "" {
		r.row("full disk", "not rehearsed: TURNPOST_TEST_DISK names no small file system")
		return
	}
	filler := filepath.Join(r.disk, "filler")
	defer os.Remove(filler)
	r.fill(filler)
	programtest.Eventually(r.t, "turns are refused", func() bool {
		r.fill(filler) // what the database has given back
		status, _ := r.request(0, "POST", "/v1/challenges", 0,
			`{"ruleset":"hnefatafl","opponent":"player-b"}`, nil)
		return status == http.StatusServiceUnavailable
	})
	before := r.answeredTurns()
	again := time.NewTicker(200 * time.Millisecond)
	defer again.Stop()
	for range 10 {
		<-again.C
		r.fill(filler)
	}
	r.servers[0].end() // and it starts once there is room
	if err := os.Remove(filler); err != nil {
		r.t.Fatal(err)
	}
	emptied := time.Now()
	if strings.HasPrefix(r.database, "postgres") { // it may have given up: an operator starts it
		r.restartPostgres()
	}
	r.servers[0].launch(r.crash)
	programtest.Eventually(r.t, "turns are played again", func() bool { return r.answeredTurns() > before })
	r.row("full disk", "turns were refused; with room again they were played after %v",
		time.Since(emptied).Round(10*time.Millisecond))
}

// fill writes to a file until the disk is full.
func (r *rehearsal) fill(filler string) {
	f, err := os.OpenFile(filler, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return // no room for a name
	}
	defer f.Close()
	for size := 1 << 20; size >= 1<<12; {
		if _, err := f.Write(make([]byte, size)); err != nil {
			size >>= 1
		}
	}
}

// command runs a program.
func (c *crash) command(name string, args ...string) {
	if out, err := exec.CommandContext(c.t.Context(), name, args...).CombinedOutput(); err != nil {
		c.t.Fatalf("%s: %v: %s", name, err, out)
	}
}
