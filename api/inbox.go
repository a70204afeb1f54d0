package api

import (
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
	reader := readerOf(c)
	return sendJSON(c, http.StatusOK, Inbox{
		Games:      s.wireGames(box.Games, reader),
		Offers:     s.wireGames(box.Offers, reader),
		Messages:   s.wireGames(box.Messages, reader),
		Challenges: s.wireChallenges(box.Challenges, player),
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
