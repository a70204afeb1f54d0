package api

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/templates"
)

// CreateChallenge offers a game.
func (s *server) CreateChallenge(c echo.Context, _ CreateChallengeParams) error {
	var in NewChallenge
	if err := readJSON(c, &in); err != nil {
		return err
	}
	return once(c, s.store, func(ctx context.Context, store *models.Store) (models.Challenge, error) {
		challenge, err := store.CreateChallenge(ctx, me(c), models.NewChallenge{
			Ruleset: in.Ruleset, Variant: in.Variant, Opponent: in.Opponent, Seat: in.Seat, Pace: in.Pace,
			Expires: in.Expires, Message: in.Message,
		})
		if err == nil {
			c.Response().Header().Set(echo.HeaderLocation, "/v1/challenges/"+challenge.ID)
		}
		return challenge, err
	}, s.challengeResponse(c, http.StatusCreated))
}

// ListChallenges lists the challenges of one box.
func (s *server) ListChallenges(c echo.Context, in ListChallengesParams) error {
	box := models.ChallengeBox(in.Box)
	challenges, next, err := s.store.Challenges(c.Request().Context(), me(c), box, in.Cursor, in.Limit)
	if err != nil {
		return err
	}
	return sendJSON(c, http.StatusOK,
		ChallengeList{Challenges: s.wireChallenges(challenges, me(c)), Next: optional(next)})
}

// GetChallenge shows a challenge.
func (s *server) GetChallenge(c echo.Context, id PublicID) error {
	return s.showChallenge(c, id, (*models.Store).FindChallenge)
}

// WithdrawChallenge takes a challenge back.
func (s *server) WithdrawChallenge(c echo.Context, id PublicID) error {
	return s.showChallenge(c, id, (*models.Store).WithdrawChallenge)
}

// DeclineChallenge refuses a challenge.
func (s *server) DeclineChallenge(c echo.Context, id PublicID, _ DeclineChallengeParams) error {
	return s.showChallenge(c, id, (*models.Store).DeclineChallenge)
}

// challengeUse is a use case of the store that returns a challenge.
type challengeUse func(*models.Store, context.Context, models.Player, string) (models.Challenge, error)

// showChallenge responds with the challenge that a use case returns.
func (s *server) showChallenge(c echo.Context, id string, use challengeUse) error {
	return once(c, s.store, func(ctx context.Context, store *models.Store) (models.Challenge, error) {
		return use(store, ctx, me(c), id)
	}, s.challengeResponse(c, http.StatusOK))
}

// AcceptChallenge accepts a challenge and responds with the new game.
func (s *server) AcceptChallenge(c echo.Context, id PublicID, _ AcceptChallengeParams) error {
	return once(c, s.store, func(ctx context.Context, store *models.Store) (*models.Game, error) {
		g, err := store.AcceptChallenge(ctx, me(c), id)
		if err == nil {
			c.Response().Header().Set(echo.HeaderLocation, "/v1/games/"+g.ID)
		}
		return g, err
	}, s.renderGame(c, http.StatusCreated))
}

// challengeResponse renders a challenge; its text form shows the start position.
func (s *server) challengeResponse(c echo.Context, status int) func(models.Challenge) (response, error) {
	return func(challenge models.Challenge) (response, error) {
		if formOf(c) != typeText {
			return jsonResponse(status, s.wireChallenge(challenge, me(c)))
		}
		return s.challengeText(c, status, challenge)
	}
}

// challengeText renders a challenge and its start position from the reader's side.
func (s *server) challengeText(c echo.Context, status int, challenge models.Challenge) (response, error) {
	shown, err := s.views.DrawnChallenge(challenge, readerOf(c))
	if err != nil {
		return response{}, err
	}
	shown.Board.Style.Legend = true
	return textResponse(status, templates.ChallengeText(shown, me(c).ID != 0, commandsOf(c))), nil
}

// GetSharedChallenge shows a challenge to anybody who has its link.
func (s *server) GetSharedChallenge(c echo.Context, id PublicID) error {
	challenge, err := s.store.FindChallenge(c.Request().Context(), me(c), id)
	if err != nil {
		return err
	}
	shown, err := s.challengeText(c, http.StatusOK, challenge)
	if err != nil {
		return err
	}
	return send(c, shown)
}

// OfferRematch offers a rematch, or accepts the opponent's offer.
func (s *server) OfferRematch(c echo.Context, id PublicID, _ OfferRematchParams) error {
	return once(c, s.store, func(ctx context.Context, store *models.Store) (models.Rematch, error) {
		made, err := store.OfferRematch(ctx, me(c), id)
		switch {
		case err != nil:
		case made.Game != nil:
			c.Response().Header().Set(echo.HeaderLocation, "/v1/games/"+made.Game.ID)
		default:
			c.Response().Header().Set(echo.HeaderLocation, "/v1/challenges/"+made.Challenge.ID)
		}
		return made, err
	}, func(made models.Rematch) (response, error) {
		if made.Game != nil {
			return s.renderGame(c, http.StatusCreated)(made.Game)
		}
		return s.challengeResponse(c, http.StatusCreated)(made.Challenge)
	})
}
