package trials

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"time"

	"turnpost/cmd/api/programtest"
)

// memoryTurns is the number of turns after which memory is measured.
const memoryTurns = 100_000

// memory measures the server's memory, idle and after many turns, and the size of the turns in the file.
func (b *bench) memory() {
	s := b.serve(benchSetup{lines: programtest.ShortLines(b.t)})
	s.instance.Call("GET", "/readyz", "", "", 200, nil) // the start is over, and its memory freed
	b.row("memory of a server that has just started", "", "≤ 40 MB", "%v", s.resident())
	empty := b.fileSize(s.database)
	played := 0
	for played < memoryTurns {
		played += s.slice(memoryTurns/10, 0).n
	}
	b.row(fmt.Sprintf("memory after %d turns", played), "", "≤ 80 MB", "%v", s.resident())
	s.stop() // moves the log into the file
	grown := b.fileSize(s.database) - empty
	b.row("bytes of a turn with its notice, games of 60 plies", "", "", "%d", grown/int64(played))
}

func (b *bench) fileSize(path string) int64 {
	b.t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		b.t.Fatal(err)
	}
	return info.Size()
}

// residentMemory returns the resident size of a process in kB.
type residentMemory struct{ anonymous, files, peak int }

// String formats the size in MB of 2^20 bytes.
func (m residentMemory) String() string {
	return fmt.Sprintf("%d MB: %d its own, %d of the program's file; at most %d",
		(m.anonymous+m.files)>>10, m.anonymous>>10, m.files>>10, m.peak>>10)
}

func (s *benchServer) resident() (m residentMemory) {
	s.t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.process.Process.Pid))
	if err != nil {
		s.t.Fatal(err)
	}
	for name, kB := range map[string]*int{"RssAnon": &m.anonymous, "RssFile": &m.files, "VmHWM": &m.peak} {
		found := regexp.MustCompile(name + `:\s*(\d+) kB`).FindSubmatch(text)
		if found == nil {
			s.t.Fatalf("no %s in %s", name, text)
		}
		if *kB, err = strconv.Atoi(string(found[1])); err != nil {
			s.t.Fatal(err)
		}
	}
	return m
}

// million measures the time to the first response of a server with a million games.
func (b *bench) million() {
	database := filepath.Join(b.folder, "million.db")
	b.migrate(b.binary, database)
	db, err := sql.Open("sqlite3", "file:"+database+"?_journal_mode=WAL&_synchronous=OFF")
	if err != nil {
		b.t.Fatal(err)
	}
	defer db.Close()
	const count = "WITH RECURSIVE count (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM count WHERE i < ?) "
	programtest.Exec(b.t, db, `
		INSERT INTO players (id, name, name_key, email, email_key, locale, time_zone, settings,
			created_at, confirmed_at) `+count+`
		SELECT i + 1000, 'p' || i, 'p' || i, 'p' || i || '@example.org', 'p' || i || '@example.org',
			'en', 'UTC', '{}', 0, 0 FROM count`, 100_000)
	now := time.Now()
	programtest.Exec(b.t, db, `
		INSERT INTO games (id, ruleset, variant, version, first_id, second_id, status, position, ply, to_move,
			to_move_id, pace, first_left, second_left, deadline_at, remind_at, hash, created_at, updated_at) `+count+`
		SELECT printf('g%08d', i), 'hnefatafl', '11x11', 1, 1001 + i % 100000, 1001 + (i + 7) % 100000,
			CASE WHEN i % 100 = 0 THEN 'ongoing' ELSE 'finished' END, printf('%0140d', i), 1, 1,
			1001 + i % 100000, '3d', 259200000, 259200000, ?, ?, zeroblob(32), i, i FROM count`,
		1_000_000, now.Add(72*time.Hour).UnixMilli(), now.Add(48*time.Hour).UnixMilli())
	if err := db.Close(); err != nil {
		b.t.Fatal(err)
	}
	var starts []time.Duration
	for range b.pairs {
		setup := benchSetup{smtp: "file:" + filepath.Join(b.folder, "million-mail"), binary: b.binary}
		s := &benchServer{bench: b, setup: setup, database: database}
		began := time.Now()
		s.launch()
		s.instance.Call("GET", "/v1/games?limit=1", "", "", 200, nil)
		starts = append(starts, time.Since(began))
		s.stop()
	}
	b.row("start to the first response, 1,000,000 games stored, 10,000 under way", "", "≤ 150 ms",
		"%s", median(starts).Round(time.Millisecond))
}

// packages runs the comparing benchmarks of packages, on SQLite.
func (b *bench) packages() {
	type metric struct{ unit, what, against, goal string }
	for _, one := range []struct {
		pkg, pattern, time string
		metrics            []metric
	}{
		{"templates/board", "^BenchmarkPNG$", "1s", []metric{
			{"ratio", "board as PNG at 2x, time", "drawing it whole with x/image", "≤ 0.02"},
		}},
		{"mailer", "^BenchmarkMail$", fmt.Sprintf("%dx", b.pairs), []metric{
			{"ratio", "mails rendered and sent, TLS", "ready messages by go-mail, one connection", "≥ 1.0"},
			{"ratio4", "mails rendered and sent, TLS", "ready messages by go-mail, as many connections", "≥ 1.0"},
		}},
		{"models", "^BenchmarkScale$/^(sweep|turn)$", "50x", []metric{
			{"ratio_turn", "time of a turn, 1,000,000 games stored", "1,000 games", "≤ 1.2"},
			{"µs_1e6", "sweep of 500,000 running clocks, µs", "", "≤ 10,000 for 10,000"},
		}},
	} {
		out := b.run("env", "TURNPOST_TEST_POSTGRES=", "go", "test", "../../../"+one.pkg, "-run", "^$",
			"-bench", one.pattern, "-benchtime", one.time, "-count", "1")
		for _, m := range one.metrics {
			found := regexp.MustCompile(`([0-9.e+-]+) ` + m.unit + `\s`).FindStringSubmatch(out)
			if found == nil {
				b.t.Fatal(out)
			}
			b.row(m.what, m.against, m.goal, "%s", found[1])
		}
	}
}
