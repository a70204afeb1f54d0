package api

import "testing"

func TestPlyOf(t *testing.T) {
	for header, want := range map[string]int{
		"": -1, "*": -1, `"ply-12"`: 12, ` "ply-0" `: 0, `W/"ply-3"`: 3, `"ply-7.draw-first"`: 7, `ply-4`: 4,
		`"ply-"`: -2, `"ply--1"`: -2, `"x"`: -2, `"ply-1", "ply-2"`: -2, `"ply-99999999999999999999"`: -2,
	} {
		got, err := plyOf(header)
		switch {
		case want == -2 && err == nil:
			t.Errorf("%q is no error", header)
		case want == -1 && (err != nil || got != nil):
			t.Errorf("%q: %v, %v", header, got, err)
		case want >= 0 && (err != nil || got == nil || *got != want):
			t.Errorf("%q: %v, %v", header, got, err)
		}
	}
}

func TestUnchanged(t *testing.T) {
	for header, want := range map[string]bool{
		"": false, "*": true, `"ply-1"`: true, `W/"ply-1"`: true, `"ply-0", "ply-1"`: true, `"ply-10"`: false,
		`"ply-1.finished"`: false,
	} {
		if got := unchanged(header, `"ply-1"`); got != want {
			t.Errorf("%q: %v", header, got)
		}
	}
}
