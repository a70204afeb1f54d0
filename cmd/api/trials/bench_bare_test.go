package trials

import (
	"database/sql"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"turnpost/models/modeltest/cputime"
)

// bareOrder names the rows to write again: the turns that a server stored within a span of time.
type bareOrder struct {
	From         string
	Since, Until time.Time
}

type bareAnswer struct {
	N         int
	Took, CPU time.Duration
}

// bareWriter writes the rows of turns by database/sql alone: prepared statements over one connection, one transaction
// a turn, one goroutine a table.
type bareWriter struct {
	t                                                              *testing.T
	db                                                             *sql.DB
	selectGame, updateGame, insertTurn, insertNotice, finishNotice *sql.Stmt
}

// noticeColumns are set when a notice is queued; the others when it is settled.
var (
	noticeColumns = strings.Fields("id key kind player_id email game_id ply challenge_id offer detail " +
		"created_at due_at waits_from next_at bundle")
	doneColumns = strings.Fields("lease_until lease attempts status reason primary_id failure done_at mail")
	gameColumns = strings.Fields("status winner reason first_left second_left deadline_at remind_at draw_by " +
		"takeback_by takeback_to takebacks updated_at finished_at to_move_id position_keys")
)

func newBareWriter(t *testing.T, database string) *bareWriter {
	t.Helper()
	const asServers = "?_journal_mode=WAL&_synchronous=FULL&_busy_timeout=5000&_foreign_keys=on&_txlock=immediate"
	db, err := sql.Open("sqlite3", "file:"+database+asServers)
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	w := &bareWriter{t: t, db: db}
	prepare := func(query string) *sql.Stmt {
		s, err := db.Prepare(query)
		if err != nil {
			t.Fatalf("%s: %v", query, err)
		}
		return s
	}
	w.selectGame = prepare("SELECT position, ply, hash FROM games WHERE id = ?")
	w.updateGame = prepare("UPDATE games SET position = ?, ply = ?, to_move = ?, hash = ?, " +
		strings.Join(gameColumns, " = ?, ") + " = ? WHERE id = ? AND ply = ? AND status = 'ongoing'")
	w.insertTurn = prepare(`INSERT INTO turns
		(id, seat, turn, position, events, message, via, at, occurrence, hash)
		VALUES (?` + strings.Repeat(", ?", 9) + ")")
	w.insertNotice = prepare("INSERT INTO notices (" + strings.Join(noticeColumns, ", ") + ") VALUES (?" +
		strings.Repeat(", ?", len(noticeColumns)-1) + ")")
	w.finishNotice = prepare("UPDATE notices SET " + strings.Join(doneColumns, " = ?, ") + " = ? WHERE id = ?")
	return w
}

// bareTurn holds the values that one turn writes.
type bareTurn struct {
	game   string
	ply    int64
	change []any // for updateGame
	turn   []any
	notice []any // queued
	done   []any // how the previous notice was settled; nil if there is none
}

// run reads the rows of an order, and measures how long writing them takes.
func (w *bareWriter) run(o bareOrder) (a bareAnswer) {
	tables := w.load(o)
	before := cputime.Used()
	began := time.Now()
	var all sync.WaitGroup
	for _, turns := range tables {
		a.N += len(turns)
		all.Go(func() {
			for _, turn := range turns {
				if err := w.write(turn); err != nil {
					w.t.Errorf("%s %d: %v", turn.game, turn.ply, err)
					return
				}
			}
		})
	}
	all.Wait()
	a.Took, a.CPU = time.Since(began), cputime.Used()-before
	return a
}

func (w *bareWriter) write(t bareTurn) error {
	tx, err := w.db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var position string
	var ply int64
	var hash []byte
	row := tx.Stmt(w.selectGame).QueryRow(t.game) //nolint:sqlclosecheck // by the transaction
	if err := row.Scan(&position, &ply, &hash); err != nil {
		return err
	}
	if _, err := tx.Stmt(w.updateGame).Exec(t.change...); err != nil { //nolint:sqlclosecheck // by the transaction
		return err
	}
	if _, err := tx.Stmt(w.insertTurn).Exec(t.turn...); err != nil { //nolint:sqlclosecheck // by the transaction
		return err
	}
	if t.done != nil {
		if _, err := tx.Stmt(w.finishNotice).Exec(t.done...); err != nil { //nolint:sqlclosecheck // by the transaction
			return err
		}
	}
	if t.notice != nil {
		if _, err := tx.Stmt(w.insertNotice).Exec(t.notice...); err != nil { //nolint:sqlclosecheck // by the transaction
			return err
		}
	}
	return tx.Commit()
}

// load copies new games of the order, and reads its turns, grouped by game.
func (w *bareWriter) load(o bareOrder) map[string][]bareTurn {
	w.exec("ATTACH DATABASE ? AS ours", o.From)
	defer w.exec("DETACH DATABASE ours")
	// Without generated columns, which SELECT * has.
	columns := w.rows("SELECT group_concat(name) FROM pragma_table_info('players')")[0][0].(string)
	w.exec("INSERT OR IGNORE INTO players (" + columns + ") SELECT " + columns + " FROM ours.players")
	w.exec(`INSERT OR IGNORE INTO games SELECT * FROM ours.games WHERE created_at <= ?`, o.Until.UnixMilli())
	w.exec(`UPDATE games SET ply = (SELECT COALESCE(MAX(id), 0) % 1048576 FROM ours.turns
			WHERE id BETWEEN number * 1048576 AND number * 1048576 + 1048575 AND at < ?)
		WHERE status = 'ongoing'`, o.Since.UnixMilli())
	w.exec("INSERT OR IGNORE INTO turns SELECT * FROM ours.turns WHERE id % 1048576 = 0")
	games := map[string][]any{}
	for _, row := range w.rows("SELECT id, " + strings.Join(gameColumns, ", ") + " FROM ours.games") {
		games[row[0].(string)] = row[1:]
	}
	notices := map[string][]any{}
	for _, row := range w.rows("SELECT "+strings.Join(noticeColumns, ", ")+", "+strings.Join(doneColumns, ", ")+
		" FROM ours.notices WHERE kind = 'your_turn' AND created_at >= ?", o.Since.Add(-time.Minute).UnixMilli()) {
		notices[row[1].(string)] = row
	}
	tables := map[string][]bareTurn{}
	for _, row := range w.rows(`
		SELECT t.id, t.seat, t.turn, t.position, t.events, t.message, t.via, t.at, t.occurrence, t.hash, g.id,
			t.id % 1048576 FROM ours.turns t JOIN ours.games g ON g.number = t.id / 1048576
		WHERE t.id % 1048576 > 0 AND t.at >= ? AND t.at <= ? ORDER BY t.id`, o.Since.UnixMilli(), o.Until.UnixMilli()) {
		t := bareTurn{game: row[10].(string), ply: row[11].(int64), turn: row[:10]}
		t.change = append(append([]any{row[3], t.ply, 1 - row[1].(int64), row[9]}, games[t.game]...), t.game, t.ply-1)
		if n := notices[fmt.Sprintf("turn.%s.%d", t.game, t.ply)]; n != nil {
			t.notice = n[:len(noticeColumns)]
		}
		if n := notices[fmt.Sprintf("turn.%s.%d", t.game, t.ply-1)]; n != nil && t.ply > 1 {
			t.done = append(append([]any{}, n[len(noticeColumns):]...), n[0])
		}
		tables[t.game] = append(tables[t.game], t)
	}
	return tables
}

func (w *bareWriter) exec(query string, args ...any) {
	if _, err := w.db.Exec(query, args...); err != nil {
		w.t.Errorf("%s: %v", query, err)
	}
}

func (w *bareWriter) rows(query string, args ...any) (list [][]any) {
	rows, err := w.db.Query(query, args...)
	if err != nil {
		w.t.Errorf("%s: %v", query, err)
		return nil
	}
	defer rows.Close()
	columns, _ := rows.Columns()
	for rows.Next() {
		values, into := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			into[i] = &values[i]
		}
		if err := rows.Scan(into...); err != nil {
			w.t.Error(err)
			return nil
		}
		list = append(list, values)
	}
	if err := rows.Err(); err != nil {
		w.t.Error(err)
	}
	return list
}

// bareFor returns the writer to compare the slices of a server with.
type bareFor struct {
	server *benchServer
	peer   *benchPeer
	since  time.Time
}

func (s *benchServer) bare() *bareFor {
	s.t.Helper()
	database := s.database + ".bare"
	s.migrate(s.binary, database)
	peer := newBenchPeer(s.t, "bare", append(s.slow(), "TURNPOST_TEST_BENCH_DATABASE="+database)...)
	return &bareFor{s, peer, time.Now()}
}

// slice writes the rows that the server has written since the last slice.
func (f *bareFor) slice() benchSlice {
	f.server.t.Helper()
	until := time.Now()
	var a bareAnswer
	f.peer.ask(bareOrder{From: f.server.database, Since: f.since, Until: until}, &a)
	f.since = until
	if a.N == 0 {
		f.server.t.Fatal("there was nothing to write")
	}
	return benchSlice{n: a.N, took: a.Took, cpu: a.CPU}
}
