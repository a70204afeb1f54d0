package admin

import (
	"context"
	"slices"
	"strings"

	"gorm.io/gorm"

	"turnpost/models"
	"turnpost/models/core"
	"turnpost/models/db"
	"turnpost/models/event"
	"turnpost/models/play"
	"turnpost/models/rating"
	"turnpost/models/schema"
	"turnpost/rules"
)

// ratedRow is a finished game as stored, as far as ratings depend on it.
type ratedRow struct {
	id      string
	pool    rating.Pool
	players [2]int64
	winner  rules.Seat
	reason  string
	at      models.Millis
	cause   rating.Cause
	absence int64
	asked   bool
	house   bool
	played  bool
	deleted [2]bool // players whose rows are gone, or will be
	changes [2]*models.RatingChange
}

// ratedOrder reads the IDs of all finished games in the order in which they are rated.
const ratedOrder = "SELECT id FROM games WHERE status <> 'ongoing' ORDER BY finished_at, id"

// ratedPart is the number of games that are loaded at a time.
const ratedPart = 500

// selectRated loads finished games by their IDs, in any order.
var selectRated = `SELECT g.id, g.ruleset, g.variant, g.first_id, g.second_id, g.winner, g.reason, g.finished_at,
		g.unrated_because, g.absence, g.rated,
		CASE WHEN a.name_key IN ` + schema.HouseNames + ` OR b.name_key IN ` + schema.HouseNames + ` THEN 1 ELSE 0 END,
		CASE WHEN g.rated = 0 THEN 0 WHEN g.first_turns >= 0 AND g.second_turns >= 0
			THEN CASE WHEN g.first_turns > 0 AND g.second_turns > 0 THEN 1 ELSE 0 END
			ELSE (SELECT COUNT(DISTINCT seat) FROM turns WHERE ` + play.AfterStart + `)
				+ (SELECT COUNT(DISTINCT seat) FROM former_turns WHERE game_id = g.id AND ply > 0) - 1 END,
		COALESCE(a.deleted_at, 1), COALESCE(b.deleted_at, 1),
		x.before_rating, x.before_deviation, x.before_volatility, x.after_rating, x.after_deviation, x.after_volatility,
		y.before_rating, y.before_deviation, y.before_volatility, y.after_rating, y.after_deviation, y.after_volatility
	FROM games g LEFT JOIN players a ON a.id = g.first_id LEFT JOIN players b ON b.id = g.second_id
	LEFT JOIN game_ratings x ON x.game_id = g.id AND x.seat = 0
	LEFT JOIN game_ratings y ON y.game_id = g.id AND y.seat = 1
	WHERE g.id IN `

// Take takes the columns of selectRated that follow the ID.
func (r *ratedRow) take(c *db.Columns) {
	r.pool = rating.Pool{Ruleset: c.Text(), Variant: c.Text()}
	r.players = [2]int64{c.Number(), c.Number()}
	r.winner, r.reason, r.at = rules.Seat(c.Number()), c.Text(), schema.Millis(c)
	r.cause, r.absence, r.asked = rating.Cause(c.Text()), c.Number(), c.Number() != 0
	r.house, r.played = c.Number() != 0, c.Number() == 1
	r.deleted = [2]bool{c.Number() != 0, c.Number() != 0}
	for seat := range r.changes {
		if r.changes[seat] = nil; c.IsNull() {
			c.Skip(6)
			continue
		}
		r.changes[seat] = &models.RatingChange{Before: schema.TakeRating(c), After: schema.TakeRating(c)}
	}
}

// Game returns the game for a ledger. Annulled games and those of deleted players are known by their stored cause.
func (r *ratedRow) game() *rating.Game[int64] {
	g := &rating.Game[int64]{
		Facts: rating.Facts{Asked: r.asked, House: r.house, Reason: r.reason, Played: r.played},
		Pool:  r.pool, Players: r.players, Score: schema.Score(r.winner), At: r.at.Time(), Absence: r.absence,
	}
	switch r.cause {
	case rating.CauseAnnulled, rating.CauseDeleted, rating.CauseWithdrawn:
		g.Ended = r.cause
	}
	return g
}

// ratingReplay compares stored ratings with those that follow from the games.
type ratingReplay struct {
	ledger  *rating.Ledger[int64]
	deleted map[int64]bool
	games   int
	// Faults are reported to these. Players' faults come after those of games, want being nil for a row that should
	// not exist. They may store what they are told: no query is open meanwhile.
	onGame   func(r *ratedRow, want rating.Rated) error
	onPlayer func(player int64, pool rating.Pool, stored, want *rating.Standing) error
	onAbsent func(player, stored, want int64) error
}

// Run replays all finished games of one state of the database. Its memory grows with the number of players, and by the
// ID of each game.
func (p *ratingReplay) run(from *gorm.DB) error {
	p.ledger, p.deleted = rating.NewLedger[int64](), map[int64]bool{}
	var ids []string
	take := func(c *db.Columns) error { ids = append(ids, c.Text()); return nil }
	if err := db.Query(from, take, ratedOrder); err != nil {
		return err
	}
	rows := make([]ratedRow, ratedPart)
	for part := range slices.Chunk(ids, ratedPart) {
		if err := loadRated(from, part, rows[:len(part)]); err != nil {
			return err
		}
		for i := range part {
			if err := p.add(&rows[i]); err != nil {
				return err
			}
		}
	}
	if err := p.comparePlayers(from); err != nil {
		return err
	}
	return p.compareAbsences(from)
}

// loadRated loads games into rows, in the order of their IDs.
func loadRated(from *gorm.DB, ids []string, rows []ratedRow) error {
	place, args := make(map[string]int, len(ids)), make([]any, len(ids))
	for i, id := range ids {
		place[id], args[i] = i, id
	}
	return db.Query(from, func(c *db.Columns) error {
		id := c.Text()
		r := &rows[place[id]]
		r.id = id
		r.take(c)
		return nil
	}, selectRated+"(?"+strings.Repeat(", ?", len(ids)-1)+")", args...)
}

// Add rates the next game and reports it if it is stored otherwise.
func (p *ratingReplay) add(r *ratedRow) error {
	p.games++
	for seat, gone := range r.deleted {
		if gone {
			p.deleted[r.players[seat]] = true
		}
	}
	if want := p.ledger.Add(r.game()); !r.matches(want) {
		return p.onGame(r, want)
	}
	return nil
}

// Rebuilt is what RebuildRatings has changed.
type Rebuilt struct{ Games, Changed int }

// LoadGames loads and locks games in the order that all transactions use.
func loadGames(tx *core.Tx, ids []string) (rows []*core.GameRow, err error) {
	for _, id := range slices.Compact(slices.Sorted(slices.Values(ids))) {
		row, err := play.LockGame(tx, id)
		if err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	return rows, nil
}

func annulRating(tx *core.Tx, row *core.GameRow) error {
	id := row.ID
	switch {
	case row.Status == models.Ongoing:
		return models.Fail(models.CodeConflict, "annul_ongoing", "game", id)
	case row.UnratedBecause == rating.CauseAnnulled:
		return models.Fail(models.CodeConflict, "annulled_already", "game", id)
	}
	if err := event.AnnulEventGame(tx, row); err != nil {
		return err
	}
	return tx.Exec("UPDATE games SET unrated_because = ? WHERE id = ?", rating.CauseAnnulled, id).Error
}

// lockRatings locks out the ends of games on PostgreSQL; on SQLite the transaction does.
func lockRatings(tx *core.Tx) error {
	if !tx.IsPostgres() {
		return nil
	}
	return tx.Exec("LOCK TABLE standings, ratings, game_ratings IN EXCLUSIVE MODE").Error
}

func rebuildRatings(tx *core.Tx) (Rebuilt, error) {
	if err := lockRatings(tx); err != nil {
		return Rebuilt{}, err
	}
	changed := 0
	replay := &ratingReplay{
		onGame: func(r *ratedRow, want rating.Rated) error {
			changed++
			return repairGame(tx, r, want)
		},
		onPlayer: func(player int64, pool rating.Pool, _, want *rating.Standing) error {
			changed++
			return repairPlayer(tx, player, pool, want)
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
func repairGame(tx *core.Tx, r *ratedRow, want rating.Rated) error {
	if r.cause != want.Cause {
		err := tx.Exec("UPDATE games SET unrated_because = ? WHERE id = ?", want.Cause, r.id).Error
		if err != nil {
			return err
		}
	}
	if err := tx.Exec("DELETE FROM game_ratings WHERE game_id = ?", r.id).Error; err != nil || want.Cause != "" {
		return err
	}
	var changes []schema.RatingChange
	for seat := range r.players {
		if !r.deleted[seat] {
			changes = append(changes, schema.RatingChange{
				Game: r.id, Seat: rules.Seat(seat), Player: r.players[seat], Opponent: r.players[1-seat], At: r.at,
				RatingChange: models.RatingChange{Before: want.Before[seat], After: want.After[seat]},
			})
		}
	}
	if len(changes) == 0 {
		return nil
	}
	return tx.InsertChanges(r.pool, changes)
}

// repairPlayer stores a player's rating, or removes it if want is nil.
func repairPlayer(tx *core.Tx, player int64, pool rating.Pool, want *rating.Standing) error {
	if want == nil {
		return tx.Exec("DELETE FROM ratings WHERE player_id = ? AND ruleset = ? AND variant = ?",
			player, pool.Ruleset, pool.Variant).Error
	}
	return tx.UpsertRatings(pool, []schema.PlayerStanding{{Player: player, Standing: *want}})
}

// RebuildRatings computes all ratings again from the finished games and stores those that differ. No game ends
// meanwhile.
func (a Admin) RebuildRatings(ctx context.Context) (sum Rebuilt, err error) {
	err = a.store.Write(ctx, func(tx *core.Tx) error {
		sum, err = rebuildRatings(tx)
		return err
	})
	return sum, err
}

// AnnulRatings makes finished games unrated and computes the ratings of all later ones again. Results stay.
// Errors: CodeNotFound, CodeConflict for a game that is under way or not rated anyway.
func (a Admin) AnnulRatings(ctx context.Context, games []string) (sum Rebuilt, err error) {
	err = a.store.Write(ctx, func(tx *core.Tx) error {
		rows, err := loadGames(tx, games)
		if err == nil {
			err = lockRatings(tx) // after the games and before their events, as the ends of games do
		}
		if err != nil {
			return err
		}
		for _, row := range rows {
			if err := annulRating(tx, row); err != nil {
				return err
			}
		}
		sum, err = rebuildRatings(tx)
		return err
	})
	return sum, err
}
