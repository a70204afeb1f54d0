package programtest

import (
	"os"
	"path/filepath"
	"testing"

	"turnpost/models/modeltest/bed"
	"turnpost/rules/rulestest"
)

// DumpFile is the name of a dump.
const DumpFile = "database.sql"

// EarlierSchemas lists the folders of earlier schemas for the kind of database that the tests run on.
func EarlierSchemas(t *testing.T) []string {
	t.Helper()
	kind := "sqlite"
	if os.Getenv("TURNPOST_TEST_POSTGRES") != "" {
		kind = "postgres"
	}
	folders, err := filepath.Glob(filepath.Join(rulestest.ModuleRoot(t), "cmd/api/testdata/schemas/*", kind))
	if err != nil || len(folders) == 0 {
		t.Fatalf("no databases of earlier schemas: %v", err)
	}
	return folders
}

// RestoreSchema creates a database from the dump in a folder.
func RestoreSchema(t *testing.T, folder string) (database string) {
	t.Helper()
	dump, err := os.ReadFile(filepath.Join(folder, DumpFile))
	if err != nil {
		t.Fatal(err)
	}
	database = bed.Database(t)
	restoreDatabase(t, database, string(dump))
	return database
}

// CopiesOf lists the copies that migrations have made beside a database.
func CopiesOf(t *testing.T, database string) []string {
	t.Helper()
	copies, err := filepath.Glob(database + ".schema*")
	if err != nil {
		t.Fatal(err)
	}
	return copies
}
