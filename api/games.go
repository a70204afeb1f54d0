package api

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"turnpost/models"
)

// ListGames lists games.
func (s *server) ListGames(c echo.Context, in ListGamesParams) error {
	games, next, err := s.store.Games(c.Request().Context(), models.GameFilter{
		Player: in.Player, Status: models.Status(in.Status), ToMove: in.ToMove, Ruleset: in.Ruleset,
		Before: in.Cursor, Limit: pageSize(in.Limit),
	})
	if err != nil {
		return err
	}
	return sendJSON(c, http.StatusOK, GameList{Games: s.wireGames(games, me(c).ID), Next: optional(next)})
}

// GetGame shows a game in one of four forms.
func (s *server) GetGame(c echo.Context, id PublicID, in GetGameParams) error {
	return s.showGame(c, id, in.Ply, view{in.Flip, in.Style, in.Scale})
}

// GetBoardText shows a game as text.
func (s *server) GetBoardText(c echo.Context, id PublicID, in GetBoardTextParams) error {
	return s.showGame(c, id, in.Ply, view{flip: in.Flip, style: in.Style})
}

// GetBoardSVG draws a game as SVG.
func (s *server) GetBoardSVG(c echo.Context, id PublicID, in GetBoardSVGParams) error {
	return s.showGame(c, id, in.Ply, view{flip: in.Flip})
}

// GetBoardPNG draws a game as PNG.
func (s *server) GetBoardPNG(c echo.Context, id PublicID, in GetBoardPNGParams) error {
	return s.showGame(c, id, in.Ply, view{flip: in.Flip, scale: in.Scale})
}

// showGame answers with a game as it stands, or stood at an earlier ply.
func (s *server) showGame(c echo.Context, id string, ply *int, v view) error {
	g, past, err := s.gameAt(c.Request().Context(), id, ply)
	if err != nil {
		return err
	}
	form, tag := formOf(c), etag(g)
	// The JSON also says how the game stands now, and while it lasts, turns may be taken back.
	if past && form != typeJSON && g.Status != models.Ongoing {
		c.Response().Header().Set(echo.HeaderCacheControl, immutable(c))
	}
	if unchanged(c.Request().Header.Get(headerIfNoneMatch), tag) {
		c.Response().Header().Set(headerETag, tag)
		return c.NoContent(http.StatusNotModified)
	}
	a, err := s.gameAnswer(c, http.StatusOK, g, past, v)
	if err != nil {
		return err
	}
	a.ETag = tag
	return send(c, a)
}

// gameAt loads a game as it stands or, past, stood at an earlier ply.
func (s *server) gameAt(ctx context.Context, id string, ply *int) (g *models.Game, past bool, err error) {
	if ply == nil {
		g, err = s.store.Game(ctx, id)
		return g, false, err
	}
	g, current, err := s.store.GameAt(ctx, id, *ply)
	return g, *ply != current, err
}

// immutable lets a past board be kept for a year; with a token its text may
// hold what is for that player alone.
func immutable(c echo.Context) string {
	if me(c).ID != 0 {
		return "private, max-age=31536000, immutable"
	}
	return "public, max-age=31536000, immutable"
}

// gameAnswer is a game in the form that the request asked for.
func (s *server) gameAnswer(c echo.Context, status int, g *models.Game, past bool, v view) (models.Answer, error) {
	switch form := formOf(c); form {
	case typeText:
		return s.gameText(c, status, g, past, v)
	case typeSVG, typePNG:
		return s.gamePicture(g, past, form, v)
	}
	return jsonAnswer(status, s.wireGame(g, me(c).ID))
}

// changed renders the game that a use case returns.
func (s *server) changed(c echo.Context, status int, v view) func(g *models.Game) (models.Answer, error) {
	return func(g *models.Game) (models.Answer, error) {
		a, err := s.gameAnswer(c, status, g, false, v)
		a.ETag = etag(g)
		return a, err
	}
}

// Resign ends a game.
func (s *server) Resign(c echo.Context, id PublicID, _ ResignParams) error {
	return once(c, func(ctx context.Context) (*models.Game, error) {
		return s.store.Resign(ctx, me(c).ID, id)
	}, s.changed(c, http.StatusOK, view{}))
}

// AnswerDraw offers a draw or answers the offer.
func (s *server) AnswerDraw(c echo.Context, id PublicID, _ AnswerDrawParams) error {
	var in DrawAction
	if err := readJSON(c, &in); err != nil {
		return err
	}
	return once(c, func(ctx context.Context) (*models.Game, error) {
		return s.store.Draw(ctx, me(c).ID, id, models.Action(in.Action))
	}, s.changed(c, http.StatusOK, view{}))
}

// AnswerTakeback offers a takeback or answers the offer.
func (s *server) AnswerTakeback(c echo.Context, id PublicID, _ AnswerTakebackParams) error {
	var in TakebackAction
	if err := readJSON(c, &in); err != nil {
		return err
	}
	action, ply := models.Action(in.Action), 0
	switch {
	case in.Ply != nil:
		ply = *in.Ply
	case action == models.Offer, action == models.AcceptOffer:
		return refuseField("ply", "is missing; it names the ply to go back to")
	}
	return once(c, func(ctx context.Context) (*models.Game, error) {
		return s.store.Takeback(ctx, me(c).ID, id, action, ply)
	}, s.changed(c, http.StatusOK, view{}))
}

// Abort ends a game that has hardly begun.
func (s *server) Abort(c echo.Context, id PublicID, _ AbortParams) error {
	return once(c, func(ctx context.Context) (*models.Game, error) {
		return s.store.Abort(ctx, me(c).ID, id)
	}, s.changed(c, http.StatusOK, view{}))
}

// NextSteps lists what may follow a beginning of a turn.
func (s *server) NextSteps(c echo.Context, id PublicID, in NextStepsParams) error {
	g, err := s.store.Game(c.Request().Context(), id)
	if err != nil {
		return err
	}
	options, err := s.store.Next(g, in.Prefix)
	if err != nil {
		return err
	}
	return sendJSON(c, http.StatusOK, Options{MayEnd: options.MayEnd, Steps: options.Steps})
}
