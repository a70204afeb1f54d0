package models

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"turnpost/models/rating"
	"turnpost/rules"
)

// FaultRating is a rating, or a decision about one, that does not follow from the games.
const FaultRating FaultKind = "rating"

// RatingsChecked holds the counts of CheckRatings.
type RatingsChecked struct{ Games, Faults int }

// CheckRatings computes all ratings again from the finished games, in one state of the database, and reports every
// game and every player whose stored ones differ. A fault of a player has no game. Memory is needed for the players
// and for the IDs of the games.
func (a Admin) CheckRatings(ctx context.Context, report func(GameFault)) (sum RatingsChecked, err error) {
	fault := func(game, key string, pairs ...any) {
		sum.Faults++
		report(GameFault{game, *newFault(0, FaultRating, key, pairs...)})
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
	err = a.store.db.Snapshot(ctx, replay.run)
	sum.Games = replay.games
	return sum, err
}

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

// Rebuilt is what RebuildRatings has changed.
type Rebuilt struct{ Games, Changed int }

// RebuildRatings computes all ratings again from the finished games and stores those that differ. No game ends
// meanwhile.
func (a Admin) RebuildRatings(ctx context.Context) (sum Rebuilt, err error) {
	err = a.store.write(ctx, func(tx *Tx) error {
		sum, err = tx.rebuildRatings()
		return err
	})
	return sum, err
}

// AnnulRatings makes finished games unrated and computes the ratings of all later ones again. Results stay.
// Errors: CodeNotFound, CodeConflict for a game that is under way or not rated anyway.
func (a Admin) AnnulRatings(ctx context.Context, games []string) (sum Rebuilt, err error) {
	err = a.store.write(ctx, func(tx *Tx) error {
		rows, err := tx.loadGames(games)
		if err == nil {
			err = tx.lockRatings() // after the games and before their events, as the ends of games do
		}
		if err != nil {
			return err
		}
		for _, row := range rows {
			if err := tx.annulRating(row); err != nil {
				return err
			}
		}
		sum, err = tx.rebuildRatings()
		return err
	})
	return sum, err
}

// loadGames loads and locks games in the order that all transactions use.
func (tx *Tx) loadGames(ids []string) (rows []*gameRow, err error) {
	for _, id := range slices.Compact(slices.Sorted(slices.Values(ids))) {
		row, err := tx.loadGame(id)
		if err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	return rows, nil
}

func (tx *Tx) annulRating(row *gameRow) error {
	id := row.ID
	switch {
	case row.Status == Ongoing:
		return fail(CodeConflict, "annul_ongoing", "game", id)
	case row.UnratedBecause == rating.CauseAnnulled:
		return fail(CodeConflict, "annulled_already", "game", id)
	}
	if err := tx.annulEventGame(row); err != nil {
		return err
	}
	return tx.Exec("UPDATE games SET unrated_because = ? WHERE id = ?", rating.CauseAnnulled, id).Error
}

// lockRatings locks out the ends of games on PostgreSQL; on SQLite the transaction does.
func (tx *Tx) lockRatings() error {
	if !tx.IsPostgres() {
		return nil
	}
	return tx.Exec("LOCK TABLE standings, ratings, game_ratings IN EXCLUSIVE MODE").Error
}

func (tx *Tx) rebuildRatings() (Rebuilt, error) {
	if err := tx.lockRatings(); err != nil {
		return Rebuilt{}, err
	}
	changed := 0
	replay := &ratingReplay{
		onGame: func(r *ratedRow, want rating.Rated) error {
			changed++
			return tx.repairGame(r, want)
		},
		onPlayer: func(player int64, pool rating.Pool, _, want *rating.Standing) error {
			changed++
			return tx.repairPlayer(player, pool, want)
		},
		onAbsent: func(player, _, want int64) error {
			changed++
			return tx.Exec("UPDATE standings SET absence_rated = ? WHERE player_id = ?", want, player).Error
		},
	}
	err := replay.run(tx.DB)
	return Rebuilt{replay.games, changed}, err
}

// repairGame stores a decision about a game and its ratings.
func (tx *Tx) repairGame(r *ratedRow, want rating.Rated) error {
	if r.cause != want.Cause {
		err := tx.Exec("UPDATE games SET unrated_because = ? WHERE id = ?", want.Cause, r.id).Error
		if err != nil {
			return err
		}
	}
	if err := tx.Exec("DELETE FROM game_ratings WHERE game_id = ?", r.id).Error; err != nil || want.Cause != "" {
		return err
	}
	var changes []ratingChange
	for seat := range r.players {
		if !r.deleted[seat] {
			changes = append(changes, ratingChange{
				r.id, rules.Seat(seat), r.players[seat], r.players[1-seat], r.at,
				RatingChange{want.Before[seat], want.After[seat]},
			})
		}
	}
	if len(changes) == 0 {
		return nil
	}
	return tx.insertChanges(r.pool, changes)
}

// repairPlayer stores a player's rating, or removes it if want is nil.
func (tx *Tx) repairPlayer(player int64, pool rating.Pool, want *rating.Standing) error {
	if want == nil {
		return tx.Exec("DELETE FROM ratings WHERE player_id = ? AND ruleset = ? AND variant = ?",
			player, pool.Ruleset, pool.Variant).Error
	}
	return tx.upsertRatings(pool, []playerStanding{{player, *want}})
}
