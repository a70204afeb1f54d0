// Package bed is what a world for tests stands on: a database of its own and a clock that the test sets.
// It knows nothing of the store, so that the store's own tests stand on it too.
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

// postgresServer is the URL of the server for tests; "" where they run on SQLite.
func postgresServer() string { return os.Getenv("TURNPOST_TEST_POSTGRES") }

// Database is a fresh database: an SQLite file, or one on the PostgreSQL server that TURNPOST_TEST_POSTGRES
// names, so that the same tests run on both. It is gone after the test.
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
