package trials

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"turnpost/cmd/api/programtest"
)

// outageLasts is how long no server runs in the rehearsal, by the clocks of the servers.
const outageLasts = 72 * time.Hour

// unfairFrom is the difference of a clock before and after the outage that is unfair.
const unfairFrom = time.Minute

// rehearsal lets servers live through what may happen to them in years. Everything before the outage happens three days
// ago by their clock.
type rehearsal struct {
	*load
	disk string // the folder of a small file system that holds the database; "" for none
	name string // of the table
	rows [][2]string
}

// TestRehearsal kills servers TURNPOST_TEST_REHEARSAL times under load, backs the database up meanwhile, lets 3 days
// pass without a server, fills the disk, and restores the back-up: `make rehearsal`. Nothing that was acknowledged may
// be lost, no mail may be false, missing or sent twice, and no clock may be unfair by more than a minute.
func TestRehearsal(t *testing.T) {
	text := os.Getenv("TURNPOST_TEST_REHEARSAL")
	if text == "" {
		t.Skip("TURNPOST_TEST_REHEARSAL is not set: see make rehearsal")
	}
	kills, err := strconv.Atoi(text)
	if err != nil || kills < 2 {
		t.Fatal("TURNPOST_TEST_REHEARSAL must be a number above 1")
	}
	r := newRehearsal(t)
	stopCollecting := r.collect()
	stop := r.play()
	r.seed()
	r.killTimes(kills / 2)
	copied, before := r.backUp()
	stop()
	idle := r.outage()
	stop = r.play()
	r.killTimes(kills - kills/2)
	r.fillDisk()
	restarted := time.Now()
	stop()
	last := r.settleReplies(restarted)
	r.settle()
	stopCollecting()
	r.check()
	r.checkIdle(idle)
	r.checkRepeats()
	r.row("turns answered and stored", "%d in %d games", r.answeredTurns(), len(r.games()))
	r.row("kills", "%d; a server answered again within %v", kills, r.slowest.Round(10*time.Millisecond))
	r.row("the last reply was settled after the last restart", "%v", last)
	r.end()
	r.checkReplies()
	r.row("turnpost check", "0 faults")
	r.restore(copied, before)
	r.print()
}

func newRehearsal(t *testing.T) *rehearsal {
	r := &rehearsal{disk: os.Getenv("TURNPOST_TEST_DISK")}
	folder := t.TempDir()
	if r.disk != "" {
		folder = filepath.Join(r.disk, "turnpost")
		if err := os.MkdirAll(folder, 0o700); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = os.RemoveAll(folder) })
	}
	r.load = newLoad(newCrashIn(t, folder, outageLasts))
	if r.name = "SQLite"; strings.HasPrefix(r.database, "postgres") {
		r.name = fmt.Sprintf("PostgreSQL, %d processes", len(r.servers))
	}
	return r
}

func (r *rehearsal) row(what, measured string, args ...any) {
	r.rows = append(r.rows, [2]string{what, fmt.Sprintf(measured, args...)})
	r.t.Logf("%s: %s", what, r.rows[len(r.rows)-1][1])
}

func (r *rehearsal) print() {
	if r.t.Failed() {
		return
	}
	fmt.Printf("\n| %s | |\n|---|---|\n", r.name)
	for _, row := range r.rows {
		fmt.Printf("| %s | %s |\n", row[0], row[1])
	}
}

// seedTurns is the number of turns that are played before the first kill.
const seedTurns = 3000

// seed waits until many turns are stored.
func (r *rehearsal) seed() {
	began := time.Now()
	for again := time.NewTicker(100 * time.Millisecond); r.answeredTurns() < seedTurns; <-again.C {
		if r.t.Failed() || time.Since(began) > 10*programtest.Patience {
			r.t.Fatalf("only %d turns were played", r.answeredTurns())
		}
	}
	r.row("turns before the first kill", "%d", r.answeredTurns())
}

// acknowledged copies the answered turns, by game and ply.
func (r *rehearsal) acknowledged() map[string]map[int]string {
	r.mu.Lock()
	defer r.mu.Unlock()
	games := map[string]map[int]string{}
	for _, g := range r.games() {
		games[g.id] = map[int]string{}
		for ply, turn := range g.answered {
			games[g.id][ply] = turn
		}
	}
	return games
}

// backUp copies the database while everybody plays. It returns the copy and the turns that had been answered before.
func (r *rehearsal) backUp() (copied string, before map[string]map[int]string) {
	copied, before = filepath.Join(r.t.TempDir(), "copy"), r.acknowledged()
	began := time.Now()
	if strings.HasPrefix(r.database, "postgres") {
		r.command("pg_dump", "--format=custom", "--file="+copied, r.database)
	} else if exit, out := command(r.t, "backup", "--database", r.database, copied); exit != 0 {
		r.t.Fatalf("backup: %d: %s", exit, out)
	}
	r.row("back-up while everybody plays", "%v", time.Since(began).Round(10*time.Millisecond))
	return copied, before
}

// restore puts the back-up into a new database, as the operators' manual says. All turns that had been answered before
// the back-up are there, and players go on.
func (r *rehearsal) restore(copied string, before map[string]map[int]string) {
	if strings.HasPrefix(r.database, "postgres") {
		r.database = programtest.NewPostgres(r.t)
		r.command("pg_restore", "--no-owner", "--exit-on-error", "--dbname="+r.database, copied)
	} else {
		r.database = copied
	}
	if exit, out := command(r.t, "check", "--database", r.database); exit != 0 {
		r.t.Errorf("check of the back-up: %d: %s", exit, out)
	}
	r.servers = r.servers[:1]
	r.servers[0].launch(r.crash)
	r.settleReplies(time.Now())
	turns := 0
	for id, answered := range before {
		stored := map[string]string{}
		r.checkGame(&crashGame{id: id, answered: answered}, stored)
		turns += len(answered)
	}
	resumed := 0
	for _, table := range r.tables {
		if r.resume(table) {
			resumed++
		}
	}
	if turns == 0 || resumed == 0 {
		r.t.Errorf("the back-up has %d turns, and %d games go on", turns, resumed)
	}
	r.settle()
	r.end()
	r.row("turns in the back-up, restored", "%d; play goes on", turns)
}

// resume plays a turn in a new game between the players of a table, and reports whether it was played.
func (r *rehearsal) resume(table *tableOfTwo) bool {
	g := table.begin(r.t.Context())
	if g == nil {
		return false
	}
	status, text := table.playTurn(g, 0)
	if status != 201 {
		r.t.Errorf("a turn after the restore: %d: %s", status, text)
	}
	return status == 201
}

// maxRepeats is how often a mail may come again: each time a server is killed while it is settled. A mail that comes
// more often is repeated for another reason.
const maxRepeats = 2

// checkRepeats counts the mails that came twice because a server was killed between sending and recording it: the
// recipient's mail program shows one, as they have the same Message-ID. They must be about the same, except that the
// second one omits a turn that was answered between them.
func (r *rehearsal) checkRepeats() {
	first, again, repeated := map[string]*programtest.Received{}, map[string]int{}, 0
	for _, m := range r.mails {
		id := m.GetHeader("Message-ID")
		before := first[id]
		if before == nil {
			first[id] = m
			continue
		}
		repeated++
		if again[id]++; again[id] == maxRepeats+1 {
			r.t.Errorf("%s came more than %d times", id, again[id])
		}
		sameTurn := turnOf(m) == "" || turnOf(m) == turnOf(before)
		if m.To != before.To || !sameTurn || m.GetHeader("Subject") != before.GetHeader("Subject") {
			r.t.Errorf("%s came as %q to %s and as %q to %s", id, before.GetHeader("Subject"), before.To,
				m.GetHeader("Subject"), m.To)
		}
	}
	r.row("mails", "%d, and %d again with the same Message-ID", len(first), repeated)
}

// idlePaces are the paces of games in which nobody plays.
var idlePaces = []string{"1h", "3d", "14d+1d"}
