package main

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"turnpost/rules"
	"turnpost/rules/catalog"
	"turnpost/rules/phrase"
)

const contributing = "../../.ci/CONTRIBUTING.md"

var (
	markdownLink = regexp.MustCompile(`\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"`)
	heading      = regexp.MustCompile(`(?m)^#+ +(.*)$`)
	notInAnchors = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
	codeBlock    = regexp.MustCompile("(?ms)^```.*?^```$|^    .*?$")
	codeSpan     = regexp.MustCompile("`[^`]*`")
)

// TestLinksOfPagesResolve follows the relative links of every README, and of .ci/CONTRIBUTING.md, to a file and to a
// heading.
func TestLinksOfPagesResolve(t *testing.T) {
	pages := documentPages(t)
	followed := 0
	for _, page := range pages {
		text := codeSpan.ReplaceAllString(codeBlock.ReplaceAllString(readFile(t, page), ""), "")
		for _, m := range markdownLink.FindAllStringSubmatch(text, -1) {
			target := m[1] + m[2]
			if strings.Contains(target, "://") {
				continue
			}
			followed++
			file, anchor, _ := strings.Cut(target, "#")
			if file = filepath.Join(filepath.Dir(page), file); strings.HasPrefix(target, "#") {
				file = page
			}
			if _, err := os.Stat(file); err != nil {
				t.Errorf("%s links to %s: %v", page, target, err)
			} else if anchor != "" && !slices.Contains(anchors(readFile(t, file)), anchor) {
				t.Errorf("%s links to %s, which has no such heading", page, target)
			}
		}
	}
	if len(pages) < 5 || followed < 20 {
		t.Errorf("%d links of %d pages", followed, len(pages))
	}
}

// documentPages are the pages for people who work with the source.
func documentPages(t *testing.T) (pages []string) {
	t.Helper()
	err := filepath.WalkDir("../..", func(file string, entry fs.DirEntry, err error) error {
		if err != nil && !errors.Is(err, fs.ErrNotExist) { // other tests may delete what they have made
			return err
		}
		if entry != nil && entry.IsDir() && strings.HasPrefix(entry.Name(), ".") && entry.Name() != ".." &&
			entry.Name() != ".ci" {
			return fs.SkipDir
		}
		if name := path.Base(filepath.ToSlash(file)); name == "README.md" || name == "CONTRIBUTING.md" {
			pages = append(pages, file)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return pages
}

// anchors are the names by which headings of a page are linked.
func anchors(page string) (names []string) {
	for _, m := range heading.FindAllStringSubmatch(codeBlock.ReplaceAllString(page, ""), -1) {
		name := strings.ReplaceAll(notInAnchors.ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-")
		names = append(names, name)
	}
	return names
}

// isGame reports whether a package is a game of the catalog.
func isGame(importPath string) bool {
	return slices.ContainsFunc(catalog.All(), func(r rules.Ruleset) bool {
		return importPath == "turnpost/rules/"+r.Info(phrase.English).ID
	})
}

// named returns the path of a file that CONTRIBUTING.md names: one of models, if it names no folder.
func named(file string) string {
	if strings.Contains(file, "/") {
		return "../../" + file
	}
	return "../../models/" + file
}

// TestContributingIsComplete fails unless CONTRIBUTING.md lists every package except the games of the catalog, and
// exactly the targets of the Makefile, and what it names is in the files that it names.
func TestContributingIsComplete(t *testing.T) {
	text := readFile(t, contributing)
	for _, p := range listPackages(t) {
		folder := " " + path.Base(p.ImportPath) + "/"
		if p.ImportPath == "turnpost/cmd/api" {
			folder = " cmd/api/"
		}
		if !strings.Contains(text, folder) && !isGame(p.ImportPath) {
			t.Errorf("%s lacks %s", contributing, p.ImportPath)
		}
	}
	for _, m := range regexp.MustCompile("`([a-z_/]+\\.(?:go|yaml|js))`").FindAllStringSubmatch(text, -1) {
		if _, err := os.Stat(named(m[1])); err != nil {
			t.Errorf("%s names a file: %v", contributing, err)
		}
	}
	places := regexp.MustCompile("((?:`[\\w.]+`,? (?:and )?)+)in `([a-z_/]+\\.(?:go|js))`").FindAllStringSubmatch(text, -1)
	for _, m := range places {
		content := readFile(t, named(m[2]))
		for _, name := range regexp.MustCompile("(\\w+)`").FindAllStringSubmatch(m[1], -1) {
			if !regexp.MustCompile(`\b` + name[1] + `\b`).MatchString(content) {
				t.Errorf("%s names %s, which %s lacks", contributing, name[1], m[2])
			}
		}
	}
	if len(places) < 100 {
		t.Errorf("%s: %d names in files were found", contributing, len(places))
	}
	var targets, listed []string
	for _, m := range regexp.MustCompile(`(?m)^([a-z]+):`).FindAllStringSubmatch(readFile(t, "../../Makefile"), -1) {
		targets = append(targets, m[1])
	}
	for _, m := range regexp.MustCompile(`(?m)^    make ([a-z]+) `).FindAllStringSubmatch(text, -1) {
		listed = append(listed, m[1])
	}
	slices.Sort(targets)
	slices.Sort(listed)
	if len(targets) < 5 || !slices.Equal(targets, listed) {
		t.Errorf("%s lists the targets %v; the Makefile has %v", contributing, listed, targets)
	}
}

// TestManualListsTheMetrics compares the metrics that the operators' manual explains with those of a server.
func TestManualListsTheMetrics(t *testing.T) {
	i := start(t, "--listen", "127.0.0.1:0", "--database", databaseFile(t), "--smtp", "file:"+t.TempDir())
	_, metrics := i.Browse("/metrics", "", nil)
	var served, explained []string
	for _, m := range regexp.MustCompile(`(?m)^# HELP (\S+) `).FindAllStringSubmatch(metrics, -1) {
		served = append(served, m[1])
	}
	row := regexp.MustCompile("(?m)^\\| `(turnpost_[a-z_]+)` \\|")
	for _, m := range row.FindAllStringSubmatch(readFile(t, manual), -1) {
		explained = append(explained, m[1])
	}
	slices.Sort(served)
	slices.Sort(explained)
	if len(served) < 5 || !slices.Equal(served, explained) {
		t.Errorf("the manual explains %v; a server has %v", explained, served)
	}
}
