package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"turnpost/rules/rulestest/sample"
)

// bounds are the most lines that a package may have, and the most files in it that may all need each other: a
// reader of one of them must expect to read all. Tests and generated code do not count.
type bounds struct{ lines, cycle int }

var most = bounds{8000, 20}

// TestBounds measures each package of the module.
func TestBounds(t *testing.T) {
	t.Parallel()
	sample.Whole(t, "checks the types of all packages")
	out, err := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,Export,Dir,GoFiles,Module",
		"turnpost/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	type listed struct {
		ImportPath, Export, Dir string
		GoFiles                 []string
		Module                  *struct{ Main bool }
	}
	exports := map[string]string{}
	var own []listed
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		exports[p.ImportPath] = p.Export
		if p.Module != nil && p.Module.Main {
			own = append(own, p)
		}
	}
	if len(own) < 40 {
		t.Fatalf("only %d packages are listed", len(own))
	}
	for _, p := range own {
		is := measurePackage(t, p.ImportPath, p.Dir, p.GoFiles, exports)
		if is.lines > most.lines {
			t.Errorf("%s has %d lines, more than %d: it cannot be read alone", p.ImportPath, is.lines, most.lines)
		}
		if is.cycle > most.cycle {
			t.Errorf("%d files of %s all need each other, more than %d", is.cycle, p.ImportPath, most.cycle)
		}
	}
}

func measurePackage(t *testing.T, path, dir string, names []string, exports map[string]string) (is bounds) {
	t.Helper()
	set := token.NewFileSet()
	var files []*ast.File
	for _, name := range names {
		f, err := parser.ParseFile(set, filepath.Join(dir, name), nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	imports := importer.ForCompiler(set, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	pkg, err := (&types.Config{Importer: imports}).Check(path, set, files, info)
	if err != nil {
		t.Fatal(err)
	}
	needs := map[string]map[string]bool{}
	for _, f := range files {
		if file := set.File(f.Pos()); !ast.IsGenerated(f) {
			is.lines += file.LineCount()
			needs[file.Name()] = map[string]bool{}
		}
	}
	for id, o := range info.Uses {
		if from := needs[set.File(id.Pos()).Name()]; from != nil && outside(o, pkg) {
			from[set.File(o.Pos()).Name()] = true
		}
	}
	is.cycle = largestCycle(needs)
	return is
}

// outside reports whether an object of a package is a method or is declared outside of functions.
func outside(o types.Object, pkg *types.Package) bool {
	if o.Pkg() != pkg {
		return false
	}
	f, is := o.(*types.Func)
	return is && f.Signature().Recv() != nil || o.Parent() == pkg.Scope()
}

// largestCycle returns the size of the largest set of files all of which need each other, directly or not; 0 if none
// do.
func largestCycle(needs map[string]map[string]bool) (largest int) {
	reach := map[string]map[string]bool{}
	for file := range needs {
		seen := map[string]bool{}
		for todo := []string{file}; len(todo) > 0; {
			next := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			for to := range needs[next] {
				if !seen[to] {
					seen[to] = true
					todo = append(todo, to)
				}
			}
		}
		reach[file] = seen
	}
	for file, seen := range reach {
		size := 0
		for to := range seen {
			if to == file || reach[to][file] {
				size++
			}
		}
		if size > 1 {
			largest = max(largest, size)
		}
	}
	return largest
}

// otherNames are the beginnings of the names of test files that test no file alone: worlds and scenes for the tests of
// a package, benchmarks, fuzz targets, exports of a package to its tests, and TestMain. Journeys in a browser end with
// browser.
var otherNames = []string{"world", "scene", "bench", "fuzz", "export", "main"}

// moreNames are those of further tests that test no file of their package: in cmd/api of the tree, of the README and of
// whole games, in cmd/api/trials of whole servers.
var moreNames = map[string][]string{
	"cmd/api":        {"bounds", "imports", "journey", "readme"},
	"cmd/api/trials": {"crash", "disk_fails", "failover", "kill", "rehearsal", "seed", "unavailable", "upgrade"},
}

// A test file is named after the file that it tests, or after its package if that is tested as a whole. The tests of
// models/store are those of the packages that it puts together, too. How a game is laid out is for its author to say.
func TestTestsAreNamedAfterWhatTheyTest(t *testing.T) {
	t.Parallel()
	const root = "../.."
	names, tests := map[string][]string{}, map[string][]string{}
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() && strings.HasPrefix(d.Name(), ".") && path != root {
			return cmp.Or(err, filepath.SkipDir)
		}
		folder, file := filepath.Split(path)
		folder, _ = filepath.Rel(root, folder) // both are relative
		if name, is := strings.CutSuffix(file, "_test.go"); is {
			if filepath.Dir(folder) == "rules" {
				return nil
			}
			tests[folder] = append(tests[folder], name)
		} else if name, is := strings.CutSuffix(file, ".go"); is {
			name = strings.TrimSuffix(name, "_linux")
			names[folder] = append(names[folder], name)
			if filepath.Dir(folder) == "models" {
				names["models/store"] = append(names["models/store"], name)
			}
		}
		return nil
	})
	if err != nil || len(tests) < 40 {
		t.Fatalf("%d packages have tests, %v", len(tests), err)
	}
	for folder, files := range tests {
		allowed := slices.Concat(names[folder], moreNames[folder], otherNames, []string{filepath.Base(folder)})
		for _, file := range files {
			begins := func(name string) bool { return file == name || strings.HasPrefix(file, name+"_") }
			if !strings.HasSuffix(file, "_browser") && !slices.ContainsFunc(allowed, begins) {
				t.Errorf("%s/%s_test.go: no file of the package has a name with which this one begins", folder, file)
			}
		}
	}
}
