package models

import (
	"cmp"
	"context"
	"slices"
	"time"

	"gorm.io/gorm"

	"turnpost/models/db"
	"turnpost/models/rating"
	"turnpost/rules"
)

// standingRow is a row of standings. An absence begins with a loss by time and ends with the next turn that the player
// sends: the number is odd while it lasts. It belongs to no game, so that transactions lock it after the game.
type standingRow struct {
	PlayerID     int64
	EndedAt      Millis
	Absence      int64
	AbsenceRated int64 // the last absence in which a loss by time was rated
}

// lockStandings locks and loads the standings of a game's players, in the order that all transactions use, and sets
// when the game has ended: later than every other game of either. The house has no standing.
func (tx *Tx) lockStandings(row *gameRow) (locked [2]standingRow, err error) {
	var ids []any
	for _, seat := range row.people() {
		ids = append(ids, row.side(seat).ID)
	}
	query, args := selectStandings+rowsOf(len(ids), 1), ids
	if tx.IsPostgres() {
		query, args = insertStandings+rowsOf(2, len(ids))+raiseStandings, nil
		for _, id := range ids {
			args = append(args, id, row.FinishedAt)
		}
	}
	err = tx.Defer(db.Deferred{Query: query, Args: args, Take: func(c *db.Columns) error {
		s := standingRow{PlayerID: c.Number(), EndedAt: millis(c), Absence: takeAbsence(c), AbsenceRated: c.Number()}
		locked[row.seat(s.PlayerID)] = s
		row.FinishedAt = max(row.FinishedAt, Millis(c.Number()))
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

// PostgreSQL locks the rows by writing them. SQLite writes them once, in storeStandings: the upsert with RETURNING took
// 21 µs there. The last column is when the game can end at the earliest.
const (
	selectStandings = `SELECT player_id, ended_at, absence, absence_rated, ended_at + 1 FROM standings
		WHERE player_id IN `
	insertStandings = "INSERT INTO standings (player_id, ended_at) VALUES "
	raiseStandings  = ` ON CONFLICT (player_id) DO UPDATE
		SET ended_at = CASE WHEN standings.ended_at < excluded.ended_at THEN excluded.ended_at
			ELSE standings.ended_at + 1 END
		RETURNING player_id, ended_at, absence, absence_rated, ended_at`
)

// people returns the seats of players who are not the house, by player: the order in which transactions lock them.
func (r *gameRow) people() (seats []rules.Seat) {
	for _, seat := range []rules.Seat{rules.First, rules.Second} {
		if !r.side(seat).isHouse() {
			seats = append(seats, seat)
		}
	}
	slices.SortFunc(seats, func(a, b rules.Seat) int { return cmp.Compare(r.side(a).ID, r.side(b).ID) })
	return seats
}

// storeStandings stores those that have changed since lockStandings.
func (tx *Tx) storeStandings(row *gameRow, before, after [2]standingRow) error {
	var args []any
	for _, seat := range row.people() {
		s := after[seat]
		s.PlayerID, s.EndedAt = row.side(seat).ID, row.FinishedAt
		if s != before[seat] {
			args = append(args, s.PlayerID, s.EndedAt, s.Absence, s.AbsenceRated)
		}
	}
	if len(args) == 0 {
		return nil
	}
	return tx.DeferExec(`INSERT INTO standings (player_id, ended_at, absence, absence_rated)
		VALUES `+rowsOf(4, len(args)/4)+` ON CONFLICT (player_id) DO UPDATE SET ended_at = excluded.ended_at,
		absence = excluded.absence, absence_rated = excluded.absence_rated`, args...)
}

// returned ends an absence of a player who sends a turn. A plan sends none: it replies to a turn that has ended the
// absence for which the game was loaded.
func (tx *Tx) returned(row *gameRow, mover rules.Seat) error {
	if row.absent == 0 {
		return nil
	}
	if tx.preloaded != nil {
		return db.ErrNeedsOwnTx // other transactions lock the row without the game
	}
	absence := row.absent
	row.absent = 0
	return tx.DeferExec("UPDATE standings SET absence = absence + 1 WHERE player_id = ? AND absence = ?",
		row.side(mover).ID, absence)
}

// takeRating takes three columns.
func takeRating(c *db.Columns) rating.Rating {
	return rating.Rating{Rating: c.Float(), Deviation: c.Float(), Volatility: c.Float()}
}

// Reliability is how many of a player's turns came in time within ReliabilityPeriod. A turn is due when it is played,
// by the player or by their plan, or when its time runs out. Vacations, outages and mails that are sent late add time
// to the clock, so that nothing is due because of them.
type Reliability struct{ InTime, Due int }

// ReliabilityPeriod is how far back turns count.
const ReliabilityPeriod = 90 * 24 * time.Hour

// NewBelow is the number of turns below which a player is new.
const NewBelow = 20

// New reports whether the player has had too few turns to tell.
func (r Reliability) New() bool { return r.Due < NewBelow }

// Percent returns the share of turns in time, rounded down: only players who were never late have 100.
func (r Reliability) Percent() int {
	if r.Due == 0 {
		return 100
	}
	return 100 * r.InTime / r.Due
}

// LateTurn is a turn that was due and did not come.
type LateTurn struct {
	Game     string
	Ruleset  string
	Opponent PlayerRef
	First    bool // the first turn of the player, so that the game was aborted
	At       time.Time
}

// ofSide lists the games of a player on one side that can count, with their numbers of turns. A game that began within
// the period has its number in its row.
func ofSide(side, where string) string {
	seat := map[string]string{"first": "0", "second": "1"}[side]
	return `SELECT CASE WHEN g.created_at > ? AND g.` + side + `_turns >= 0 THEN g.` + side + `_turns
		ELSE (SELECT COUNT(*) FROM turns WHERE ` + afterStart + ` AND seat = ` + seat + ` AND at > ?)
			+ (SELECT COUNT(*) FROM former_turns WHERE game_id = g.id AND ply > 0 AND seat = ` + seat + ` AND at > ?) END
			AS turns, CASE WHEN ` + lateTurn + ` THEN 1 ELSE 0 END AS late
		FROM games g WHERE g.` + side + `_id = ? AND ` + where
}

// lateTurn is the condition that a player's time ran out in a game g, of those that ended before absences were numbered
// too. Games that an operator has annulled do not count.
const lateTurn = `g.finished_at > ? AND g.to_move_id = ? AND (g.absence > 0 OR g.reason = 'timeout')
	AND g.unrated_because <> 'annulled'`

// reliabilityOf computes the reliability of a player at an instant. The cost grows with the number of games in which
// something happened within the period.
func reliabilityOf(from *gorm.DB, player int64, at Millis) (r Reliability, err error) {
	query := ""
	var args []any
	since := at.Add(-ReliabilityPeriod)
	for _, side := range []string{"first", "second"} {
		for _, where := range []string{
			"g.status = 'ongoing'", "g.status = 'finished' AND g.updated_at > ?", "g.status = 'aborted' AND g.updated_at > ?",
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
func (s *Store) Reliability(ctx context.Context, player int64) (Reliability, error) {
	return reliabilityOf(s.read(ctx), player, ToMillis(s.now()))
}

// maxLateTurns is the maximum number of late turns that are listed.
const maxLateTurns = 100

// LateTurns lists the turns that lower a player's reliability, newest first: for its owner.
func (s *Store) LateTurns(ctx context.Context, player int64) (list []LateTurn, err error) {
	since := ToMillis(s.now()).Add(-ReliabilityPeriod)
	side := func(mine, other string) string {
		return `SELECT g.id, g.ruleset, p.id AS opponent, p.name, CASE WHEN g.reason = 'aborted' THEN 1 ELSE 0 END AS first,
			g.finished_at FROM games g JOIN players p ON p.id = g.` + other + `_id
			WHERE g.` + mine + `_id = ? AND g.status IN ('finished', 'aborted') AND g.updated_at > ? AND ` + lateTurn
	}
	err = db.Query(s.read(ctx), func(c *db.Columns) error {
		list = append(list, LateTurn{
			Game: c.Text(), Ruleset: c.Text(), Opponent: PlayerRef{c.Number(), c.Text()}, First: c.Number() != 0,
			At: millis(c).Time(),
		})
		return nil
	}, side("first", "second")+" UNION ALL "+side("second", "first")+" ORDER BY 6 DESC, 1"+db.Limit(maxLateTurns),
		player, since, since, player, player, since, since, player)
	return list, err
}

// standingOf returns a player's standing in a pool.
func (tx *Tx) standingOf(player int64, pool rating.Pool) (rating.Standing, error) {
	s := rating.Standing{Rating: rating.Initial}
	err := db.Query(tx.DB, func(c *db.Columns) error {
		s.Rating, s.Games, s.Opponents, s.At = takeRating(c), int(c.Number()), int(c.Number()), millis(c).Time()
		return nil
	}, `SELECT rating, deviation, volatility, games, opponents, rated_at FROM ratings
		WHERE player_id = ? AND ruleset = ? AND variant = ?`, player, pool.Ruleset, pool.Variant)
	return s, err
}

// mustBeEligible refuses a player who does not meet a limit of a challenge. A player without a rating in its pool meets
// no limit of ratings; a new player is reliable enough.
func (tx *Tx) mustBeEligible(row *challengeRow, player int64) error {
	if row.MinRating != 0 || row.MaxRating != 0 {
		s, err := tx.standingOf(player, rating.Pool{Ruleset: row.Ruleset, Variant: row.Variant})
		switch {
		case err != nil:
			return err
		case s.Games == 0 && row.MinRating != 0:
			return notEligible("min_rating", "no_rating_min", "min", row.MinRating)
		case s.Games == 0:
			return notEligible("max_rating", "no_rating_max", "max", row.MaxRating)
		case row.MinRating != 0 && s.Shown() < row.MinRating:
			return notEligible("min_rating", "rating_too_low", "rating", s.Shown(), "min", row.MinRating)
		case row.MaxRating != 0 && s.Shown() > row.MaxRating:
			return notEligible("max_rating", "rating_too_high", "rating", s.Shown(), "max", row.MaxRating)
		}
	}
	if row.MinReliability == 0 {
		return nil
	}
	r, err := reliabilityOf(tx.DB, player, tx.at)
	if err != nil || r.New() || r.Percent() >= row.MinReliability {
		return err
	}
	return notEligible("min_reliability", "not_reliable", "percent", r.Percent(), "min", row.MinReliability)
}

// notEligible returns the error of a limit that a player does not meet.
func notEligible(limit, key string, pairs ...any) error {
	e := fail(CodeNotEligible, key, pairs...)
	e.Field = limit
	return e
}
