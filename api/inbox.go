package api

import (
	"bytes"
	"net/http"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/templates"
)

// GetInbox shows what waits for the player.
func (s *server) GetInbox(c echo.Context, in GetInboxParams) error {
	player := me(c)
	box, err := s.store.Inbox(c.Request().Context(), player)
	if err != nil {
		return err
	}
	if formOf(c) == typeText {
		return s.inboxText(c, box, in.Style)
	}
	a, err := s.inboxJSON(c, box, player)
	if err != nil {
		return err
	}
	return send(c, a)
}

// inboxJSON is an Inbox, put together from its games as they are kept.
func (s *server) inboxJSON(c echo.Context, box models.Inbox, player models.Player) (response, error) {
	challenges, err := jsonResponse(http.StatusOK, s.wireChallenges(box.Challenges, player))
	if err != nil {
		return response{}, err
	}
	body := append([]byte(`{"challenges":`), withoutEnd(challenges)...)
	for _, part := range []struct {
		name  string
		games []*models.Game
	}{{"games", box.Games}, {"messages", box.Messages}, {"offers", box.Offers}} {
		body = append(body, `,"`+part.name+`":`...)
		if body, err = s.appendGames(body, c, part.games); err != nil {
			return response{}, err
		}
	}
	return response{Status: http.StatusOK, ContentType: typeJSON, Body: append(body, "}\n"...)}, nil
}

// withoutEnd is a body of one line without the line's end.
func withoutEnd(r response) []byte { return bytes.TrimSuffix(r.Body, []byte("\n")) }

// appendGames appends a list of games in JSON.
func (s *server) appendGames(body []byte, c echo.Context, games []*models.Game) ([]byte, error) {
	reader, key := readerOf(c), keptKey(c, "", false, drawing{})
	key.form = typeJSON
	separator := byte('[')
	for _, g := range games {
		key.game = g.ID
		one, err := s.kept.get(key, g, func() (response, error) { return jsonResponse(http.StatusOK, s.wireGame(g, reader)) })
		if err != nil {
			return nil, err
		}
		body = append(append(body, separator), withoutEnd(one)...)
		separator = ','
	}
	if len(games) == 0 {
		body = append(body, '[')
	}
	return append(body, ']'), nil
}

// inboxText lists what waits, and draws the most urgent game.
func (s *server) inboxText(c echo.Context, box models.Inbox, style Style) error {
	reader := readerOf(c)
	shown, err := s.views.Inbox(box, reader)
	if err != nil {
		return err
	}
	if len(shown.Games) > 0 {
		urgent := shown.Games[0]
		urgent.Board.Style.Unicode, urgent.Board.Style.Legend = style == Unicode, true
	}
	return send(c, textResponse(http.StatusOK, templates.InboxText(shown, commandsOf(c))))
}
