package api

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"math"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/rating"
)

// ListRatings lists a player's rated games.
func (s *server) ListRatings(c echo.Context, name PlayerName, in ListRatingsParams) error {
	ctx := c.Request().Context()
	p, _, err := s.store.PlayerByName(ctx, name)
	if err != nil {
		return err
	}
	if !models.SeesRatings(me(c).ID, p.ID, p.HideRating) {
		return sendJSON(c, http.StatusOK, RatingList{})
	}
	games, next, err := s.store.RatedGames(ctx, p.ID, account.RatingFilter{
		Ruleset: in.Ruleset, Variant: in.Variant, Before: in.Cursor, Limit: in.Limit,
	})
	if err != nil {
		return err
	}
	list := each(games, func(g account.RatedGame) RatedGame {
		return RatedGame{
			Game: g.Game, Ruleset: g.Ruleset, Variant: g.Variant, Opponent: g.Opponent.Name, Score: float64(g.Score), At: g.At,
			Before: wireRating(g.Before), After: wireRating(g.After),
		}
	})
	return sendJSON(c, http.StatusOK, RatingList{Ratings: &list, Next: optional(next)})
}

// rankingRows is the number of rows of a ranking without a limit.
const rankingRows = 50

// GetRanking lists the strongest players of a variant.
func (s *server) GetRanking(c echo.Context, id RulesetID, in GetRankingParams) error {
	page, err := s.store.Ranking(c.Request().Context(), account.RankingFilter{
		Ruleset: id, Variant: in.Variant, After: in.Cursor, Limit: cmp.Or(in.Limit, rankingRows),
	})
	if err != nil {
		return err
	}
	return sendJSON(c, http.StatusOK, Ranking{
		Ruleset: page.Ruleset, Variant: page.Variant, Next: optional(page.Next),
		Ranking: each(page.Players, func(p account.RankedPlayer) RankedPlayer {
			return RankedPlayer{
				Place: p.Place, Player: p.Player.Name, Rating: p.Shown(), Deviation: p.ShownDeviation(), Games: p.Games,
			}
		}),
		Provisional: each(page.Provisional, func(p account.RankedPlayer) ProvisionalPlayer {
			return ProvisionalPlayer{
				Player: p.Player.Name, Rating: p.Shown(), Deviation: p.ShownDeviation(), Games: p.Games,
			}
		}),
	})
}

func wireRating(r rating.Rating) Rating {
	return Rating{Rating: r.Rating, Deviation: r.Deviation, Volatility: r.Volatility}
}

// ratings returns the ratings of a player.
func (s *server) ratings(ctx context.Context, player int64) ([]PoolRating, error) {
	list, err := s.store.RatingsOf(ctx, player)
	return each(list, func(p account.PoolRating) PoolRating {
		shown := p.Shown()
		return PoolRating{
			Ruleset: p.Ruleset, Variant: p.Variant, Rating: &shown, Deviation: p.ShownDeviation(),
			Provisional: p.Provisional(), Games: p.Games,
		}
	}), err
}

// wireReliability converts a reliability.
func wireReliability(r models.Reliability) Reliability {
	w := Reliability{InTime: r.InTime, Due: r.Due, New: r.New()}
	if !w.New {
		percent := r.Percent()
		w.Percent = &percent
	}
	return w
}

// ratingTag identifies what may change about the ratings of a finished game.
func ratingTag(g *models.Game) string {
	h := fnv.New32a()
	for seat, change := range g.Ratings {
		for _, r := range []rating.Rating{change.Before, change.After} {
			fmt.Fprint(h, math.Float64bits(r.Rating), math.Float64bits(r.Deviation), g.HideRating[seat], " ")
		}
	}
	fmt.Fprint(h, g.UnratedBecause)
	return fmt.Sprintf("rating-%08x", h.Sum32())
}

// limitOrNull returns nil for a limit that a challenge does not have.
func limitOrNull(n int) *int {
	if n == 0 {
		return nil
	}
	return &n
}

// ratingTable returns the table of rated games, with shown ratings.
func ratingTable(v RatingList, when func(time.Time) string) textList {
	var games []RatedGame
	if v.Ratings != nil {
		games = *v.Ratings
	}
	return listOf("game variant opponent score before after at", games, v.Next, func(g RatedGame) []string {
		return []string{
			g.Game, g.Ruleset + " " + g.Variant, g.Opponent, fmt.Sprint(g.Score),
			fmt.Sprint(rating.RoundHalfUp(g.Before.Rating)), fmt.Sprint(rating.RoundHalfUp(g.After.Rating)), when(g.At),
		}
	})
}

// rankingTable returns the table of a ranking. A player who lacks something for a place has none.
func rankingTable(v Ranking) textList {
	row := func(place, player string, numbers ...int) []string {
		cells := []string{place, player}
		for _, n := range numbers {
			cells = append(cells, fmt.Sprint(n))
		}
		return cells
	}
	list := listOf("place player rating deviation games", v.Ranking, v.Next, func(p RankedPlayer) []string {
		return row(fmt.Sprint(p.Place), p.Player, p.Rating, p.Deviation, p.Games)
	})
	for _, p := range v.Provisional {
		list.rows = append(list.rows, row("-", p.Player, p.Rating, p.Deviation, p.Games))
	}
	return list
}

// isOpenList reports whether a list has challenges, all of them to anybody.
func isOpenList(v ChallengeList) bool {
	return len(v.Challenges) > 0 && !slices.ContainsFunc(v.Challenges, func(c Challenge) bool {
		return c.Opponent != nil || c.Invited != "" || c.Status != ChallengeStatus(models.ChallengeOpen)
	})
}

// openTable returns the table of challenges to anybody, with what they show and ask.
func openTable(v ChallengeList) textList {
	return listOf("id variant pace challenger rating in_time limits", v.Challenges, v.Next, func(c Challenge) []string {
		shown, inTime := "", "new"
		if c.ChallengerRating != nil {
			shown = fmt.Sprint(*c.ChallengerRating)
		}
		if percent := c.ChallengerReliability.Percent; percent != nil {
			inTime = fmt.Sprintf("%d%%", *percent)
		}
		return []string{c.ID, c.Ruleset + " " + c.Variant, c.Pace, c.Challenger, shown, inTime, limitsOf(c)}
	})
}

// limitsOf lists what a challenge asks of its opponent, by the names of the fields.
func limitsOf(c Challenge) string {
	var list []string
	for _, term := range models.ChallengeTerms {
		if field := wireField(&c, term.Name); term.Limit != nil && !field.IsNil() {
			list = append(list, fmt.Sprintf("%s=%d", term.Name, field.Elem().Int()))
		}
	}
	if !c.Rated {
		list = append(list, "rated=false")
	}
	return strings.Join(list, " ")
}
