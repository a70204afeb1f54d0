package api

import (
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"turnpost/models/trial"
	"turnpost/templates"
)

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
	return send(c, textResponse(http.StatusOK, templates.TrialText(shown, asked, commandsOf(c))))
}
