package db

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"turnpost/models/modeltest/bed"
	"turnpost/rules/rulestest/sample"
)

// Migrations of a schema with a table, an index and a trigger, which grows.
const (
	firstSQL = `-- +goose Up
CREATE TABLE things (name TEXT PRIMARY KEY, n BIGINT NOT NULL DEFAULT 0);
CREATE INDEX things_n ON things (n);
INSERT INTO things (name) VALUES ('kept');
`
	sqliteTrigger = `
-- +goose StatementBegin
CREATE TRIGGER things_kept BEFORE DELETE ON things BEGIN SELECT RAISE(ABORT, 'kept'); END;
-- +goose StatementEnd
`
	postgresTrigger = `
-- +goose StatementBegin
CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'kept'; END $$;
-- +goose StatementEnd
CREATE TRIGGER things_kept BEFORE DELETE ON things FOR EACH ROW EXECUTE FUNCTION refuse();
`
	secondSQL = "-- +goose Up\nALTER TABLE things ADD COLUMN note TEXT NOT NULL DEFAULT 'none';\n"
	thirdSQL  = "-- +goose Up\nCREATE TABLE others (name TEXT PRIMARY KEY);\n"
)

// steps returns the first migrations of three, or other texts instead of those after the first.
func steps(later ...string) fstest.MapFS {
	files := fstest.MapFS{}
	add := func(name, sqlite, postgres string) {
		files["sqlite/"+name] = &fstest.MapFile{Data: []byte(sqlite)}
		files["postgres/"+name] = &fstest.MapFile{Data: []byte(postgres)}
	}
	add("0001_things.sql", firstSQL+sqliteTrigger, firstSQL+postgresTrigger)
	for n, text := range later {
		add(fmt.Sprintf("%04d_step.sql", n+2), text, text)
	}
	return files
}

// openAt opens a database with migrations and closes it again.
func openAt(t *testing.T, o Options) (applied []string, copied string, err error) {
	t.Helper()
	o.Log = slog.New(slog.DiscardHandler)
	d, err := Open(t.Context(), o)
	if err != nil {
		return nil, "", err
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	return d.Applied(), d.Copied(), nil
}

// first creates a database with the first schema.
func first(t *testing.T) (path string) {
	t.Helper()
	path = bed.Database(t)
	if applied, _, err := openAt(t, Options{Source: path, Migrations: steps(), Copy: true}); err != nil ||
		len(applied) != 1 {
		t.Fatalf("%v, %v", applied, err)
	}
	return path
}

// query runs statements directly on the file.
func query(t *testing.T, path string, statements ...string) {
	t.Helper()
	d, err := Open(t.Context(), Options{Source: path, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range statements {
		err = errors.Join(err, d.writer.Exec(text).Error)
	}
	if err := errors.Join(err, d.Close()); err != nil {
		t.Fatal(err)
	}
}

// state returns the shape and the version of a database.
func state(t *testing.T, path string) string {
	t.Helper()
	d, err := Open(t.Context(), Options{Source: path, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	version, err := d.Schema(t.Context())
	is, err2 := readShape(d.reader, d.postgres)
	slices.Sort(is.others)
	if err := errors.Join(err, err2, d.Close()); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprint(version, is)
}

// files lists the files in the folder of an SQLite file: names, modes and sums.
func files(t *testing.T, path string) (list []string) {
	t.Helper()
	err := filepath.WalkDir(filepath.Dir(path), func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		content, err := os.ReadFile(name)
		info, err2 := e.Info()
		list = append(list, fmt.Sprintf("%s %v %x", e.Name(), info.Mode(), sha256.Sum256(content)))
		return errors.Join(err, err2)
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// Several processes migrate one database concurrently: each opens it migrated, and one of them has done it.
func TestMigratingTogether(t *testing.T) {
	sample.Together(t, "migrates five times at once")
	path := first(t)
	const slow = "-- +goose Up\nINSERT INTO things (name) WITH RECURSIVE n (i) AS " +
		"(SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) SELECT 'row ' || i FROM n;\n"
	later := steps(secondSQL, slow, thirdSQL)
	var (
		all    sync.WaitGroup
		mu     sync.Mutex
		done   []string
		copies int
	)
	for range 5 {
		all.Go(func() {
			applied, copied, err := openAt(t, Options{Source: path, Migrations: later, Copy: true})
			mu.Lock()
			defer mu.Unlock()
			if done = append(done, applied...); err != nil {
				t.Error(err)
			}
			if copied != "" {
				copies++
			}
		})
	}
	all.Wait()
	if want := []string{"0002_step.sql", "0003_step.sql", "0004_step.sql"}; !slices.Equal(done, want) {
		t.Errorf("applied %v, want %v", done, want)
	}
	if want := map[bool]int{true: 0, false: 1}[IsPostgres(path)]; copies != want {
		t.Errorf("%d copies were made, want %d", copies, want)
	}
}

// A killed process has sent a COMMIT, which PostgreSQL carries out after the process's lock has ended. The next process
// waits for it, and goes on with the migration after it.
func TestMigratingWhileAnotherCommits(t *testing.T) {
	path := first(t)
	if !IsPostgres(path) {
		t.Log("a killed process leaves nothing behind that SQLite carries out")
		return
	}
	killed, err := Open(t.Context(), Options{Source: path, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer killed.Close()
	const version = "INSERT INTO goose_db_version (version_id, is_applied) VALUES (2, true)"
	commit := killed.writer.Begin()
	if err := errors.Join(commit.Exec(secondSQL).Error, commit.Exec(version).Error); err != nil {
		t.Fatal(err)
	}
	opened := make(chan error, 1)
	var applied []string
	go func() {
		var err error
		applied, _, err = openAt(t, Options{Source: path, Migrations: steps(secondSQL, thirdSQL)})
		opened <- err
	}()
	for waits := 0; waits == 0; <-time.After(time.Millisecond) {
		if err := killed.reader.Raw(`SELECT COUNT(*) FROM pg_stat_activity
			WHERE datname = current_database() AND wait_event_type = 'Lock'`).Scan(&waits).Error; err != nil {
			t.Fatal(err)
		}
	}
	if err := commit.Commit().Error; err != nil {
		t.Fatal(err)
	}
	if err := <-opened; err != nil || !slices.Equal(applied, []string{"0003_step.sql"}) {
		t.Errorf("applied %v, %v", applied, err)
	}
}

// A database whose tables differ from those of its version is refused and left unchanged.
func TestAnotherShape(t *testing.T) {
	later := steps(secondSQL, thirdSQL)
	for change, want := range map[string]string{
		"ALTER TABLE things DROP COLUMN n":                                     "", // dropped after its index, below
		"DROP INDEX things_n":                                                  "index things_n is missing",
		"ALTER TABLE things ADD COLUMN more TEXT":                              "column things.more is of another",
		"ALTER TABLE things RENAME COLUMN n TO m":                              "column things.m is of another, and 1 more",
		"CREATE TABLE others (name TEXT)":                                      "table others is of another",
		"DROP TABLE things":                                                    "table things is missing, and 2 more",
		"ALTER TABLE things ADD COLUMN note TEXT":                              "column things.note is of another",
		"DELETE FROM goose_db_version WHERE version_id = 1":                    "schema 0, but table things is of another",
		"INSERT INTO goose_db_version (version_id, is_applied) VALUES (3, %t)": "has schema 3 without 0002_step.sql",
		"INSERT INTO goose_db_version (version_id, is_applied) VALUES (9, %t)": "has schema 9, and this program works with 3",
	} {
		path := first(t)
		if strings.Contains(change, "DROP COLUMN") {
			query(t, path, "DROP INDEX things_n")
			want = "column things.n is missing, and 1 more"
		}
		if yes := map[bool]string{true: "true", false: "1"}[IsPostgres(path)]; strings.Contains(change, "%t") {
			change = strings.Replace(change, "%t", yes, 1)
		}
		query(t, path, change)
		before := state(t, path)
		_, _, err := openAt(t, Options{Source: path, Migrations: later, Copy: true})
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("after %s: %v, want %q", change, err, want)
		}
		_, planned := PlanMigrations(
			t.Context(),
			Options{Source: path, Migrations: later, Log: slog.New(slog.DiscardHandler)},
		)
		if planned == nil || err == nil || planned.Error() != err.Error() {
			t.Errorf("after %s the plan is refused by %v", change, planned)
		}
		if after := state(t, path); after != before {
			t.Errorf("after %s: it was\n%s\nand is\n%s", change, before, after)
		}
	}
}

// Tables and indexes of other programs are ignored.
func TestForeignTables(t *testing.T) {
	path := first(t)
	query(t, path, "CREATE TABLE _replica_seq (id BIGINT)", "CREATE INDEX by_hand ON things (name, n)")
	applied, _, err := openAt(t, Options{Source: path, Migrations: steps(secondSQL, thirdSQL)})
	if err != nil || len(applied) != 2 {
		t.Errorf("%v, %v", applied, err)
	}
}

// A database with tables of another program is refused. PostgreSQL may have others, and SQLite those of a replication
// tool.
func TestDatabaseOfAnotherProgram(t *testing.T) {
	for _, table := range []string{"things", "songs", "_replica_seq"} {
		path := bed.Database(t)
		query(t, path, "CREATE TABLE "+table+" (name TEXT)")
		_, _, err := openAt(t, Options{Source: path, Migrations: steps(secondSQL)})
		refused := table == "things" || table == "songs" && !IsPostgres(path)
		if (err != nil) != refused || refused && !strings.Contains(err.Error(), table+" is of another program") {
			t.Errorf("with %s: %v", table, err)
		}
	}
}

// A failed migration changes nothing, and the copy made before it is deleted.
func TestFailedMigration(t *testing.T) {
	path := first(t)
	before := state(t, path)
	_, _, err := openAt(t, Options{Source: path, Copy: true, Migrations: steps(
		"-- +goose Up\nALTER TABLE things ADD COLUMN note TEXT;\nINSERT INTO nowhere VALUES (1);\n")})
	if err == nil || !strings.Contains(err.Error(), "nowhere") {
		t.Fatalf("%v", err)
	}
	if after := state(t, path); after != before {
		t.Errorf("it was\n%s\nand is\n%s", before, after)
	}
	if copies, _ := filepath.Glob(path + ".schema*"); len(copies) > 0 {
		t.Errorf("left: %v", copies)
	}
	if applied, _, err := openAt(t, Options{Source: path, Migrations: steps(secondSQL)}); err != nil || len(applied) != 1 {
		t.Errorf("with a good one: %v, %v", applied, err)
	}
}

func TestPlanMigrations(t *testing.T) {
	path := first(t)
	o := Options{Source: path, Migrations: steps(secondSQL, thirdSQL), Copy: true, Log: slog.New(slog.DiscardHandler)}
	check := func(want string) {
		t.Helper()
		var before []string
		if !IsPostgres(path) {
			before = files(t, path)
		}
		p, err := PlanMigrations(context.Background(), o)
		if got := fmt.Sprintln(p.Schema, p.Newest, p.Pending); err != nil || got != want+"\n" {
			t.Errorf("%s, %v, want %s", got, err, want)
		}
		if wants := len(p.Pending) > 0 && p.Schema > 0 && !IsPostgres(path); (p.Copy != "") != wants {
			t.Errorf("a copy to %q", p.Copy)
		}
		if !IsPostgres(path) && !slices.Equal(files(t, path), before) {
			t.Errorf("the files were\n%v\nand are\n%v", before, files(t, path))
		}
	}
	check("1 3 [0002_step.sql 0003_step.sql]")
	d, err := Open(t.Context(), Options{Source: path, Log: o.Log}) // a server is running
	if err != nil {
		t.Fatal(err)
	}
	check("1 3 [0002_step.sql 0003_step.sql]")
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	if _, _, err := openAt(t, o); err != nil {
		t.Fatal(err)
	}
	check("3 3 []")
	if path = bed.Database(t); !IsPostgres(path) {
		o.Source = path
		check("0 3 [0001_things.sql 0002_step.sql 0003_step.sql]")
		o.Existing = true
		if _, err := PlanMigrations(t.Context(), o); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("a file that must be there: %v", err)
		}
	}
}
