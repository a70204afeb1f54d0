package trials

import (
	"database/sql"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"turnpost/cmd/api/programtest"
)

// postgres compares turns on PostgreSQL with pgbench, which runs similar prepared statements with as many clients.
// TURNPOST_TEST_POSTGRES names the server, whose fsync should be on.
func (b *bench) postgres() {
	server := os.Getenv("TURNPOST_TEST_POSTGRES")
	if server == "" {
		b.row("turns on PostgreSQL", "pgbench", "≥ 0.6", "TURNPOST_TEST_POSTGRES is not set: see make bench")
		return
	}
	fsync := strings.TrimSpace(b.run("psql", server, "-Atc", "SHOW fsync"))
	database := func(name string) string {
		b.run("psql", server, "-c", "CREATE DATABASE "+name)
		return strings.Replace(server, "/postgres?", "/"+name+"?", 1)
	}
	ours, theirs := database("bench_ours"), database("bench_pgbench")
	s := b.serve(benchSetup{database: ours, lines: programtest.ShortLines(b.t)})
	b.migrate(b.binary, theirs)
	db, err := sql.Open("pgx", theirs)
	if err != nil {
		b.t.Fatal(err)
	}
	defer db.Close()
	programtest.Exec(b.t, db, `
		INSERT INTO players (name, name_key, email, email_key, locale, time_zone, settings, created_at)
		SELECT 'p' || n, 'p' || n, 'p' || n, 'p' || n, 'en', 'UTC', '{}', 0 FROM generate_series(1, 2) n`)
	programtest.Exec(b.t, db, `
		INSERT INTO games (id, ruleset, variant, version, first_id, second_id, status, position, ply,
			to_move, to_move_id, pace, first_left, second_left, deadline_at, hash, created_at, updated_at)
		SELECT 'g' || n, 'hnefatafl', '11x11', 1, 1, 2, 'ongoing', repeat('d', 140), 0,
			0, 1, '3d', 0, 0, 1700000000000, '', 0, 0 FROM generate_series(1, 16) n`)
	script := filepath.Join(b.folder, "turn.sql")
	if err := os.WriteFile(script, []byte(pgbenchTurn), 0o600); err != nil {
		b.t.Fatal(err)
	}
	pgbench := func() benchSlice {
		turns := strconv.Itoa(b.size / benchTables)
		out := b.run("pgbench", "-n", "-M", "prepared", "-c", strconv.Itoa(benchTables), "-j", "2",
			"-t", turns, "-f", script, theirs)
		found := pgbenchRate.FindStringSubmatch(out)
		if found == nil {
			b.t.Fatal(out)
		}
		rate, err := strconv.ParseFloat(found[1], 64)
		if err != nil {
			b.t.Fatal(err)
		}
		return benchSlice{n: b.size, took: time.Duration(float64(b.size) / rate * float64(time.Second))}
	}
	pair := b.compare(func() benchSlice { return s.slice(b.size, 0) }, pgbench)
	b.row("turns on PostgreSQL, fsync "+fsync, "pgbench of like statements", "≥ 0.6", "%s", pair)
	s.stop()
}
