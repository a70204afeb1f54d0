package play

import (
	"context"
	"time"

	"gorm.io/gorm"

	"turnpost/models"
	"turnpost/models/core"
	"turnpost/models/db"
	"turnpost/models/rating"
	"turnpost/models/schema"
	"turnpost/rules"
)

// returned ends an absence of a player who sends a turn. A plan sends none: it replies to a turn that has ended the
// absence for which the game was loaded.
func returned(tx *core.Tx, row *core.GameRow, mover rules.Seat) error {
	if row.Absent == 0 {
		return nil
	}
	if tx.Preloaded != nil {
		return db.ErrNeedsOwnTx // other transactions lock the row without the game
	}
	absence := row.Absent
	row.Absent = 0
	return tx.DeferExec("UPDATE standings SET absence = absence + 1 WHERE player_id = ? AND absence = ?",
		row.Side(mover).ID, absence)
}

// ReliabilityPeriod is how far back turns count.
const ReliabilityPeriod = 90 * 24 * time.Hour

// LateTurn is a turn that was due and did not come.
type LateTurn struct {
	Game     string
	Ruleset  string
	Opponent models.PlayerRef
	First    bool // the first turn of the player, so that the game was aborted
	At       time.Time
}

// ofSide lists the games of a player on one side that can count, with their numbers of turns. A game that began within
// the period has its number in its row.
func ofSide(side, where string) string {
	seat := map[string]string{"first": "0", "second": "1"}[side]
	return `SELECT CASE WHEN g.created_at > ? AND g.` + side + `_turns >= 0 THEN g.` + side + `_turns
		ELSE (SELECT COUNT(*) FROM turns WHERE ` + AfterStart + ` AND seat = ` + seat + ` AND at > ?)
			+ (SELECT COUNT(*) FROM former_turns WHERE game_id = g.id AND ply > 0 AND seat = ` + seat + ` AND at > ?) END
			AS turns, CASE WHEN ` + lateTurn + ` THEN 1 ELSE 0 END AS late
		FROM games g WHERE g.` + side + `_id = ? AND ` + where
}

// lateTurn is the condition that a player's time ran out in a game g, of those that ended before absences were numbered
// too. Games that an operator has annulled do not count.
const lateTurn = `g.finished_at > ? AND g.to_move_id = ? AND (g.absence > 0 OR g.reason = 'timeout')
	AND g.unrated_because <> 'annulled'`

// endedAs compares the status of a game g that is over. SQLite uses an index of games that are over only for a
// condition that says so in the words of the index.
const endedAs = "g.status <> 'ongoing' AND g.status = "

// reliabilityOf computes the reliability of a player at an instant. The cost grows with the number of games in which
// something happened within the period.
func reliabilityOf(from *gorm.DB, player int64, at models.Millis) (r models.Reliability, err error) {
	query := ""
	var args []any
	since := at.Add(-ReliabilityPeriod)
	for _, side := range []string{"first", "second"} {
		for _, where := range []string{
			"g.status = 'ongoing'", endedAs + "'finished' AND g.updated_at > ?", endedAs + "'aborted' AND g.updated_at > ?",
		} {
			if query != "" {
				query += " UNION ALL "
			}
			query += ofSide(side, where)
			args = append(args, since, since, since, since, player, player)
			if where != "g.status = 'ongoing'" {
				args = append(args, since)
			}
		}
	}
	query = "SELECT CAST(COALESCE(SUM(turns), 0) AS BIGINT), CAST(COALESCE(SUM(late), 0) AS BIGINT) FROM (" + query +
		") AS counted"
	err = db.Query(from, func(c *db.Columns) error {
		r.InTime = int(c.Number())
		r.Due = r.InTime + int(c.Number())
		return nil
	}, query, args...)
	return r, err
}

// Reliability returns a player's reliability.
func (s *Store) Reliability(ctx context.Context, player int64) (models.Reliability, error) {
	return reliabilityOf(s.Read(ctx), player, models.ToMillis(s.Clock()))
}

// maxLateTurns is the maximum number of late turns that are listed.
const maxLateTurns = 100

// LateTurns lists the turns that lower a player's reliability, newest first: for its owner.
func (s *Store) LateTurns(ctx context.Context, player int64) (list []LateTurn, err error) {
	since := models.ToMillis(s.Clock()).Add(-ReliabilityPeriod)
	side := func(mine, other string) string {
		return `SELECT g.id, g.ruleset, p.id AS opponent, p.name, CASE WHEN g.reason = 'aborted' THEN 1 ELSE 0 END AS first,
			g.finished_at FROM games g JOIN players p ON p.id = g.` + other + `_id
			WHERE g.` + mine + `_id = ? AND g.status <> 'ongoing' AND g.status IN ('finished', 'aborted')
				AND g.updated_at > ? AND ` + lateTurn
	}
	err = db.Query(s.Read(ctx), func(c *db.Columns) error {
		list = append(list, LateTurn{
			Game: c.Text(), Ruleset: c.Text(), Opponent: models.PlayerRef{
				ID:   c.Number(),
				Name: c.Text(),
			}, First: c.Number() != 0,
			At: schema.Millis(c).Time(),
		})
		return nil
	}, side("first", "second")+" UNION ALL "+side("second", "first")+" ORDER BY 6 DESC, 1"+db.Limit(maxLateTurns),
		player, since, since, player, player, since, since, player)
	return list, err
}

// StandingOf returns a player's standing in a pool.
func StandingOf(tx *core.Tx, player int64, pool rating.Pool) (rating.Standing, error) {
	s := rating.Standing{Rating: rating.Initial}
	err := db.Query(tx.DB, func(c *db.Columns) error {
		s.Rating, s.Games, s.Opponents, s.At = schema.TakeRating(c), int(c.Number()), int(c.Number()), schema.Millis(c).Time()
		return nil
	}, `SELECT rating, deviation, volatility, games, opponents, rated_at FROM ratings
		WHERE player_id = ? AND ruleset = ? AND variant = ?`, player, pool.Ruleset, pool.Variant)
	return s, err
}

// MustBeEligible refuses a player who does not meet a limit of an offer. A player without a rating in its pool meets
// no limit of ratings; a new player is reliable enough.
func MustBeEligible(tx *core.Tx, t *models.Terms, pool rating.Pool, player int64) error {
	if t.MinRating != 0 || t.MaxRating != 0 {
		s, err := StandingOf(tx, player, pool)
		switch {
		case err != nil:
			return err
		case s.Games == 0 && t.MinRating != 0:
			return notEligible("min_rating", "no_rating_min", "min", t.MinRating)
		case s.Games == 0:
			return notEligible("max_rating", "no_rating_max", "max", t.MaxRating)
		case t.MinRating != 0 && s.Shown() < t.MinRating:
			return notEligible("min_rating", "rating_too_low", "rating", s.Shown(), "min", t.MinRating)
		case t.MaxRating != 0 && s.Shown() > t.MaxRating:
			return notEligible("max_rating", "rating_too_high", "rating", s.Shown(), "max", t.MaxRating)
		}
	}
	if t.MinReliability == 0 {
		return nil
	}
	r, err := reliabilityOf(tx.DB, player, tx.At)
	if err != nil || r.New() || r.Percent() >= t.MinReliability {
		return err
	}
	return notEligible("min_reliability", "not_reliable", "percent", r.Percent(), "min", t.MinReliability)
}

// notEligible returns the error of a limit that a player does not meet.
func notEligible(limit, key string, pairs ...any) error {
	e := models.Fail(models.CodeNotEligible, key, pairs...)
	e.Field = limit
	return e
}
