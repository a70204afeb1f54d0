package db

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"sync"
	"testing"

	"turnpost/models/modeltest/bed"
)

// newPostgres returns a bench on a new PostgreSQL database with its own settings, or nil if the tests run on SQLite.
func newPostgres(t *testing.T, settings ...string) *bench {
	t.Helper()
	b := &bench{t: t, path: bed.Database(t)}
	if !IsPostgres(b.path) {
		return nil
	}
	b.set(settings...)
	b.open(Options{})
	t.Cleanup(func() {
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	})
	return b
}

// set changes settings of the database, which hold for later sessions.
func (b *bench) set(settings ...string) {
	b.t.Helper()
	for _, setting := range settings {
		b.operate("ALTER DATABASE %s " + setting)
	}
}

// operate runs a statement about the database, whose name replaces %s, in a session of another one.
func (b *bench) operate(statement string) {
	b.t.Helper()
	u, err := url.Parse(b.path)
	if err != nil {
		b.t.Fatal(err)
	}
	query := u.Query()
	query.Set("default_transaction_read_only", "off")
	name := strings.TrimPrefix(u.Path, "/")
	u.RawQuery, u.Path = query.Encode(), "/postgres"
	admin, err := openPostgres(Options{Source: u.String(), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		b.t.Fatal(err)
	}
	defer admin.close()
	if err := admin.writer.Exec(fmt.Sprintf(statement, name)).Error; err != nil {
		b.t.Fatalf("%s: %v", statement, err)
	}
}

// Under any defaults of a database, transactions that meet do what they are to do, statements take the time that
// they take, and values are read unchanged.
func TestDefaultsOfTheServer(t *testing.T) {
	for name, settings := range map[string][]string{
		"one isolation":     {"default_transaction_isolation = 'repeatable read'"},
		"another isolation": {"default_transaction_isolation = serializable", "default_transaction_deferrable = on"},
		"times": {
			// A busy machine needs some of this time before a session can change the defaults.
			"statement_timeout = '1s'", "lock_timeout = '1s'", "transaction_timeout = '1s'",
			"idle_in_transaction_session_timeout = '1ms'", "idle_session_timeout = '1s'",
		},
		"texts": {
			"standard_conforming_strings = off", "bytea_output = escape", "DateStyle = 'SQL, DMY'",
			"TimeZone = 'Asia/Kolkata'", "client_encoding = LATIN1", "extra_float_digits = -15",
			"IntervalStyle = sql_standard", "client_min_messages = error",
		},
		"others": {
			"transform_null_equals = on", "synchronous_commit = off", "search_path = elsewhere", "row_security = off",
			"enable_seqscan = off", "jit = on", "plan_cache_mode = force_generic_plan",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := &bench{t: t, path: bed.Database(t)}
			if !IsPostgres(b.path) {
				t.Log("SQLite has no such settings")
				return
			}
			b.withDefaults(settings)
		})
	}
}

// setKnown sets defaults of the database, but for those that this version of PostgreSQL does not have.
func (b *bench) setKnown(settings []string) {
	b.t.Helper()
	c, err := openPostgres(Options{Source: b.path, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		b.t.Fatal(err)
	}
	defer c.close()
	if err := c.writer.Exec("CREATE SCHEMA elsewhere").Error; err != nil {
		b.t.Fatal(err)
	}
	for _, setting := range settings {
		name, _, _ := strings.Cut(setting, " ")
		known := false
		if err := c.reader.Raw("SELECT current_setting(?, true) IS NOT NULL", name).Scan(&known).Error; err != nil {
			b.t.Fatal(err)
		}
		if known {
			b.set("SET " + setting)
		}
	}
}

// withDefaults opens a database with defaults and uses it.
func (b *bench) withDefaults(settings []string) {
	t := b.t
	b.setKnown(settings)
	b.open(Options{})
	defer b.Close()
	if err := b.write(t.Context(), insert(`a\b`, nil)); err != nil {
		t.Fatal(err)
	}
	const writers = 12
	var all sync.WaitGroup
	for range writers {
		all.Go(func() {
			err := b.write(t.Context(), func(tx *Tx) error {
				var n int64 // the reading of a row that others are changing, as transactions of games do it
				query := `SELECT n FROM things WHERE name = 'a\b'` + tx.ForUpdate("things")
				if err := tx.Raw(query).Scan(&n).Error; err != nil {
					return err
				}
				if err := tx.Exec("SELECT pg_sleep(0.1)").Error; err != nil {
					return err
				}
				return tx.Exec("UPDATE things SET n = ? WHERE name = ?", n+1, `a\b`).Error
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if err := b.Read(t.Context()).Exec("SELECT pg_sleep(1.2)").Error; err != nil {
		t.Error(err)
	}
	err := Query(b.Read(t.Context()), func(c *Columns) error {
		n, raw, float, synced := c.Number(), c.Bytes(), c.Float(), c.Text()
		if n != writers || string(raw) != "\x00\\\xff" || float != 0.30000000000000004 || synced == "off" {
			t.Errorf("%d, %q, %v, commits %s", n, raw, float, synced)
		}
		return nil
	}, `SELECT n, '\x005cff'::bytea, 0.1::float8 + 0.2::float8, current_setting('synchronous_commit') FROM things
		WHERE name LIKE 'a\\b'`)
	if err != nil {
		t.Error(err)
	}
	if err := b.CheckIntegrity(t.Context(), func(fault string) { t.Error(fault) }); err != nil {
		t.Error(err)
	}
	b.Close()
	b.open(Options{}) // finds what it has made
}

// What the URL sets is kept.
func TestSettingsOfTheURL(t *testing.T) {
	b := newPostgres(t)
	if b == nil {
		return
	}
	u, err := url.Parse(b.path)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, value, setting, want string }{
		{"statement_timeout", "77000", "statement_timeout", "77s"},
		{"TimeZone", "Asia/Kolkata", "timezone", "Asia/Kolkata"},
		{"synchronous_commit", "off", "synchronous_commit", "off"},
		{"options", "-c lock_timeout=66000", "lock_timeout", "66s"},
		{"application_name", "turnpost", "statement_timeout", "0"},
	} {
		query := u.Query()
		query.Set(c.name, c.value)
		other := *u
		other.RawQuery = encodeQuery(query)
		conn, err := openPostgres(Options{Source: other.String(), Log: slog.New(slog.DiscardHandler)})
		if err != nil {
			t.Fatal(err)
		}
		var is string
		if err := conn.reader.Raw("SELECT current_setting(?)", c.setting).Scan(&is).Error; err != nil || is != c.want {
			t.Errorf("%s=%s: %s is %s, %v", c.name, c.value, c.setting, is, err)
		}
		conn.close()
	}
}

// While a server takes no writes, their error says that it may later, and reads go on. Once it takes them, writes
// work, although every connection was opened before.
func TestServerThatTakesNoWrites(t *testing.T) {
	b := newPostgres(t)
	if b == nil {
		return
	}
	b.set("SET default_transaction_read_only = on")
	b.operate("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '%s'")
	b.onAll(func(ctx context.Context) error { _ = b.Ping(ctx); return nil }) // fills the pool again
	b.busy(3)
	b.onAll(func(ctx context.Context) error { return b.Ping(ctx) })
	if err := b.write(t.Context(), insert("a", nil)); !Unavailable(err) {
		t.Fatalf("the server took a write, or fails for good: %v", err)
	}
	b.set("RESET default_transaction_read_only")
	const connections = 16
	for n := 1; b.write(t.Context(), insert("a", nil)) != nil; n++ {
		if n > connections {
			t.Fatalf("%d writes failed after the server takes them again", n)
		}
	}
}

// busy writes by several connections at once, n times each.
func (b *bench) busy(n int) {
	for range n {
		b.onAll(func(ctx context.Context) error {
			if err := b.write(ctx, insert("b", nil)); !Unavailable(err) {
				b.t.Errorf("%v", err)
			}
			return nil
		})
	}
}

// onAll does something by all connections of the pool at once.
func (b *bench) onAll(do func(ctx context.Context) error) {
	var all sync.WaitGroup
	for range 16 {
		all.Go(func() {
			if err := do(b.t.Context()); err != nil {
				b.t.Error(err)
			}
		})
	}
	all.Wait()
}

// A new database in an encoding that lacks letters is refused, and one that has been used is only warned about.
func TestEncodingOfTheDatabase(t *testing.T) {
	b := newPostgres(t)
	if b == nil {
		t.Skip("SQLite has one encoding")
	}
	const recode = "UPDATE pg_database SET encoding = pg_char_to_encoding('%s') WHERE datname = '%%s'"
	restore := func() { b.operate(fmt.Sprintf(recode, "UTF8")) }
	defer restore()
	b.operate(fmt.Sprintf(recode, "LATIN1"))
	var log bytes.Buffer
	o := Options{Source: b.path, Migrations: things, Log: slog.New(slog.NewTextHandler(&log, nil))}
	d, err := Open(t.Context(), o)
	if err != nil || !strings.Contains(log.String(), "the encoding LATIN1") {
		t.Fatalf("%v: %s", err, &log)
	}
	drop := func(tx *Tx) error { return tx.Exec("DROP TABLE goose_db_version, things").Error }
	err = d.Write(t.Context(), Job{Run: drop})
	if err := errors.Join(err, d.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), o); err == nil || !strings.Contains(err.Error(), "the encoding LATIN1") {
		t.Errorf("a new database: %v", err)
	}
}
