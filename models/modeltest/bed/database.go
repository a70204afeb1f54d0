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
	server := postgresServer()
	if server == "" {
		return filepath.Join(Folder(t), "turnpost.db")
	}
	u, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	admin, err := sql.Open("pgx", server)
	if err != nil {
		t.Fatal(err)
	}
	name := "test_" + strings.ToLower(rand.Text())
	if _, err := admin.ExecContext(t.Context(), "CREATE DATABASE "+name); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_, err := admin.ExecContext(context.Background(), "DROP DATABASE "+name+" WITH (FORCE)")
		if err := errors.Join(err, admin.Close()); err != nil {
			t.Error(err)
		}
	})
	u.Path = "/" + name
	return u.String()
}
