//go:build browser

package pages_test

import (
	"turnpost/models"
	"turnpost/models/challenge"
	"turnpost/models/play"
)

// addLists adds the lists of games, players and open challenges, with and without entries. It must come last, so that
// the lists show what the others have added.
func (s *scene) addLists() {
	ctx := s.t.Context()
	for _, offer := range []challenge.NewChallenge{
		{Ruleset: "hnefatafl", Variant: "9x9", Seat: "second", Terms: models.Terms{Pace: "5d"}},
		{Ruleset: "hanniball", Terms: models.Terms{Pace: "36h"}},
		{Ruleset: "bohnduell", Terms: models.Terms{Pace: "14d+1d"}, Message: "Slow, please."},
		{Ruleset: "sevensages", Variant: "short"},
	} {
		_, err := s.CreateChallenge(ctx, s.players["bob"], offer)
		s.must(err)
	}
	c, err := s.CreateChallenge(ctx, s.players["cleo"], challenge.NewChallenge{Ruleset: "hnefatafl", Variant: "7x7"})
	s.must(err)
	s.add("front-open", nil, "/", nil)
	s.add("front-waiting", s.ann, "/", nil)
	s.add("play", nil, "/play", nil)
	s.add("play-signed", s.ann, "/play", nil)
	s.add("play-none", s.cleo, "/play?ruleset=hanniball&before=o0.a", nil)
	s.add("rules-open", s.ann, "/r/hnefatafl", nil)
	s.add("challenge-open-guest", nil, "/c/"+c.ID, nil)
	s.add("sign-in-accept", nil, "/sign-in?next=/c/"+c.ID+"/accept", nil)
	s.add("games", nil, "/games", nil)
	s.add("games-signed", s.ann, "/games", nil)
	s.add("games-variants", nil, "/games?ruleset=hnefatafl", nil)
	s.add("games-under-way", nil, "/games?status=ongoing", nil)
	s.add("games-none", nil, "/games?ruleset=hnefatafl&variant=9x9&status=finished", nil)
	s.add("players", nil, "/players", nil)
	s.add("players-signed", s.ann, "/players?name=b", nil)
	s.add("players-nobody", nil, "/players?name=zz", nil)
	s.add("player-own", s.ann, "/p/ann", nil)
	s.add("rulesets", nil, "/rules", nil)
	list, _, err := s.Games(ctx, play.GameFilter{Status: models.Ongoing, Ruleset: "sevensages", Limit: 1})
	s.must(err)
	s.add("game-watched", nil, pathOf(list[0]), nil)
}
