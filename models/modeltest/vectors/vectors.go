// Package vectors reads recorded cases for tests: files of JSON, a case a line.
package vectors

import (
	"bufio"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"testing"
)

// beside is the folder of further vectors beside the module, seen from a package of models.
const beside = "../../../shared/rules/vectors/"

// Each calls f with every case of a file, and with those of the files in the folder beside the module that exist. It
// fails the test if a file cannot be read or has no case.
func Each[T any](t *testing.T, f func(t *testing.T, v *T), name string, more ...string) {
	t.Helper()
	each(t, f, name)
	for _, m := range more {
		if _, err := os.Stat(beside + m); !errors.Is(err, fs.ErrNotExist) {
			each(t, f, beside+m)
		}
	}
}

func each[T any](t *testing.T, f func(t *testing.T, v *T), name string) {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }() // it is only read
	cases := 0
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for ; lines.Scan(); cases++ {
		var v T
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			t.Fatalf("%s:%d: %v", name, cases+1, err)
		}
		f(t, &v)
	}
	if err := lines.Err(); err != nil || cases == 0 {
		t.Fatalf("%s: %d cases, %v", name, cases, err)
	}
}
