package pages

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/templates/view"
)

// rematchPanel shows how the players of a finished game can play again.
type rematchPanel struct {
	Challenge string // the pending challenge; "" for none
	Mine      bool   // the reader made it
	Game      string // the game after acceptance
}

// fillRematch adds the state of the rematch.
func (p *Pages) fillRematch(ctx context.Context, page *gamePage, g *models.Game, r view.Reader) error {
	if !page.Member || !page.Game.Over() || g.Event != "" {
		return nil
	}
	if page.Game.Rematch == "" {
		if !page.Game.Alone() {
			page.Again = &rematchPanel{}
		}
		return nil
	}
	page.Again = &rematchPanel{}
	c, err := p.Store.FindChallenge(ctx, models.Player{ID: r.Player}, page.Game.Rematch)
	if err != nil {
		return err
	}
	page.Again.Challenge, page.Again.Mine, page.Again.Game = c.ID, c.Challenger.ID == r.Player, c.GameID
	return nil
}

// offerRematch challenges the opponent of a finished game again, or accepts their offer. A repeated form acts
// once.
func (p *Pages) offerRematch(c echo.Context) error {
	player, err := signedIn(c)
	if err != nil {
		return err
	}
	ctx, id := c.Request().Context(), c.Param("id")
	made, err := p.storeOf(c).OfferRematch(ctx, player, id)
	if models.CodeOf(err) == models.CodeConflict && p.rematchStands(ctx, id) {
		return redirect(c, GamePath(id), "rematch")
	}
	if err != nil {
		return gameForm{}.refuse(err)
	}
	if made.Game != nil && visitorOf(c).Signed {
		return c.Redirect(http.StatusSeeOther, GamePath(made.Game.ID)+"?done=accepted")
	}
	return redirect(c, GamePath(id), "rematch")
}

func (p *Pages) rematchStands(ctx context.Context, game string) bool {
	g, err := p.Store.Game(ctx, game)
	return err == nil && g.Rematch != ""
}
