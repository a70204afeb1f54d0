package api

import (
	"context"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/models/store"
	"turnpost/templates"
)

// ListTurns lists the turns of a game, oldest first. The cursor is a ply.
func (s *server) ListTurns(c echo.Context, id PublicID, in ListTurnsParams) error {
	after, err := numericCursor(in.Cursor)
	if err != nil {
		return err
	}
	ctx, size := c.Request().Context(), in.Limit
	g, err := s.store.Game(ctx, id)
	if err != nil {
		return err
	}
	turns, err := s.store.Turns(ctx, id, int(after), size+1)
	if err != nil {
		return err
	}
	var next *PageCursor
	if len(turns) > size {
		turns = turns[:size]
		next = formatCursor(int64(turns[size-1].Ply))
	}
	reader := readerOf(c)
	return sendJSON(c, http.StatusOK, TurnList{
		Turns: each(turns, func(t models.Turn) Turn { return s.wireTurn(g, t, reader) }),
		Next:  next,
	})
}

// PlayTurn plays a turn or, with dry_run, tries it.
func (s *server) PlayTurn(c echo.Context, id PublicID, in PlayTurnParams) error {
	turn, err := readTurn(mediaType(c.Request()), bodyOf(c))
	if err != nil {
		return err
	}
	if asksForTurns(turn.Turn) {
		return s.showPossible(c, id)
	}
	ply, takebacks, err := turnState(in.IfMatch, turn.Ply)
	if err != nil {
		return err
	}
	input := models.TurnInput{
		Game: id, Player: me(c).ID, Ply: ply, Takebacks: takebacks, Text: turn.Turn,
		Message: turn.Message, OfferDraw: turn.OfferDraw, Plan: turn.Plan, Via: models.ViaHTTP,
	}
	d := drawing{flip: in.Flip, style: in.Style}
	if in.DryRun {
		return s.tryTurn(c, input, d)
	}
	return once(c, s.store, func(ctx context.Context, store *store.Store) (*models.Game, error) {
		g, err := store.PlayTurn(ctx, input)
		s.traffic.turn(g, err)
		return g, err
	}, func(g *models.Game) (response, error) {
		a, err := s.turnResponse(c, g, d, true)
		a.ETag = etagFor(g, gameKey(c, g.ID, false, d))
		return a, err
	})
}

// turnResponse renders the game after a turn that was played or tried.
func (s *server) turnResponse(c echo.Context, g *models.Game, d drawing, played bool) (response, error) {
	status := http.StatusOK
	if played {
		status = http.StatusCreated
	}
	switch {
	case formOf(c) != typeText:
		game := s.wireGame(g, readerOf(c))
		game.Played, game.MessageWithheld = &played, g.Withheld
		return jsonResponse(status, game)
	case played:
		a, err := s.gameText(c, status, g, false, d)
		return withMuted(c, g, a), err
	}
	shown, err := s.textGame(c, g, false, d)
	if err != nil {
		return response{}, err
	}
	return withMuted(c, g, textResponse(status, templates.TriedText(shown, commandsOf(c)))), nil
}

// withMuted prefixes a text with a notice if the message of the turn was withheld.
func withMuted(c echo.Context, g *models.Game, a response) response {
	if g.Withheld {
		a.Body = append([]byte(languageOf(c).Say("answer.muted")+"\n\n"), a.Body...)
	}
	return a
}

// tryTurn shows the game after a turn that is not stored. That state has no ETag.
func (s *server) tryTurn(c echo.Context, input models.TurnInput, d drawing) error {
	g, err := s.store.TryTurn(c.Request().Context(), input)
	if err != nil {
		return err
	}
	a, err := s.turnResponse(c, g, d, false)
	if err != nil {
		return err
	}
	return send(c, a)
}

// readTurn reads the body of a turn: JSON, or the text of the turn alone.
func readTurn(mediaType string, body []byte) (NewTurn, error) {
	var turn NewTurn
	if mediaType == typeJSON {
		err := decode(body, &turn)
		return turn, err
	}
	turn.Turn = strings.TrimSpace(string(body))
	return turn, nil
}
