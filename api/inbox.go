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
	parts := []struct {
		name  string
		games []*models.Game
		body  []byte
	}{{name: "games", games: box.Games}, {name: "messages", games: box.Messages}, {name: "offers", games: box.Offers}}
	size := len(challenges.Body)
	for i := range parts {
		list, err := s.gamesJSON(c, parts[i].name, parts[i].games)
		if err != nil {
			return response{}, err
		}
		parts[i].body = list.Body
		size += len(`,"":`) + len(parts[i].name) + len(list.Body)
	}
	body := make([]byte, 0, len(`{"challenges":`)+size+len("}\n"))
	body = append(append(body, `{"challenges":`...), withoutEnd(challenges)...)
	for _, part := range parts {
		body = append(append(append(append(body, `,"`...), part.name...), `":`...), part.body...)
	}
	return response{Status: http.StatusOK, ContentType: typeJSON, Body: append(body, "}\n"...)}, nil
}

// withoutEnd is a body of one line without the line's end.
func withoutEnd(r response) []byte { return bytes.TrimSuffix(r.Body, []byte("\n")) }

// gamesJSON is a list of games in JSON, kept by its name, put together from its games as they are kept.
func (s *server) gamesJSON(c echo.Context, name string, games []*models.Game) (response, error) {
	if len(games) == 0 {
		return response{Body: []byte("[]")}, nil
	}
	reader, key := readerOf(c), keptKey(c, "", false, drawing{})
	key.form = typeJSON
	whole := key
	whole.list = name
	return s.kept.get(whole, games, func() (response, error) {
		body, separator := []byte(nil), byte('[')
		for _, g := range games {
			key.game = g.ID
			one, err := s.kept.get(key, []*models.Game{g}, func() (response, error) {
				return jsonResponse(http.StatusOK, s.wireGame(g, reader))
			})
			if err != nil {
				return response{}, err
			}
			body = append(append(body, separator), withoutEnd(one)...)
			separator = ','
		}
		return response{Body: append(body, ']')}, nil
	})
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
