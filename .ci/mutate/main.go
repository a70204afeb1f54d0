// Command mutate changes operators of Go files and lists the changes that no test of their package notices.
//
//	go run ./.ci/mutate [-for 10m] [-seed 1] [-sample 0] FILE...
//
// All changes of a package are compiled into one test binary, and an environment variable selects one of them, since
// building the tests anew for each change took ten times as long as the tests. First each test runs by itself and
// records which changes it reaches; then each change is tried with the tests that reach it, the fastest first, until
// one fails. A change that makes a test last too long counts as noticed. Tests run with -short. The files themselves
// are not touched: the compiler reads the changed ones from an overlay.
package main

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"
)

func main() {
	long := flag.Duration("for", time.Hour, "how long to try changes, in all")
	sample := flag.Int("sample", 0, "number of changes to try in each package; 0 for all")
	seed := flag.Uint64("seed", 1, "chooses the sample")
	flag.Parse()
	ctx, stop := context.WithTimeout(context.Background(), *long)
	defer stop()
	folders := map[string][]string{}
	for _, file := range flag.Args() {
		folder := filepath.Dir(file)
		folders[folder] = append(folders[folder], filepath.Base(file))
	}
	for folder, files := range folders {
		if err := run(ctx, folder, files, *sample, rand.New(rand.NewPCG(*seed, 1))); err != nil {
			fmt.Fprintln(os.Stderr, "mutate:", err)
			os.Exit(1)
		}
	}
}

// run tries the changes of some files of a package.
func run(ctx context.Context, folder string, files []string, sample int, random *rand.Rand) error {
	temporary, err := os.MkdirTemp("", "mutate-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temporary) //nolint:errcheck // it is temporary
	changes, overlay, err := change(folder, files, temporary)
	if err != nil {
		return err
	}
	tests, err := newTests(folder, temporary, overlay)
	if err != nil {
		return err
	}
	if err := tests.trace(); err != nil {
		return err
	}
	fmt.Printf("== %s: %d changes, %d tests\n", folder, len(changes), len(tests.all))
	random.Shuffle(len(changes), func(i, j int) { changes[i], changes[j] = changes[j], changes[i] })
	if sample > 0 {
		changes = changes[:min(sample, len(changes))]
	}
	queue := make(chan *mutant)
	var workers sync.WaitGroup
	for range 2 {
		workers.Go(func() {
			for m := range queue {
				m.outcome = tests.try(ctx, m)
			}
		})
	}
	for _, m := range changes {
		queue <- m
	}
	close(queue)
	workers.Wait()
	report(changes)
	return nil
}

// report prints the changes that were not noticed, in the order of the files, and the numbers of all.
func report(changes []*mutant) {
	slices.SortFunc(changes, func(a, b *mutant) int { return a.number - b.number })
	count := map[string]int{}
	for _, m := range changes {
		count[m.outcome]++
		if m.outcome == survived || m.outcome == unreached {
			fmt.Printf("%s: %s: %s\n", m.place, m.text, m.outcome)
		}
	}
	fmt.Println(count)
}
