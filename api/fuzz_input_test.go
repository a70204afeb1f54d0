package api

import (
	"net/url"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"turnpost/models"
)

func FuzzReadTurn(f *testing.F) {
	for _, seed := range []string{"d1-c1\n", `{"turn":"d1-c1","ply":3,"message":"x"}`, `{"turn":1}`, "{", "\xff", ""} {
		f.Add(seed, true)
		f.Add(seed, false)
	}
	f.Fuzz(func(t *testing.T, body string, isJSON bool) {
		form := typeText
		if isJSON {
			form = typeJSON
		}
		turn, err := readTurn(form, []byte(body))
		if err != nil && models.CodeOf(err) != models.CodeInvalid {
			t.Errorf("%q: %v", body, err)
		}
		if !isJSON && (err != nil || turn.Turn != strings.TrimSpace(body)) {
			t.Errorf("%q: %q, %v", body, turn.Turn, err)
		}
	})
}

func FuzzCheckJSON(f *testing.F) {
	for _, seed := range []string{"{}", "{\n \"a\":}", "[1,", "nul", "\"\\u12\"", "1 2"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, body string) {
		if err := checkJSON([]byte(body)); err != nil && models.CodeOf(err) != models.CodeInvalid {
			t.Errorf("%q: %v", body, err)
		}
	})
}

func FuzzReadQuery(f *testing.F) {
	for _, seed := range []string{"", "ply=1&flip=true", "ply=1&ply=2", "x", "%zz", "a;b", "ply=%ff", "&&=", "ply"} {
		f.Add(seed)
	}
	known := []string{"ply", "flip"}
	f.Fuzz(func(t *testing.T, query string) {
		err := readQuery(query, known, nil, true)
		if err != nil {
			if models.CodeOf(err) != models.CodeInvalid {
				t.Errorf("%q: %v", query, err)
			}
			return
		}
		values, err := url.ParseQuery(query)
		if err != nil {
			t.Fatalf("%q was let through: %v", query, err)
		}
		for name, given := range values {
			if !slices.Contains(known, name) || len(given) != 1 || !utf8.ValidString(given[0]) {
				t.Errorf("%q was let through", query)
			}
		}
	})
}

func FuzzGameStateOf(f *testing.F) {
	for _, seed := range []string{"", "*", `"ply-3"`, `W/"ply-3.draw-first"`, `"ply-`, "ply-+3"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, header string) {
		if ply, _, err := gameStateOf(header); ply != nil && (err != nil || *ply < 0) {
			t.Errorf("%q: %d, %v", header, *ply, err)
		}
	})
}
