package pages

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/templates/view"
)

// againPanel is how the players of a game that is over play again.
type againPanel struct {
	Challenge string // that stands, "" for none
	Mine      bool   // it is the reader's
	Game      string // that came of it
}

// fillAgain finds what has come of the wish to play again.
func (p *Pages) fillAgain(ctx context.Context, page *gamePage, g *models.Game, r view.Reader) error {
	if !page.Member || !page.Game.Over() {
		return nil
	}
	if page.Game.Rematch == "" {
		if !page.Game.Alone() {
			page.Again = &againPanel{}
		}
		return nil
	}
	page.Again = &againPanel{}
	c, err := p.Store.FindChallenge(ctx, models.Player{ID: r.Player}, page.Game.Rematch)
	if err != nil {
		return err
	}
	page.Again.Challenge, page.Again.Mine, page.Again.Game = c.ID, c.Challenger.ID == r.Player, c.GameID
	return nil
}

// offerRematch challenges the opponent of a game that is over again, or accepts their wish. Asked
// for twice it is done once.
func (p *Pages) offerRematch(c echo.Context) error {
	player, err := signedIn(c)
	if err != nil {
		return err
	}
	ctx, id := c.Request().Context(), c.Param("id")
	made, err := p.storeOf(c).OfferRematch(ctx, player, id)
	if models.CodeOf(err) == models.CodeConflict && p.rematchStands(ctx, id) {
		return to(c, GamePath(id), "rematch")
	}
	if err != nil {
		refused, err := refusedBy(err)
		if err != nil {
			return err
		}
		return p.sendGame(c, p.Status(refused.Code), gameForm{}, refused)
	}
	if made.Game != nil && visitorOf(c).Signed {
		return c.Redirect(http.StatusSeeOther, GamePath(made.Game.ID)+"?done=accepted")
	}
	return to(c, GamePath(id), "rematch")
}

func (p *Pages) rematchStands(ctx context.Context, game string) bool {
	g, err := p.Store.Game(ctx, game)
	return err == nil && g.Rematch != ""
}
