//go:build browser

package pages_test

import (
	"turnpost/models"
	"turnpost/models/challenge"
	"turnpost/rules"
)

// addHouse adds a game with the house in the player's turn, and one in which the house thinks.
func (s *scene) addHouse() {
	ctx := s.t.Context()
	ivy := s.SignUp("ivy")
	visitor := s.visitor().signIn(ivy)
	for _, state := range []string{"house-game", "house-thinks"} {
		c, err := s.CreateChallenge(ctx, ivy, challenge.NewChallenge{
			Ruleset: "hnefatafl", Variant: "7x7", Seat: "first", Opponent: models.HouseName(rules.Easy),
		})
		s.must(err)
		if state == "house-thinks" {
			s.Play(c.Begun, ivy, "d1-c1")
		}
		s.add(state, visitor, pathOf(c.Begun), nil)
	}
	s.add("house-rules", visitor, "/r/hnefatafl?play=1", nil)
	s.add("house-inbox", visitor, "/inbox", nil)
}
