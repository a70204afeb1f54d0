package core

import (
	"cmp"
	"slices"
	"strconv"

	"gorm.io/gorm"

	"turnpost/models"
	"turnpost/models/db"
	"turnpost/models/rating"
	"turnpost/models/schema"
	"turnpost/rules"
)

// OwnSeat returns a player's seat in their game.
func (r *GameRow) OwnSeat(player int64) (rules.Seat, error) {
	seat := r.Seat(player)
	if seat == rules.NoSeat {
		return seat, models.Fail(models.CodeForbidden, "not_your_game", "game", r.ID)
	}
	return seat, nil
}

// UpdateGame stores the row if the game is still at the ply at which it was loaded. Columns that change only at the end
// are not written before, to avoid updates of their indexes.
//
// At the end of a game it also does this, in this order: it locks the standings of the players, begins an
// absence, enters the result in the game's event, rates the game and stores the standings (enterResult); it stores the
// row, and has the house look again; it deletes the plans of the game, and counts the result in the players' records.
// The notices of the end come before that where no turn ended the game, and after it where one did.
func (tx *Tx) UpdateGame(row *GameRow, ply int) error {
	tx.NoteHouse(row)
	if row.Status != models.Ongoing {
		row.PositionKeys = row.PositionKeys[:0]
		if err := tx.enterResult(row); err != nil {
			return err
		}
	}
	query, args := "UPDATE games SET ", []any(nil)
	if row.Ply != ply {
		query, args = query+schema.SetLastTurn, row.Last.Values()
	}
	if row.Status != models.Ongoing {
		query += "status = ?, winner = ?, reason = ?, finished_at = ?, unrated_because = ?, absence = ?, "
		args = append(args, row.Status, row.Winner, row.Reason, row.FinishedAt, row.UnratedBecause, row.Absence)
	}
	err := tx.Defer(db.Deferred{
		Query: query + `position = ?, ply = ?, to_move = ?, to_move_id = ?,
			first_left = ?, second_left = ?, deadline_at = ?, remind_at = ?,
			draw_by = ?, takeback_by = ?, takeback_to = ?, takebacks = ?, offers = ?, hash = ?,
			updated_at = ?, applied_change = ?, house_at = ?, first_turns = ?, second_turns = ?, days_off = ?,
			position_keys = ?
			WHERE id = ? AND ply = ? AND status = 'ongoing'`,
		Args: append(args,
			row.Position, row.Ply, row.ToMove, row.ToMoveID,
			row.First.Left, row.Second.Left, row.DeadlineAt, row.RemindAt,
			row.DrawBy, row.TakebackBy, row.TakebackTo, row.Takebacks, row.Offers, row.Hash,
			row.UpdatedAt, row.AppliedChange, row.HouseAt, row.First.Turns, row.Second.Turns, row.ClockDays,
			row.PositionKeys,
			row.ID, ply),
		Done: func(changed int64) error {
			if changed != 1 {
				return models.Fail(models.CodeStale, "game_changed", "game", row.ID)
			}
			return nil
		},
	})
	if err == nil {
		err = tx.QueueHouse(row)
	}
	if err != nil || row.Status == models.Ongoing {
		return err
	}
	if err := tx.DeferExec("DELETE FROM plans WHERE game_id = ?", row.ID); err != nil {
		return err
	}
	return tx.countResult(row)
}

// MayAbort reports whether a game can still be aborted: at least one side has not played a turn.
func MayAbort(db *gorm.DB, row *GameRow) (bool, error) {
	var sides int64
	err := db.Raw("SELECT COUNT(DISTINCT seat) FROM game_turns WHERE game_id = ? AND ply > 0", row.ID).Scan(&sides).Error
	return sides < 2, err
}

// Finish ends the row's game if there is a result.
func (r *GameRow) Finish(at models.Millis, result rules.Result) {
	if !result.Over() {
		return
	}
	r.Status = models.Finished
	if models.Unscored(result.Reason) {
		r.Status = models.Aborted
	}
	r.Winner, r.Reason = result.Winner, result.Reason
	r.DrawBy, r.TakebackBy = rules.NoSeat, rules.NoSeat
	r.UpdatedAt, r.FinishedAt, r.DeadlineAt, r.RemindAt, r.HouseAt = at, at, 0, 0, 0
}

// MustBeOffered refuses to accept an offer that the opponent has not made.
func (r *GameRow) MustBeOffered(is bool, kind models.OfferKind) error {
	if is {
		return nil
	}
	return models.Fail(models.CodeConflict, "no_offer", "kind", kind, "action", models.AcceptOffer, "game", r.ID)
}

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
	if row.TimedOut && !row.Mover().IsHouse() {
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
		VALUES `+schema.RowsOf(9, len(list))+`
		ON CONFLICT (player_id, ruleset, variant) DO UPDATE SET rating = excluded.rating,
		deviation = excluded.deviation, volatility = excluded.volatility, games = excluded.games,
		opponents = excluded.opponents, rated_at = excluded.rated_at`, args...)
}

// lockStandings locks and loads the standings of a game's players, in the order that all transactions use, and sets
// when the game has ended: later than every other game of either. The house has no standing.
func (tx *Tx) lockStandings(row *GameRow) (locked [2]schema.StandingRow, err error) {
	var ids []any
	for _, seat := range row.People() {
		ids = append(ids, row.Side(seat).ID)
	}
	query, args := schema.SelectStandings+schema.RowsOf(len(ids), 1), ids
	if tx.IsPostgres() {
		query, args = schema.InsertStandings+schema.RowsOf(2, len(ids))+schema.RaiseStandings, nil
		for _, id := range ids {
			args = append(args, id, row.FinishedAt)
		}
	}
	err = tx.Defer(db.Deferred{Query: query, Args: args, Take: func(c *db.Columns) error {
		s := schema.StandingRow{
			PlayerID: c.Number(), EndedAt: schema.Millis(c), Absence: schema.TakeAbsence(c),
			AbsenceRated: c.Number(),
		}
		locked[row.Seat(s.PlayerID)] = s
		row.FinishedAt = max(row.FinishedAt, models.Millis(c.Number()))
		return nil
	}})
	if err == nil {
		err = tx.Flush()
	}
	for i := range locked {
		if err == nil {
			err = tx.mendAbsence(&locked[i])
		}
	}
	row.UpdatedAt = max(row.UpdatedAt, row.FinishedAt)
	return locked, err
}

// People returns the seats of players who are not the house, by player: the order in which transactions lock them.
func (r *GameRow) People() (seats []rules.Seat) {
	for _, seat := range []rules.Seat{rules.First, rules.Second} {
		if !r.Side(seat).IsHouse() {
			seats = append(seats, seat)
		}
	}
	slices.SortFunc(seats, func(a, b rules.Seat) int { return cmp.Compare(r.Side(a).ID, r.Side(b).ID) })
	return seats
}

// storeStandings stores those that have changed since lockStandings.
func (tx *Tx) storeStandings(row *GameRow, before, after [2]schema.StandingRow) error {
	var args []any
	for _, seat := range row.People() {
		s := after[seat]
		s.PlayerID, s.EndedAt = row.Side(seat).ID, row.FinishedAt
		if s != before[seat] {
			args = append(args, s.PlayerID, s.EndedAt, s.Absence, s.AbsenceRated)
		}
	}
	if len(args) == 0 {
		return nil
	}
	return tx.DeferExec(`INSERT INTO standings (player_id, ended_at, absence, absence_rated)
		VALUES `+schema.RowsOf(4, len(args)/4)+` ON CONFLICT (player_id) DO UPDATE SET ended_at = excluded.ended_at,
		absence = excluded.absence, absence_rated = excluded.absence_rated`, args...)
}
