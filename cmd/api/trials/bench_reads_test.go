package trials

import (
	"database/sql"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"turnpost/cmd/api/programtest"
	"turnpost/models/modeltest/cputime"
)

// readsSlice is the number of reads in a slice: so many that hundredths of a second of CPU time tell them apart.
const readsSlice = 900

// reads compares the most frequent reads with bare SQL, and with an earlier build if one is named. One game is at 60
// plies, and 50 games wait for one player. The bare side reads the whole rows in its own process; the program also
// serves HTTP, checks the token and writes JSON. It caches rows until a commit: a commit before each read forces it to
// read them again.
func (b *bench) reads() {
	now := b.readServer("")
	var then *benchServer
	if b.before != "" {
		then = b.readServer(b.before)
	}
	for _, form := range []struct{ name, path, accept string }{
		{"inbox of 50 games", "/v1/inbox", "application/json"},
		{"game as JSON", "/v1/games/GAME", "application/json"},
		{"game as text", "/v1/games/GAME", "text/plain"},
		{"game as SVG", "/v1/games/GAME/board.svg", "image/svg+xml"},
		{"what may follow", "/v1/games/GAME/next", "application/json"},
	} {
		ask := func(s *benchServer) func() benchSlice {
			return func() benchSlice { return s.ask(strings.ReplaceAll(form.path, "GAME", s.games[0]), form.accept) }
		}
		if form.path == "/v1/inbox" {
			bare := newBareReader(b.t, now.database)
			b.row(form.name+", nothing changed", "the same rows by bare SQL", "≥ 0.5", "%s", b.compare(ask(now), bare.slice))
			anew := func() benchSlice { return now.askAnew(form.path, form.accept) }
			b.row(form.name+", after a commit", "the same rows by bare SQL", "≥ 0.5", "%s", b.compare(anew, bare.slice))
		}
		if then != nil {
			b.row(form.name, "the program before", "≥ 2", "%s", b.compare(ask(now), ask(then)))
		}
	}
	now.stop()
	if then != nil {
		then.stop()
	}
}

// readServer has a game at 60 plies at the first table, and 50 more that wait for its first player.
func (b *bench) readServer(binary string) *benchServer {
	lines := programtest.ShortLines(b.t)
	line := lines[len(lines)-1]
	s := b.serve(benchSetup{binary: binary, lines: []programtest.Line{line}})
	s.slice(len(line.Turns)/2*2*benchTables, 0)
	game := s.games[0]
	for range 50 {
		s.begin(0, line)
	}
	s.games[0] = game
	s.quiet()
	return s
}

// ask reads one path repeatedly.
func (s *benchServer) ask(path, accept string) benchSlice {
	s.t.Helper()
	before := processCPU(s.t, s.process.Process.Pid)
	took := s.read(path, accept, readsSlice)
	return benchSlice{n: readsSlice, took: took, cpu: processCPU(s.t, s.process.Process.Pid) - before}
}

// askAnew makes a commit before each read. Only the read is timed.
func (s *benchServer) askAnew(path, accept string) benchSlice {
	s.t.Helper()
	before, took := processCPU(s.t, s.process.Process.Pid), time.Duration(0)
	for range readsSlice {
		s.commit()
		took += s.read(path, accept, 1)
	}
	return benchSlice{n: readsSlice, took: took, cpu: processCPU(s.t, s.process.Process.Pid) - before}
}

// commit changes a row, so that the server reads what it has cached again.
func (s *benchServer) commit() {
	s.t.Helper()
	db, err := sql.Open("sqlite3", "file:"+s.database+"?_busy_timeout=5000&_synchronous=OFF")
	if err != nil {
		s.t.Fatal(err)
	}
	defer db.Close()
	programtest.Exec(s.t, db,
		"UPDATE players SET hard_bounces = 1 - hard_bounces WHERE id = (SELECT MAX(id) FROM players)")
}

func (s *benchServer) read(path, accept string, times int) time.Duration {
	s.t.Helper()
	var a benchAnswer
	s.client.ask(benchOrder{
		URL: s.instance.URL, Read: &benchRead{Path: path, Token: programtest.SeedToken(0), Accept: accept, Times: times},
	}, &a)
	if a.Failure != "" {
		s.t.Fatal(a.Failure)
	}
	return a.Took
}

// bareReader reads the rows of an inbox by bare database/sql, prepared.
type bareReader struct {
	t     *testing.T
	games *sql.Stmt
}

func newBareReader(t *testing.T, database string) *bareReader {
	t.Helper()
	db, err := sql.Open("sqlite3", "file:"+database+"?mode=ro&_busy_timeout=5000")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	db.SetMaxOpenConns(1)
	games, err := db.Prepare(`SELECT g.*, a.name, b.name, t.*
		FROM games g JOIN players a ON a.id = g.first_id JOIN players b ON b.id = g.second_id
		LEFT JOIN turns t ON t.id = g.number * 1048576 + g.ply AND g.ply > 0
		WHERE g.status = 'ongoing' AND g.to_move_id = (SELECT id FROM players WHERE name = 'player-0')
		ORDER BY g.deadline_at, g.id LIMIT 100`)
	if err != nil {
		t.Fatal(err)
	}
	return &bareReader{t, games}
}

func (r *bareReader) slice() benchSlice {
	before, began := cputime.Used(), time.Now()
	for range readsSlice {
		rows, err := r.games.Query()
		if err != nil {
			r.t.Fatal(err)
		}
		columns, _ := rows.Columns()
		values, into, n := make([]any, len(columns)), make([]any, len(columns)), 0
		for i := range values {
			into[i] = &values[i]
		}
		for ; rows.Next(); n++ {
			if err := rows.Scan(into...); err != nil {
				r.t.Fatal(err)
			}
		}
		if err := rows.Err(); err != nil || n < 50 {
			r.t.Fatalf("%d rows, %v", n, err)
		}
		rows.Close() //nolint:sqlclosecheck // at every turn of the loop
	}
	return benchSlice{n: readsSlice, took: time.Since(began), cpu: cputime.Used() - before}
}

// pgbenchTurn is a pgbench script with the statements of a turn, each client in a separate game.
const pgbenchTurn = `
\set game :client_id + 1
BEGIN;
SELECT position, ply, hash, a.name, b.name
	FROM games g JOIN players a ON a.id = g.first_id JOIN players b ON b.id = g.second_id
	WHERE g.id = 'g' || :game FOR UPDATE OF g;
UPDATE games SET ply = ply + 1, to_move = 1 - to_move, updated_at = updated_at + 1000,
	deadline_at = deadline_at + 1000, remind_at = remind_at + 1000,
	position_keys = position_keys || decode('abababab', 'hex')
	WHERE id = 'g' || :game RETURNING ply AS ply, number AS number \gset
INSERT INTO turns (id, seat, turn, position, events, message, via, at, occurrence, hash)
	VALUES (:number * 1048576 + :ply, 0, 'd1-d4', repeat('d', 140), '[{"kind":"move","from":"d1","to":"d4"}]',
		'', 'http', 1700000000000, 1, decode(repeat('ab', 32), 'hex'));
SELECT * FROM plans WHERE game_id = 'g' || :game;
UPDATE notices SET status = 'dropped', reason = 'turn_played', done_at = 1700000000000
	WHERE done_at = 0 AND lease_until <= 1700000000000 AND game_id = 'g' || :game;
INSERT INTO notices (key, kind, player_id, email, game_id, ply, created_at, due_at, waits_from, next_at, bundle)
	VALUES ('turn.g' || :game || '.' || :ply, 'your_turn', 1, 'player-1@example.org', 'g' || :game, :ply,
		1700000000000, 1700000000000, 1700000000000, 1700000000000, 'g' || :game)
	ON CONFLICT (key) DO NOTHING;
COMMIT;
`

var pgbenchRate = regexp.MustCompile(`tps = ([0-9.]+)`)

// run runs a command that must succeed.
func (b *bench) run(name string, args ...string) string {
	b.t.Helper()
	out, err := exec.CommandContext(b.t.Context(), name, args...).CombinedOutput()
	if err != nil {
		b.t.Fatalf("%s: %v: %s", name, err, out)
	}
	return string(out)
}
