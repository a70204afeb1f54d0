package db

import (
	"net/url"
	"os"
	"testing"
)

// An operator's choice of the mode is kept, and PostgreSQL itself is not taken for PgBouncer. With
// .ci/pgbouncer in front of the server it is recognized, and all tests of this package run through it.
func TestPgBouncerIsRecognized(t *testing.T) {
	server := os.Getenv("TURNPOST_TEST_POSTGRES")
	behind := os.Getenv("TURNPOST_TEST_PGBOUNCER") != ""
	for _, c := range []struct {
		dsn   string
		found bool
		mode  string
	}{
		{"postgres://ann@127.0.0.1:1/turnpost?default_query_exec_mode=exec", false, "exec"},
		{"postgres://ann@127.0.0.1:1/turnpost", false, ""}, // no server
		{server, behind, map[bool]string{true: unnamedStatements}[behind]},
	} {
		u, err := url.Parse(c.dsn)
		if err != nil {
			t.Fatal(err)
		}
		if found := adaptToPgBouncer(t.Context(), u); found != c.found || u.Query().Get(execModeParam) != c.mode {
			t.Errorf("%s: found %v, mode %q", c.dsn, found, u.Query().Get(execModeParam))
		}
	}
}
