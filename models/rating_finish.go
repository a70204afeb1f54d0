package models

import (
	"strconv"
	"strings"

	"turnpost/models/db"
	"turnpost/models/rating"
	"turnpost/rules"
)

// enterResult does what the end of any game, rated or not, changes beyond the game, in the transaction that ends it: it
// enters the result in the game's event, begins the absence of a player who ran out of time, and decides whether the
// game is rated, and if so rates it from both current ratings. It sets when the game has ended: the ends of one
// player's games have an order. Departures and withdrawals are the exception: they end several games of a
// player at once, and change only why the game is unrated.
func (tx *Tx) enterResult(row *gameRow) error {
	if row.UnratedBecause == rating.CauseDeleted || row.Reason == ReasonWithdrawn {
		row.UnratedBecause = rating.Facts{
			Asked: row.Rated != 0, House: row.houseSeat() != rules.NoSeat, Reason: row.Reason, Ended: row.UnratedBecause,
		}.Cause()
		return nil
	}
	before, err := tx.lockStandings(row)
	if err != nil {
		return err
	}
	after := before
	facts, err := tx.ratingFacts(row, &after)
	if err != nil {
		return err
	}
	if row.EventID != "" {
		if facts.Ended, err = tx.endEventGame(row); err != nil {
			return err
		}
	}
	var known [2]rating.Standing
	if row.UnratedBecause = facts.Cause(); row.UnratedBecause == "" {
		if known, facts.Pair, err = tx.ratingsBefore(row); err != nil {
			return err
		}
		row.UnratedBecause = facts.Cause()
	}
	if row.UnratedBecause == "" {
		if facts.Reason == ReasonTimeout {
			after[row.Winner.Other()].AbsenceRated = row.absence
		}
		err = tx.storeRatings(row, known)
	}
	if err != nil {
		return err
	}
	return tx.storeStandings(row, before, after)
}

// ratingFacts returns what decides whether a game is rated, without the number of the pair's games, and begins the
// absence of a player who has run out of time.
func (tx *Tx) ratingFacts(row *gameRow, standings *[2]standingRow) (f rating.Facts, err error) {
	f = rating.Facts{
		Asked: row.Rated != 0, House: row.houseSeat() != rules.NoSeat, Reason: row.Reason,
	}
	if row.timedOut && !row.mover().isHouse() {
		s := &standings[row.ToMove]
		s.Absence |= 1
		row.absence = s.Absence
		f.Absent = s.AbsenceRated == s.Absence
	}
	f.Played, err = tx.bothPlayed(row)
	return f, err
}

// bothPlayed reports whether both sides have played a turn.
func (tx *Tx) bothPlayed(row *gameRow) (bool, error) {
	if fewer := min(row.First.Turns, row.Second.Turns); fewer >= 0 {
		return fewer > 0, nil
	}
	none, err := mayAbort(tx.DB, row)
	return !none, err
}

// ratingsBefore returns the standings of both players in the game's pool, and the number of their rated games there
// within rating.PairPeriod.
func (tx *Tx) ratingsBefore(row *gameRow) (known [2]rating.Standing, pair int, err error) {
	known = [2]rating.Standing{{Rating: rating.Initial}, {Rating: rating.Initial}}
	err = tx.Defer(db.Deferred{
		Query: `SELECT player_id, rating, deviation, volatility, games, opponents, rated_at FROM ratings
			WHERE player_id IN (?, ?) AND ruleset = ? AND variant = ?`,
		Args: []any{row.First.ID, row.Second.ID, row.Ruleset, row.Variant},
		Take: func(c *db.Columns) error {
			s := &known[row.seat(c.Number())]
			s.Rating, s.Games, s.Opponents, s.At = takeRating(c), int(c.Number()), int(c.Number()), millis(c).Time()
			return nil
		},
	})
	if err == nil {
		err = tx.Defer(db.Deferred{
			Query: `SELECT COUNT(*) FROM (SELECT 1 FROM game_ratings` + tx.By("game_ratings_player") + `
				WHERE player_id = ? AND ruleset = ? AND variant = ? AND rated_at > ? AND opponent_id = ?
				LIMIT ` + strconv.Itoa(rating.MaxPairGames) + ") AS recent",
			Args: []any{
				row.First.ID, row.Ruleset, row.Variant, row.FinishedAt.Add(-rating.PairPeriod), row.Second.ID,
			},
			Take: func(c *db.Columns) error { pair = int(c.Number()); return nil },
		})
	}
	if err == nil {
		err = tx.Flush()
	}
	return known, pair, err
}

// score returns the first player's score of a game with a result.
func score(winner rules.Seat) rating.Score {
	switch winner {
	case rules.First:
		return 1
	case rules.Second:
		return 0
	}
	return 0.5
}

// storeRatings rates a game and stores the ratings before and after it.
func (tx *Tx) storeRatings(row *gameRow, known [2]rating.Standing) error {
	at := row.FinishedAt.Time()
	before := [2]rating.Rating{known[0].Now(at), known[1].Now(at)}
	var after [2]rating.Rating
	after[0], after[1] = rating.Play(before[0], before[1], score(row.Winner))
	changes := make([]ratingChange, 0, 2)
	for seat := range known {
		s := &known[seat]
		counts, err := tx.newOpponent(row, rules.Seat(seat), s, before[1-seat])
		if err != nil {
			return err
		}
		s.Take(after[seat], at, counts)
		changes = append(changes, ratingChange{
			game: row.ID, seat: rules.Seat(seat), player: row.side(rules.Seat(seat)).ID,
			opponent: row.side(rules.Seat(seat).Other()).ID, at: row.FinishedAt,
			RatingChange: RatingChange{before[seat], after[seat]},
		})
	}
	pool := rating.Pool{Ruleset: row.Ruleset, Variant: row.Variant}
	if err := tx.insertChanges(pool, changes); err != nil {
		return err
	}
	return tx.upsertRatings(pool, []playerStanding{{row.First.ID, known[0]}, {row.Second.ID, known[1]}})
}

// newOpponent reports whether the opponent is established and new among those whom a standing counts.
func (tx *Tx) newOpponent(row *gameRow, seat rules.Seat, s *rating.Standing, opponent rating.Rating) (bool, error) {
	if opponent.Provisional() || s.Opponents >= rating.MinOpponents {
		return false, nil
	}
	if err := tx.Flush(); err != nil {
		return false, err
	}
	fresh := true
	err := db.Query(tx.DB, func(*db.Columns) error { fresh = false; return nil },
		`SELECT 1 FROM game_ratings mine
			JOIN game_ratings theirs ON theirs.game_id = mine.game_id AND theirs.seat <> mine.seat
			WHERE mine.player_id = ? AND mine.ruleset = ? AND mine.variant = ? AND mine.opponent_id = ?
			AND theirs.before_deviation <= ? LIMIT 1`,
		row.side(seat).ID, row.Ruleset, row.Variant, row.side(seat.Other()).ID, rating.Established)
	return fresh, err
}

// RatingChange is a player's rating before and after a game.
type RatingChange struct{ Before, After rating.Rating }

// IsZero reports whether there is none: the game is not rated, or the player was deleted.
func (c RatingChange) IsZero() bool { return c == RatingChange{} }

// ratingChange is a row of game_ratings.
type ratingChange struct {
	game             string
	seat             rules.Seat
	player, opponent int64
	at               Millis
	RatingChange
}

// playerStanding is a row of ratings.
type playerStanding struct {
	player int64
	rating.Standing
}

// unratedBecause returns why a game is not rated or, while it is ongoing, is not to be rated.
func (r *gameRow) unratedBecause() rating.Cause {
	switch {
	case r.Status != Ongoing:
		return r.UnratedBecause
	case r.Rated == 0:
		return rating.CauseUnrated
	case r.houseSeat() != rules.NoSeat:
		return rating.CauseHouse
	}
	return ""
}

// insertChanges stores the rows of rated games of a pool.
func (tx *Tx) insertChanges(pool rating.Pool, changes []ratingChange) error {
	args := make([]any, 0, 13*len(changes))
	for i := range changes {
		c := &changes[i]
		args = append(args, c.game, c.seat, c.player, c.opponent, pool.Ruleset, pool.Variant, c.at,
			c.Before.Rating, c.Before.Deviation, c.Before.Volatility, c.After.Rating, c.After.Deviation, c.After.Volatility)
	}
	return tx.DeferExec(`INSERT INTO game_ratings (game_id, seat, player_id, opponent_id, ruleset, variant, rated_at,
		before_rating, before_deviation, before_volatility, after_rating, after_deviation, after_volatility)
		VALUES `+rowsOf(13, len(changes)), args...)
}

// upsertRatings stores the rows of players in a pool.
func (tx *Tx) upsertRatings(pool rating.Pool, list []playerStanding) error {
	args := make([]any, 0, 9*len(list))
	for i := range list {
		s := &list[i]
		args = append(args, s.player, pool.Ruleset, pool.Variant, s.Rating.Rating, s.Deviation, s.Volatility,
			s.Games, s.Opponents, ToMillis(s.At))
	}
	return tx.DeferExec(`INSERT INTO ratings
		(player_id, ruleset, variant, rating, deviation, volatility, games, opponents, rated_at)
		VALUES `+rowsOf(9, len(list))+` ON CONFLICT (player_id, ruleset, variant) DO UPDATE SET rating = excluded.rating,
		deviation = excluded.deviation, volatility = excluded.volatility, games = excluded.games,
		opponents = excluded.opponents, rated_at = excluded.rated_at`, args...)
}

// rowsOf returns the placeholders of a number of rows.
func rowsOf(columns, n int) string {
	row := "(" + strings.Repeat("?, ", columns-1) + "?)"
	return row + strings.Repeat(", "+row, n-1)
}
