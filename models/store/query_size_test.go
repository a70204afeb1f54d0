package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"turnpost/models/db"
	"turnpost/models/migrations"
	"turnpost/models/modeltest/bed"
)

// PostgreSQL chooses a plan by the sizes of tables and by what it knows of their values. So each statement is explained
// on a database too in which every table has thousands of rows and statistics, and nothing is forbidden to the planner.
// Filling it takes some seconds, once for all tests.

// sizedRows is the number of rows of each table: a hundred pages or more, so that reading a few rows by an index costs
// less than reading them all.
const sizedRows = 6000

// sized is that database, which all tests share; nil before the first.
var sized struct {
	once sync.Once
	pool *sql.DB
}

// sizedConn returns a connection to the database with many rows.
func sizedConn(t *testing.T) *sql.Conn {
	t.Helper()
	sized.once.Do(func() {
		url := ""
		bed.NewTemplate(func(template string) error {
			url = template
			return makeSized(template)
		}).Database(t)
		var err error
		if sized.pool, err = sql.Open("pgx", url); err != nil {
			t.Fatal(err)
		}
	})
	if sized.pool == nil {
		t.Fatal("the database was not filled: see the first test that failed")
	}
	conn, err := sized.pool.Conn(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return conn
}

// makeSized creates the schema in a database and fills it.
func makeSized(url string) error {
	d, err := db.Open(context.Background(), db.Options{
		Source: url, Migrations: migrations.Files, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		return err
	}
	if err := d.Close(); err != nil {
		return err
	}
	pool, err := sql.Open("pgx", url)
	if err != nil {
		return err
	}
	defer func() { _ = pool.Close() }()
	pool.SetMaxOpenConns(1)
	ctx := context.Background()
	run := func(statement string) {
		if err == nil {
			if _, err = pool.ExecContext(ctx, statement); err != nil {
				err = fmt.Errorf("%s: %w", statement, err)
			}
		}
	}
	list := func(query string) (texts []string) {
		if err != nil {
			return nil
		}
		rows, queryErr := pool.QueryContext(ctx, query)
		if err = queryErr; err != nil {
			return nil
		}
		defer func() { _ = rows.Close() }()
		for rows.Next() {
			text := ""
			err = errors.Join(err, rows.Scan(&text))
			texts = append(texts, text)
		}
		err = errors.Join(err, rows.Err())
		return texts
	}
	run("SET session_replication_role = replica") // no triggers
	for _, drop := range list(`SELECT 'ALTER TABLE ' || conrelid::regclass || ' DROP CONSTRAINT ' || quote_ident(conname)
		FROM pg_constraint WHERE contype IN ('c', 'f') AND connamespace = 'public'::regnamespace ORDER BY contype DESC`) {
		run(drop)
	}
	for _, table := range list(`SELECT c.relname || ':' || string_agg(a.attname || ' ' || format_type(a.atttypid, NULL), ','
			ORDER BY a.attnum)
		FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
		WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND c.relname NOT LIKE 'goose%' GROUP BY c.relname ORDER BY c.relname`) {
		name, columns, _ := strings.Cut(table, ":")
		run(sizedInsert(name, strings.Split(columns, ",")))
	}
	run("ANALYZE")
	return err
}

// sizedInsert returns the statement that fills a table.
func sizedInsert(table string, columns []string) string {
	names, values := make([]string, len(columns)), make([]string, len(columns))
	for i, column := range columns {
		name, kind, _ := strings.Cut(column, " ")
		names[i] = `"` + name + `"`
		values[i] = cmp.Or(sizedValues[table+"."+name], sizedValues[name], sizedValue(name, kind, i == 0))
	}
	return fmt.Sprintf("INSERT INTO %s (%s) OVERRIDING SYSTEM VALUE SELECT %s FROM generate_series(1, %d) AS i "+
		"ON CONFLICT DO NOTHING", table, strings.Join(names, ", "), strings.Join(values, ", "), sizedRows)
}

// sizedValues are the values of columns that have few different ones, or mostly one: those that conditions of indexes
// and statements name. i is the number of the row.
var sizedValues = map[string]string{
	"status":         "CASE i % 50 WHEN 0 THEN 'ongoing' WHEN 1 THEN 'open' WHEN 2 THEN 'queued' ELSE 'finished' END",
	"ruleset":        "'r' || i % 4",
	"variant":        "'v' || i % 2",
	"kind":           "'k' || i % 10",
	"done_at":        "CASE i % 100 WHEN 0 THEN 0 ELSE 1790000000000 + i END",
	"deleted_at":     "CASE i % 100 WHEN 0 THEN 1790000000000 + i ELSE 0 END",
	"banned_at":      "CASE i % 100 WHEN 0 THEN 1790000000000 + i ELSE 0 END",
	"house_at":       "CASE i % 100 WHEN 0 THEN 1790000000000 + i ELSE 0 END",
	"absence":        "0",
	"draw_by":        "CASE i % 100 WHEN 0 THEN 0 WHEN 1 THEN 1 ELSE -1 END",
	"takeback_by":    "CASE i % 100 WHEN 0 THEN 0 WHEN 1 THEN 1 ELSE -1 END",
	"games.event_id": "CASE i % 100 WHEN 0 THEN 'x' || i / 500 ELSE '' END",
	"invited":        "CASE i % 20 WHEN 0 THEN 'x' || i ELSE '' END",
}

// sizedValue returns the value of another column: numbers of rows of the same or another table, times, texts.
func sizedValue(name, kind string, first bool) string {
	scattered := fmt.Sprintf("(i * %d %% %d) / 5", 7919+2*len(name)*len(name), sizedRows) // five rows for each value
	switch {
	case kind == "bytea":
		return "decode(md5('" + name + "' || i), 'hex')"
	case kind == "boolean":
		return "i % 2 = 0"
	case kind == "smallint":
		return "i % 100"
	case kind == "double precision" || kind == "real" || kind == "numeric":
		return "i % 100"
	case kind == "json" || kind == "jsonb":
		return "'{}'"
	case strings.HasSuffix(name, "_at") || strings.HasSuffix(name, "_until"):
		return "1790000000000 + i * 1000"
	case name == "id" && kind == "text", strings.HasSuffix(name, "_key"), name == "key":
		return "'x' || i"
	case kind == "text" && strings.HasSuffix(name, "_id"):
		return "'x' || " + scattered
	case kind == "text":
		return "'x' || i"
	case name == "id" || name == "number" || name == "ply" || first && !strings.HasSuffix(name, "_id"):
		return "i"
	}
	return scattered
}

// bySize lets PostgreSQL choose by the sizes of the tables. A page that is read out of order costs little more than the
// next one, as where it is in memory: against a hundred pages, a few of them would cost more than against a million.
const bySize = "SET LOCAL random_page_cost = 1.1"

// What the planner chooses by size is found, also where an index could serve.
func TestPlansBySize(t *testing.T) {
	w := newWorld(t)
	if !w.DB.IsPostgres() {
		return
	}
	conn := sizedConn(t)
	defer func() { _ = conn.Close() }()
	for text, want := range map[string]string{
		"SELECT text FROM messages WHERE text = ?":                   "messages",
		"SELECT MAX(kind) FROM notices WHERE id <> ?":                "notices", // an index has all IDs
		"SELECT kind FROM notices WHERE id > ? ORDER BY id LIMIT 20": "",
		"SELECT id FROM games WHERE id = ?":                          "",
		"SELECT text FROM messages WHERE game_id = ?":                "",
	} {
		lines, err := planOnPostgres(bySize)(conn, text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if got := strings.Join(scansOf(text, lines, true), ", "); got != want {
			t.Errorf("%s reads all of %q, want %q:\n%s", text, got, want, strings.Join(lines, "\n"))
		}
	}
}
