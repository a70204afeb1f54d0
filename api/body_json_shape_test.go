package api

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestShapeOfJSON(t *testing.T) {
	members := func(n int) string { return `{` + strings.Repeat(`"a":1,`, n-1) + `"z":":"}` }
	nested := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	for text, good := range map[string]bool{
		`{"turn":"d1-c1"}`:                                true,
		nested(maxJSONDepth):                              true,
		nested(maxJSONDepth + 1):                          false,
		`["` + nested(1000) + `"]`:                        true, // in a string
		`["\"` + nested(1000) + `"]`:                      true,
		`["\\",` + nested(40) + `]`:                       false,
		members(maxJSONMembers):                           true,
		members(maxJSONMembers + 1):                       false,
		"[" + strings.Repeat(members(100)+",", 3) + "{}]": true,
		strings.Repeat("[]", 40):                          true, // not JSON, but flat
		"[" + strings.Repeat("1,", 9) + "1]":              true,
		"[" + strings.Repeat("1,", 11) + "1]":             false,
		strings.Repeat("[", 1_000_000):                    false,
		"":                                                true,
	} {
		if err := checkShape([]byte(text), 10+strings.Count(text, "[")+strings.Count(text, ":")); (err == nil) != good {
			t.Errorf("%.40q: %v", text, err)
		}
	}
}

func TestMembersOfJSON(t *testing.T) {
	for text, good := range map[string]bool{
		`{"a":"b","b":"a"}`:                   true,
		`{"a":{"a":1},"b":[{"a":1},{"a":2}]}`: true,
		`["a","a",{"a":"a"}]`:                 true,
		`{"":1,"a":1e999}`:                    true,
		`"a"`:                                 true,
		`{"a":1,"a":1}`:                       false,
		`{"a":1,"b":2,"a":3}`:                 false,
		`[{},{"b":{"a":[],"a":{}}}]`:          false,
		`{"":1,"":2}`:                         false,
	} {
		if err := checkMembers([]byte(text)); (err == nil) != good {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func FuzzShapeOfJSON(f *testing.F) {
	for _, seed := range []string{
		`{"a":[1,2,{"b":"\"[["}]}`, "[[[[", `"\`,
		strings.Repeat("[", 40) + strings.Repeat("]", 40),
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var v any
		if checkShape([]byte(text), 1000) != nil || json.Unmarshal([]byte(text), &v) != nil {
			return
		}
		if d := depthOf(v); d > maxJSONDepth {
			t.Fatalf("%d deep was let through", d)
		}
	})
}

func depthOf(v any) int {
	deepest := -1
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			deepest = max(deepest, depthOf(item))
		}
	case map[string]any:
		for _, item := range v {
			deepest = max(deepest, depthOf(item))
		}
	default:
		return 0
	}
	return max(deepest, 0) + 1
}
