package bed

import (
	"crypto/rand"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// Template migrates a database once and copies it for each test. The migrations of an SQLite file take 14 ms of
// processor time and 9 syncs, the copy 0.1 ms; those of a PostgreSQL database take two seconds.
type Template struct {
	migrate func(database string) error // creates the schema of a path or a URL, and closes it
	once    sync.Once
	file    []byte
	err     error

	onceOnServer sync.Once
	name         string // of the database on the server, which stays there: it has no test that it could end with
}

// NewTemplate returns a template of the database that migrate creates: an SQLite file, or the tables of an empty
// PostgreSQL database.
func NewTemplate(migrate func(database string) error) *Template { return &Template{migrate: migrate} }

// Database returns a copy of the template, of the kind that the function Database returns. It is deleted after the
// test.
func (m *Template) Database(t testing.TB) string {
	t.Helper()
	if postgresServer() == "" {
		return m.File(t)
	}
	m.onceOnServer.Do(func() {
		name := "template_" + strings.ToLower(rand.Text())
		createDatabase(t, name, "template1")
		if err := m.migrate(databaseURL(t, name)); err != nil {
			t.Fatal(err)
		}
		m.name = name
	})
	if m.name == "" {
		t.Fatal("the template was not made: see the first test that failed")
	}
	return newDatabase(t, m.name)
}

// File returns a copy of the template, an SQLite file even if the tests run on PostgreSQL. It is deleted after the
// test.
func (m *Template) File(t testing.TB) string {
	t.Helper()
	m.once.Do(func() {
		collectSeldom()
		path := filepath.Join(t.TempDir(), "template.db")
		if m.err = m.migrate(path); m.err == nil {
			m.file, m.err = os.ReadFile(path)
		}
	})
	if m.err != nil {
		t.Fatal(m.err)
	}
	path := filepath.Join(Folder(t), "turnpost.db")
	if err := os.WriteFile(path, m.file, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// collectSeldom lets the heap grow to some megabytes before it is collected, unless GOGC is set. The heap of a test is
// so small that collecting it took a tenth of the processor time of all tests. Tests that measure the heap set their
// own target.
func collectSeldom() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
}

// memory is a folder that Linux keeps in memory, where a sync takes no time. On a disk, a test of the store waits for
// syncs longer than it works.
const memory = "/dev/shm"

// Folder is an empty folder that is gone after the test: in memory, where there is enough of it.
func Folder(t testing.TB) string {
	t.Helper()
	var disk syscall.Statfs_t
	if err := syscall.Statfs(memory, &disk); err != nil || disk.Bavail*uint64(disk.Bsize) < 2<<30 {
		return t.TempDir()
	}
	folder, err := os.MkdirTemp(memory, "turnpost-test-")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(folder); err != nil {
			t.Error(err)
		}
	})
	return folder
}
