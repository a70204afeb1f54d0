package api

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/rules"
	"turnpost/templates"
)

// NextSteps lists the steps that can follow a partial turn.
func (s *server) NextSteps(c echo.Context, id PublicID, in NextStepsParams) error {
	g, err := s.store.Game(c.Request().Context(), id)
	if err != nil {
		return err
	}
	if in.All {
		return s.wholeTurns(c, g, in)
	}
	key := gameKey(c, g.ID, false, drawing{})
	key.steps, key.prefix = true, in.Prefix
	a, err := s.responses.get(key, []*models.Game{g}, func() (response, error) {
		options, err := s.store.NextSteps(g, in.Prefix)
		if err != nil {
			return response{}, err
		}
		if formOf(c) == typeText {
			next := func(prefix string) (rules.Options, error) { return s.store.NextSteps(g, prefix) }
			complete := rules.Complete(next, in.Prefix, options)
			text := templates.NextText(s.views.Game(g, false, readerOf(c)), in.Prefix, complete, options, commandsOf(c))
			return textResponse(http.StatusOK, text), nil
		}
		return jsonResponse(http.StatusOK, wireOptions(options))
	})
	if err != nil {
		return err
	}
	return send(c, a)
}

// wholeTurns lists the steps that can follow a partial turn and the whole turns that begin with it. The cursor names
// the position and the turn that the list before ended with.
func (s *server) wholeTurns(c echo.Context, g *models.Game, in NextStepsParams) error {
	options, err := s.store.NextSteps(g, in.Prefix)
	if err != nil {
		return err
	}
	position := fmt.Sprintf("%d.%d ", g.Ply, g.Takebacks)
	after, known := strings.CutPrefix(in.Cursor, position)
	if known = known && after != "" || in.Cursor == ""; known {
		result := wireOptions(options)
		var more bool
		if result.Turns, more, known, err = s.store.WholeTurns(g, in.Prefix, after, in.Limit); err != nil {
			return err
		}
		if more {
			result.Next = position + result.Turns[len(result.Turns)-1]
		}
		if known {
			return sendTurns(c, result)
		}
	}
	return refuseField("cursor", "http.cursor", "value", quoted(in.Cursor, 40))
}

// sendTurns responds with whole turns, as text one on a line.
func sendTurns(c echo.Context, o TurnOptions) error {
	if formOf(c) == typeText {
		return sendData(c, textResponse(http.StatusOK, templates.TurnsText(o.Turns, o.Next, languageOf(c))))
	}
	a, err := jsonResponse(http.StatusOK, o)
	if err != nil {
		return err
	}
	return send(c, a)
}
