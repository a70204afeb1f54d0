package trials

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"turnpost/cmd/api/programtest"
	"turnpost/models/modeltest/bed"
	"turnpost/models/store"
	"turnpost/rules/rulestest/sample"
)

// soon is after the retry of a notice that could not be sent, and before codes expire.
const soon = 3 * time.Minute

// TestEarlierSchemas migrates a database of each landed schema: no row is lost, and all of it can be used, minutes and
// years after it was written.
func TestEarlierSchemas(t *testing.T) {
	sample.Whole(t, "migrates and uses every schema")
	for _, folder := range programtest.EarlierSchemas(t) {
		t.Run(filepath.Base(filepath.Dir(folder)), func(t *testing.T) {
			t.Run("rows", func(t *testing.T) {
				t.Parallel()
				database := programtest.RestoreSchema(t, folder)
				before := programtest.ReadTables(t, database)
				if exit, out := command(t, "migrate", "--database", database); exit != 0 {
					t.Fatalf("%d: %s", exit, out)
				}
				programtest.CheckRowsKept(t, before, programtest.ReadTables(t, database))
			})
			t.Run("soon", func(t *testing.T) {
				t.Parallel()
				playOn(t, programtest.RestoreSchema(t, folder), folder, soon)
			})
			t.Run("years later", func(t *testing.T) {
				t.Parallel()
				playOn(t, programtest.RestoreSchema(t, folder), folder, 3*365*24*time.Hour)
			})
		})
	}
}

// unwritten names the tables in which the journey may leave no row, and why.
var unwritten = map[string]string{
	"hook_notices":    "its rows become deliveries at once",
	"bulk_changes":    "holds only what is not applied to all games yet",
	"former_turns":    "holds only turns of databases before 0017, until they move",
	"address_changes": "the first recorded builds have no such request",
}

// TestEarlierBuild lets another build of the program write a database and uses it with this program; then that build
// must refuse it, unless both have the same schema. TURNPOST_TEST_EARLIER names the build, by default one of this
// tree. The database is kept in the folder TURNPOST_TEST_RECORD as testdata for TestEarlierSchemas.
func TestEarlierBuild(t *testing.T) {
	t.Parallel()
	binary, folder := os.Getenv("TURNPOST_TEST_EARLIER"), os.Getenv("TURNPOST_TEST_RECORD")
	if binary == "" {
		binary = programtest.BuildProgram(t)
	}
	if folder == "" {
		folder = t.TempDir()
	}
	b, database := build{t, binary}, bed.Database(t)
	writeDatabase(t, b, database, folder)
	for name, table := range programtest.ReadTables(t, database) {
		if len(table.Rows) == 0 && unwritten[name] == "" {
			t.Errorf("nothing is in table %s: let the journey make a row", name)
		}
	}
	dump := programtest.DumpDatabase(t, database)
	if err := os.WriteFile(filepath.Join(folder, programtest.DumpFile), []byte(dump), 0o600); err != nil {
		t.Fatal(err)
	}
	playOn(t, database, folder, soon)
	if schema := schemaOf(t, b); schema < store.SchemaVersion() {
		checkRefused(t, b, database)
		goBack(t, b, database, folder)
	}
}

// schemaOf is the schema that a build works with.
func schemaOf(t *testing.T, b build) (schema int64) {
	t.Helper()
	said := b.must("", "version")
	if _, err := fmt.Sscanf(said[max(0, strings.Index(said, "schema ")):], "schema %d", &schema); err != nil {
		t.Fatalf("no schema in %q: %v", said, err)
	}
	return schema
}

// checkRefused fails unless a build with an older schema refuses a database and leaves it unchanged.
func checkRefused(t *testing.T, b build, database string) {
	t.Helper()
	before := programtest.ReadTables(t, database)
	for _, args := range [][]string{{"migrate"}, {"serve", "--listen", "127.0.0.1:0"}, {"check"}} {
		exit, out := b.run("", append(args, "--database", database)...)
		if exit == 0 || !strings.Contains(out, fmt.Sprintf("schema %d", store.SchemaVersion())) {
			t.Errorf("%v of the earlier build: %d: %s", args, exit, out)
		}
	}
	programtest.CheckRowsKept(t, before, programtest.ReadTables(t, database))
}

// goBack puts the copy that was made before the migration in place of the database, and serves it with the build that
// wrote it: the games have their earlier states.
func goBack(t *testing.T, b build, database, folder string) {
	t.Helper()
	if store.IsPostgres(database) {
		return // by pg_restore, which .ci/restore does
	}
	copies := programtest.CopiesOf(t, database)
	if len(copies) != 1 {
		t.Fatalf("copies: %v", copies)
	}
	for _, name := range []string{database + "-wal", database + "-shm"} {
		if err := os.RemoveAll(name); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Rename(copies[0], database); err != nil {
		t.Fatal(err)
	}
	i := b.serve(database, programtest.NewPost(t).Address)
	for what, g := range readKeys(t, folder).Games {
		var now programtest.Game
		if i.Call("GET", "/v1/games/"+g.ID, "", "", 200, &now); now.Status != g.Status {
			t.Errorf("%s is %s again, and was %s", what, now.Status, g.Status)
		}
	}
}
