package trials

import (
	"bufio"
	"crypto/sha256"
	"database/sql"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"turnpost/cmd/api/programtest"

	_ "github.com/jackc/pgx/v5/stdlib"
)

// benchTables is the number of games that are played at the same time, each by a client.
const benchTables = 16

// benchSetup configures a server of the benchmark.
type benchSetup struct {
	binary   string // "": this build
	database string // "": a new SQLite file
	smtp     string // "": mails, or a folder
	mails    *benchMails
	fsync    time.Duration
	mailless bool   // without the mail worker
	replies  bool   // receives mail by SMTP
	players  int    // 0: two for each table
	cores    string // that it may use, as taskset takes them; "": all
	lines    []programtest.Line
}

// benchServer is a server with the games on it.
type benchServer struct {
	*bench
	setup    benchSetup
	database string
	process  *exec.Cmd
	instance *programtest.Instance
	inbound  string         // address at which it receives mail, "" for none
	more     []*benchServer // other processes on the same database, which get turns too
	lines    []programtest.Line
	games    [benchTables]string
	plies    [benchTables]int
}

func (b *bench) serve(s benchSetup) *benchServer {
	b.t.Helper()
	b.count++
	if s.binary == "" {
		s.binary = b.binary
	}
	if s.database == "" {
		s.database = filepath.Join(b.folder, fmt.Sprintf("%d.db", b.count))
	}
	if s.mails != nil {
		s.smtp = s.mails.setting
	}
	if s.smtp == "" {
		s.smtp = "file:" + filepath.Join(b.folder, fmt.Sprintf("mail-%d", b.count))
	}
	server := &benchServer{bench: b, setup: s, database: s.database, lines: s.lines}
	b.migrate(s.binary, s.database)
	server.seat()
	server.launch()
	return server
}

func (b *bench) migrate(binary, database string) {
	b.t.Helper()
	out, err := exec.CommandContext(b.t.Context(), binary, "migrate", "--database", database).CombinedOutput()
	if err != nil {
		b.t.Fatalf("%v: %s", err, out)
	}
}

// seat creates confirmed players.
func (s *benchServer) seat() {
	s.t.Helper()
	driver, source := "sqlite3", "file:"+s.database+"?_busy_timeout=5000"
	if strings.HasPrefix(s.database, "postgres") {
		driver, source = "pgx", s.database+"&default_query_exec_mode=exec" // which works behind PgBouncer too
	}
	db, err := sql.Open(driver, source)
	if err != nil {
		s.t.Fatal(err)
	}
	defer db.Close()
	now := time.Now().UnixMilli()
	for n := range max(s.setup.players, 2*benchTables) {
		hash := sha256.Sum256([]byte(programtest.SeedToken(n)))
		name := fmt.Sprintf("player-%d", n)
		programtest.Exec(s.t, db, fmt.Sprintf(`
			INSERT INTO players (name, name_key, email, email_key, locale, time_zone, settings, created_at, confirmed_at)
			VALUES ('%[1]s', '%[1]s', '%[1]s@example.org', '%[1]s@example.org', 'en', 'UTC', '{}', %[2]d, %[2]d)`, name, now))
		programtest.Exec(s.t, db, `INSERT INTO tokens (player_id, hash, label, created_at, used_at)
			SELECT id, $1, '', created_at, created_at FROM players WHERE name = $2`, hash[:], name)
	}
}

func (s *benchServer) launch() {
	s.t.Helper()
	s.process = exec.CommandContext(s.t.Context(), s.setup.binary, "serve", "--listen", "127.0.0.1:0",
		"--database", s.database, "--smtp", s.setup.smtp)
	// As variables: an earlier build ignores unknown ones.
	s.process.Env = append(os.Environ(), "TURNPOST_LIMIT_ACCOUNT=off", "TURNPOST_LIMIT_ADDRESS=off",
		"TURNPOST_LIMIT_GAMES_TOGETHER=off")
	if s.setup.mailless {
		s.process = exec.CommandContext(s.t.Context(), programtest.BuildTests(s.t))
		s.process.Env = append(os.Environ(), "TURNPOST_TEST_MAILLESS="+s.database)
	}
	if s.setup.replies {
		s.process.Args = append(s.process.Args, "--inbound-listen", "smtp://127.0.0.1:0")
	}
	s.process.Env = append(s.process.Env, s.slow()...)
	if s.setup.cores != "" {
		s.process.Args = append([]string{"taskset", "-c", s.setup.cores, s.process.Path}, s.process.Args[1:]...)
		if s.process.Path, s.process.Err = exec.LookPath("taskset"); s.process.Err != nil {
			s.t.Fatal(s.process.Err)
		}
	}
	out, err := s.process.StdoutPipe()
	if err != nil {
		s.t.Fatal(err)
	}
	if err := s.process.Start(); err != nil {
		s.t.Fatal(err)
	}
	lines := bufio.NewReader(out)
	line, err := lines.ReadString('\n')
	fields := strings.Fields(line)
	if err != nil || len(fields) < 4 {
		s.t.Fatalf("the server says %q, %v", line, err)
	}
	s.instance = &programtest.Instance{T: s.t, URL: fields[3]}
	if s.setup.replies {
		line, err = lines.ReadString('\n')
		found := programtest.RepliesTo.FindStringSubmatch(line)
		if found == nil {
			s.t.Fatalf("the server says %q, %v, and not where replies go", line, err)
		}
		s.inbound = found[1]
	}
	go func() { _, _ = io.Copy(io.Discard, lines) }()
	s.t.Cleanup(s.stop)
}

// slow returns environment variables that make fsync slow.
func (s *benchServer) slow() []string {
	if s.setup.fsync == 0 {
		return nil
	}
	return []string{"LD_PRELOAD=" + s.shim, fmt.Sprintf("TURNPOST_TEST_BENCH_FSYNC=%d", s.setup.fsync.Microseconds())}
}

func (s *benchServer) stop() {
	if s.process == nil {
		return
	}
	_ = s.process.Process.Signal(syscall.SIGTERM)
	_ = s.process.Wait()
	s.process = nil
}

// slice plays n turns at an interval, and waits until their mail is sent or dropped, so that the other side of the pair
// has the machine for itself.
func (s *benchServer) slice(n int, every time.Duration) benchSlice {
	s.t.Helper()
	order := benchOrder{URL: s.instance.URL, Every: every, Others: s.others()}
	for table := range benchTables {
		var turns []benchTurn
		for range n / benchTables {
			turns = append(turns, s.next(table))
		}
		order.Tables = append(order.Tables, turns)
	}
	s.quiet()
	before := s.cpu()
	var answer benchAnswer
	s.client.ask(order, &answer)
	cpu := s.cpu() - before
	if answer.Failure != "" {
		s.t.Fatal(answer.Failure)
	}
	s.quiet()
	return benchSlice{n: n / benchTables * benchTables, took: answer.Took, cpu: cpu, latencies: answer.Latencies}
}

// quiet waits until no mail is due.
func (s *benchServer) quiet() {
	s.t.Helper()
	if s.setup.mailless {
		return
	}
	again := time.NewTicker(10 * time.Millisecond)
	defer again.Stop()
	for {
		var text string
		s.instance.Call("GET", "/metrics", "", "", 200, &text, "Accept", "text/plain")
		if strings.Contains(text, "\nturnpost_outbox_depth 0\n") {
			return
		}
		<-again.C
	}
}

// next returns the next turn at a table. After the last turn of its line it begins a new game.
func (s *benchServer) next(table int) benchTurn {
	s.t.Helper()
	line := s.lines[table%len(s.lines)]
	if s.games[table] == "" || s.plies[table] == len(line.Turns) {
		s.games[table], s.plies[table] = s.begin(table, line), 0
	}
	ply := s.plies[table]
	s.plies[table]++
	return benchTurn{s.games[table], programtest.SeedToken(2*table + line.Seats[ply]), line.Turns[ply]}
}

func (s *benchServer) begin(table int, line programtest.Line) string {
	s.t.Helper()
	var challenge, begun struct{ ID string }
	offer := fmt.Sprintf(`{"ruleset":%q,"variant":%q,"opponent":"player-%d","seat":"first"}`,
		line.Ruleset, line.Variant, 2*table+1)
	s.instance.Call("POST", "/v1/challenges", programtest.SeedToken(2*table), offer, 201, &challenge)
	s.instance.Call("POST", "/v1/challenges/"+challenge.ID+"/accept", programtest.SeedToken(2*table+1), "", 201, &begun)
	return begun.ID
}

// processCPU returns the CPU time that a process has used.
func processCPU(t *testing.T, pid int) time.Duration {
	t.Helper()
	return cpuFields(t, pid, 11, 13)
}

// endedCPU returns the CPU time that the ended children of a process have used.
func endedCPU(t *testing.T, pid int) time.Duration {
	t.Helper()
	return cpuFields(t, pid, 13, 15)
}

// cpuFields returns a sum of user and system times in /proc, which are in hundredths of a second.
func cpuFields(t *testing.T, pid, from, to int) time.Duration {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		t.Fatal(err)
	}
	fields := strings.Fields(string(text)[strings.LastIndexByte(string(text), ')')+1:])
	ticks := 0
	for _, field := range fields[from:to] {
		n, err := strconv.Atoi(field)
		if err != nil {
			t.Fatal(err)
		}
		ticks += n
	}
	return time.Duration(ticks) * 10 * time.Millisecond
}
