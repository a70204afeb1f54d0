package store

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"turnpost/models/db"
	"turnpost/models/modeltest/bed"
	"turnpost/rules/rulestest/sample"
)

// migrationSums lists the SHA-256 of every migration, in the format of sha256sum(1).
const migrationSums = "../migrations/SHA256SUMS"

// TestMigrationsAreFrozen fails if a listed migration was changed or removed, or if one is not listed.
// Databases that ran a migration never run it again: an edited one leaves them with another schema than new ones have.
func TestMigrationsAreFrozen(t *testing.T) {
	listed := listedSums(t)
	for _, dialect := range []string{"sqlite", "postgres"} {
		files, err := fs.Glob(os.DirFS("../migrations"), dialect+"/*.sql")
		if err != nil || len(files) == 0 {
			t.Fatalf("migrations for %s: %v, %v", dialect, files, err)
		}
		for _, file := range files {
			content, err := os.ReadFile(path.Join("..", "migrations", file))
			if err != nil {
				t.Fatal(err)
			}
			sum := fmt.Sprintf("%x", sha256.Sum256(content))
			switch want, is := listed[file]; {
			case !is:
				t.Errorf("%s is not listed: once it is final, add this line to %s:\n%s  %s", file, migrationSums, sum, file)
			case want != sum:
				t.Errorf("%s was changed: databases that ran it would keep the old schema. "+
					"Restore it (git checkout) and put the change into a new migration in both folders", file)
			}
			delete(listed, file)
		}
	}
	for file := range listed {
		t.Errorf("%s is gone: databases that ran it know its version. Restore it (git checkout) "+
			"and undo it in a new migration in both folders", file)
	}
}

// TestMigrationsMatch checks that each number has one migration with the same name for both databases.
func TestMigrationsMatch(t *testing.T) {
	names, numbers := map[string][]string{}, map[string]string{}
	for _, dialect := range []string{"sqlite", "postgres"} {
		files, err := os.ReadDir("../migrations/" + dialect)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			number, _, ok := strings.Cut(file.Name(), "_")
			if _, err := strconv.Atoi(number); !ok || err != nil || len(number) != 4 {
				t.Errorf("%s/%s: a migration is called NUMBER_what.sql, with a number of four digits", dialect, file.Name())
			}
			if other := numbers[dialect+number]; other != "" {
				t.Errorf("%s/%s and %s have the same number", dialect, file.Name(), other)
			}
			numbers[dialect+number] = file.Name()
			names[file.Name()] = append(names[file.Name()], dialect)
		}
	}
	for name, dialects := range names {
		if len(dialects) != 2 {
			t.Errorf("%s is there for %v only", name, dialects)
		}
	}
}

func listedSums(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile(migrationSums)
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]string{}
	for line := range strings.Lines(string(text)) {
		sum, file, ok := strings.Cut(strings.TrimSpace(line), "  ")
		if _, twice := listed[file]; !ok || twice || len(sum) != 2*sha256.Size {
			t.Fatalf("%s: %q must be the SHA-256 of a file, two spaces and the file, once each", migrationSums, line)
		}
		listed[file] = sum
	}
	return listed
}

// TestEverySchemaIsKnown stops at each version and checks that its database is recognized as one of that version. On
// PostgreSQL that holds only while both kinds of database use the same names for columns, indexes and triggers.
func TestEverySchemaIsKnown(t *testing.T) {
	sample.Whole(t, "recognizes every schema")
	all := os.DirFS("../migrations")
	next := fstest.MapFS{}
	copyMigrations(t, next, all, "99999999")
	for _, dialect := range []string{"sqlite", "postgres"} {
		next[dialect+"/9999_next.sql"] = &fstest.MapFile{Data: []byte("-- +goose Up\nSELECT 1;\n")}
	}
	files, err := fs.Glob(all, "sqlite/*.sql")
	if err != nil {
		t.Fatal(err)
	}
	o := db.Options{Source: bed.Database(t), Log: slog.New(slog.DiscardHandler)}
	for _, file := range files {
		number, _, _ := strings.Cut(path.Base(file), "_")
		until := fstest.MapFS{}
		copyMigrations(t, until, all, number)
		o.Migrations = until
		d, err := db.Open(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		if err := d.Close(); err != nil {
			t.Fatal(err)
		}
		o.Migrations = next
		if _, err := db.PlanMigrations(t.Context(), o); err != nil {
			t.Errorf("after %s: %v", file, err)
		}
	}
}

// copyMigrations copies the migrations up to a number.
func copyMigrations(t *testing.T, to fstest.MapFS, from fs.FS, number string) {
	t.Helper()
	files, err := fs.Glob(from, "*/*.sql")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if text, _, _ := strings.Cut(path.Base(file), "_"); text > number {
			continue
		}
		content, err := fs.ReadFile(from, file)
		if err != nil {
			t.Fatal(err)
		}
		to[file] = &fstest.MapFile{Data: content}
	}
}
