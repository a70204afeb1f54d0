package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"turnpost/cmd/api/programtest"
	"turnpost/models/db"
	"turnpost/models/modeltest/bed"
	"turnpost/models/store"
	"turnpost/rules/rulestest/sample"
)

// folderOf lists the files beside a database with their checksums.
func folderOf(t *testing.T, database string) (list []string) {
	t.Helper()
	if store.IsPostgres(database) {
		return nil
	}
	err := filepath.WalkDir(filepath.Dir(database), func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		content, err := os.ReadFile(name)
		list = append(list, fmt.Sprintf("%s %x", e.Name(), sha256.Sum256(content)))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// expect runs a subcommand and fails unless it has an exit status and prints some texts.
func expect(t *testing.T, exit int, texts []string, args ...string) {
	t.Helper()
	got, out := command(t, "", false, args...)
	for _, text := range texts {
		if !strings.Contains(out, text) {
			t.Errorf("%v does not say %q: %s", args, text, out)
		}
	}
	if got != exit {
		t.Errorf("%v ended with %d, want %d: %s", args, got, exit, out)
	}
}

// TestMigrate brings a database of the first schema up to date, after a dry run that changes nothing.
func TestMigrate(t *testing.T) {
	database, newest := programtest.RestoreSchema(t, programtest.EarlierSchemas(t)[0]), store.SchemaVersion()
	sqlite := !store.IsPostgres(database)
	before, files := programtest.ReadTables(t, database), folderOf(t, database)
	copied := map[bool]string{true: "would copy it to", false: "would make no copy of it"}
	steps := []string{
		fmt.Sprintf("would go from schema 1 to %d", newest), "would apply 0002_link_key_and_offers.sql", copied[sqlite],
		"nothing was changed",
	}
	expect(t, 0, steps, "migrate", "--dry-run", "--database", database)
	steps[2] = copied[false]
	expect(t, 0, steps, "migrate", "--dry-run", "--migration-backup=off", "--database", database)
	if after := folderOf(t, database); !slices.Equal(after, files) {
		t.Errorf("the files were\n%v\nand are\n%v", files, after)
	}
	// Commands beside a server, which may still be the one that wrote the database.
	const earlier = "the database has schema 1, and this program works with "
	expect(t, 1, []string{earlier}, "admin", "--database", database, "players")
	const mail = "From: a@example.org\n\nhello\n"
	if status, printed := pipeMail(t, database, mail, "play@play.example.org"); status != exitTempFail {
		t.Errorf("a mail for a database of an earlier schema: %d: %s", status, printed)
	}
	programtest.CheckRowsKept(t, before, programtest.ReadTables(t, database))
	expect(t, 0, []string{"applied 0002_link_key_and_offers.sql", fmt.Sprintf("up to date: version %d", newest)},
		"migrate", "--database", database)
	expect(t, 0, []string{fmt.Sprintf("up to date: version %d", newest)}, "migrate", "--dry-run", "--database", database)
	if !sqlite {
		return
	}
	copies := programtest.CopiesOf(t, database)
	if len(copies) != 1 {
		t.Fatalf("copies: %v", copies)
	}
	kept := programtest.ReadTables(t, copies[0])
	programtest.CheckRowsKept(t, before, kept)
	programtest.CheckRowsKept(t, kept, before)
}

// TestEarlierCopies backs up a database of an earlier schema and checks it. Neither changes its schema.
func TestEarlierCopies(t *testing.T) {
	sample.Whole(t, "copies an earlier schema")
	t.Parallel()
	database := programtest.RestoreSchema(t, programtest.EarlierSchemas(t)[0])
	if store.IsPostgres(database) {
		expect(t, 1, []string{"has schema 1"}, "check", "--database", database)
		expect(t, 1, []string{"pg_dump"}, "backup", "--database", database, filepath.Join(t.TempDir(), "copy"))
		return
	}
	before := programtest.ReadTables(t, database)
	backup := filepath.Join(t.TempDir(), "copy.db")
	expect(t, 0, nil, "backup", "--database", database, backup)
	for _, file := range []string{database, backup} {
		expect(t, 0, []string{"schema 1", " checked: 0 faults"}, "check", "--database", file)
		after := programtest.ReadTables(t, file)
		programtest.CheckRowsKept(t, before, after)
		programtest.CheckRowsKept(t, after, before)
	}
}

// TestServingMigrates starts the server on a database of an earlier schema, of which it makes a copy by default.
func TestServingMigrates(t *testing.T) {
	sample.Whole(t, "migrates an earlier schema")
	t.Parallel()
	copies := map[string]int{"on": 1, "off": 0}
	for _, setting := range []string{"on", "off"} {
		database := programtest.RestoreSchema(t, programtest.EarlierSchemas(t)[0])
		i := start(t, "serve", "--listen", "127.0.0.1:0", "--database", database, "--smtp", "file:"+t.TempDir(),
			"--migration-backup", setting)
		if exit := i.Stop(); exit != 0 {
			t.Fatalf("%d: %s", exit, i.Out)
		}
		if got := programtest.CopiesOf(t, database); len(got) != copies[setting] && !store.IsPostgres(database) {
			t.Errorf("with %s: %v", setting, got)
		}
	}
}

// TestNoRoomToMigrate fails to copy a database, which must stay unchanged. A limit on the size of files simulates a
// full disk.
func TestNoRoomToMigrate(t *testing.T) {
	t.Parallel()
	binary := programtest.BuildProgram(t)
	database := programtest.RestoreSchema(t, programtest.EarlierSchemas(t)[0])
	if store.IsPostgres(database) {
		return
	}
	before := programtest.ReadTables(t, database)
	for _, name := range []string{"migrate", "serve"} {
		command := exec.CommandContext(t.Context(), "bash", "-c",
			`ulimit -f 100; exec "$0" "$@"`, binary, name, "--database", database)
		out, err := command.CombinedOutput()
		failed, is := errors.AsType[*exec.ExitError](err)
		if !is || failed.ExitCode() != 1 || !strings.Contains(string(out), "cannot be copied to "+database+".schema1-") ||
			!strings.Contains(string(out), "nothing was changed") {
			t.Errorf("%s: %v: %s", name, err, out)
		}
	}
	if copies := programtest.CopiesOf(t, database); len(copies) > 0 {
		t.Errorf("left: %v", copies)
	}
	programtest.CheckRowsKept(t, before, programtest.ReadTables(t, database))
}

// TestUnreleasedSchemas refuses databases of builds that edited the first migration in place. TURNPOST_TEST_UNRELEASED
// names a folder with more such migrations, as COMMIT.sqlite.sql and COMMIT.postgres.sql.
func TestUnreleasedSchemas(t *testing.T) {
	sample.Whole(t, "recognizes schemas of earlier builds")
	kind := filepath.Base(programtest.EarlierSchemas(t)[0])
	files, err := filepath.Glob("testdata/unreleased/*." + kind + ".sql")
	if err != nil || len(files) == 0 {
		t.Fatalf("%v, %v", files, err)
	}
	if folder := os.Getenv("TURNPOST_TEST_UNRELEASED"); folder != "" {
		more, err := filepath.Glob(filepath.Join(folder, "*."+kind+".sql"))
		if err != nil || len(more) == 0 {
			t.Fatalf("%v, %v", more, err)
		}
		files = append(files, more...)
	}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		database := bed.Database(t)
		opened, err := db.Open(t.Context(), db.Options{
			Source: database, Log: slog.New(slog.DiscardHandler),
			Migrations: fstest.MapFS{kind + "/0001_init.sql": &fstest.MapFile{Data: content}},
		})
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if err := opened.Close(); err != nil {
			t.Fatal(err)
		}
		before := programtest.ReadTables(t, database)
		const refused = "the database says that it has schema 1, but "
		for _, args := range [][]string{{"migrate"}, {"migrate", "--dry-run"}, {"serve", "--listen", "127.0.0.1:0"}} {
			expect(t, 1, []string{refused, "only the unreleased build that wrote it can use it; nothing was changed"},
				append(args, "--database", database)...)
		}
		after := programtest.ReadTables(t, database)
		programtest.CheckRowsKept(t, before, after)
		programtest.CheckRowsKept(t, after, before)
	}
}
