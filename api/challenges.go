package api

import (
	"context"
	"errors"
	"net/http"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/models/challenge"
	"turnpost/models/store"
	"turnpost/templates"
)

// CreateChallenge offers a game.
func (s *server) CreateChallenge(c echo.Context, _ CreateChallengeParams) error {
	var in NewChallenge
	if err := readJSON(c, &in); err != nil {
		return err
	}
	if in.Side != "" && in.Seat != "" {
		return refuseField("seat", "http.side_and_seat", "side", "side")
	}
	return once(c, s.store, func(ctx context.Context, store *store.Store) (models.Challenge, error) {
		challenge, err := store.CreateChallenge(ctx, me(c), challenge.NewChallenge{
			Ruleset: in.Ruleset, Variant: in.Variant, Opponent: in.Opponent, Seat: in.Side + in.Seat,
			Terms: readTerms(in.Pace, &in), Expires: in.Expires, Message: in.Message,
		})
		if refused, is := errors.AsType[*models.Error](err); is && refused.Field == "seat" && in.Side != "" {
			renamed := *refused
			renamed.Field, err = "side", &renamed
		}
		if err == nil {
			c.Response().Header().Set(echo.HeaderLocation, "/v1/challenges/"+challenge.ID)
		}
		return challenge, err
	}, s.challengeResponse(c, http.StatusCreated))
}

// ListChallenges lists the challenges of one box. The box of open challenges needs no token.
func (s *server) ListChallenges(c echo.Context, in ListChallengesParams) error {
	challenges, next, err := s.listChallenges(c, in)
	if err != nil {
		return err
	}
	list, err := s.wireChallenges(c.Request().Context(), challenges, me(c))
	if err != nil {
		return err
	}
	return sendJSON(c, http.StatusOK, ChallengeList{Challenges: list, Next: optional(next)})
}

func (s *server) listChallenges(c echo.Context, in ListChallengesParams) ([]models.Challenge, string, error) {
	ctx, box := c.Request().Context(), models.ChallengeBox(in.Box)
	switch {
	case box == models.BoxOpen:
		return s.store.OpenChallenges(ctx, me(c), models.OpenFilter{
			Ruleset: in.Ruleset, Variant: in.Variant, Before: in.Cursor, Limit: in.Limit,
		})
	case me(c).ID == 0:
		return nil, "", tokenMissing()
	case in.Ruleset+in.Variant != "":
		return nil, "", refuseField("ruleset", "http.open_only", "box", string(models.BoxOpen))
	}
	return s.store.Challenges(ctx, me(c), box, in.Cursor, in.Limit)
}

// GetChallenge shows a challenge.
func (s *server) GetChallenge(c echo.Context, id PublicID) error {
	return s.showChallenge(c, id, (*store.Store).FindChallenge)
}

// WithdrawChallenge takes a challenge back.
func (s *server) WithdrawChallenge(c echo.Context, id PublicID) error {
	return s.showChallenge(c, id, (*store.Store).WithdrawChallenge)
}

// DeclineChallenge refuses a challenge.
func (s *server) DeclineChallenge(c echo.Context, id PublicID, _ DeclineChallengeParams) error {
	return s.showChallenge(c, id, (*store.Store).DeclineChallenge)
}

// challengeUse is a use case of the store that returns a challenge.
type challengeUse func(*store.Store, context.Context, models.Player, string) (models.Challenge, error)

// showChallenge responds with the challenge that a use case returns.
func (s *server) showChallenge(c echo.Context, id string, use challengeUse) error {
	return once(c, s.store, func(ctx context.Context, store *store.Store) (models.Challenge, error) {
		return use(store, ctx, me(c), id)
	}, s.challengeResponse(c, http.StatusOK))
}

// AcceptChallenge accepts a challenge and responds with the new game.
func (s *server) AcceptChallenge(c echo.Context, id PublicID, _ AcceptChallengeParams) error {
	return once(c, s.store, func(ctx context.Context, store *store.Store) (*models.Game, error) {
		g, err := store.AcceptChallenge(ctx, me(c), id)
		if err == nil {
			c.Response().Header().Set(echo.HeaderLocation, "/v1/games/"+g.ID)
		}
		return g, err
	}, s.renderGame(c, http.StatusCreated))
}

// challengeResponse renders a challenge; its text form shows the start position, or the game that it has just begun.
func (s *server) challengeResponse(c echo.Context, status int) func(models.Challenge) (response, error) {
	return func(challenge models.Challenge) (response, error) {
		switch {
		case formOf(c) != typeText:
			list, err := s.wireChallenges(c.Request().Context(), []models.Challenge{challenge}, me(c))
			if err != nil {
				return response{}, err
			}
			return jsonResponse(status, list[0])
		case challenge.Begun != nil:
			return s.renderGame(c, status)(challenge.Begun)
		}
		return s.challengeText(c, status, challenge)
	}
}

// challengeText renders a challenge and its start position from the reader's side.
func (s *server) challengeText(c echo.Context, status int, challenge models.Challenge) (response, error) {
	list := []models.Challenge{challenge}
	if err := s.store.AddStandings(c.Request().Context(), me(c).ID, list); err != nil {
		return response{}, err
	}
	shown, err := s.views.DrawnChallenge(list[0], readerOf(c))
	if err != nil {
		return response{}, err
	}
	shown.Board.Style.Legend = true
	return withTokenHint(c, textResponse(status, templates.ChallengeText(shown, me(c).ID != 0, commandsOf(c)))), nil
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
	return once(c, s.store, func(ctx context.Context, store *store.Store) (challenge.Rematch, error) {
		made, err := store.OfferRematch(ctx, me(c), id)
		switch {
		case err != nil:
		case made.Game != nil:
			c.Response().Header().Set(echo.HeaderLocation, "/v1/games/"+made.Game.ID)
		default:
			c.Response().Header().Set(echo.HeaderLocation, "/v1/challenges/"+made.Challenge.ID)
		}
		return made, err
	}, func(made challenge.Rematch) (response, error) {
		if made.Game != nil {
			return s.renderGame(c, http.StatusCreated)(made.Game)
		}
		return s.challengeResponse(c, http.StatusCreated)(made.Challenge)
	})
}
