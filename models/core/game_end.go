package core

import (
	"strconv"

	"turnpost/models"
	"turnpost/models/db"
	"turnpost/models/rating"
	"turnpost/models/schema"
	"turnpost/rules"
)

// enterResult does what the end of any game, rated or not, changes beyond the game, in the transaction that ends it: it
// enters the result in the game's event, begins the absence of a player who ran out of time, and decides whether the
// game is rated, and if so rates it from both current ratings. It sets when the game has ended: the ends of one
// player's games have an order. Departures and withdrawals are the exception: they end several games of a
// player at once, and change only why the game is unrated.
func (tx *Tx) enterResult(row *GameRow) error {
	if row.UnratedBecause == rating.CauseDeleted || row.Reason == models.ReasonWithdrawn {
		row.UnratedBecause = rating.Facts{
			Asked: !bool(row.Unrated), House: row.HouseSeat() != rules.NoSeat, Reason: row.Reason, Ended: row.UnratedBecause,
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
		if facts.Ended, err = tx.Store.Follow.GameEnded(tx, row); err != nil {
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
		if facts.Reason == models.ReasonTimeout {
			after[row.Winner.Other()].AbsenceRated = row.Absence
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
func (tx *Tx) ratingFacts(row *GameRow, standings *[2]schema.StandingRow) (f rating.Facts, err error) {
	f = rating.Facts{
		Asked: !bool(row.Unrated), House: row.HouseSeat() != rules.NoSeat, Reason: row.Reason,
	}
	if row.TimedOut && !row.mover().IsHouse() {
		s := &standings[row.ToMove]
		s.Absence |= 1
		row.Absence = s.Absence
		f.Absent = s.AbsenceRated == s.Absence
	}
	f.Played, err = tx.bothPlayed(row)
	return f, err
}

// bothPlayed reports whether both sides have played a turn.
func (tx *Tx) bothPlayed(row *GameRow) (bool, error) {
	if fewer := min(row.First.Turns, row.Second.Turns); fewer >= 0 {
		return fewer > 0, nil
	}
	none, err := MayAbort(tx.DB, row)
	return !none, err
}

// ratingsBefore returns the standings of both players in the game's pool, and the number of their rated games there
// within rating.PairPeriod.
func (tx *Tx) ratingsBefore(row *GameRow) (known [2]rating.Standing, pair int, err error) {
	known = [2]rating.Standing{{Rating: rating.Initial}, {Rating: rating.Initial}}
	err = tx.Defer(db.Deferred{
		Query: `SELECT player_id, rating, deviation, volatility, games, opponents, rated_at FROM ratings
			WHERE player_id IN (?, ?) AND ruleset = ? AND variant = ?`,
		Args: []any{row.First.ID, row.Second.ID, row.Ruleset, row.Variant},
		Take: func(c *db.Columns) error {
			s := &known[row.Seat(c.Number())]
			s.Rating, s.Games, s.Opponents = schema.TakeRating(c), int(c.Number()), int(c.Number())
			s.At = schema.Millis(c).Time()
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

// storeRatings rates a game and stores the ratings before and after it.
func (tx *Tx) storeRatings(row *GameRow, known [2]rating.Standing) error {
	at := row.FinishedAt.Time()
	before := [2]rating.Rating{known[0].Now(at), known[1].Now(at)}
	var after [2]rating.Rating
	after[0], after[1] = rating.Play(before[0], before[1], schema.Score(row.Winner))
	changes := make([]schema.RatingChange, 0, 2)
	for seat := range known {
		s := &known[seat]
		counts, err := tx.newOpponent(row, rules.Seat(seat), s, before[1-seat])
		if err != nil {
			return err
		}
		s.Take(after[seat], at, counts)
		changes = append(changes, schema.RatingChange{
			Game: row.ID, Seat: rules.Seat(seat), Player: row.Side(rules.Seat(seat)).ID,
			Opponent: row.Side(rules.Seat(seat).Other()).ID, At: row.FinishedAt,
			RatingChange: models.RatingChange{Before: before[seat], After: after[seat]},
		})
	}
	pool := rating.Pool{Ruleset: row.Ruleset, Variant: row.Variant}
	if err := tx.InsertChanges(pool, changes); err != nil {
		return err
	}
	return tx.UpsertRatings(pool, []schema.PlayerStanding{
		{Player: row.First.ID, Standing: known[0]},
		{Player: row.Second.ID, Standing: known[1]},
	})
}

// newOpponent reports whether the opponent is established and new among those whom a standing counts.
func (tx *Tx) newOpponent(row *GameRow, seat rules.Seat, s *rating.Standing, opponent rating.Rating) (bool, error) {
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
		row.Side(seat).ID, row.Ruleset, row.Variant, row.Side(seat.Other()).ID, rating.Established)
	return fresh, err
}

// InsertChanges stores the rows of rated games of a pool.
func (tx *Tx) InsertChanges(pool rating.Pool, changes []schema.RatingChange) error {
	args := make([]any, 0, 13*len(changes))
	for i := range changes {
		c := &changes[i]
		args = append(args, c.Game, c.Seat, c.Player, c.Opponent, pool.Ruleset, pool.Variant, c.At,
			c.Before.Rating, c.Before.Deviation, c.Before.Volatility, c.After.Rating, c.After.Deviation, c.After.Volatility)
	}
	return tx.DeferExec(`INSERT INTO game_ratings (game_id, seat, player_id, opponent_id, ruleset, variant, rated_at,
		before_rating, before_deviation, before_volatility, after_rating, after_deviation, after_volatility)
		VALUES `+schema.RowsOf(13, len(changes)), args...)
}

// UpsertRatings stores the rows of players in a pool.
func (tx *Tx) UpsertRatings(pool rating.Pool, list []schema.PlayerStanding) error {
	args := make([]any, 0, 9*len(list))
	for i := range list {
		s := &list[i]
		args = append(args, s.Player, pool.Ruleset, pool.Variant, s.Rating.Rating, s.Deviation, s.Volatility,
			s.Games, s.Opponents, models.ToMillis(s.At))
	}
	return tx.DeferExec(`INSERT INTO ratings
		(player_id, ruleset, variant, rating, deviation, volatility, games, opponents, rated_at)
		VALUES `+schema.RowsOf(9, len(list))+` ON CONFLICT (player_id, ruleset, variant) DO UPDATE SET rating = excluded.rating,
		deviation = excluded.deviation, volatility = excluded.volatility, games = excluded.games,
		opponents = excluded.opponents, rated_at = excluded.rated_at`, args...)
}
