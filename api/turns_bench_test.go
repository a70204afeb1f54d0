package api

import (
	"database/sql"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/rules/rulestest"
)

// benchClients is how many clients play at once.
const benchClients = 16

// BenchmarkTurns plays turns of recorded games over HTTP, 16 clients at once, each answer
// waited for. Then it writes the very rows that came of them by bare database/sql, one
// transaction a turn, and prints the ratio. At half that load it prints how the
// slowest turns compare with the usual one.
func BenchmarkTurns(b *testing.B) {
	folder := b.TempDir()
	store, err := models.Open(b.Context(), models.Options{Database: filepath.Join(folder, "turnpost.db"), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		b.Fatal(err)
	}
	handler, err := New(Config{Store: store, Limits: noLimits, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		b.Fatal(err)
	}
	server := httptest.NewServer(handler)
	table := newBenchTable(b, store, server.URL)
	took := table.play(b.N, 0)
	ours := elapsed(took)
	paced := table.play(b.N, 2*ours/time.Duration(b.N))
	server.Close()
	if err := store.Close(); err != nil {
		b.Fatal(err)
	}
	bare := writeBare(b, filepath.Join(folder, "turnpost.db"), filepath.Join(folder, "bare.db"), b.N)
	b.ReportMetric(float64(b.N)/ours.Seconds(), "turns/s")
	b.ReportMetric(float64(b.N)/bare.Seconds(), "bare/s")
	b.ReportMetric(bare.Seconds()/ours.Seconds(), "ratio")
	b.ReportMetric(quantile(paced, 0.99).Seconds()/quantile(paced, 0.5).Seconds(), "p99/p50")
}

// benchTurn is when a turn was sent and how long its answer took.
type benchTurn struct {
	sent time.Time
	took time.Duration
}

func elapsed(turns []benchTurn) time.Duration {
	first, last := turns[0].sent, turns[0].sent
	for _, t := range turns {
		if t.sent.Before(first) {
			first = t.sent
		}
		if end := t.sent.Add(t.took); end.After(last) {
			last = end
		}
	}
	return last.Sub(first)
}

func quantile(turns []benchTurn, q float64) time.Duration {
	took := make([]time.Duration, len(turns))
	for i, t := range turns {
		took[i] = t.took
	}
	slices.Sort(took)
	return took[int(float64(len(took)-1)*q)]
}

// benchTable is players at boards.
type benchTable struct {
	b      *testing.B
	store  *models.Store
	url    string
	client *http.Client
	turns  []string
	seats  [benchClients][2]benchSeat
}

type benchSeat struct {
	player models.Player
	token  string
}

func newBenchTable(b *testing.B, store *models.Store, url string) *benchTable {
	b.Helper()
	t := &benchTable{b: b, store: store, url: url, client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: benchClients}}}
	for _, g := range rulestest.Games(b, "hnefatafl", "11x11") {
		if g.Start == "" && len(g.Turns) > len(t.turns) {
			t.turns = nil
			for _, turn := range g.Turns {
				t.turns = append(t.turns, turn.Canonical)
			}
		}
	}
	for c := range t.seats {
		for s := range t.seats[c] {
			t.seats[c][s] = t.signUp(fmt.Sprintf("p%d-%d", c, s))
		}
	}
	return t
}

func (t *benchTable) signUp(name string) benchSeat {
	t.b.Helper()
	address, code := name+"@example.org", ""
	if err := t.store.Register(t.b.Context(), models.NewPlayer{Name: name, Email: address}); err != nil {
		t.b.Fatal(err)
	}
	claims, err := t.store.ClaimNotices(t.b.Context(), 1, time.Minute)
	if err != nil {
		t.b.Fatal(err)
	}
	for _, c := range claims {
		letter, err := t.store.Letter(t.b.Context(), c)
		if err != nil || t.store.Sent(t.b.Context(), c) != nil {
			t.b.Fatal(err)
		}
		code = letter.Code
	}
	token, p, err := t.store.SignIn(t.b.Context(), address, code, "")
	if err != nil {
		t.b.Fatal(err)
	}
	return benchSeat{p, token}
}

// play plays n turns; with a pause, one is due every so often.
func (t *benchTable) play(n int, every time.Duration) []benchTurn {
	var mu sync.Mutex
	var all []benchTurn
	var wg sync.WaitGroup
	began := time.Now()
	for c := range t.seats {
		wg.Go(func() {
			var mine []benchTurn
			game := ""
			for i := 0; i*benchClients+c < n; i++ {
				at := i % (len(t.turns) - 1) // the last turn may end the game
				if at == 0 {
					game = t.begin(c)
				}
				if every > 0 {
					time.Sleep(time.Until(began.Add(time.Duration(i*benchClients+c) * every)))
				}
				sent := time.Now()
				t.submit(game, t.seats[c][at%2].token, t.turns[at])
				mine = append(mine, benchTurn{sent, time.Since(sent)})
			}
			mu.Lock()
			defer mu.Unlock()
			all = append(all, mine...)
		})
	}
	wg.Wait()
	return all
}

func (t *benchTable) begin(c int) string {
	challenge, err := t.store.Challenge(t.b.Context(), t.seats[c][0].player, models.NewChallenge{
		Ruleset: "hnefatafl", Variant: "11x11", Opponent: t.seats[c][1].player.Name, Seat: "first",
	})
	if err != nil {
		t.b.Error(err)
		return ""
	}
	game, err := t.store.Accept(t.b.Context(), t.seats[c][1].player, challenge.ID)
	if err != nil {
		t.b.Error(err)
		return ""
	}
	return game.ID
}

func (t *benchTable) submit(game, token, turn string) {
	request, err := http.NewRequest(http.MethodPost, t.url+"/v1/games/"+game+"/turns", strings.NewReader(turn))
	if err != nil {
		t.b.Error(err)
		return
	}
	request.Header.Set("Authorization", "Bearer "+token)
	request.Header.Set("Content-Type", typeText)
	response, err := t.client.Do(request)
	if err != nil {
		t.b.Error(err)
		return
	}
	defer response.Body.Close()
	if body, err := io.ReadAll(response.Body); err != nil || response.StatusCode != http.StatusCreated {
		t.b.Errorf("%s: %d %s %v", turn, response.StatusCode, body, err)
	}
}

// writeBare writes the rows of n turns again into an empty database of the same
// schema, from as many goroutines, over one connection, one transaction a turn.
func writeBare(b *testing.B, from, to string, n int) time.Duration {
	b.Helper()
	empty, err := models.Open(b.Context(), models.Options{Database: to, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		b.Fatal(err)
	}
	if err := empty.Close(); err != nil {
		b.Fatal(err)
	}
	db, err := sql.Open("sqlite3", "file:"+to+"?_journal_mode=WAL&_synchronous=FULL&_busy_timeout=5000&_foreign_keys=on&_txlock=immediate")
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	exec(b, db, "ATTACH DATABASE ? AS ours", from)
	exec(b, db, "INSERT INTO players SELECT * FROM ours.players")
	exec(b, db, "INSERT INTO games SELECT * FROM ours.games")
	exec(b, db, "INSERT INTO turns SELECT * FROM ours.turns WHERE ply = 0")
	turns := readRows(b, db, fmt.Sprintf("SELECT * FROM ours.turns WHERE ply > 0 ORDER BY at, game_id, ply LIMIT %d", n))
	notices := map[string][]any{}
	for _, row := range readRows(b, db, "SELECT * FROM ours.notices WHERE kind = 'your_turn'").values {
		notices[fmt.Sprint(row[1])] = row
	}
	exec(b, db, "DETACH DATABASE ours")
	insertNotice := insert("notices", len(readRows(b, db, "SELECT * FROM notices").columns))
	insertTurn := insert("turns", len(turns.columns))
	began := time.Now()
	var wg sync.WaitGroup
	for c := range benchClients {
		wg.Go(func() {
			for i := c; i < len(turns.values); i += benchClients {
				row := turns.values[i]
				if err := writeTurn(db, row, insertTurn, notices[fmt.Sprintf("turn.%v.%v", row[0], row[1])], insertNotice); err != nil {
					b.Error(err)
				}
			}
		})
	}
	wg.Wait()
	return time.Since(began)
}

// writeTurn writes what a turn writes: the game changed, the turn and its notice added, the notice
// before it dropped.
func writeTurn(db *sql.DB, turn []any, insertTurn string, notice []any, insertNotice string) error {
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var ply int
	if err := tx.QueryRow("SELECT ply FROM games WHERE id = ?", turn[0]).Scan(&ply); err != nil {
		return err
	}
	if _, err := tx.Exec(`UPDATE games SET status = 'ongoing', position = ?, ply = ?, to_move = ?, deadline_at = ?, remind_at = ?, updated_at = ? WHERE id = ?`,
		turn[4], turn[1], turn[2], turn[9], turn[9], turn[9], turn[0]); err != nil {
		return err
	}
	if _, err := tx.Exec(insertTurn, turn...); err != nil {
		return err
	}
	if _, err := tx.Exec("UPDATE notices SET status = 'dropped', reason = 'a turn was played since', done_at = ? WHERE done_at = 0 AND game_id = ?", turn[9], turn[0]); err != nil {
		return err
	}
	if notice != nil {
		if _, err := tx.Exec(insertNotice, notice...); err != nil {
			return err
		}
	}
	return tx.Commit()
}

func insert(table string, columns int) string {
	return "INSERT INTO " + table + " VALUES (?" + strings.Repeat(", ?", columns-1) + ")"
}

func exec(b *testing.B, db *sql.DB, query string, args ...any) {
	b.Helper()
	if _, err := db.Exec(query, args...); err != nil {
		b.Fatalf("%s: %v", query, err)
	}
}

type benchRows struct {
	columns []string
	values  [][]any
}

func readRows(b *testing.B, db *sql.DB, query string) benchRows {
	b.Helper()
	rows, err := db.Query(query)
	if err != nil {
		b.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	var out benchRows
	if out.columns, err = rows.Columns(); err != nil {
		b.Fatal(err)
	}
	for rows.Next() {
		values, into := make([]any, len(out.columns)), make([]any, len(out.columns))
		for i := range values {
			into[i] = &values[i]
		}
		if err := rows.Scan(into...); err != nil {
			b.Fatal(err)
		}
		out.values = append(out.values, values)
	}
	if err := rows.Err(); err != nil {
		b.Fatal(err)
	}
	return out
}
