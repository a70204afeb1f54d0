package main

import (
	"testing"

	"turnpost/cmd/api/programtest"
	"turnpost/models/modeltest/bed"
)

// A server ends by itself when another process has migrated its database to a newer schema.
func TestServerEndsAtANewerSchema(t *testing.T) {
	t.Parallel()
	database := bed.Database(t)
	i := start(t, "serve", "--listen", "127.0.0.1:0", "--database", database, "--smtp", "file:"+t.TempDir())
	const migrate = "INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, TRUE)"
	if _, err := programtest.OpenSQL(t, database).Exec(migrate); err != nil {
		t.Fatal(err)
	}
	waitForLog(i, "schema 9999", "use the newer program")
	if exit := i.Stop(); exit == 0 {
		t.Error("it ends as if it had been told to")
	}
}
