package main

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// memory is what the server takes, idle and after many turns.
func (b *bench) memory() {
	s := b.serve(benchSetup{lines: shortLines(b.t)})
	idle, empty := s.resident(), b.fileSize(s.database)
	for range 10 {
		s.slice(b.size, 0)
	}
	b.row("memory, idle", "", "≤ 40 MB", "%d MB", idle>>20)
	b.row(fmt.Sprintf("memory after %d turns", 10*b.size), "", "≤ 80 MB after 100,000", "%d MB", s.resident()>>20)
	s.stop() // which puts everything into the file
	grown := b.fileSize(s.database) - empty
	b.row("bytes of a turn with its notice, games of 60 plies", "", "", "%d", grown/int64(10*b.size))
}

func (b *bench) fileSize(path string) int64 {
	b.t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		b.t.Fatal(err)
	}
	return info.Size()
}

func (s *benchServer) resident() int64 {
	s.t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", s.process.Process.Pid))
	if err != nil {
		s.t.Fatal(err)
	}
	pages, err := strconv.ParseInt(strings.Fields(string(text))[1], 10, 64)
	if err != nil {
		s.t.Fatal(err)
	}
	return pages * int64(os.Getpagesize())
}

// million is how long a server takes to its first response with a million games stored.
func (b *bench) million() {
	database := filepath.Join(b.folder, "million.db")
	b.migrate(b.binary, database)
	db, err := sql.Open("sqlite3", "file:"+database+"?_journal_mode=WAL&_synchronous=OFF")
	if err != nil {
		b.t.Fatal(err)
	}
	defer db.Close()
	const count = "WITH RECURSIVE count (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM count WHERE i < ?) "
	benchExec(b.t, db, `
		INSERT INTO players (id, name, name_key, email, email_key, locale, time_zone, settings,
			created_at, confirmed_at) `+count+`
		SELECT i + 1000, 'p' || i, 'p' || i, 'p' || i || '@example.org', 'p' || i || '@example.org',
			'en', 'UTC', '{}', 0, 0 FROM count`, 100_000)
	now := time.Now()
	benchExec(b.t, db, `
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
		s.instance.call("GET", "/v1/games?limit=1", "", "", 200, nil)
		starts = append(starts, time.Since(began))
		s.stop()
	}
	b.row("start to the first response, 1,000,000 games stored, 10,000 under way", "", "≤ 150 ms",
		"%s", median(starts).Round(time.Millisecond))
}

// packages is what the benchmarks of packages compare.
func (b *bench) packages() {
	type metric struct{ unit, what, against, goal string }
	for _, one := range []struct {
		pkg, pattern, time string
		metrics            []metric
	}{
		{"templates/board", "^BenchmarkPNG$", "1s", []metric{
			{"ratio", "board as PNG at 2x, time", "drawing it whole with x/image", "≤ 0.02"},
		}},
		{"mailer", "^BenchmarkMail$", "300x", []metric{
			{"ratio", "mails rendered and sent, TLS", "one ready message by go-mail", "≥ 1.0"},
		}},
		{"models", "^BenchmarkScale$/^(sweep|turn)$", "50x", []metric{
			{"ratio_turn", "time of a turn, 1,000,000 games stored", "1,000 games", "≤ 1.2"},
			{"µs_1e6", "sweep of 500,000 running clocks, µs", "", "≤ 10,000 for 10,000"},
		}},
	} {
		out := b.run("go", "test", "../../"+one.pkg, "-run", "^$", "-bench", one.pattern,
			"-benchtime", one.time, "-count", "1")
		for _, m := range one.metrics {
			found := regexp.MustCompile(`([0-9.e+-]+) ` + m.unit + `\s`).FindStringSubmatch(out)
			if found == nil {
				b.t.Fatal(out)
			}
			b.row(m.what, m.against, m.goal, "%s", found[1])
		}
	}
}
