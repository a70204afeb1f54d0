package api

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/models/store"
)

// ChallengeInEvent begins a game with a player above on a ladder.
func (s *server) ChallengeInEvent(c echo.Context, id PublicID, _ ChallengeInEventParams) error {
	var in EventChallenge
	if err := readJSON(c, &in); err != nil {
		return err
	}
	return once(c, s.store, func(ctx context.Context, store *store.Store) (*models.Game, error) {
		g, err := store.ChallengeInEvent(ctx, me(c), id, in.Opponent)
		if err == nil {
			c.Response().Header().Set(echo.HeaderLocation, "/v1/games/"+g.ID)
		}
		return g, err
	}, s.renderGame(c, http.StatusCreated))
}
