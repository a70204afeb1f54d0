package admin

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"gorm.io/gorm"

	"turnpost/models"
	"turnpost/models/db"
	"turnpost/models/rating"
	"turnpost/models/schema"
)

// FaultRating is a rating, or a decision about one, that does not follow from the games.
const FaultRating models.FaultKind = "rating"

// RatingsChecked holds the counts of CheckRatings.
type RatingsChecked struct{ Games, Faults int }

func (r *ratedRow) ratingsText() string {
	texts := [2]string{"-", "-"}
	for seat, c := range r.changes {
		if c != nil {
			texts[seat] = ratingText(c.Before) + " > " + ratingText(c.After)
		}
	}
	return texts[0] + ", " + texts[1]
}

func ratedText(want rating.Rated) string {
	if want.Cause != "" {
		return "-, -"
	}
	return fmt.Sprintf("%s > %s, %s > %s", ratingText(want.Before[0]), ratingText(want.After[0]),
		ratingText(want.Before[1]), ratingText(want.After[1]))
}

// matches reports whether a game is stored with the given decision and ratings.
func (r *ratedRow) matches(want rating.Rated) bool {
	if r.cause != want.Cause {
		return false
	}
	for seat, stored := range r.changes {
		switch {
		case r.deleted[seat]:
		case want.Cause != "":
			if stored != nil {
				return false
			}
		case stored == nil || !near(stored.Before, want.Before[seat]) || !near(stored.After, want.After[seat]):
			return false
		}
	}
	return true
}

// near reports whether two ratings are equal, but for the rounding of different processors.
func near(a, b rating.Rating) bool {
	const most = 1e-6
	return math.Abs(a.Rating-b.Rating) < most && math.Abs(a.Deviation-b.Deviation) < most &&
		math.Abs(a.Volatility-b.Volatility) < most
}

type seatInPool struct {
	player int64
	pool   rating.Pool
}

func (p *ratingReplay) comparePlayers(from *gorm.DB) error {
	stored := map[seatInPool]rating.Standing{}
	err := db.Query(from, func(c *db.Columns) error {
		key := seatInPool{c.Number(), rating.Pool{Ruleset: c.Text(), Variant: c.Text()}}
		stored[key] = rating.Standing{
			Rating: schema.TakeRating(c), Games: int(c.Number()), Opponents: int(c.Number()), At: schema.Millis(c).Time(),
		}
		return nil
	}, "SELECT player_id, ruleset, variant, rating, deviation, volatility, games, opponents, rated_at FROM ratings")
	if err != nil {
		return err
	}
	var failure error
	p.ledger.All(func(player int64, pool rating.Pool, want rating.Standing) {
		key := seatInPool{player, pool}
		is, ok := stored[key]
		delete(stored, key)
		switch {
		case failure != nil, p.deleted[player]:
		case !ok:
			failure = p.onPlayer(player, pool, nil, &want)
		case !near(is.Rating, want.Rating) || is.Games != want.Games || is.Opponents != want.Opponents ||
			!is.At.Equal(want.At):
			failure = p.onPlayer(player, pool, &is, &want)
		}
	})
	for key, is := range stored {
		if failure == nil && !p.deleted[key.player] {
			failure = p.onPlayer(key.player, key.pool, &is, nil)
		}
	}
	return failure
}

func (p *ratingReplay) compareAbsences(from *gorm.DB) error {
	type absence struct{ player, stored, want int64 }
	var wrong []absence
	err := db.Query(from, func(c *db.Columns) error {
		player, stored := c.Number(), c.Number()
		if want := p.ledger.AbsenceRated(player); want != stored && !p.deleted[player] {
			wrong = append(wrong, absence{player, stored, want})
		}
		return nil
	}, "SELECT player_id, absence_rated FROM standings")
	for _, a := range wrong {
		if err == nil {
			err = p.onAbsent(a.player, a.stored, a.want)
		}
	}
	return err
}

// standingText formats a standing for a fault.
func standingText(s *rating.Standing) string {
	if s == nil {
		return "-"
	}
	return fmt.Sprintf("%s (%d, %d, %d)", ratingText(s.Rating), s.Games, s.Opponents, models.ToMillis(s.At))
}

func ratingText(r rating.Rating) string {
	return fmt.Sprintf("%.6f/%.6f/%.9f", r.Rating, r.Deviation, r.Volatility)
}

// CheckRatings computes all ratings again from the finished games, in one state of the database, and reports every
// game and every player whose stored ones differ. A fault of a player has no game, nor has a value that is not of its
// column's type, which ends the check. Memory is needed for the players and for the IDs of the games.
func (a Admin) CheckRatings(ctx context.Context, report func(GameFault)) (sum RatingsChecked, err error) {
	fault := func(game, key string, pairs ...any) {
		sum.Faults++
		report(GameFault{game, *models.NewFault(0, FaultRating, key, pairs...)})
	}
	replay := &ratingReplay{
		onGame: func(r *ratedRow, want rating.Rated) error {
			if r.cause != want.Cause {
				fault(r.id, "rating_cause", "stored", cmp.Or(r.cause, "rated"), "want", cmp.Or(want.Cause, "rated"))
				return nil
			}
			fault(r.id, "rating_game", "stored", r.ratingsText(), "want", ratedText(want))
			return nil
		},
		onPlayer: func(player int64, pool rating.Pool, stored, want *rating.Standing) error {
			fault("", "rating_player", "player", player, "ruleset", pool.Ruleset, "variant", pool.Variant,
				"stored", standingText(stored), "want", standingText(want))
			return nil
		},
		onAbsent: func(player, stored, want int64) error {
			fault("", "rating_absence", "player", player, "stored", stored, "want", want)
			return nil
		},
	}
	err = a.store.DB.Snapshot(ctx, replay.run)
	sum.Games = replay.games
	if db.IsTypeError(err) { // all later ratings follow from it
		fault("", "ratings_unread", "error", err.Error())
		return sum, nil
	}
	return sum, err
}
