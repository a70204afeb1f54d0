package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// mutant is a change of one operator or the omission of one call.
type mutant struct {
	number  int
	first   int    // number of the first change at this place, under which tests record that they reach it
	place   string // file:line:column
	text    string // what changes
	outcome string
}

// The hook tells which change is active, and records the changes that a test reaches.
const hook = `package %s

import (
	"fmt"
	"os"
	"strconv"
	"sync"
)

var (
	activeMutant, _ = strconv.Atoi(os.Getenv("MUTANT"))
	mutantTrace     = os.Getenv("MUTANT_TRACE")
	mutantsReached  sync.Map
)

func mutantAt(first int) int {
	if mutantTrace == "" {
		return activeMutant
	}
	if _, known := mutantsReached.LoadOrStore(first, true); !known {
		if f, err := os.OpenFile(mutantTrace, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600); err == nil {
			fmt.Fprintln(f, first)
			f.Close()
		}
	}
	return 0
}
`

// others lists what an operator is changed into.
var others = map[token.Token][]token.Token{
	token.LSS: {token.LEQ, token.GEQ}, token.LEQ: {token.LSS, token.GTR},
	token.GTR: {token.GEQ, token.LEQ}, token.GEQ: {token.GTR, token.LSS},
	token.EQL: {token.NEQ}, token.NEQ: {token.EQL},
	token.LAND: {token.LOR}, token.LOR: {token.LAND},
	token.ADD: {token.SUB}, token.SUB: {token.ADD}, token.MUL: {token.QUO}, token.QUO: {token.MUL},
}

// source is a package while its files are changed, one after another.
type source struct {
	set     *token.FileSet
	info    *types.Info
	pkg     *types.Package
	changes []*mutant
	next    int // number of the next change

	// The file:
	text    []byte
	base    token.Pos         // of its first byte
	imports map[string]string // the names that it gives packages, by path
}

// change writes the changed files and an overlay for the compiler into a folder.
func change(folder string, files []string, temporary string) (all []*mutant, overlay string, err error) {
	set := token.NewFileSet()
	parsed, pkg, info, err := check(set, folder)
	if err != nil {
		return nil, "", err
	}
	whole, err := filepath.Abs(folder)
	if err != nil {
		return nil, "", err
	}
	const hookFile = "zz_mutants.go"
	replace := map[string]string{}
	write := func(name, text string) error {
		replace[filepath.Join(whole, name)] = filepath.Join(temporary, name)
		return os.WriteFile(filepath.Join(temporary, name), []byte(text), 0o600)
	}
	if err := write(hookFile, fmt.Sprintf(hook, pkg.Name())); err != nil {
		return nil, "", err
	}
	s := &source{set: set, info: info, pkg: pkg, next: 1}
	for _, name := range files {
		path := filepath.Join(folder, name)
		file := parsed[path]
		if file == nil {
			return nil, "", fmt.Errorf("%s is no file of the package", path)
		}
		if s.text, err = os.ReadFile(path); err != nil {
			return nil, "", err
		}
		s.imports, s.base = importNames(info, file), file.FileStart
		if err := write(name, s.emit(file, file.FileStart, file.FileEnd)); err != nil {
			return nil, "", err
		}
	}
	list, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return nil, "", err
	}
	overlay = filepath.Join(temporary, "overlay.json")
	return s.changes, overlay, os.WriteFile(overlay, list, 0o600)
}

// check parses and checks a package; the compiler's export data describes what it imports.
func check(set *token.FileSet, folder string) (map[string]*ast.File, *types.Package, *types.Info, error) {
	const format = `{{if .Export}}{{.ImportPath}} {{.Export}}{{end}}`
	out, err := exec.Command("go", "list", "-export", "-deps", "-f", format, "./"+folder).Output()
	if err != nil {
		return nil, nil, nil, err
	}
	exports := map[string]string{}
	for line := range strings.Lines(string(out)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		exports[path] = file
	}
	out, err = exec.Command("go", "list", "-f", `{{join .GoFiles " "}}`, "./"+folder).Output()
	if err != nil {
		return nil, nil, nil, err
	}
	files, list := map[string]*ast.File{}, []*ast.File{}
	for _, name := range strings.Fields(string(out)) {
		path := filepath.Join(folder, name)
		file, err := parser.ParseFile(set, path, nil, parser.ParseComments)
		if err != nil {
			return nil, nil, nil, err
		}
		files[path], list = file, append(list, file)
	}
	lookup := func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) }
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Implicits: map[ast.Node]types.Object{}}
	config := types.Config{Importer: importer.ForCompiler(set, "gc", lookup)}
	pkg, err := config.Check(folder, set, list, info)
	return files, pkg, info, err
}

func importNames(info *types.Info, file *ast.File) map[string]string {
	names := map[string]string{}
	for _, spec := range file.Imports {
		if name, is := info.Implicits[spec].(*types.PkgName); is {
			names[name.Imported().Path()] = name.Name()
		}
		if spec.Name != nil {
			names[strings.Trim(spec.Path.Value, `"`)] = spec.Name.Name
		}
	}
	return names
}
