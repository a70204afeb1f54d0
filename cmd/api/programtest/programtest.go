// Package programtest provides worlds for tests of the whole program: servers, the mail server that their mails reach,
// and databases of many games and of earlier schemas. The tests of the program run it in their own process, the trials
// start it in another.
package programtest

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver pgx

	"turnpost/models/store"
)

// Patience is the maximum time that a test waits for something.
const Patience = 30 * time.Second

// Eventually waits for a condition, which it checks often at first, and later ten times a second.
func Eventually(t *testing.T, what string, condition func() bool) {
	t.Helper()
	EventuallyWithin(t, Patience, what, condition)
}

// EventuallyWithin waits for a condition for a time.
func EventuallyWithin(t *testing.T, limit time.Duration, what string, condition func() bool) {
	t.Helper()
	pause := 5 * time.Millisecond
	for end := time.Now().Add(limit); !condition(); <-time.After(pause) {
		if time.Now().After(end) {
			t.Fatalf("%s: not within %s", what, limit)
		}
		pause = min(2*pause, 100*time.Millisecond)
	}
}

// OpenSQL opens a database without a store.
func OpenSQL(t *testing.T, database string) *sql.DB {
	t.Helper()
	driver := "sqlite3"
	if store.IsPostgres(database) {
		driver = "pgx"
	}
	db, err := sql.Open(driver, database)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() }) // closed already, unless the test failed
	return db
}

// FreeAddress returns an address on loopback where nothing listens, with a port that no outgoing connection gets.
func FreeAddress(t *testing.T) string {
	t.Helper()
	for range 100 {
		address := fmt.Sprintf("127.0.0.1:%d", 10000+rand.IntN(8000)) //nolint:gosec // no secret
		listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", address)
		if err == nil {
			_ = listener.Close()
			return address
		}
	}
	t.Fatal("no port is free")
	return ""
}

// NewPostgres creates a database on the PostgreSQL server of the tests and returns its URL, or "" without a server.
func NewPostgres(t *testing.T) string {
	server := os.Getenv("TURNPOST_TEST_POSTGRES")
	if server == "" {
		return ""
	}
	name := fmt.Sprintf("crash_%d", time.Now().UnixNano())
	create := exec.CommandContext(t.Context(), "psql", server, "-c", "CREATE DATABASE "+name)
	if out, err := create.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return strings.Replace(server, "/postgres?", "/"+name+"?", 1)
}
