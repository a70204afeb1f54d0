package account

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"turnpost/models"
	"turnpost/models/db"
	"turnpost/models/names"
	"turnpost/models/rating"
	"turnpost/models/schema"
	"turnpost/rules"
)

// PlayerFilter narrows a list of players. Empty fields match everything.
type PlayerFilter struct {
	Name   string // the beginning of a name
	Before string // cursor: the first player of the next page
	After  string // cursor: the last player of the previous page
	Limit  int
}

// ListedPlayer is a player with their results in all rulesets.
type ListedPlayer struct {
	Name             string
	CreatedAt        time.Time
	Won, Lost, Drawn int
}

// PlayerPage is a page of a list of players.
type PlayerPage struct {
	Players        []ListedPlayer
	Previous, Next string // cursors of the pages beside it, for Before and After; "" at an end
}

// Players lists the confirmed players by name, without those who do not want to be listed. The cost does not grow with
// the number of players.
func (s *Store) Players(ctx context.Context, f PlayerFilter) (page PlayerPage, err error) {
	query, args := s.playersQuery(ctx, f)
	list := make([]ListedPlayer, 0, f.Limit+1)
	err = db.Query(s.Read(ctx), func(c *db.Columns) error {
		p := ListedPlayer{Name: c.Text(), CreatedAt: schema.Millis(c).Time()}
		p.Won, p.Lost, p.Drawn = int(c.Number()), int(c.Number()), int(c.Number())
		list = append(list, p)
		return nil
	}, query, args...)
	if f.Before != "" {
		slices.Reverse(list)
	}
	list, previous, next := schema.CutPage(list, f.Limit, f.After, f.Before)
	if page.Players = list; len(list) > 0 {
		if previous {
			page.Previous = names.Key(list[0].Name)
		}
		if next {
			page.Next = names.Key(list[len(list)-1].Name)
		}
	}
	return page, err
}

// playersQuery returns the query of a filter, which walks players_listed. It compares keys by bytes.
func (s *Store) playersQuery(ctx context.Context, f PlayerFilter) (query string, args []any) {
	key := "name_key"
	if s.DB.IsPostgres() {
		key += ` COLLATE "C"`
	}
	where := "unlisted = 0 AND confirmed_at > 0 AND deleted_at = 0 AND banned_at = 0"
	// One bound on each side: with two, SQLite would begin at either.
	from, than, until := names.Key(f.Name), " >= ", ""
	if f.Name != "" {
		until = from + string(utf8.MaxRune)
	}
	if f.After != "" && f.After >= from {
		from, than = f.After, " > "
	}
	if f.Before != "" && (until == "" || f.Before < until) {
		until = f.Before
	}
	where, args = where+" AND "+key+than+"?", append(args, from)
	if until != "" {
		where, args = where+" AND "+key+" < ?", append(args, until)
	}
	order := " ORDER BY " + key
	if f.Before != "" {
		order += " DESC"
	}
	sums := make([]string, 0, 3)
	for _, column := range []string{"won", "lost", "drawn"} {
		sums = append(sums, "(SELECT CAST(COALESCE(SUM("+column+"), 0) AS BIGINT) FROM player_records"+
			" WHERE player_id = p.id)")
	}
	return "SELECT p.name, p.created_at, " + strings.Join(sums, ", ") + " FROM players p" +
		s.ReadTx(ctx).By("players_listed") + " WHERE " + where + order + db.Limit(f.Limit+1), args
}

// CountToMove returns the number of games that wait for a player's turn, at most MaxInbox.
func (s *Store) CountToMove(ctx context.Context, player int64) (n int, err error) {
	err = db.Query(s.Read(ctx), func(c *db.Columns) error { n = int(c.Number()); return nil },
		"SELECT COUNT(*) FROM (SELECT 1 FROM games WHERE status = 'ongoing' AND to_move_id = ?"+db.Limit(models.MaxInbox)+
			") AS waiting", player)
	return n, err
}

// PoolRating is a player's current rating in a variant of a ruleset.
type PoolRating struct {
	Ruleset, Variant string
	rating.Rating
	Games int // number of rated ones
}

// RatingsOf returns a player's ratings by ruleset and variant, of those with a rated game.
func (s *Store) RatingsOf(ctx context.Context, player int64) (list []PoolRating, err error) {
	now := s.Clock()
	err = db.Query(s.Read(ctx), func(c *db.Columns) error {
		p := PoolRating{Ruleset: c.Text(), Variant: c.Text()}
		standing := rating.Standing{Rating: schema.TakeRating(c), Games: int(c.Number()), At: schema.Millis(c).Time()}
		p.Rating, p.Games = standing.Now(now), standing.Games
		list = append(list, p)
		return nil
	}, `SELECT ruleset, variant, rating, deviation, volatility, games, rated_at FROM ratings WHERE player_id = ?
		ORDER BY ruleset, variant`, player)
	return list, err
}

// RatedGame is a rated game of a player with their rating before and after it.
type RatedGame struct {
	Game             string
	Ruleset, Variant string
	Opponent         models.PlayerRef
	Score            rating.Score // of the player
	At               time.Time    // when it ended
	models.RatingChange
}

// RatingFilter narrows a list of rated games. Empty fields match everything.
type RatingFilter struct {
	Ruleset, Variant string // the ruleset by ID or name, in any case
	Before           string // cursor: the last game of the previous page
	Limit            int
}

// RatedGames lists a player's rated games, newest first. The cursor of the next page is "" on the last one.
// Errors: CodeInvalid for an unknown cursor.
func (s *Store) RatedGames(ctx context.Context, player int64, f RatingFilter) (
	list []RatedGame, next string, err error,
) {
	where, args := "r.player_id = ?", []any{player}
	if f.Ruleset != "" {
		where, args = where+" AND r.ruleset = ?", append(args, s.RulesetID(f.Ruleset))
	}
	if f.Variant != "" {
		where, args = where+" AND r.variant = ?", append(args, f.Variant)
	}
	if f.Before != "" {
		at, _, ok := schema.ParseCursor(f.Before)
		if !ok {
			return nil, "", schema.BadCursor(f.Before)
		}
		where, args = where+" AND r.rated_at < ?", append(args, at) // no two games of a player end at the same time
	}
	var last models.Millis
	err = db.Query(s.Read(ctx), func(c *db.Columns) error {
		if len(list) == f.Limit {
			next = schema.FormatCursor(last, "r")
			return nil
		}
		g := RatedGame{Game: c.Text(), Ruleset: c.Text(), Variant: c.Text()}
		seat, winner := rules.Seat(c.Number()), rules.Seat(c.Number())
		g.Opponent, last = models.PlayerRef{ID: c.Number(), Name: c.Text()}, schema.Millis(c)
		g.At, g.RatingChange = last.Time(), models.RatingChange{Before: schema.TakeRating(c), After: schema.TakeRating(c)}
		if g.Score = schema.Score(winner); seat == rules.Second {
			g.Score = 1 - g.Score
		}
		list = append(list, g)
		return nil
	}, `SELECT r.game_id, r.ruleset, r.variant, r.seat, g.winner, r.opponent_id, p.name, r.rated_at,
			r.before_rating, r.before_deviation, r.before_volatility, r.after_rating, r.after_deviation, r.after_volatility
		FROM game_ratings r JOIN games g ON g.id = r.game_id JOIN players p ON p.id = r.opponent_id
		WHERE `+where+` ORDER BY r.rated_at DESC`+db.Limit(f.Limit+1), args...)
	return list, next, err
}

// RankedPlayer is a line of a ranking.
type RankedPlayer struct {
	Place  int
	Player models.PlayerRef
	rating.Rating
	Games int // number of rated ones
}

// RankingFilter says which part of which ranking is listed.
type RankingFilter struct {
	Ruleset, Variant string // by ID or name; the default variant if it is ""
	After            string // cursor: the last player of the previous page
	Limit            int
}

// Ranking is a page of the ranking of a variant.
type Ranking struct {
	Ruleset, Variant string
	Players          []RankedPlayer
	Next             string // the cursor of the next page; "" on the last one

	// Provisional are players of the latest games who lack something for a place, by rating, without places. Only the
	// last page has them.
	Provisional []RankedPlayer
}

// The number of finished games of a variant whose players may be below its ranking, and of those players. The games
// are read one by one.
const (
	provisionalGames = 200
	maxProvisional   = 50
)

// Ranking lists the players of a variant by rating: those with enough rated games and established opponents whose
// deviation is small enough now, and who show their ratings; no bots. It walks an index of those whose deviation was
// small enough after their last game. No index has the others, so those of the latest games follow.
// Errors: CodeInvalid for an unknown ruleset, variant or cursor.
func (s *Store) Ranking(ctx context.Context, f RankingFilter) (page Ranking, err error) {
	r, variant, err := s.FindRuleset(f.Ruleset, f.Variant)
	if err != nil {
		return page, err
	}
	page.Ruleset, page.Variant = r.Info("").ID, variant.ID
	place, beyond, args := 0, "", []any{page.Ruleset, page.Variant}
	if f.After != "" {
		var bits, id int64
		if n, err := fmt.Sscanf(f.After, "%d.%x.%d", &place, &bits, &id); n != 3 || err != nil {
			return page, schema.BadCursor(f.After)
		}
		beyond = " AND (r.rating, r.player_id) < (?, ?)"
		args = append(args, math.Float64frombits(uint64(bits)), id)
	}
	now := s.Clock()
	take := func(c *db.Columns) RankedPlayer {
		standing := rating.Standing{Rating: schema.TakeRating(c), Games: int(c.Number()), At: schema.Millis(c).Time()}
		return RankedPlayer{
			Rating: standing.Now(now), Games: standing.Games,
			Player: models.PlayerRef{ID: c.Number(), Name: c.Text()},
		}
	}
	settled := "r.deviation * r.deviation + r.volatility * r.volatility * " + periodSquared + " * (" +
		fmt.Sprint(int64(models.ToMillis(now))) + " - r.rated_at) <= 12100"
	const shown = "p.hide_rating = 0 AND p.deleted_at = 0 AND p.banned_at = 0 AND p.name NOT LIKE '%" + names.BotMark + "'"
	err = db.Query(s.Read(ctx), func(c *db.Columns) error {
		p := take(c)
		if len(page.Players) == f.Limit {
			last := page.Players[f.Limit-1]
			page.Next = fmt.Sprintf("%d.%x.%d", last.Place, math.Float64bits(last.Rating.Rating), last.Player.ID)
			return nil
		}
		place++
		p.Place = place
		page.Players = append(page.Players, p)
		return nil
	}, `SELECT r.rating, r.deviation, r.volatility, r.games, r.rated_at, p.id, p.name
		FROM ratings r`+s.ReadTx(ctx).By("ratings_ranking")+` JOIN players p ON p.id = r.player_id
		WHERE r.games >= 10 AND r.opponents >= 5 AND r.deviation <= 110 AND r.ruleset = ? AND r.variant = ?`+beyond+`
		AND `+settled+` AND `+shown+` ORDER BY r.rating DESC, r.player_id DESC`+db.Limit(f.Limit+1), args...)
	if err != nil || page.Next != "" {
		return page, err
	}
	err = db.Query(s.Read(ctx), func(c *db.Columns) error {
		page.Provisional = append(page.Provisional, take(c))
		return nil
	}, `WITH latest AS (SELECT first_id, second_id FROM games`+s.ReadTx(ctx).By("games_ended_variant")+`
			WHERE ruleset = ? AND variant = ? AND status = 'finished' AND status <> 'ongoing'
			ORDER BY updated_at DESC, id DESC`+db.Limit(provisionalGames)+`)
		SELECT r.rating, r.deviation, r.volatility, r.games, r.rated_at, p.id, p.name
		FROM ratings r JOIN players p ON p.id = r.player_id
		WHERE r.player_id IN (SELECT first_id FROM latest UNION SELECT second_id FROM latest)
		AND r.ruleset = ? AND r.variant = ?
		AND NOT (r.games >= 10 AND r.opponents >= 5 AND r.deviation <= 110 AND `+settled+`) AND `+shown+`
		ORDER BY r.rating DESC, p.id DESC`+db.Limit(maxProvisional),
		page.Ruleset, page.Variant, page.Ruleset, page.Variant)
	return page, err
}

// periodSquared is the growth of a squared deviation in a millisecond at a volatility of 1, as a number of SQL.
var periodSquared = fmt.Sprintf("%.17g", rating.GrowthPerMilli)

// SelectGameRatings needs a list of games.
const SelectGameRatings = `SELECT game_id, seat, before_rating, before_deviation, before_volatility,
	after_rating, after_deviation, after_volatility FROM game_ratings WHERE game_id IN `
