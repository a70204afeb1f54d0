package pages

import (
	"net/http"
	"net/url"
	"time"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/play"
	"turnpost/models/rating"
	"turnpost/templates/view"
)

// Numbers of rows of pages about ratings.
const (
	ratedOnPage  = 40
	rankedOnPage = 50
)

// poolRating is a player's rating in a variant.
type poolRating struct {
	Ruleset, Title, Rating string
	Games                  int
	History                string // address
	Chosen                 bool
}

// standingPanel is what a profile shows of ratings and reliability.
type standingPanel struct {
	Ratings     []poolRating
	Hidden      bool // the reader does not see the ratings
	OnlyMine    bool // nobody else sees them
	Reliability string
	Late        []lateTurn // for the player only
}

// lateTurn is a turn that did not come in time.
type lateTurn struct {
	Game, Text string
	At         time.Time
}

// standing returns a player's ratings, as far as the reader may see them, and reliability.
func (p *Pages) standing(c echo.Context, player models.Player) (s standingPanel, err error) {
	ctx, reader := c.Request().Context(), readerOf(c)
	if s.Hidden = !models.SeesRatings(reader.Player, player.ID, player.HideRating); !s.Hidden {
		s.OnlyMine = player.HideRating
		if s.Ratings, err = p.poolRatings(c, player); err != nil {
			return s, err
		}
	}
	reliability, err := p.Store.Reliability(ctx, player.ID)
	if err != nil {
		return s, err
	}
	s.Reliability = reliabilityText(c, reliability)
	if reader.Player != player.ID {
		return s, nil
	}
	late, err := p.Store.LateTurns(ctx, player.ID)
	for _, l := range late {
		key := "site.reliability.late.turn"
		if l.First {
			key = "site.reliability.late.first"
		}
		title := p.Store.RulesetInfo(l.Ruleset, reader.Words().Tag()).Name
		s.Late = append(s.Late, lateTurn{
			l.Game, say(c, key, "title", title, "opponent", l.Opponent.Name), reader.In(l.At),
		})
	}
	return s, err
}

// reliabilityText returns a reliability as a sentence.
func reliabilityText(c echo.Context, r models.Reliability) string {
	days := int(play.ReliabilityPeriod.Hours() / 24)
	if r.New() {
		return say(c, "site.reliability.new", "min", models.NewBelow, "days", days)
	}
	return say(c, "site.reliability.share", "percent", r.Percent(), "in_time", r.InTime, "due", r.Due, "days", days)
}

// poolRatings lists the ratings of a player.
func (p *Pages) poolRatings(c echo.Context, player models.Player) (list []poolRating, err error) {
	ratings, err := p.Store.RatingsOf(c.Request().Context(), player.ID)
	for _, r := range ratings {
		list = append(list, poolRating{
			Ruleset: r.Ruleset, Title: p.variantTitle(c, r.Ruleset, r.Variant), Rating: view.ShownRating(r.Rating),
			Games:   r.Games,
			History: PlayerPath(player.Name) + "/ratings?" + url.Values{"ruleset": {r.Ruleset}, "variant": {r.Variant}}.Encode(),
			Chosen:  r.Ruleset == c.QueryParam("ruleset") && r.Variant == c.QueryParam("variant"),
		})
	}
	return list, err
}

// variantTitle returns the name of a variant: "Hnefatafl 11×11".
func (p *Pages) variantTitle(c echo.Context, ruleset, variant string) string {
	info := p.Store.RulesetInfo(ruleset, readerOf(c).Words().Tag())
	if v, found := info.Variant(variant); found {
		return v.Name
	}
	return info.Name
}

// ratedGame is a row of a history of ratings.
type ratedGame struct {
	Game, Opponent, Result string
	Gone                   bool // the opponent has no page
	At                     time.Time
	view.RatingChange
}

// ratingsPage is the history of a player's rating in a variant.
type ratingsPage struct {
	Frame
	Player, Profile string
	Hidden          bool
	Pools           []poolRating
	Pool            string // the title of the chosen one
	Line            *view.RatingLine
	Games           []ratedGame
	Next            string
}

// showRatings serves the history of a player's rating in a variant: the first one unless the query chooses one.
func (p *Pages) showRatings(c echo.Context) error {
	ctx := c.Request().Context()
	player, _, err := p.Store.PlayerByName(ctx, c.Param("name"))
	if err != nil {
		return err
	}
	page := ratingsPage{
		Frame:  p.frame(c, say(c, "site.ratings.of", "name", player.Name)),
		Player: player.Name, Profile: PlayerPath(player.Name),
		Hidden: !models.SeesRatings(readerOf(c).Player, player.ID, player.HideRating),
	}
	if !page.Hidden {
		if err := p.fillRatings(c, &page, player); err != nil {
			return err
		}
	}
	return p.show(c, http.StatusOK, "ratings", page)
}

func (p *Pages) fillRatings(c echo.Context, page *ratingsPage, player models.Player) (err error) {
	if page.Pools, err = p.poolRatings(c, player); err != nil || len(page.Pools) == 0 {
		return err
	}
	chosen := url.Values{"ruleset": {c.QueryParam("ruleset")}, "variant": {c.QueryParam("variant")}}
	if chosen.Get("ruleset") == "" {
		page.Pools[0].Chosen = true
		first, err := url.Parse(page.Pools[0].History)
		if err != nil {
			return err
		}
		chosen = first.Query()
	}
	for _, pool := range page.Pools {
		if pool.Chosen {
			page.Pool = pool.Title
		}
	}
	if page.Pool == "" {
		return fail(models.CodeNotFound, "site.no_page")
	}
	games, next, err := p.Store.RatedGames(c.Request().Context(), player.ID, account.RatingFilter{
		Ruleset: chosen.Get("ruleset"), Variant: chosen.Get("variant"), Before: c.QueryParam("before"), Limit: ratedOnPage,
	})
	for _, g := range games {
		page.Games = append(page.Games, shownRated(c, g))
	}
	if next != "" {
		page.Next = page.Profile + "/ratings?" + withQuery(chosen, "before", next).Encode()
	}
	points := make([]view.RatingPoint, len(games))
	for i, g := range games {
		points[i] = view.RatingPoint{At: g.At, After: g.After}
	}
	page.Line = view.DrawRatings(readerOf(c), player.Name, page.Pool, points)
	return err
}

// shownRated returns a rated game as its reader sees it.
func shownRated(c echo.Context, g account.RatedGame) ratedGame {
	result := "drawn"
	switch g.Score {
	case 0:
		result = "lost"
	case 1:
		result = "won"
	}
	return ratedGame{
		Game: g.Game, Opponent: g.Opponent.Name, Gone: view.Player{Name: g.Opponent.Name}.Gone(),
		Result: say(c, "site.ratings.score."+result), At: readerOf(c).In(g.At),
		RatingChange: view.RatingChange{Before: view.ShownRating(g.Before), After: view.ShownRating(g.After)},
	}
}

// showRanking serves the ranking of a variant.
func (p *Pages) showRanking(c echo.Context) error {
	_, info, err := p.ruleset(c)
	if err != nil {
		return err
	}
	variant, found := info.Variant(c.QueryParam("variant"))
	if !found {
		return fail(models.CodeNotFound, "site.no_page")
	}
	list, err := p.Store.Ranking(c.Request().Context(), account.RankingFilter{
		Ruleset: info.ID, Variant: variant.ID, After: c.QueryParam("after"), Limit: rankedOnPage,
	})
	if err != nil {
		return err
	}
	page := struct {
		Frame
		Game, Next string
		Variants   []narrowing
		account.Ranking
		MinGames, Opponents int
	}{
		Frame: p.frame(c, say(c, "site.ranking.of", "title", variant.Name)), Game: info.Name,
		Ranking: list, MinGames: rating.MinGames, Opponents: rating.MinOpponents,
	}
	path := RulesPath(info.ID) + "/ranking"
	query := url.Values{"variant": {variant.ID}}
	page.URL = p.BaseURL + path + "?" + query.Encode()
	if list.Next != "" {
		page.Next = path + "?" + withQuery(query, "after", list.Next).Encode()
	}
	if len(info.Variants) > 1 {
		for _, v := range info.Variants {
			to := path + "?" + url.Values{"variant": {v.ID}}.Encode()
			page.Variants = append(page.Variants, narrowing{v.Name, to, v.ID == variant.ID})
		}
	}
	return p.show(c, http.StatusOK, "ranking", page)
}
