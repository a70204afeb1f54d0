package trials

import (
	"crypto/sha256"
	"database/sql"
	"fmt"
	"strings"
	"time"

	"turnpost/cmd/api/programtest"
)

// pagePlies is the number of plies of the games whose pages are read.
const pagePlies = 40

// pages measures what a game's page costs, compressed, for a signed-in player who is to move and for a watcher, and
// compares it with a text of a few lines from the same routes. The games are of all rulesets; a game that ends before
// is read after its last recorded turn. A page is read again while nothing changes, after a commit that does not
// concern it, and for the first time after a turn.
func (b *bench) pages() {
	lines := programtest.ShortLines(b.t)
	s := b.serve(benchSetup{lines: lines})
	order := benchOrder{URL: s.instance.URL, Tables: make([][]benchTurn, len(lines))}
	for table, line := range lines {
		for range min(pagePlies, len(line.Turns)-1) { // the rest says who is to move
			order.Tables[table] = append(order.Tables[table], s.next(table))
		}
	}
	var played benchAnswer
	if s.client.ask(order, &played); played.Failure != "" {
		b.t.Fatal(played.Failure)
	}
	s.quiet()
	s.pageRows("a game of every ruleset", len(lines))
	s.stop()
	long := programtest.LongLine(b.t, 600)
	s = b.serve(benchSetup{lines: []programtest.Line{long}})
	s.slice(pagePlies*benchTables, 0)
	sessions := s.sessions()
	small := func() benchSlice { return s.askPages([]benchPage{{"/robots.txt", ""}}, nil) }
	for _, signed := range []bool{true, false} {
		var pages []benchPage
		for table, game := range s.games {
			p := benchPage{path: "/g/" + game}
			if signed {
				p.session = sessions[2*table+s.toMove(table)]
			}
			pages = append(pages, p)
		}
		first := func() benchSlice { return s.askPages(pages, func() { s.slice(2*benchTables, 0) }) }
		b.row("page of "+pageReader(signed)+", first after a turn, hnefatafl 11×11", "robots.txt", "CPU ≤ 400 µs",
			"%s", b.compare(first, small))
	}
	s.stop()
}

// benchPage is a page as a reader with a session sees it, or one without.
type benchPage struct{ path, session string }

func pageReader(signed bool) string {
	if signed {
		return "the player to move"
	}
	return "a watcher"
}

// pageRows reads the pages of one game of each line.
func (s *benchServer) pageRows(what string, tables int) {
	s.t.Helper()
	sessions := s.sessions()
	small := func() benchSlice { return s.askPages([]benchPage{{"/robots.txt", ""}}, nil) }
	db := s.openSQLite()
	defer db.Close()
	commit := func() {
		programtest.Exec(s.t, db, "UPDATE players SET hard_bounces = 1 - hard_bounces WHERE id = ?", 2*benchTables)
	}
	for _, signed := range []bool{true, false} {
		var pages []benchPage
		for table := range tables {
			p := benchPage{path: "/g/" + s.games[table]}
			if signed {
				p.session = sessions[2*table+s.toMove(table)]
			}
			pages = append(pages, p)
		}
		for _, when := range []struct {
			name   string
			before func()
		}{{"nothing changed", nil}, {"after a commit", commit}} {
			ask := func() benchSlice { return s.askPages(pages, when.before) }
			s.row("page of "+pageReader(signed)+", "+what+", "+when.name, "robots.txt", "CPU ≤ 400 µs",
				"%s", s.compare(ask, small))
		}
	}
}

// toMove returns the seat that is to move at a table.
func (s *benchServer) toMove(table int) int { return s.lines[table%len(s.lines)].Seats[s.plies[table]] }

func (s *benchServer) openSQLite() *sql.DB {
	s.t.Helper()
	db, err := sql.Open("sqlite3", "file:"+s.database+"?_busy_timeout=5000&_synchronous=OFF")
	if err != nil {
		s.t.Fatal(err)
	}
	return db
}

// sessions signs a browser in for each player of the tables.
func (s *benchServer) sessions() (secrets []string) {
	s.t.Helper()
	db := s.openSQLite()
	defer db.Close()
	now := time.Now().UnixMilli()
	for n := range 2 * benchTables {
		secret := fmt.Sprintf("tp_session%d", n)
		hash := sha256.Sum256([]byte(secret))
		programtest.Exec(s.t, db, `INSERT INTO sessions (player_id, hash, label, created_at, used_at)
			SELECT id, ?, '', ?, ? FROM players WHERE name = ?`, hash[:], now, now, fmt.Sprintf("player-%d", n))
		secrets = append(secrets, secret)
	}
	return secrets
}

// askPages reads pages in turn, as a browser does. If before is given, it is called before each round, untimed.
func (s *benchServer) askPages(pages []benchPage, before func()) benchSlice {
	s.t.Helper()
	var all benchSlice
	for all.n < readsSlice {
		rounds := 1
		if before == nil {
			rounds = max(1, readsSlice/len(pages))
		} else {
			before()
		}
		began := processCPU(s.t, s.process.Process.Pid)
		for _, p := range pages {
			var a benchAnswer
			s.client.ask(benchOrder{URL: s.instance.URL, Read: &benchRead{
				Path: p.path, Accept: "text/html", Session: p.session, Times: rounds,
			}}, &a)
			if a.Failure != "" {
				s.t.Fatal(a.Failure)
			}
			all.took += a.Took
			all.n += rounds
		}
		all.cpu += processCPU(s.t, s.process.Process.Pid) - began
	}
	return all
}

// benchHeaders returns the headers of a read.
func benchHeaders(r benchRead) string {
	var h strings.Builder
	if r.Token != "" {
		fmt.Fprintf(&h, "Authorization: Bearer %s\r\n", r.Token)
	}
	if r.Accept == "text/html" {
		h.WriteString("Accept-Encoding: gzip\r\n")
	}
	if r.Session != "" {
		fmt.Fprintf(&h, "Cookie: session=%s\r\n", r.Session)
	}
	return h.String() + "Accept: " + r.Accept + "\r\n"
}
