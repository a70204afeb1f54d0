package programtest

import (
	"crypto/sha256"
	"database/sql"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"turnpost/models/rating"
	"turnpost/models/secrets"
	"turnpost/models/store"
)

// A seeded game. One in ten is under way.
const (
	seedShortest, seedLongest = 40, 60 // plies; fewer where no game of the variant lasts as long

	seedPlayerGames = 20                       // of each player, about
	seedTurn        = 5 * time.Hour            // from one turn to the next
	seedSpan        = 2 * 365 * 24 * time.Hour // in which the games ended
)

// seedGame is one of the games that are stored; line and ply say which turns.
type seedGame struct {
	number  int64
	id      string
	line    *seedLine
	ply     int
	players [2]int64
	ongoing bool
	last    int64 // time of the last change
	rated   rating.Rated
}

// toMove returns the seat to move.
func (g *seedGame) toMove() int { return g.line.Seats[g.ply] }

// winner returns the seat that wins by resignation.
func (g *seedGame) winner() int { return 1 - g.toMove() }

// SeedGames creates a database with many games of every variant, and returns those that are under way. Their rows are
// what a store writes: a few games are really played, then copied with other players, lengths and times, and chained
// anew. Ratings, records and sent notices belong to them. Player N has SeedToken(N).
func SeedGames(t *testing.T, file string, games int, now time.Time) (ongoing []seedGame) {
	t.Helper()
	lines := SeedLines(t)
	st, err := store.Open(t.Context(), store.Options{Database: file, Log: slog.New(slog.DiscardHandler)})
	if err == nil {
		err = st.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite3", "file:"+file+"?_journal_mode=OFF&_synchronous=OFF&_cache_size=-500000")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	s := &seeding{t: t, db: db, now: now.UnixMilli(), games: planGames(games, lines, now)}
	s.begin()
	s.players(max(40, 2*games/seedPlayerGames))
	s.ratings()
	s.insertGames()
	s.notices()
	s.end()
	for i := range s.games {
		if s.games[i].ongoing {
			ongoing = append(ongoing, s.games[i])
		}
	}
	return ongoing
}

// planGames decides about the games, in the order of their ends.
func planGames(games int, lines []*seedLine, now time.Time) []seedGame {
	rnd := rand.New(rand.NewPCG(1, 2))
	players := max(40, 2*games/seedPlayerGames)
	list := make([]seedGame, games)
	ids := make(map[string]bool, games)
	for i := range list {
		g := &list[i]
		for g.id == "" || ids[g.id] { // among a million games two random IDs are probably equal
			g.id = secrets.NewID()
		}
		ids[g.id] = true
		g.line = lines[i%len(lines)]
		g.ply = min(seedShortest+rnd.IntN(seedLongest-seedShortest+1), len(g.line.Turns)-2)
		first := rnd.IntN(players)
		g.players = [2]int64{SeedPlayer(first), SeedPlayer((first + 1 + rnd.IntN(players-1)) % players)}
		g.ongoing = i%10 == 0
		g.last = now.Add(-seedSpan / time.Duration(games) * time.Duration(games-i)).UnixMilli()
		if g.ongoing {
			g.last = now.Add(-time.Duration(rnd.Int64N(int64(48 * time.Hour)))).UnixMilli()
		}
	}
	return list
}

// SeedPlayer returns the ID of a player.
func SeedPlayer(n int) int64 { return int64(1000 + n) }

// seeding writes the rows of games.
type seeding struct {
	t     *testing.T
	db    *sql.DB
	now   int64
	games []seedGame
}

func (s *seeding) begin() { Exec(s.t, s.db, "BEGIN") }

func (s *seeding) end() {
	Exec(s.t, s.db, `INSERT INTO player_records (player_id, ruleset, won, lost, drawn)
		SELECT player, ruleset, SUM(won), COUNT(*) - SUM(won), 0 FROM (
			SELECT first_id AS player, ruleset, winner = 0 AS won FROM games WHERE status = 'finished'
			UNION ALL SELECT second_id, ruleset, winner = 1 FROM games WHERE status = 'finished')
		GROUP BY player, ruleset`)
	Exec(s.t, s.db, "COMMIT")
	Exec(s.t, s.db, "PRAGMA journal_mode = WAL")
}

// insert prepares a statement and returns a function that runs it.
func (s *seeding) insert(table, columns string) func(args ...any) {
	s.t.Helper()
	marks := strings.Repeat(", ?", strings.Count(columns, ",")+1)[2:]
	statement, err := s.db.PrepareContext(s.t.Context(), "INSERT INTO "+table+" ("+columns+") VALUES ("+marks+")")
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = statement.Close() })
	return func(args ...any) {
		if _, err := statement.Exec(args...); err != nil {
			s.t.Fatalf("%s: %v", table, err)
		}
	}
}

func (s *seeding) players(players int) {
	player := s.insert("players",
		"id, name, name_key, email, email_key, locale, time_zone, settings, created_at, confirmed_at")
	token := s.insert("tokens", "player_id, hash, label, created_at, used_at")
	for n := range players {
		name := fmt.Sprintf("player-%d", n)
		address := name + "@example.org"
		player(SeedPlayer(n), name, name, address, address, "en", "UTC", "{}", s.now, s.now)
		hash := sha256.Sum256([]byte(SeedToken(n)))
		token(SeedPlayer(n), hash[:], "", s.now, s.now)
	}
}

// ratings computes the ratings that follow from the games, and stores the last ones of each player.
func (s *seeding) ratings() {
	ledger := rating.NewLedger[int64]()
	ended := map[int64]int64{}
	for i := range s.games {
		g := &s.games[i]
		if g.ongoing {
			continue
		}
		score := rating.Score(1 - g.winner())
		g.rated = ledger.Add(&rating.Game[int64]{
			Facts: rating.Facts{Asked: true, Reason: "resignation", Played: true},
			Pool:  rating.Pool{Ruleset: g.line.Ruleset, Variant: g.line.Variant}, Players: g.players,
			Score: score, At: time.UnixMilli(g.last),
		})
		ended[g.players[0]], ended[g.players[1]] = g.last, g.last
	}
	standing := s.insert("standings", "player_id, ended_at")
	for player, at := range ended {
		standing(player, at)
	}
	row := s.insert("ratings", "player_id, ruleset, variant, rating, deviation, volatility, games, opponents, rated_at")
	ledger.All(func(player int64, pool rating.Pool, r rating.Standing) {
		row(player, pool.Ruleset, pool.Variant, r.Rating.Rating, r.Deviation, r.Volatility, r.Games, r.Opponents,
			r.At.UnixMilli())
	})
}

// seedTogether is the number of games whose turns are stored in the order of their plies: SQLite fills its pages as
// where games are played side by side, and not to the last byte.
const seedTogether = 100

// notices stores the sent notices of the games under way, in the order of their times: whose ledger is kept.
func (s *seeding) notices() {
	row := s.insert("notices", `key, kind, player_id, email, game_id, ply, created_at, due_at, waits_from, next_at, status,
		done_at`)
	for ago := seedLongest; ago >= 0; ago-- {
		for i := range s.games {
			g := &s.games[i]
			ply := g.ply - ago
			if !g.ongoing || ply < 0 {
				continue
			}
			at, player := g.at(ply), g.players[g.line.Seats[ply]]
			row(fmt.Sprintf("your_turn.%s.%d", g.id, ply), "your_turn", player,
				fmt.Sprintf("player-%d@example.org", player-SeedPlayer(0)), g.id, ply, at, at, at, at, "sent", at)
		}
	}
}

// SeedToken returns the token of a player of SeedGames.
func SeedToken(n int) string { return fmt.Sprintf("tp_benchmark%d", n) }

// Exec runs a statement.
func Exec(t *testing.T, db *sql.DB, query string, args ...any) {
	t.Helper()
	if _, err := db.Exec(query, args...); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
}
