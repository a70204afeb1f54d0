package challenge

import (
	"context"

	"turnpost/models"
	"turnpost/models/db"
	"turnpost/models/rating"
	"turnpost/models/schema"
)

// LastChallenge returns the newest challenge that the player has made, in a ruleset or in any, to begin another one
// with the same choices; found is false if there is none.
func (s *Store) LastChallenge(
	ctx context.Context, player int64, ruleset string,
) (c models.Challenge, found bool, err error) {
	err = db.Query(s.Read(ctx), func(columns *db.Columns) error {
		row := schema.TakeChallenge(columns)
		c, found = row.Challenge(), true
		c.Terms = row.Terms // as was asked for, of the house too
		return nil
	}, schema.SelectChallenge+`WHERE c.id = (SELECT id FROM challenges WHERE challenger_id = ? AND (? = '' OR ruleset = ?)
		ORDER BY created_at DESC, id DESC LIMIT 1)`, player, ruleset, ruleset)
	return c, found, err
}

// AddStandings sets the standings of the challengers, as a player with an ID sees them; 0 is an anonymous reader.
func (s *Store) AddStandings(ctx context.Context, reader int64, list []models.Challenge) error {
	known := map[int64]models.Reliability{}
	for i := range list {
		c := &list[i]
		by, err := s.RatingIn(ctx, c.Challenger.ID, c.Ruleset, c.Variant, reader)
		if err != nil {
			return err
		}
		r, ok := known[c.Challenger.ID]
		if !ok {
			if r, err = s.Reliability(ctx, c.Challenger.ID); err != nil {
				return err
			}
			known[c.Challenger.ID] = r
		}
		c.Standing = &models.ChallengerStanding{Rating: by, Reliability: r}
	}
	return nil
}

// RatingIn returns the current rating of a player in a variant of a ruleset, as a player with an ID sees it: nil before
// the first rated game and if it is hidden.
func (s *Store) RatingIn(
	ctx context.Context, player int64, ruleset, variant string, reader int64,
) (shown *rating.Rating, err error) {
	now := s.Clock()
	err = db.Query(s.Read(ctx), func(c *db.Columns) error {
		standing := rating.Standing{Rating: schema.TakeRating(c), Games: int(c.Number()), At: schema.Millis(c).Time()}
		by := standing.Now(now)
		shown = &by
		return nil
	}, `SELECT r.rating, r.deviation, r.volatility, r.games, r.rated_at
		FROM ratings r JOIN players p ON p.id = r.player_id
		WHERE r.player_id = ? AND r.ruleset = ? AND r.variant = ? AND (p.hide_rating = 0 OR p.id = ?)`,
		player, ruleset, variant, reader)
	return shown, err
}
