// Package bed provides the parts of a test world that do not need the store: a database and a clock that the test sets.
// The store's own tests use it too.
package bed

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver pgx
)

// postgresServer returns the URL of the server for tests, or "" if they run on SQLite.
func postgresServer() string { return os.Getenv("TURNPOST_TEST_POSTGRES") }

// Database returns a new database: an SQLite file, or one on the PostgreSQL server that TURNPOST_TEST_POSTGRES
// names, so that the same tests run on both. It is deleted after the test.
func Database(t testing.TB) string {
	t.Helper()
	if postgresServer() == "" {
		return filepath.Join(Folder(t), "turnpost.db")
	}
	return newDatabase(t, "template1")
}

// newDatabase creates a database on the server as a copy of another. It is deleted after the test.
func newDatabase(t testing.TB, template string) string {
	t.Helper()
	name := "test_" + strings.ToLower(rand.Text())
	createDatabase(t, name, template)
	t.Cleanup(func() {
		if err := onServer("DROP DATABASE " + name + " WITH (FORCE)"); err != nil {
			t.Error(err)
		}
	})
	return databaseURL(t, name)
}

// createDatabase creates a database on the server as a copy of another.
func createDatabase(t testing.TB, name, template string) {
	t.Helper()
	if err := onServer("CREATE DATABASE " + name + " TEMPLATE " + template); err != nil {
		t.Fatal(err)
	}
}

// onServer runs a statement outside of the databases of tests.
func onServer(statement string) error {
	server, err := sql.Open("pgx", postgresServer())
	if err != nil {
		return err
	}
	_, err = server.ExecContext(context.Background(), statement)
	return errors.Join(err, server.Close())
}

// databaseURL returns the URL of a database on the server.
func databaseURL(t testing.TB, name string) string {
	t.Helper()
	u, err := url.Parse(postgresServer())
	if err != nil {
		t.Fatal(err)
	}
	u.Path = "/" + name
	return u.String()
}
