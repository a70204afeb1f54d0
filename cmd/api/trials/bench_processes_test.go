package trials

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"turnpost/cmd/api/programtest"
)

// Cores of the two sides of the part processes, as taskset takes them: PostgreSQL has one for itself, and all server
// processes share the other one with the clients.
const (
	databaseCore = "0"
	serverCore   = "1"
)

// others returns the URLs of the other processes.
func (s *benchServer) others() (urls []string) {
	for _, other := range s.more {
		urls = append(urls, other.instance.URL)
	}
	return urls
}

// cpu returns the CPU time that all processes of the server have used.
func (s *benchServer) cpu() (used time.Duration) {
	for _, one := range append([]*benchServer{s}, s.more...) {
		used += processCPU(s.t, one.process.Process.Pid)
	}
	return used
}

// join starts n more processes on the database of the server.
func (s *benchServer) join(n int) {
	s.t.Helper()
	for range n {
		other := &benchServer{bench: s.bench, setup: s.setup, database: s.database}
		other.launch()
		s.more = append(s.more, other)
	}
}

// processes compares several processes on one PostgreSQL with one. The turns of each game go to all of them in
// rotation, as through a balancer. All processes share one core, so that the ratio shows what they cost each other, not
// what more cores bring: 1 is a process that costs nothing. One side is two processes behind PgBouncer in transaction
// mode, which shares their core, if it is installed.
func (b *bench) processes() {
	server := os.Getenv("TURNPOST_TEST_POSTGRES")
	if server == "" {
		b.row("turns of several processes", "one process", "≥ 0.9", "TURNPOST_TEST_POSTGRES is not set: see make bench")
		return
	}
	defer b.pinPostgres(server)()
	postmaster := b.postmaster(server)
	var sides []*processesSide
	for _, n := range []int{1, 2, 4} {
		sides = append(sides, b.processesSide(server, server, fmt.Sprintf("bench_processes_%d", n), n))
	}
	if _, err := exec.LookPath("pgbouncer"); err != nil {
		b.row("turns on PostgreSQL, 2 processes behind PgBouncer", "one process", "",
			"it is not installed: see .ci/pgbouncer")
	} else {
		sides = append(sides, b.processesSide(server, b.pgbouncer(), "bench_processes_pooled", 2))
	}
	for round := range b.pairs + 1 {
		for _, s := range sides {
			began := treeCPU(b.t, postmaster)
			turns := s.slice(b.size, 0)
			used := treeCPU(b.t, postmaster) - began
			posted := s.postOnce()
			if round > 0 { // the first warms up
				s.turns, s.posts = append(s.turns, turns), append(s.posts, posted)
				s.postgres = append(s.postgres, float64(used.Microseconds())/float64(turns.n))
			}
		}
	}
	for _, s := range sides {
		what, against, goal := fmt.Sprintf("%d processes", len(s.more)+1), "one process", "≥ 0.9"
		switch {
		case len(s.more) == 0:
			what, against, goal = "one process", "", ""
		case s.pooled:
			what, goal = what+" behind PgBouncer", "" // it works, and keeps no statements prepared
		}
		stored := b.run("psql", server, "-Atc", "SELECT deadlocks FROM pg_stat_database WHERE datname = '"+s.name+"'")
		b.row("turns on PostgreSQL, "+what, against, goal, "%s, CPU of PostgreSQL %.0f µs, %s deadlocks",
			compareSlices(s.turns, sides[0].turns), median(s.postgres), strings.TrimSpace(stored))
		b.row("turns and their mails, "+what, against, goal, "%s", compareSlices(s.posts, sides[0].posts))
	}
	for _, s := range sides {
		for _, one := range append(s.more, s.benchServer) {
			one.stop()
		}
	}
}

// processesSide is one number of processes with its measurements.
type processesSide struct {
	*benchServer
	name         string // of the database
	pooled       bool   // behind PgBouncer
	single       []string
	ply          int
	turns, posts []benchSlice
	postgres     []float64 // CPU of PostgreSQL, µs a turn
}

// processesSide starts n processes on a new database of a server, which they reach by the URL of it or of a PgBouncer.
func (b *bench) processesSide(server, reached, name string, n int) *processesSide {
	b.t.Helper()
	b.run("psql", server, "-c", "CREATE DATABASE "+name)
	s := b.serve(benchSetup{
		database: strings.Replace(reached, "/postgres?", "/"+name+"?", 1),
		lines:    programtest.ShortLines(b.t), cores: serverCore,
		mails: b.sink(), players: 2 * b.size,
	})
	s.join(n - 1)
	return &processesSide{benchServer: s, name: name, pooled: reached != server}
}

// pgbouncer starts a PgBouncer in transaction mode on the core of the servers, and returns its URL. It stops when its
// standard input ends, and must not be killed before, or it would leave PgBouncer behind.
func (b *bench) pgbouncer() string {
	b.t.Helper()
	pooler := exec.Command("taskset", "-c", serverCore, "../../../.ci/pgbouncer",
		"sh", "-c", `echo "$TURNPOST_TEST_POSTGRES" && cat`)
	pooler.Env = append(os.Environ(), "POOL_SIZE=20") // PgBouncer's default
	in, err := pooler.StdinPipe()
	if err != nil {
		b.t.Fatal(err)
	}
	out, err := pooler.StdoutPipe()
	if err != nil {
		b.t.Fatal(err)
	}
	if err := pooler.Start(); err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(func() { _, _ = in.Close(), pooler.Wait() })
	url, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		b.t.Fatalf("PgBouncer does not start: %v", err)
	}
	return strings.TrimSpace(url)
}

// postOnce plays a turn in each of many games, and waits until all mails are sent.
func (s *processesSide) postOnce() benchSlice {
	short := 0
	for _, l := range s.lines {
		if s.ply >= len(l.Turns) {
			short++
		}
	}
	if s.single == nil || short > 0 {
		s.single, s.ply = s.beginMany(s.size), 0
	}
	turns := make([]benchTurn, s.size)
	for i, game := range s.single {
		line := s.lines[i%len(s.lines)]
		turns[i] = benchTurn{game, programtest.SeedToken(2*i + line.Seats[s.ply]), line.Turns[s.ply]}
	}
	s.ply++
	return s.post(turns, 0)
}

// compareSlices compares the slices of two sides, round by round.
func compareSlices(ours, theirs []benchSlice) (p benchPair) {
	for i, o := range ours {
		p.ours, p.theirs = append(p.ours, o.rate()), append(p.theirs, theirs[i].rate())
		p.oursCPU, p.theirsCPU = append(p.oursCPU, o.cpuEach()), append(p.theirsCPU, theirs[i].cpuEach())
	}
	return p
}

// pinPostgres gives PostgreSQL one core for itself, until the returned function is called.
func (b *bench) pinPostgres(server string) (restore func()) {
	b.t.Helper()
	all := append(children(b.t, b.postmaster(server)), b.postmaster(server))
	pin := func(cores string) {
		for _, pid := range all {
			_ = exec.Command("taskset", "-cp", cores, strconv.Itoa(pid)).Run() // it may have ended
		}
	}
	pin(databaseCore)
	return func() { pin("0-" + serverCore) }
}

// postmaster returns the ID of PostgreSQL's first process, from which new ones inherit their cores.
func (b *bench) postmaster(server string) int {
	b.t.Helper()
	checkpointer := strings.TrimSpace(b.run("psql", server, "-Atc",
		"SELECT pid FROM pg_stat_activity WHERE backend_type = 'checkpointer'"))
	status, err := os.ReadFile("/proc/" + checkpointer + "/stat")
	if err != nil {
		b.t.Fatal(err)
	}
	fields := strings.Fields(string(status)[strings.LastIndexByte(string(status), ')')+1:])
	pid, err := strconv.Atoi(fields[1])
	if err != nil {
		b.t.Fatal(err)
	}
	return pid
}

// children returns the IDs of the processes that a process has started.
func children(t *testing.T, pid int) (list []int) {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", pid, pid))
	if err != nil {
		t.Fatal(err)
	}
	for _, field := range strings.Fields(string(text)) {
		child, err := strconv.Atoi(field)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, child)
	}
	return list
}

// treeCPU returns the CPU time that a process and its children have used.
func treeCPU(t *testing.T, pid int) time.Duration {
	t.Helper()
	used := processCPU(t, pid) + endedCPU(t, pid)
	for _, child := range children(t, pid) {
		used += processCPU(t, child)
	}
	return used
}
