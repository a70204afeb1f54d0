package main

import (
	"log/slog"
	"slices"
	"strings"
	"unicode"

	"github.com/alecthomas/kong"
)

// variables returns the names of all settings in the environment, sorted.
func variables(app *kong.Application) []string {
	var names []string
	var walk func(*kong.Node)
	walk = func(n *kong.Node) {
		for _, f := range n.Flags {
			if isSetting(f) {
				names = append(names, variable(f.Name))
			}
		}
		for _, child := range n.Children {
			walk(child)
		}
	}
	walk(app.Node)
	slices.Sort(names)
	return slices.Compact(names)
}

// warnUnknown warns of variables that look like settings but are not, also in small letters or after a byte order mark.
// Variables TURNPOST_TEST_… belong to the tests.
func warnUnknown(log *slog.Logger, environ, known []string) {
	for _, entry := range environ {
		name, _, _ := strings.Cut(entry, "=")
		plain := strings.ToUpper(strings.TrimFunc(name, func(r rune) bool { return !unicode.IsLetter(r) }))
		if !strings.HasPrefix(plain, "TURNPOST_") || strings.HasPrefix(name, "TURNPOST_TEST_") {
			continue
		}
		if slices.Contains(known, name) || slices.Contains(known, strings.TrimSuffix(name, "_FILE")) {
			continue
		}
		args := []any{"variable", name}
		if near := nearest(strings.TrimSuffix(plain, "_FILE"), known); near != "" {
			args = append(args, "did_you_mean", near)
		}
		log.Warn("nothing reads this variable", args...)
	}
}

// nearest returns the known name with the smallest edit distance, or "" if none is near.
func nearest(name string, known []string) string {
	best, most := "", max(2, len(strings.TrimPrefix(name, "TURNPOST_"))/3)
	for _, k := range known {
		if d := distance(name, k); d <= most {
			best, most = k, d-1
		}
	}
	return best
}

// distance returns the edit distance (Levenshtein) between a and b.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
