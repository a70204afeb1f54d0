package models

import (
	"strings"
	"testing"

	"turnpost/rules/rulestest/sample"
)

func TestCheckFindsChangedRatings(t *testing.T) {
	sample.Whole(t, "changes every column of ratings")
	for name, c := range map[string]struct{ change, want string }{
		"a rating of a player":    {"UPDATE ratings SET rating = rating + 1", "the rating of player"},
		"a missing player":        {"DELETE FROM ratings", "the rating of player"},
		"a counted opponent":      {"UPDATE ratings SET opponents = 1", "the rating of player"},
		"a rating after a game":   {"UPDATE game_ratings SET after_rating = 1600 WHERE seat = 1", "the ratings are stored"},
		"a missing game":          {"DELETE FROM game_ratings WHERE seat = 0", "the ratings are stored"},
		"an invented reason":      {"UPDATE games SET unrated_because = 'pair'", "should be \"rated\""},
		"an absence without loss": {"UPDATE standings SET absence_rated = 1", "the last absence"},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			ann, bob := w.player("ann"), w.player("bob")
			w.resign(w.opened(ann, bob), bob)
			w.resign(w.opened(bob, ann), ann)
			if err := w.raw(c.change); err != nil {
				t.Fatal(err)
			}
			if faults := w.checkRatings(); !strings.Contains(faults, c.want) {
				t.Errorf("faults %q", faults)
			}
			if _, err := w.Admin().RebuildRatings(t.Context()); err != nil {
				t.Fatal(err)
			}
			if faults := w.checkRatings(); faults != "" {
				t.Errorf("after it was rebuilt: %s", faults)
			}
		})
	}
}
