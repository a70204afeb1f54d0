package api

import (
	"cmp"
	"context"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/models/store"
	"turnpost/models/trial"
	"turnpost/rules"
	"turnpost/templates"
)

// KeepTrial makes a game of a line against the house.
func (s *server) KeepTrial(c echo.Context, _ KeepTrialParams) error {
	var in NewTrial
	if err := readJSON(c, &in); err != nil {
		return err
	}
	played, err := s.trials.Play(trial.Input{
		Ruleset: in.Ruleset, Variant: in.Variant, Side: in.Side, Turns: in.Turns,
	})
	if err != nil {
		return err
	}
	return once(c, s.store, func(ctx context.Context, st *store.Store) (*models.Game, error) {
		g, err := st.KeepTrial(ctx, me(c), store.NewTrialGame{
			Ruleset: in.Ruleset, Variant: played.Variant.ID, Side: played.Info.SideID(played.Seat),
			Level: cmp.Or(rules.Level(in.Level), rules.Easy), Turns: played.Turns(),
		})
		if err == nil {
			c.Response().Header().Set(echo.HeaderLocation, "/v1/games/"+g.ID)
		}
		return g, err
	}, s.renderGame(c, http.StatusCreated))
}

// TryBoard plays a line against the house without a stored game.
func (s *server) TryBoard(c echo.Context, ruleset string, in TryBoardParams) error {
	turns := slices.Clone(in.T)
	asked := false
	if n := len(turns); n > 0 && asksForTurns(turns[n-1]) {
		turns, asked = turns[:n-1], true
	}
	played, err := s.trials.Play(trial.Input{
		Ruleset: ruleset, Variant: in.Variant, Side: in.Side, Turns: turns,
	})
	if err != nil {
		return err
	}
	shown, err := s.views.Trial(played, readerOf(c))
	if err != nil {
		return err
	}
	shown.Board.Style.Legend = true
	text := templates.TrialText(shown, played.Info, asked, me(c).ID != 0, commandsOf(c))
	return send(c, textResponse(http.StatusOK, text))
}
