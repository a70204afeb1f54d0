package main

import (
	"context"
	"io"
	"testing"
	"time"

	"turnpost/cmd/api/programtest"
	"turnpost/models/modeltest"
)

func start(t *testing.T, args ...string) *programtest.Instance {
	t.Helper()
	return startAt(t, time.Now, args...)
}

// startAt starts the program with another clock.
func startAt(t *testing.T, now func() time.Time, args ...string) *programtest.Instance {
	t.Helper()
	return startProgram(t, &program{now: now, poll: 100 * time.Millisecond}, args...)
}

// startProgram starts a program whose context and output it sets.
func startProgram(t *testing.T, p *program, args ...string) *programtest.Instance {
	t.Helper()
	variables := map[string]string{"TURNPOST_MAIL_GATHER": "0s"} // tests wait for each mail
	return programtest.Start(t, func(ctx context.Context, out io.Writer, serves func(address string)) (exit int) {
		p.ctx, p.out, p.err, p.serves = ctx, out, out, serves
		return runWith(p, args, func(name string) string { return variables[name] })
	})
}

// serveOn starts a server on a free port with a database file and a mail server.
func serveOn(t *testing.T, database string, p *programtest.Post, flags ...string) *programtest.Instance {
	t.Helper()
	return start(t, append([]string{
		"serve", "--listen", "127.0.0.1:0", "--database", database, "--smtp", "smtp://" + p.Address,
		"--base-url", "http://play.example.org",
	}, flags...)...)
}

func databaseFile(t *testing.T) string {
	t.Helper()
	return modeltest.File(t)
}
