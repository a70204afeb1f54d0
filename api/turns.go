package api

import (
	"context"
	"fmt"
	"net/http"
	"regexp"
	"strings"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/models/store"
	"turnpost/rules"
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
	to := audienceOf(c)
	if asksForTurns(turn.Turn) {
		return s.showPossible(c, to, id)
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
		return s.tryTurn(c, to, input, d)
	}
	return once(c, s.store, func(ctx context.Context, store *store.Store) (*models.Game, error) {
		g, err := store.PlayTurn(ctx, input)
		s.traffic.turn(g, err)
		return g, err
	}, func(g *models.Game) (response, error) {
		a, err := s.turnResponse(to, g, d, true)
		a.ETag = etagFor(g, gameKey(to, g.ID, false, d))
		return a, err
	})
}

// turnState returns the ply that a turn is for, from the If-Match header or the body, and the number of takebacks.
func turnState(ifMatch string, field *int) (ply, takebacks *int, err error) {
	ply, takebacks, err = gameStateOf(ifMatch)
	if err != nil || ply == nil {
		return field, nil, err
	}
	if field != nil && *field != *ply {
		return nil, nil, refuseField("ply", "http.ply_differs", "ply", *field, "header", headerIfMatch, "other", *ply)
	}
	return ply, takebacks, nil
}

// turnResponse renders the game after a turn that was played or tried. A text begins with a notice if the message of
// the turn was withheld.
func (s *server) turnResponse(to audience, g *models.Game, d drawing, played bool) (response, error) {
	status := http.StatusOK
	if played {
		status = http.StatusCreated
	}
	if to.form != typeText {
		game := s.wireGame(g, to.reader)
		game.Played, game.MessageWithheld = &played, g.Withheld
		return jsonResponse(status, game)
	}
	shown, err := s.textGame(to.reader, g, false, d)
	if err != nil {
		return response{}, err
	}
	var text string
	if played {
		text = templates.GameText(shown, to.do)
	} else {
		text = templates.TriedText(shown, to.do)
	}
	if g.Withheld {
		text = to.reader.Words().Say("answer.muted") + "\n\n" + text
	}
	return textResponse(status, text), nil
}

// tryTurn shows the game after a turn that is not stored. That state has no ETag.
func (s *server) tryTurn(c echo.Context, to audience, input models.TurnInput, d drawing) error {
	g, err := s.store.TryTurn(c.Request().Context(), input)
	if err != nil {
		return err
	}
	a, err := s.turnResponse(to, g, d, false)
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

// asksForTurns reports whether the text sent in place of a turn asks what is possible.
func asksForTurns(text string) bool {
	text = strings.TrimSpace(text)
	return text == "?" || strings.EqualFold(text, "help")
}

// turnPath matches the addresses to which turns are sent by mistake.
var turnPath = regexp.MustCompile(`^/v1/games/([a-z0-9]{1,20})(/turn)?/?$`)

// turnsBeside returns the operation that plays a turn, for a request that went to an address of turnPath; "" for
// others.
func turnsBeside(c echo.Context) string {
	found := turnPath.FindStringSubmatch(c.Request().URL.Path)
	if found == nil || c.Request().Method != http.MethodPost && c.Request().Method != http.MethodPut {
		return ""
	}
	return "POST /v1/games/" + found[1] + "/turns"
}

// showPossible responds with the steps that may begin a turn, and plays none.
func (s *server) showPossible(c echo.Context, to audience, id PublicID) error {
	g, err := s.store.Game(c.Request().Context(), id)
	if err != nil {
		return err
	}
	options, err := s.store.NextSteps(g, "")
	if err != nil {
		return err
	}
	if to.form == typeText {
		text := templates.NextText(s.views.Game(g, false, to.reader), "", "", options, to.do)
		return send(c, textResponse(http.StatusOK, text))
	}
	game, played, next := s.wireGame(g, to.reader), false, wireOptions(options)
	game.Played, game.Next = &played, &next
	a, err := jsonResponse(http.StatusOK, game)
	if err != nil {
		return err
	}
	return send(c, a)
}

// NextSteps lists the steps that can follow a partial turn.
func (s *server) NextSteps(c echo.Context, id PublicID, in NextStepsParams) error {
	g, err := s.store.Game(c.Request().Context(), id)
	if err != nil {
		return err
	}
	if in.All {
		return s.wholeTurns(c, g, in)
	}
	to := audienceOf(c)
	key := gameKey(to, g.ID, false, drawing{})
	key.steps, key.prefix = true, in.Prefix
	a, err := s.responses.get(key, []*models.Game{g}, func() (response, error) {
		options, err := s.store.NextSteps(g, in.Prefix)
		if err != nil {
			return response{}, err
		}
		if to.form == typeText {
			next := func(prefix string) (rules.Options, error) { return s.store.NextSteps(g, prefix) }
			complete := rules.Complete(next, in.Prefix, options)
			text := templates.NextText(s.views.Game(g, false, to.reader), in.Prefix, complete, options, to.do)
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
