package db

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"turnpost/models/modeltest/bed"
)

// Before each change of the schema the file is copied, readable by its owner only, and the last two copies are kept.
func TestCopiesBeforeMigrations(t *testing.T) {
	path := first(t)
	if IsPostgres(path) {
		return // use pg_dump there
	}
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	o := Options{Source: path, Copy: true, Now: func() time.Time { return now }}
	part := path + ".schema1-20261119T120000.000Z.backup.123.part" // of a killed process
	others := []string{path + ".schema.backup", path + "-wal.schema1-20261119T120000.000Z.backup", path + ".mine"}
	for _, name := range append(others, part) {
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var made []string
	for n, later := range [][]string{
		{secondSQL},
		{secondSQL, thirdSQL},
		{secondSQL, thirdSQL, "-- +goose Up\nSELECT 1;\n"},
	} {
		now = now.Add(24 * time.Hour)
		o.Migrations = steps(later...)
		_, copied, err := openAt(t, o)
		want := fmt.Sprintf("%s.schema%d-202611%dT120000.000Z.backup", path, n+1, 21+n)
		if err != nil || copied != want {
			t.Fatalf("copied to %q, %v, want %q", copied, err, want)
		}
		info, err := os.Stat(copied)
		if err != nil || info.Mode() != 0o600 {
			t.Errorf("%v, %v", info.Mode(), err)
		}
		p, err := PlanMigrations(t.Context(), Options{Source: copied, Migrations: o.Migrations, Log: slog.Default()})
		if err != nil || p.Schema != int64(n+1) {
			t.Errorf("the copy has schema %d, %v", p.Schema, err)
		}
		made = append(made, copied)
		if _, copied, err := openAt(t, o); err != nil || copied != "" {
			t.Errorf("up to date, it was copied to %q, %v", copied, err)
		}
	}
	left, err := filepath.Glob(path + ".schema*backup*")
	if want := append(slices.Clone(made[1:]), others[0]); err != nil || !sameNames(left, want) {
		t.Errorf("left are %v, %v, want %v", left, err, want)
	}
	for _, name := range others {
		if _, err := os.Stat(name); err != nil {
			t.Error(err)
		}
	}
}

// An upgrade may be interrupted at any of its migrations, and each start copies the database. Once it has ended, the
// copy from before the first start is there, which alone the earlier program can open.
func TestCopiesOfAnInterruptedUpgrade(t *testing.T) {
	const step = "-- +goose Up\nSELECT 1;\n"
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	for _, interrupted := range [][]int{{3}, {2, 3}, {3, 4, 5, 6}, {2, 2, 4, 7, 7}, {}} { // the migrations that fail
		path := first(t)
		if IsPostgres(path) {
			return
		}
		o := Options{Source: path, Copy: true, Now: func() time.Time { return now }}
		texts := slices.Repeat([]string{step}, 7)
		for _, failing := range interrupted {
			now = now.Add(time.Hour)
			broken := slices.Clone(texts)
			broken[failing-2] = "-- +goose Up\nSELECT nothing;\n"
			o.Migrations = steps(broken...)
			if _, _, err := openAt(t, o); err == nil {
				t.Fatalf("migration %d did not fail", failing)
			}
		}
		now = now.Add(time.Hour)
		o.Migrations = steps(texts...)
		if _, _, err := openAt(t, o); err != nil {
			t.Fatal(err)
		}
		copies, err := filepath.Glob(path + ".schema*.backup")
		if err != nil || len(copies) > keptCopies+1 {
			t.Errorf("%v: %v, %v", interrupted, copies, err)
		}
		p, err := PlanMigrations(t.Context(), Options{Source: slices.Min(copies), Migrations: steps(texts...), Log: slog.Default()})
		if err != nil || p.Schema != 1 {
			t.Errorf("%v: of %v the oldest has schema %d, %v", interrupted, copies, p.Schema, err)
		}
		o.Migrations, now = steps(append(texts, step)...), now.Add(time.Hour) // the next upgrade begins where this one ended
		if _, copied, err := openAt(t, o); err != nil || !strings.Contains(copied, ".schema8-") {
			t.Errorf("%v: %q, %v", interrupted, copied, err)
		}
		if copies, err = filepath.Glob(path + ".schema*.backup"); err != nil || len(copies) > keptCopies {
			t.Errorf("%v: %v, %v", interrupted, copies, err)
		}
	}
}

func sameNames(a, b []string) bool {
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(a, b)
}

// Without space for a copy nothing is changed; without the option Copy the database is migrated.
func TestNoRoomForACopy(t *testing.T) {
	path := first(t)
	if IsPostgres(path) {
		return
	}
	before := state(t, path)
	o := Options{Source: path, Migrations: steps(secondSQL), Copy: true}
	o.free = func(folder string) (uint64, error) {
		if folder != filepath.Dir(path) {
			t.Errorf("room in %s does not help", folder)
		}
		return minFreeBytes, nil
	}
	_, _, err := openAt(t, o)
	if err == nil ||
		!strings.Contains(err.Error(), "64 MiB are free on the disk, and 64 are needed; nothing was changed") {
		t.Errorf("%v", err)
	}
	if after := state(t, path); after != before {
		t.Errorf("it was\n%s\nand is\n%s", before, after)
	}
	if left, _ := filepath.Glob(path + ".*"); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
	o.Copy = false
	if _, copied, err := openAt(t, o); err != nil || copied != "" {
		t.Errorf("without a copy: %q, %v", copied, err)
	}
}

// A failed copy leaves no file.
func TestBrokenCopy(t *testing.T) {
	b := newBench(t)
	if b.postgres {
		return
	}
	folder := filepath.Join(t.TempDir(), "away")
	if err := b.Backup(t.Context(), filepath.Join(folder, "copy.db")); err == nil {
		t.Error("copied into a folder that is not there")
	}
	damaged := bed.Database(t)
	text := []byte("SQLite format 3\x00" + strings.Repeat("not a page ", 1000))
	if err := os.WriteFile(damaged, text, 0o600); err != nil {
		t.Fatal(err)
	}
	d, err := Open(t.Context(), Options{Source: damaged, Log: slog.New(slog.DiscardHandler)})
	if err == nil {
		err = d.Backup(t.Context(), damaged+".copy")
		_ = d.Close()
	}
	if left, _ := filepath.Glob(damaged + ".*"); err == nil || len(left) > 0 {
		t.Errorf("%v; left: %v", err, left)
	}
}
