package main

import (
	"bytes"
	"encoding/json"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// values are the packages that need no row. They import nothing of the module, and each package that may import
// models may import them.
var values = []string{
	"turnpost/models/calendar", "turnpost/models/ladder", "turnpost/models/linktext", "turnpost/models/mailaddr",
	"turnpost/models/names", "turnpost/models/networks", "turnpost/models/pace", "turnpost/models/panics",
	"turnpost/models/rating",
	"turnpost/models/roundrobin", "turnpost/models/secrets", "turnpost/models/visible", "turnpost/models/webhook",
}

// floors are the packages that hold the store, from the lowest. Each may import those below it, and a package that may
// import models may import all but the first, whose rows are the store's own.
var floors = []string{
	"turnpost/models/schema", "turnpost/models/queue", "turnpost/models/core", "turnpost/models/notice",
	"turnpost/models/account", "turnpost/models/play", "turnpost/models/challenge", "turnpost/models/event",
	"turnpost/models/hook", "turnpost/models/mailbox", "turnpost/models/upkeep", "turnpost/models/admin",
	"turnpost/models/store",
}

// layers lists the allowed imports within the module. A path ending in /... matches the package and all below it.
var layers = []struct {
	pkg    string
	allows []string
}{
	{"turnpost/rules/phrase", nil},
	{"turnpost/rules", []string{"turnpost/rules/phrase"}},
	{"turnpost/rules/catalog", []string{"turnpost/rules/..."}},
	{"turnpost/rules/search", []string{"turnpost/rules"}},
	{"turnpost/rules/rulestest", []string{
		"turnpost/rules", "turnpost/rules/phrase", "turnpost/rules/rulestest/sample", "turnpost/rules/search",
	}},
	{"turnpost/rules/...", []string{"turnpost/rules", "turnpost/rules/phrase", "turnpost/rules/search"}},
	{"turnpost/templates/words", []string{"turnpost/rules", "turnpost/rules/catalog", "turnpost/rules/phrase"}},
	{"turnpost/models/bounded", nil},
	{"turnpost/templates/board", []string{"turnpost/models/bounded", "turnpost/rules/...", "turnpost/templates/words"}},
	{"turnpost/templates/view", []string{
		"turnpost/models", "turnpost/models/record", "turnpost/models/trial", "turnpost/rules/...",
		"turnpost/templates/board", "turnpost/templates/words",
	}},
	{"turnpost/templates", []string{
		"turnpost/models", "turnpost/models/setting", "turnpost/rules/...", "turnpost/templates/...",
	}},
	{"turnpost/models/db", nil},
	{"turnpost/models/migrations", nil},
	{"turnpost/models", []string{"turnpost/rules", "turnpost/rules/phrase"}},
	{"turnpost/models/export", []string{
		"turnpost/models", "turnpost/models/record", "turnpost/models/setting", "turnpost/rules/phrase",
	}},
	{"turnpost/models/house", []string{"turnpost/models", "turnpost/rules", "turnpost/rules/search"}},
	{"turnpost/models/record", []string{"turnpost/models", "turnpost/rules", "turnpost/rules/phrase"}},
	{"turnpost/models/setting", []string{"turnpost/models", "turnpost/rules/phrase"}},
	{"turnpost/models/trial", []string{"turnpost/models", "turnpost/rules", "turnpost/rules/phrase"}},
	{"turnpost/models/modeltest/bed", nil},
	{"turnpost/models/modeltest/cputime", nil},
	{"turnpost/models/modeltest/vectors", nil},
	{"turnpost/models/modeltest", []string{"turnpost/models", "turnpost/models/modeltest/bed", "turnpost/rules"}},
	{"turnpost/templates/site", []string{
		"turnpost/models/bounded", "turnpost/templates/board", "turnpost/templates/words",
	}},
	{"turnpost/api/pages/drawn", []string{"turnpost/rules", "turnpost/templates/..."}},
	{"turnpost/api/pages/gzipped", nil},
	{"turnpost/api/pages/live", []string{"turnpost/models", "turnpost/rules/phrase"}},
	{"turnpost/api/pages/taps", []string{"turnpost/models", "turnpost/rules"}},
	{"turnpost/api/pages", []string{
		"turnpost/api/pages/drawn", "turnpost/api/pages/taps", "turnpost/api/pages/gzipped", "turnpost/api/pages/live",
		"turnpost/models/bounded", "turnpost/models",
		"turnpost/models/trial", "turnpost/rules/...", "turnpost/templates/...",
	}},
	{"turnpost/api/pages/operator", []string{
		"turnpost/api/pages", "turnpost/models", "turnpost/rules", "turnpost/rules/phrase", "turnpost/templates/...",
	}},
	{"turnpost/api", []string{
		"turnpost/api/pages", "turnpost/api/pages/operator", "turnpost/api/pages/live", "turnpost/models/bounded",
		"turnpost/models/export", "turnpost/models/record", "turnpost/models/trial", "turnpost/models",
		"turnpost/rules/...", "turnpost/templates/...",
	}},
	{"turnpost/mailer/mailprograms", nil},
	{"turnpost/mailer/verdict", nil},
	{"turnpost/mailer/reply/wrapped", nil},
	{"turnpost/mailer/reply", []string{
		"turnpost/mailer/reply/wrapped", "turnpost/mailer/verdict", "turnpost/models/mailaddr", "turnpost/rules",
		"turnpost/rules/phrase",
	}},
	{"turnpost/mailer", []string{
		"turnpost/models", "turnpost/models/setting", "turnpost/rules/...", "turnpost/templates/...",
		"turnpost/mailer/reply", "turnpost/mailer/verdict",
	}},
	{"turnpost/mailer/webhook/pushtest", nil},
	{"turnpost/mailer/webhook", []string{
		"turnpost/mailer", "turnpost/models", "turnpost/rules/...", "turnpost/templates/...",
	}},
	{"turnpost/cmd/api/programtest", []string{
		"turnpost/mailer", "turnpost/mailer/mailprograms", "turnpost/models", "turnpost/models/modeltest",
		"turnpost/models/modeltest/bed", "turnpost/rules/...",
	}},
	{"turnpost/cmd/api/trials", nil},
	{"turnpost/cmd/api", []string{"turnpost/..."}},
}

// homes lists the packages that may import a library.
var homes = map[string][]string{
	"gorm.io/": append([]string{"turnpost/models/db"}, floors...),
	"github.com/labstack/echo/v4": {
		"turnpost/api", "turnpost/api/pages", "turnpost/api/pages/gzipped", "turnpost/api/pages/live",
		"turnpost/api/pages/operator", "turnpost/cmd/api",
	},
	"github.com/wneessen/go-mail":   {"turnpost/mailer"},
	"golang.org/x/image":            {"turnpost/templates/board"},
	"github.com/pressly/goose":      {"turnpost/models/db"},
	"github.com/emersion/go-smtp":   {"turnpost/mailer"},
	"code.dny.dev/ssrf":             {"turnpost/mailer/webhook"},
	"github.com/emersion/go-imap":   {"turnpost/mailer"},
	"github.com/oapi-codegen/":      {"turnpost/api"},
	"github.com/getkin/kin-openapi": {"turnpost/api"},
	"github.com/yuin/goldmark":      {"turnpost/templates/site"},
	"github.com/coreos/go-systemd":  {"turnpost/cmd/api"},
	"github.com/arran4/golang-ical": {"turnpost/api/pages"},
}

// pure lists the packages that the rules may not import.
var pure = []string{"time", "net", "os", "log", "math/rand", "crypto/rand", "io/ioutil", "syscall", "unsafe"}

type goPackage struct {
	ImportPath string
	Imports    []string
}

func TestImportsKeepTheLayers(t *testing.T) {
	for _, p := range listPackages(t) {
		if slices.Contains(values, p.ImportPath) {
			for _, imported := range p.Imports {
				checkImport(t, p.ImportPath, imported, nil)
			}
			continue
		}
		if floor := slices.Index(floors, p.ImportPath); floor >= 0 {
			below := append([]string{
				"turnpost/models", "turnpost/models/bounded", "turnpost/models/db", "turnpost/models/migrations",
				"turnpost/rules", "turnpost/rules/catalog", "turnpost/rules/phrase",
			}, floors[:floor]...)
			for _, imported := range p.Imports {
				checkImport(t, p.ImportPath, imported, below)
			}
			continue
		}
		layer := slices.IndexFunc(layers, func(l struct {
			pkg    string
			allows []string
		},
		) bool {
			return covers(l.pkg, p.ImportPath)
		})
		if layer < 0 {
			t.Errorf("%s belongs to no layer", p.ImportPath)
			continue
		}
		for _, imported := range p.Imports {
			checkImport(t, p.ImportPath, imported, layers[layer].allows)
		}
	}
}

func checkImport(t *testing.T, pkg, imported string, allows []string) {
	t.Helper()
	if strings.HasPrefix(imported, "turnpost/") {
		uses := slices.Contains(allows, "turnpost/models")
		if (uses || pkg == "turnpost/models") && slices.Contains(values, imported) {
			return
		}
		if uses && !slices.Contains(floors, pkg) && slices.Contains(floors[1:], imported) {
			return
		}
		if !slices.ContainsFunc(allows, func(a string) bool { return covers(a, imported) }) {
			t.Errorf("%s imports %s", pkg, imported)
		}
		return
	}
	for library, where := range homes {
		if strings.HasPrefix(imported, library) && !slices.Contains(where, pkg) {
			t.Errorf("%s imports %s, which belongs to %v", pkg, imported, where)
		}
	}
	if !strings.HasPrefix(pkg, "turnpost/rules") {
		return
	}
	if strings.Contains(imported, ".") {
		t.Errorf("%s imports %s; the rules use the standard library only", pkg, imported)
	}
	impure := slices.ContainsFunc(pure, func(p string) bool { return imported == p || strings.HasPrefix(imported, p+"/") })
	// rulestest reads test data and uses random numbers with fixed seeds; newgame writes files, outside of the program.
	if impure && pkg != "turnpost/rules/rulestest" && pkg != "turnpost/rules/newgame" {
		t.Errorf("%s imports %s; the rules use no clock, random numbers, files or network", pkg, imported)
	}
}

// covers reports whether a pattern of a layer matches a package.
func covers(pattern, pkg string) bool {
	if prefix, below := strings.CutSuffix(pattern, "/..."); below {
		return pkg == prefix || strings.HasPrefix(pkg, prefix+"/")
	}
	return pattern == pkg
}

func listPackages(t *testing.T) []goPackage {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "go", "list", "-json=ImportPath,Imports", "turnpost/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	var list []goPackage
	for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
		var p goPackage
		if err := decoder.Decode(&p); err == io.EOF {
			return list
		} else if err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
}
