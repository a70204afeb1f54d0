package api

import (
	"bytes"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/models/challenge"
	"turnpost/templates"
)

// inboxTag is the prefix of inbox ETags.
const inboxTag = "inbox"

// GetInbox shows the games and challenges that wait for the player.
func (s *server) GetInbox(c echo.Context, in GetInboxParams) error {
	player := me(c)
	box, err := s.store.Inbox(c.Request().Context(), player)
	if err != nil {
		return err
	}
	if formOf(c) != typeText {
		return s.sendInbox(c, box, player)
	}
	a, err := s.inboxText(c, box, in.Style)
	if err != nil {
		return err
	}
	return sendIfChanged(c, a)
}

// sendInbox sends the inbox as JSON from the cache. If the inbox as a whole is not cached, it is assembled from cached
// games.
func (s *server) sendInbox(c echo.Context, box challenge.Inbox, player models.Player) error {
	list, err := s.wireChallenges(c.Request().Context(), box.Challenges, player)
	if err != nil {
		return err
	}
	challenges, err := jsonResponse(http.StatusOK, list)
	if err != nil {
		return err
	}
	to := audienceOf(c)
	key := gameKey(to, "", false, drawing{})
	key.inbox = string(challenges.Body) // the state of a game determines its list in the inbox
	render := func() (response, error) {
		pieces := [][]byte{[]byte(`{"challenges":`), withoutEnd(challenges)}
		for _, part := range []struct {
			name  string
			games []*models.Game
		}{{"games", box.Games}, {"messages", box.Messages}, {"offers", box.Offers}} {
			pieces = append(pieces, []byte(`,"`+part.name+`":[`))
			for i, g := range part.games {
				one, err := s.gameJSON(to, g)
				if err != nil {
					return response{}, err
				}
				if i > 0 {
					pieces = append(pieces, []byte(","))
				}
				pieces = append(pieces, withoutEnd(one))
			}
			pieces = append(pieces, []byte("]"))
		}
		body := slices.Concat(append(pieces, []byte("}\n"))...)
		a := response{Status: http.StatusOK, ContentType: typeJSON, Body: body}
		a.ETag = contentTag(inboxTag, a)
		return a, nil
	}
	games := slices.Concat(box.Games, box.Messages, box.Offers)
	return s.responses.send(key, games, render, func(a response) error { return sendIfChanged(c, a) })
}

// gameJSON returns a game as JSON from the cache.
func (s *server) gameJSON(to audience, g *models.Game) (response, error) {
	return s.responses.get(gameKey(to, g.ID, false, drawing{}), []*models.Game{g}, func() (response, error) {
		return jsonResponse(http.StatusOK, s.wireGame(g, to.reader))
	})
}

// withoutEnd returns the body of a response without the final line break.
func withoutEnd(r response) []byte { return bytes.TrimSuffix(r.Body, []byte("\n")) }

// inboxText lists what is waiting and draws the most urgent game.
func (s *server) inboxText(c echo.Context, box challenge.Inbox, style BoardStyle) (response, error) {
	reader := readerOf(c)
	shown, err := s.views.Inbox(box, reader)
	if err != nil {
		return response{}, err
	}
	if len(shown.Games) > 0 {
		urgent := shown.Games[0]
		urgent.Board.Style.Unicode, urgent.Board.Style.Legend = style == Unicode, true
	}
	a := textResponse(http.StatusOK, templates.InboxText(shown, commandsOf(c)))
	a.ETag = contentTag(inboxTag, a)
	return a, nil
}
