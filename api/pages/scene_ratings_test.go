//go:build browser

package pages_test

import (
	"time"

	"github.com/chromedp/chromedp"

	"turnpost/models"
	"turnpost/models/challenge"
)

// addRatings adds the pages about ratings and reliability.
func (s *scene) addRatings() {
	ctx := s.t.Context()
	players := s.ratedPlayers(6)
	strong := players[0]
	reader := s.visitor().signIn(strong)
	fast, err := s.CreateChallenge(ctx, strong, challenge.NewChallenge{
		Ruleset: "hnefatafl", Opponent: players[1].Name, Seat: "first", Terms: models.Terms{Pace: "1h"},
	})
	s.must(err)
	_, err = s.AcceptChallenge(ctx, players[1], fast.ID) // its first turn never comes
	s.must(err)
	s.Mails()
	for range 20 {
		s.Clock.Advance(4 * time.Minute)
		_, err := s.SweepClocks(ctx)
		s.must(err)
	}
	s.add("rating-profile", nil, "/p/"+strong.Name, nil)
	s.add("rating-profile-own", reader, "/p/"+strong.Name, func(b *tab) { b.do(chromedp.Click("main details summary")) })
	s.add("rating-history", nil, "/p/"+strong.Name+"/ratings", nil)
	s.add("rating-history-none", nil, "/p/cleo/ratings", nil)
	s.add("rating-ranking", nil, "/r/hnefatafl/ranking?variant=7x7", nil)
	s.add("rating-ranking-none", nil, "/r/bohnduell/ranking", nil)
	c, err := s.CreateChallenge(ctx, strong, challenge.NewChallenge{
		Ruleset: "hnefatafl", Variant: "7x7", Terms: models.Terms{MinRating: 1400, MaxRating: 1700, MinReliability: 90},
	})
	s.must(err)
	s.add("rating-challenge", nil, "/c/"+c.ID, nil)
	s.add("rating-play", s.ann, "/play?ruleset=hnefatafl", nil)
	s.add("rating-form", reader, "/r/hnefatafl?play=1#play", nil)
	g := s.Rate(strong, players[5])
	s.add("rating-game", nil, pathOf(g), nil)
	hide := models.Values{"show_rating": {models.No}}
	_, err = s.UpdateProfile(ctx, players[4].ID, models.ProfilePatch{Values: hide})
	s.must(err)
	s.add("rating-hidden", nil, "/p/"+players[4].Name, nil)
}
