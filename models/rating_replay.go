package models

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gorm.io/gorm"

	"turnpost/models/db"
	"turnpost/models/rating"
	"turnpost/rules"
)

// ratedRow is a finished game as stored, as far as ratings depend on it.
type ratedRow struct {
	id      string
	pool    rating.Pool
	players [2]int64
	winner  rules.Seat
	reason  string
	at      Millis
	cause   rating.Cause
	absence int64
	asked   bool
	house   bool
	played  bool
	deleted [2]bool // players whose rows are gone, or will be
	changes [2]*RatingChange
}

// ratedOrder reads the IDs of all finished games in the order in which they are rated.
const ratedOrder = "SELECT id FROM games WHERE status <> 'ongoing' ORDER BY finished_at, id"

// ratedPart is the number of games that are loaded at a time.
const ratedPart = 500

// selectRated loads finished games by their IDs, in any order.
var selectRated = `SELECT g.id, g.ruleset, g.variant, g.first_id, g.second_id, g.winner, g.reason, g.finished_at,
		g.unrated_because, g.absence, g.rated,
		CASE WHEN a.name_key IN ` + houseNames + ` OR b.name_key IN ` + houseNames + ` THEN 1 ELSE 0 END,
		CASE WHEN g.rated = 0 THEN 0 WHEN g.first_turns >= 0 AND g.second_turns >= 0
			THEN CASE WHEN g.first_turns > 0 AND g.second_turns > 0 THEN 1 ELSE 0 END
			ELSE (SELECT COUNT(DISTINCT seat) FROM turns WHERE id > g.number * 1048576 AND id < g.number * 1048576 + 1048576)
				+ (SELECT COUNT(DISTINCT seat) FROM former_turns WHERE game_id = g.id AND ply > 0) - 1 END,
		COALESCE(a.deleted_at, 1), COALESCE(b.deleted_at, 1),
		x.before_rating, x.before_deviation, x.before_volatility, x.after_rating, x.after_deviation, x.after_volatility,
		y.before_rating, y.before_deviation, y.before_volatility, y.after_rating, y.after_deviation, y.after_volatility
	FROM games g LEFT JOIN players a ON a.id = g.first_id LEFT JOIN players b ON b.id = g.second_id
	LEFT JOIN game_ratings x ON x.game_id = g.id AND x.seat = 0
	LEFT JOIN game_ratings y ON y.game_id = g.id AND y.seat = 1
	WHERE g.id IN `

// take takes the columns of selectRated that follow the ID.
func (r *ratedRow) take(c *db.Columns) {
	r.pool = rating.Pool{Ruleset: c.Text(), Variant: c.Text()}
	r.players = [2]int64{c.Number(), c.Number()}
	r.winner, r.reason, r.at = rules.Seat(c.Number()), c.Text(), millis(c)
	r.cause, r.absence, r.asked = rating.Cause(c.Text()), c.Number(), c.Number() != 0
	r.house, r.played = c.Number() != 0, c.Number() == 1
	r.deleted = [2]bool{c.Number() != 0, c.Number() != 0}
	for seat := range r.changes {
		if r.changes[seat] = nil; c.IsNull() {
			c.Skip(6)
			continue
		}
		r.changes[seat] = &RatingChange{takeRating(c), takeRating(c)}
	}
}

// game returns the game for a ledger. Annulled games and those of deleted players are known by their stored cause.
func (r *ratedRow) game() *rating.Game[int64] {
	g := &rating.Game[int64]{
		Facts: rating.Facts{Asked: r.asked, House: r.house, Reason: r.reason, Played: r.played},
		Pool:  r.pool, Players: r.players, Score: score(r.winner), At: r.at.Time(), Absence: r.absence,
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

// run replays all finished games of one state of the database. Its memory grows with the number of players, and by the
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

// add rates the next game and reports it if it is stored otherwise.
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
			Rating: takeRating(c), Games: int(c.Number()), Opponents: int(c.Number()), At: millis(c).Time(),
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
	return fmt.Sprintf("%s (%d, %d, %d)", ratingText(s.Rating), s.Games, s.Opponents, ToMillis(s.At))
}

func ratingText(r rating.Rating) string {
	return fmt.Sprintf("%.6f/%.6f/%.9f", r.Rating, r.Deviation, r.Volatility)
}
