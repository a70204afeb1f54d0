package models

import (
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"turnpost/rules"
)

// BenchmarkTurns plays turns from 16 goroutines through the store, then writes
// the same rows by bare database/sql with one transaction each, and prints the ratio.
func BenchmarkTurns(b *testing.B) {
	const clients = 16
	s, err := Open(context.Background(), Options{Database: filepath.Join(b.TempDir(), "bench.db"), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	games := make([]*Game, clients)
	for i := range games {
		games[i] = benchGame(b, s, i)
	}
	turns := []string{"d1-c1", "d3-c3", "c1-d1", "c3-d3"}
	began := time.Now()
	parallel(b.N, clients, func(client, n int) {
		if n%8 == 0 { // a third repetition would end the game
			games[client] = benchRestart(b, s, games[client])
		}
		g := games[client]
		_, err := s.PlayTurn(context.Background(), TurnInput{Game: g.ID, Player: g.Players[n%2].ID, Text: turns[n%4], Via: ViaHTTP})
		if err != nil {
			b.Error(err)
		}
	})
	ours := time.Since(began)
	bare := bareTurns(b, b.N, clients)
	b.ReportMetric(float64(b.N)/ours.Seconds(), "turns/s")
	b.ReportMetric(float64(b.N)/bare.Seconds(), "bare/s")
	b.ReportMetric(bare.Seconds()/ours.Seconds(), "ratio")
}

func parallel(n, clients int, work func(client, n int)) {
	var wg sync.WaitGroup
	for c := range clients {
		wg.Go(func() {
			for i := 0; i*clients+c < n; i++ {
				work(c, i)
			}
		})
	}
	wg.Wait()
}

func benchGame(b *testing.B, s *Store, i int) *Game {
	b.Helper()
	var g *Game
	err := s.write(context.Background(), func(tx *Tx) error {
		var ids [2]int64
		for seat := range ids {
			name := fmt.Sprintf("p%d-%d", i, seat)
			row := &playerRow{Name: name, NameKey: name, Email: name + "@example.org", EmailKey: name + "@example.org", Locale: "en", TimeZone: "UTC", Settings: "{}", CreatedAt: tx.at, ConfirmedAt: tx.at}
			if err := tx.Create(row).Error; err != nil {
				return err
			}
			ids[seat] = row.ID
		}
		row, err := tx.beginGame(&challengeRow{Ruleset: "hnefatafl", Variant: "7x7", ChallengerID: ids[0], OpponentID: &ids[1], Seat: rules.First, Pace: "3d"})
		if err == nil {
			g = row.game(tx.at)
		}
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	return g
}

func benchRestart(b *testing.B, s *Store, old *Game) *Game {
	b.Helper()
	var g *Game
	err := s.write(context.Background(), func(tx *Tx) error {
		row, err := tx.beginGame(&challengeRow{Ruleset: "hnefatafl", Variant: "7x7", ChallengerID: old.Players[0].ID, OpponentID: &old.Players[1].ID, Seat: rules.First, Pace: "3d"})
		if err == nil {
			g = row.game(tx.at)
		}
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	return g
}

// bareTurns writes what a turn writes: the game updated, a turn and a notice inserted.
func bareTurns(b *testing.B, n, clients int) time.Duration {
	b.Helper()
	path := filepath.Join(b.TempDir(), "bare.db")
	s, err := Open(context.Background(), Options{Database: path, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		b.Fatal(err)
	}
	games := make([]*Game, clients)
	for i := range games {
		games[i] = benchGame(b, s, i)
	}
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
	db, err := sql.Open("sqlite3", "file:"+path+"?_journal_mode=WAL&_synchronous=FULL&_busy_timeout=5000&_foreign_keys=on&_txlock=immediate")
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	began := time.Now()
	parallel(n, clients, func(client, n int) {
		if err := bareTurn(db, games[client], n); err != nil {
			b.Error(err)
		}
	})
	return time.Since(began)
}

func bareTurn(db *sql.DB, g *Game, n int) error {
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var ply int
	var position string
	if err := tx.QueryRow("SELECT ply, position FROM games WHERE id = ?", g.ID).Scan(&ply, &position); err != nil {
		return err
	}
	now := time.Now().UnixMilli()
	if _, err := tx.Exec(`UPDATE games SET status = 'ongoing', position = ?, ply = ?, to_move = ?, to_move_id = ?, winner = -1, reason = '',
		left_first = 1, left_second = 1, deadline_at = ?, draw_by = -1, updated_at = ?, finished_at = 0 WHERE id = ? AND ply = ?`,
		position, ply+1, n%2, g.Players[n%2].ID, now+1000, now, g.ID, ply); err != nil {
		return err
	}
	if _, err := tx.Exec("INSERT INTO turns (game_id, ply, seat, turn, position, key_hash, events, message, via, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
		g.ID, ply+1, n%2, "d1-c1", position, now*31+int64(n), `[{"kind":"moved","seat":0,"piece":"attacker","from":"d1","to":"c1"}]`, "", "http", now); err != nil {
		return err
	}
	if _, err := tx.Exec("UPDATE notices SET status = 'dropped', reason = 'a turn was played since', done_at = ? WHERE done_at = 0 AND lease_until <= ? AND game_id = ?", now, now, g.ID); err != nil {
		return err
	}
	if _, err := tx.Exec(`INSERT INTO notices (key, kind, player_id, email, game_id, ply, created_at, due_at, waits_from, next_at) VALUES (?, 'your_turn', ?, ?, ?, ?, ?, ?, ?, ?)`,
		fmt.Sprintf("turn.%s.%d", g.ID, ply+1), g.Players[n%2].ID, "p@example.org", g.ID, ply+1, now, now, now, now); err != nil {
		return err
	}
	return tx.Commit()
}
