package store

import (
	"strings"
	"testing"

	"turnpost/rules/rulestest/sample"
)

func TestCheckFindsChangedRatings(t *testing.T) {
	const copied = "INSERT INTO ratings (player_id, ruleset, variant, rating, deviation, volatility, games, opponents, " +
		"rated_at) SELECT player_id, ruleset, '9x9', rating, deviation, volatility, games, opponents, rated_at FROM ratings"
	for _, c := range sample.Every(6, []struct{ name, change, want string }{
		{"a rating of a player", "UPDATE ratings SET rating = rating + 1", "hnefatafl 7x7 is 1"},
		{"a missing player", "DELETE FROM ratings", "is -, and should be 1"},
		{"a counted game", "UPDATE ratings SET games = 3", "the rating of player"},
		{"a counted opponent", "UPDATE ratings SET opponents = 1", "the rating of player"},
		{"a time of a rating", "UPDATE ratings SET rated_at = rated_at + 1", "the rating of player"},
		{"a rating after a game", "UPDATE game_ratings SET after_rating = 1600 WHERE seat = 1", "the ratings are stored"},
		{"a rating before a game", "UPDATE game_ratings SET before_rating = 1400 WHERE seat = 0", "the ratings are stored"},
		{"a pool without a game", copied, "and should be -"},
		{"a deviation", "UPDATE game_ratings SET after_deviation = after_deviation + 1", "the ratings are stored"},
		{"an invented reason", "UPDATE games SET unrated_because = 'pair'", "should be \"rated\""},
		{"a volatility", "UPDATE game_ratings SET after_volatility = after_volatility + 1", "the ratings are stored"},
		{"a missing game", "DELETE FROM game_ratings WHERE seat = 0", "the ratings are stored as -, "},
		{"an absence without loss", "UPDATE standings SET absence_rated = 1", "the last absence"},
	}) {
		t.Run(c.name, func(t *testing.T) {
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
