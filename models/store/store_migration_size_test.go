package store

import (
	"crypto/sha256"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"gorm.io/gorm"

	"turnpost/models/db"
	"turnpost/models/modeltest/bed"
	"turnpost/rules/rulestest/sample"
)

// Limits for migrating 50,000 registrations on a busy machine. It was measured at 0.2 s and 8 MiB on SQLite, where the
// database is part of the process.
const (
	migrationTime   = 30 * time.Second
	migrationMemory = 64 << 20 // growth of the process in bytes
)

// TestMigratingManyRegistrations migrates 50,000 pending registrations, beside as many accounts with codes and
// notices, from the schema with one registration for each address to the current one. No row is lost or changed.
func TestMigratingManyRegistrations(t *testing.T) {
	sample.Whole(t, "migrates many rows")
	const many = 50_000
	o := db.Options{Source: bed.Database(t), Log: slog.New(slog.DiscardHandler), Migrations: fstest.MapFS{}}
	copyMigrations(t, o.Migrations.(fstest.MapFS), os.DirFS("../migrations"), "0002")
	d, err := db.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	fillSecondSchema(t, d, many)
	before := secondSchemaRows(t, d)
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	took, grown := migrateAlone(t, o.Source)
	t.Logf("migrated %d registrations in %v; the process grew by %d KiB", many, took.Round(time.Millisecond), grown>>10)
	if took > migrationTime || grown > migrationMemory {
		t.Errorf("the migration took %v and %d bytes", took, grown)
	}
	store, err := Open(t.Context(), Options{Database: o.Source, Log: o.Log})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	}()
	after := secondSchemaRows(t, store.DB)
	for table, rows := range before {
		if after[table] != rows {
			t.Errorf("%s: %s, now %s", table, rows, after[table])
		}
	}
	var wrong int64
	err = store.Read(t.Context()).Raw(`SELECT COUNT(*) FROM registrations
		WHERE id < 1 OR LENGTH(request) > 0 OR LENGTH(network) > 0`).Scan(&wrong).Error
	if err != nil || wrong > 0 {
		t.Errorf("%d registrations have a request of their own, %v", wrong, err)
	}
}

// migrateAlone migrates a database in a separate process, because what other tests left behind would be counted as
// well. It returns the time that it took and by how many bytes the process grew.
func migrateAlone(t *testing.T, source string) (took time.Duration, grown int64) {
	t.Helper()
	child := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestMigrateAlone$", "-test.v")
	child.Env = append(os.Environ(), migratedAlone+"="+source, "GORACE=atexit_sleep_ms=0")
	out, err := child.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	_, figures, _ := strings.Cut(string(out), "took and bytes: ")
	if _, err := fmt.Sscan(figures, &took, &grown); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return took, grown
}

// migratedAlone is the environment variable that names the database of TestMigrateAlone.
const migratedAlone = "TURNPOST_TEST_MIGRATED_ALONE"

// TestMigrateAlone is the process that migrateAlone starts. It does nothing without the variable.
func TestMigrateAlone(t *testing.T) {
	source := os.Getenv(migratedAlone)
	if source == "" {
		return
	}
	resting, began := resetPeak(t), time.Now()
	store, err := Open(t.Context(), Options{Database: source, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("took and bytes: %d %d", time.Since(began), processMemory(t, "VmHWM")-resting)
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
}

// fillSecondSchema inserts rows into a database of the second schema.
func fillSecondSchema(t *testing.T, d *db.DB, many int) {
	t.Helper()
	numbers := fmt.Sprintf("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) ", many)
	hash := "CAST('hash ' || i AS BLOB)"
	if d.IsPostgres() {
		hash = "convert_to('hash ' || i, 'UTF8')"
	}
	err := d.Writer().WithContext(t.Context()).Transaction(func(tx *gorm.DB) error {
		for _, rows := range []string{
			`INSERT INTO players (name, name_key, email, email_key, locale, time_zone, settings, created_at, confirmed_at)
				SELECT 'Player-' || i, 'player-' || i, 'Player-' || i || '@example.org', 'player-' || i || '@example.org',
				'en', 'UTC', '{}', i, i FROM n`,
			`INSERT INTO registrations (email_key, email, name, locale, time_zone, created_at)
				SELECT 'new-' || i || '@example.org', 'New-' || i || '@Example.org', 'new-' || i,
				'en', 'Europe/Warsaw', 1000000 + i FROM n`,
			`INSERT INTO codes (email_key, hash, expires_at)
				SELECT 'new-' || i || '@example.org', ` + hash + `, 2000000 + i FROM n`,
			`INSERT INTO notices (key, kind, player_id, email, created_at, due_at, waits_from, next_at, status, done_at)
				SELECT 'code.' || i, 'code', 0, 'New-' || i || '@Example.org', i, i, i, i, 'sent', i FROM n`,
		} {
			if err := tx.Exec(numbers + rows).Error; err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// secondSchemaRows counts and hashes the rows of each table, sorted, as the second schema has them, without the house.
func secondSchemaRows(t *testing.T, d *db.DB) map[string]string {
	t.Helper()
	found := map[string]string{}
	for table, columns := range map[string]string{
		"players WHERE created_at > 0": "id, name, name_key, email, email_key, locale, time_zone, settings, created_at, " +
			"confirmed_at",
		"registrations": "email_key, email, name, locale, time_zone, created_at",
		"codes":         "id, email_key, hash, expires_at",
		"notices":       "key, kind, player_id, email, created_at, due_at, waits_from, next_at, status, done_at",
	} {
		found[table] = hashRows(t, d, columns, table)
	}
	return found
}

func hashRows(t *testing.T, d *db.DB, columns, table string) string {
	t.Helper()
	rows, err := d.Read(t.Context()).Raw("SELECT " + columns + " FROM " + table + " ORDER BY 1").Rows()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	sum, n := sha256.New(), 0
	values := make([]string, strings.Count(columns, ",")+1)
	into := make([]any, len(values))
	for i := range values {
		into[i] = &values[i]
	}
	for ; rows.Next(); n++ {
		if err := rows.Scan(into...); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(sum, "%q\n", values)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%d rows, %x", n, sum.Sum(nil)[:8])
}

// resetPeak resets the peak size of the process and returns its current size in bytes.
func resetPeak(t *testing.T) int64 {
	t.Helper()
	if err := os.WriteFile("/proc/self/clear_refs", []byte("5"), 0); err != nil {
		t.Fatal(err)
	}
	return processMemory(t, "VmRSS")
}

// processMemory returns a figure of the process in bytes.
func processMemory(t *testing.T, figure string) int64 {
	t.Helper()
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(status), "\n"+figure+":")
	fields := strings.Fields(after)
	if len(fields) == 0 {
		t.Fatalf("no %s in %s", figure, status)
	}
	kib, err := strconv.ParseInt(fields[0], 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return kib << 10
}
