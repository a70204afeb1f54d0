package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// The outcomes of a change.
const (
	noticed   = "noticed"
	late      = "noticed by a time limit"
	survived  = "survived"
	unreached = "reached by no short test"
	untried   = "not tried for lack of time"
)

type test struct {
	name    string
	took    time.Duration
	reaches map[int]bool
}

// tests are those of a package, in one binary with all changes.
type tests struct {
	folder, binary, temporary string

	all []*test
}

// testsOf returns the folder of the tests of a package: another one only for the parts of the store, which has them.
func testsOf(folder string) string {
	own, _ := filepath.Glob(filepath.Join(folder, "*_test.go")) // the pattern is well-formed
	if len(own) == 0 && (folder == "models" || filepath.Dir(folder) == "models") {
		return filepath.Join("models", "store")
	}
	return folder
}

func newTests(folder, temporary, overlay string) (*tests, error) {
	folder = testsOf(folder)
	t := &tests{folder: folder, temporary: temporary, binary: filepath.Join(temporary, "tests")}
	build := exec.Command("go", "test", "-c", "-vet=off", "-overlay", overlay, "-o", t.binary, "./"+folder)
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("build: %w\n%s", err, out)
	}
	list := exec.Command(t.binary, "-test.list", ".")
	list.Dir = folder
	out, err := list.Output()
	if err != nil {
		return nil, err
	}
	for _, name := range strings.Fields(string(out)) {
		if regexp.MustCompile(`^(Test|Fuzz|Example)`).MatchString(name) {
			t.all = append(t.all, &test{name: name, reaches: map[int]bool{}})
		}
	}
	return t, nil
}

// run runs some tests with a time limit.
func (t *tests) run(names string, limit time.Duration, env string) error {
	ctx, stop := context.WithTimeout(context.Background(), limit)
	defer stop()
	command := exec.CommandContext(ctx, t.binary, "-test.short", "-test.failfast", "-test.run", "^("+names+")$")
	command.Dir, command.Env = t.folder, append(os.Environ(), env)
	err := command.Run()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// trace runs each test by itself and records what it reaches. Tests that fail so are left out.
func (t *tests) trace() error {
	queue := make(chan *test)
	var workers sync.WaitGroup
	var left sync.Map
	for range 2 {
		workers.Go(func() {
			for one := range queue {
				file, began := filepath.Join(t.temporary, one.name), time.Now()
				if err := t.run(one.name, 5*time.Minute, "MUTANT_TRACE="+file); err != nil {
					left.Store(one.name, true)
				}
				one.took = time.Since(began)
				text, _ := os.ReadFile(file) // there is none if nothing is reached
				for _, word := range strings.Fields(string(text)) {
					if number, err := strconv.Atoi(word); err == nil {
						one.reaches[number] = true
					}
				}
			}
		})
	}
	for _, one := range t.all {
		queue <- one
	}
	close(queue)
	workers.Wait()
	t.all = slices.DeleteFunc(t.all, func(one *test) bool {
		_, fails := left.Load(one.name)
		if fails {
			fmt.Println(one.name, "fails without a change and is left out")
		}
		return fails
	})
	slices.SortFunc(t.all, func(a, b *test) int { return int(a.took - b.took) })
	return nil
}

// try runs the tests that reach a change, in batches that grow, until one fails.
func (t *tests) try(ctx context.Context, m *mutant) string {
	var reaching []*test
	for _, one := range t.all {
		if one.reaches[m.first] {
			reaching = append(reaching, one)
		}
	}
	if len(reaching) == 0 {
		return unreached
	}
	for size := 6; len(reaching) > 0; size *= 3 {
		if ctx.Err() != nil {
			return untried
		}
		batch := reaching[:min(size, len(reaching))]
		reaching = reaching[len(batch):]
		names, limit := []string{}, 20*time.Second
		for _, one := range batch {
			names, limit = append(names, one.name), limit+5*one.took
		}
		switch err := t.run(strings.Join(names, "|"), limit, "MUTANT="+strconv.Itoa(m.number)); err {
		case nil:
		case context.DeadlineExceeded:
			return late
		default:
			return noticed
		}
	}
	return survived
}
