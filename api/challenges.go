package api

import (
	"cmp"
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
	return once(c, func(ctx context.Context) (models.Challenge, error) {
		challenge, err := s.store.Challenge(ctx, me(c), models.NewChallenge{
			Ruleset: in.Ruleset, Variant: in.Variant, Opponent: in.Opponent, Seat: string(in.Seat), Pace: in.Pace, Message: in.Message,
		})
		if err == nil {
			c.Response().Header().Set(echo.HeaderLocation, "/v1/challenges/"+challenge.ID)
		}
		return challenge, err
	}, s.challengeAnswer(c, http.StatusCreated))
}

// ListChallenges lists one box.
func (s *server) ListChallenges(c echo.Context, in ListChallengesParams) error {
	box := models.Box(cmp.Or(in.Box, BoxIn))
	challenges, next, err := s.store.Challenges(c.Request().Context(), me(c), box, in.Cursor, pageSize(in.Limit))
	if err != nil {
		return err
	}
	return sendJSON(c, http.StatusOK, ChallengeList{Challenges: wireChallenges(challenges, me(c)), Next: optional(next)})
}

// GetChallenge shows a challenge.
func (s *server) GetChallenge(c echo.Context, id PublicID) error {
	return s.showChallenge(c, id, s.store.FindChallenge)
}

// WithdrawChallenge takes a challenge back.
func (s *server) WithdrawChallenge(c echo.Context, id PublicID) error {
	return s.showChallenge(c, id, s.store.Withdraw)
}

// DeclineChallenge refuses a challenge.
func (s *server) DeclineChallenge(c echo.Context, id PublicID, _ DeclineChallengeParams) error {
	return s.showChallenge(c, id, s.store.Decline)
}

// showChallenge answers with the challenge that a use case returns.
func (s *server) showChallenge(c echo.Context, id string, use func(context.Context, models.Player, string) (models.Challenge, error)) error {
	return once(c, func(ctx context.Context) (models.Challenge, error) {
		return use(ctx, me(c), id)
	}, s.challengeAnswer(c, http.StatusOK))
}

// AcceptChallenge begins the game.
func (s *server) AcceptChallenge(c echo.Context, id PublicID, _ AcceptChallengeParams) error {
	return once(c, func(ctx context.Context) (*models.Game, error) {
		g, err := s.store.Accept(ctx, me(c), id)
		if err == nil {
			c.Response().Header().Set(echo.HeaderLocation, "/v1/games/"+g.ID)
		}
		return g, err
	}, s.changed(c, http.StatusCreated, view{}))
}

// challengeAnswer renders a challenge; the text shows the board at the start.
func (s *server) challengeAnswer(c echo.Context, status int) func(models.Challenge) (models.Answer, error) {
	return func(challenge models.Challenge) (models.Answer, error) {
		if formOf(c) != typeText {
			return jsonAnswer(status, wireChallenge(challenge, me(c)))
		}
		start, err := s.store.Analyse(models.AnalysisInput{Ruleset: challenge.Ruleset, Variant: challenge.Variant})
		if err != nil {
			return models.Answer{}, err
		}
		page := s.challengePage(challenge, me(c))
		style := s.boardStyle(challenge.Ruleset, view{})
		style.Legend = true
		page.Board = templates.BoardText(start.Position.Diagram(), style)
		return textAnswer(status, page.Text()), nil
	}
}

func (s *server) challengePage(challenge models.Challenge, reader models.Player) templates.ChallengePage {
	info := s.info(challenge.Ruleset)
	variant, _ := info.Variant(challenge.Variant)
	return templates.ChallengePage{
		ID: challenge.ID, Name: variant.Name, Summary: variant.Summary,
		Challenger: challenge.Challenger.Name, Opponent: challenge.Opponent.Name, Mine: reader.ID == challenge.Challenger.ID,
		Seat: challenge.Seat, Sides: [2]string{info.Sides[0].Name, info.Sides[1].Name},
		Pace: challenge.Pace.String(), Message: challenge.Message, Open: challenge.Status == models.ChallengeOpen,
		Status: string(challenge.Status), GameID: challenge.GameID, BaseURL: s.baseURL,
	}
}
