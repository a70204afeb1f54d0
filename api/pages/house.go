package pages

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/rules"
)

// houseGame is a ruleset that the house plays, for the form that challenges it.
type houseGame struct {
	ID, Name, Variant string
	Levels            []houseLevel
}

type houseLevel struct {
	rules.Level
	Label string
}

// houseGames lists the rulesets in which the house begins games.
func (p *Pages) houseGames(c echo.Context) (list []houseGame) {
	for _, r := range p.rulesets {
		if g := p.houseGame(c, r); g != nil {
			list = append(list, *g)
		}
	}
	return list
}

// houseGame returns nil if the house begins no games of the ruleset.
func (p *Pages) houseGame(c echo.Context, r rules.Ruleset) *houseGame {
	if !p.Store.HouseBegins(r) {
		return nil
	}
	info := r.Info(readerOf(c).Words().Tag())
	return &houseGame{ID: info.ID, Name: info.Name, Variant: info.Offered()[0].ID, Levels: houseLevels(c)}
}

// houseLevels lists the levels of the house.
func houseLevels(c echo.Context) (list []houseLevel) {
	for _, level := range rules.Levels() {
		list = append(list, houseLevel{level, say(c, "site.house."+string(level))})
	}
	return list
}

// houseWait is how long a page waits for the house after an action of its reader. It usually acts within that time.
const houseWait = time.Second

// afterHouse returns the game after the house has acted, if it does so in time.
func (p *Pages) afterHouse(ctx context.Context, g *models.Game) (*models.Game, error) {
	if !g.AwaitsHouse() {
		return g, nil
	}
	ctx, cancel := context.WithTimeout(ctx, houseWait)
	defer cancel()
	return p.Store.AwaitHouse(ctx, g)
}

// Times between the refreshes of a page while the house thinks.
const (
	refreshFirst = 2 * time.Second
	refreshLast  = time.Minute
)

// refreshAfter returns when a page is loaded again that has waited for the house: the longer, the later.
func refreshAfter(waited time.Duration) time.Duration {
	return min(max(refreshFirst, waited/5), refreshLast).Round(time.Second)
}

// fillHouse adds that the house is thinking, and has the browser load the page again.
func (p *Pages) fillHouse(c echo.Context, page *gamePage, g *models.Game) {
	page.House = g.HouseSeat() != rules.NoSeat
	page.Thinking = page.House && !page.Past && g.AwaitsHouse()
	if page.Thinking && c.Request().Method == http.MethodGet {
		now := g.Deadline.Add(-g.Left[g.ToMove]) // by the store's clock
		again := refreshAfter(now.Sub(g.UpdatedAt))
		c.Response().Header().Set("Refresh", fmt.Sprintf("%d; url=%s", int(again.Seconds()), page.Links.Game))
	}
}

// HouseAnswered reports whether the house has acted after the reader's turn, so that the turn is theirs again.
func (page *gamePage) HouseAnswered() bool {
	return page.House && page.Done == "turn" && (page.Game.MyTurn() || page.Game.Over())
}

// redirectToChallenge shows the challenge that a form has made, or the game that it has begun at once.
func (p *Pages) redirectToChallenge(c echo.Context, player models.Player, id string) error {
	challenge, err := p.Store.FindChallenge(c.Request().Context(), player, id)
	if err == nil && challenge.GameID != "" && challenge.Opponent.IsHouse() {
		return redirect(c, GamePath(challenge.GameID), "accepted")
	}
	return redirect(c, ChallengePath(id), "created")
}
