package store

import (
	"context"
	"database/sql"
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gorm.io/gorm/logger"

	"turnpost/models/migrations"
)

// Every statement that a test of the store runs is explained at the end of the test in which it came first. A plan that
// reads a whole table or index, and is not meant to, fails that test. SQLite has no statistics, so that its plans are
// those of a database of any size. PostgreSQL is asked twice. Told that a scan costs more than any way around it, it
// shows the scans that no index could serve; on a database whose tables are large, it shows those that it would choose.

// asked are the statements of all tests that were explained already.
var asked = &explained{texts: map[string]bool{}, seen: map[string]bool{}}

type explained struct {
	mu    sync.Mutex
	texts map[string]bool // those that were noted
	seen  map[string]bool // the same, with their values: taking those out was a tenth of the time of all tests
	list  []askedStatement
}

// askedStatement is a statement and the file of the program that asked it, as far as that is known: what is deferred is
// sent by another.
type askedStatement struct{ text, from string }

// askedLog notes statements, and passes them to the logger of the store.
type askedLog struct {
	logger.Interface
	all *explained
}

func (e *explained) beside(l logger.Interface) logger.Interface { return askedLog{l, e} }

func (askedLog) ParamsFilter(_ context.Context, text string, _ ...any) (string, []any) {
	return text, nil
}

func (a askedLog) LogMode(logger.LogLevel) logger.Interface { return a }

func (a askedLog) Trace(ctx context.Context, began time.Time, statement func() (string, int64), err error) {
	all, _ := statement()
	a.all.mu.Lock()
	for _, text := range strings.Split(all, ";\n") { // by no iterator, which would be on the stack too
		if a.all.seen[text] {
			continue
		}
		whole := text
		text = quoted.ReplaceAllString(instants.ReplaceAllString(text, "?"), "= ?")
		if a.all.texts[text] {
			a.all.seen[whole] = true
			continue
		}
		a.all.texts[text] = true
		if from := askedFrom(); !strings.HasSuffix(from, "_test.go") {
			a.all.list = append(a.all.list, askedStatement{text, from})
		} else {
			delete(a.all.texts, text) // the program may ask it too
		}
	}
	a.all.mu.Unlock()
	a.Interface.Trace(ctx, began, statement, err)
}

// Values that were written into a statement: SQLite could take a text for the name of a column.
var (
	instants = regexp.MustCompile(`\b\d{12,}\b`)
	quoted   = regexp.MustCompile(`= "[^"]*"`)
)

// askedFrom returns the file of the store that runs a statement.
func askedFrom() string {
	pcs := make([]uintptr, 60)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs)])
	for {
		f, more := frames.Next()
		if strings.HasPrefix(f.Function, "turnpost/models") && !strings.HasPrefix(f.Function, "turnpost/models/db.") &&
			!strings.HasSuffix(f.File, "query_scan_test.go") {
			return filepath.Base(f.File)
		}
		if !more {
			return ""
		}
	}
}

// fresh returns the statements that were not explained yet.
func (e *explained) fresh() (list []askedStatement) {
	e.mu.Lock()
	defer e.mu.Unlock()
	list, e.list = e.list, nil
	return list
}

// explain fails the test for statements that read a whole table or index and are not meant to.
func (w *world) explain() {
	w.t.Helper()
	pool, err := w.DB.Reader().DB()
	if err != nil {
		w.t.Fatal(err)
	}
	conn, err := pool.Conn(context.Background())
	if err != nil {
		return // the test has broken its database
	}
	defer func() { _ = conn.Close() }()
	fresh := slices.DeleteFunc(asked.fresh(), func(s askedStatement) bool { return !explainable.MatchString(s.text) })
	if !w.DB.IsPostgres() {
		w.explainOn(conn, planOnSQLite, fresh)
		return
	}
	w.explainOn(conn, planOnPostgres("SET LOCAL enable_seqscan = off"), fresh)
	if len(fresh) > 0 {
		sized := sizedConn(w.t)
		w.explainOn(sized, planOnPostgres(bySize), fresh)
		_ = sized.Close()
	}
}

// explainOn explains statements on a database.
func (w *world) explainOn(
	conn *sql.Conn, plan func(*sql.Conn, string) ([]string, error), statements []askedStatement,
) {
	w.t.Helper()
	for _, s := range statements {
		lines, err := plan(conn, s.text)
		if err != nil {
			continue // of another schema, or one that the test has broken
		}
		for _, scan := range scansOf(s.text, lines, w.DB.IsPostgres()) {
			if !slices.ContainsFunc(meantScans, func(m meantScan) bool { return m.is(scan, s) }) {
				w.t.Errorf("%s reads all of %s:\n\t%s\n\t%s", s.from, scan, s.text, strings.Join(lines, "\n\t"))
			}
		}
	}
}

var explainable = regexp.MustCompile(`^\s*(SELECT|UPDATE|DELETE|INSERT|WITH)\b`)

func planOnSQLite(conn *sql.Conn, text string) (lines []string, err error) {
	values := make([]any, strings.Count(text, "?"))
	rows, err := conn.QueryContext(context.Background(), "EXPLAIN QUERY PLAN "+text, values...)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var id, parent, unused int
		var detail string
		if err := rows.Scan(&id, &parent, &unused, &detail); err != nil {
			return nil, err
		}
		lines = append(lines, detail)
	}
	return lines, rows.Err()
}

var numbered = regexp.MustCompile(`\$\d+`)

// planOnPostgres returns the function that explains a statement after another one.
func planOnPostgres(before string) func(conn *sql.Conn, text string) ([]string, error) {
	return func(conn *sql.Conn, text string) ([]string, error) { return planAfter(before, conn, text) }
}

func planAfter(setting string, conn *sql.Conn, text string) (lines []string, err error) {
	ctx := context.Background()
	n := 0
	if n = len(slices.Compact(slices.Sorted(slices.Values(numbered.FindAllString(text, -1))))); n == 0 {
		for strings.Contains(text, "?") {
			n++
			text = strings.Replace(text, "?", fmt.Sprintf("$%d", n), 1)
		}
	}
	nulls := ""
	if n > 0 {
		nulls = "(NULL" + strings.Repeat(", NULL", n-1) + ")"
	}
	for _, before := range []string{
		"BEGIN", "SET LOCAL plan_cache_mode = force_generic_plan", setting,
		"PREPARE asked AS " + text,
	} {
		if _, err = conn.ExecContext(ctx, before); err != nil {
			break
		}
	}
	defer func() {
		_, _ = conn.ExecContext(ctx, "ROLLBACK")
		_, _ = conn.ExecContext(ctx, "DEALLOCATE asked")
	}()
	if err != nil {
		return nil, err
	}
	rows, err := conn.QueryContext(ctx, "EXPLAIN (COSTS off) EXECUTE asked"+nulls)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			return nil, err
		}
		lines = append(lines, line)
	}
	return lines, rows.Err()
}

var (
	scanOnSQLite   = regexp.MustCompile(`^SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?`)
	scanOnPostgres = regexp.MustCompile(`Seq Scan on (\w+)`)
	tables         = regexp.MustCompile(`(?i)(?:FROM|JOIN|UPDATE|INTO|,)\s+(\w+)(?:\s+(?:AS\s+)?(\w+))?`)
)

// scansOf returns the tables that a plan reads as a whole, each with the index in whose order it does.
func scansOf(text string, plan []string, postgres bool) (list []string) {
	for _, line := range plan {
		table, index := "", ""
		if m := scanOnPostgres.FindStringSubmatch(line); postgres && m != nil {
			table = m[1]
		} else if m := scanOnSQLite.FindStringSubmatch(line); !postgres && m != nil {
			table, index = tableOf(text, m[1]), m[2]
		}
		if createdTables()[table] {
			list = append(list, strings.TrimSpace(table+" "+index))
		}
	}
	return list
}

// createdTables returns the names of all tables, as other names are those of parts of a statement.
var createdTables = sync.OnceValue(func() map[string]bool {
	names := map[string]bool{}
	err := fs.WalkDir(migrations.Files, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(migrations.Files, path)
		for _, m := range regexp.MustCompile(`CREATE TABLE (\w+)`).FindAllStringSubmatch(string(text), -1) {
			names[m[1]] = true
		}
		return err
	})
	if err != nil {
		panic(err)
	}
	return names
})

// tableOf returns the table that a statement calls by an alias.
func tableOf(text, name string) string {
	for _, m := range tables.FindAllStringSubmatch(text, -1) {
		if m[2] == name {
			return m[1]
		}
	}
	return name
}

// meantScan is a table that some statements may read as a whole.
type meantScan struct {
	scan string // "table", or "table index" if in its order, which PostgreSQL need not use; "" for all
	from string // a part of the name of the file that asks; "" for all
	in   string // a part of the statement; "" for all
	why  string // the bound
}

func (m meantScan) is(scan string, s askedStatement) bool {
	table, _, _ := strings.Cut(m.scan, " ")
	return (m.scan == scan || table == scan || m.scan == "") &&
		strings.Contains(s.from, m.from) && strings.Contains(s.text, m.in)
}

// meantScans are the scans that are meant.
var meantScans = []meantScan{
	{"", "check", "", "the command check reads everything, once"},
	{"", "", `CASE typeof("`, "the command check reads everything, once"},
	{"", "", "INSERT INTO `players`", "SQLite plans for a row that others refer to already; there is none"},
	{"", "", "INSERT INTO games (", "SQLite plans for a row that others refer to already; there is none"},
	{"announcements", "", "", "an operator makes each"},
	{"invitations", "", "", "an operator makes each"},
	{"operator_acts", "", "LIMIT", "the newest, in order, as many as asked for"},
	{"reports reports_open", "", "LIMIT", "open ones, in order, as many as asked for"},
	{"events events_recent", "", "LIMIT", "in order, a page"},
	{"heartbeats", "", "", "there is one"},
	{"bulk_changes", "", "", "those under way"},
	{"event_games event_games_to_end", "", "", "those that are to end"},
	{"games games_house", "", "", "those that wait for the house; in order, four"},
	{"hook_notices", "", "", "a queue that is emptied at once"},
	{"hook_hosts", "", "", "hosts that messages wait for"},
	{"notices notices_queue", "", "LIMIT 20000", "at most 20,000 of the queue, once a scrape"},
	{"games games_ongoing", "", "GROUP BY", "the census, at most once in a while"},
	{"games games_ended_variant", "", "GROUP BY", "the census, at most once in a while"},
	{"players", "", "SELECT COUNT(*) FROM players WHERE confirmed_at > 0", "the census"},
	{"players sqlite_autoindex_players_1", "admin", "", "an operator lists all players"},
	{"events", "event_check", "ORDER BY id", "the command check reads everything, once"},
	{"games games_ended", "rating_replay", "", "an operator has all ratings computed anew"},
	{"hooks", "hook", "WHERE format = ?", "an operator has all devices forgotten"},
	{"hooks", "clock", "UPDATE", "all of them, if the clock of the machine has gone back"},
	{"hook_deliveries hook_deliveries_waiting", "clock", "UPDATE", "the queue, if the clock of the machine has gone back"},
	{"inbound inbound_queue", "clock", "UPDATE", "the queue, if the clock of the machine has gone back"},
	{"notices notices_queue", "clock", "UPDATE", "the queue, if the clock of the machine has gone back"},
	{"inbound inbound_queue", "", "COUNT(*)", "the queue, which has a bound of its own"},
	{"inbound", "row_upkeep", "OFFSET 20000", "mails without effect, of which as many are kept"},
	{"players", "game.go", "WHERE g.number > 0", "a test reads all games"},
}

// A scan is found under every name that a statement gives to a table, and only where there is one.
func TestScansAreFound(t *testing.T) {
	w := newWorld(t)
	pool, err := w.DB.Reader().DB()
	if err != nil {
		t.Fatal(err)
	}
	conn, err := pool.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	plan := planOnSQLite
	if w.DB.IsPostgres() {
		plan = planOnPostgres("SET LOCAL enable_seqscan = off")
	}
	for text, want := range map[string]string{
		"SELECT text FROM messages WHERE text = ?":                                      "messages",
		"SELECT m.text FROM games g JOIN messages AS m ON m.text = g.id WHERE g.id = ?": "messages",
		"UPDATE notes SET text = '' WHERE text = ?":                                     "notes",
		"SELECT id FROM games WHERE id = ?":                                             "",
		"WITH n AS (SELECT id FROM games WHERE id = ?) SELECT id FROM n":                "",
	} {
		lines, err := plan(conn, text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if got := strings.Join(scansOf(text, lines, w.DB.IsPostgres()), ", "); got != want {
			t.Errorf("%s reads all of %q, want %q:\n%s", text, got, want, strings.Join(lines, "\n"))
		}
	}
}
