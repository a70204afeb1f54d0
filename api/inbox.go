package api

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/rules"
	"turnpost/templates"
)

// GetInbox shows what waits for the player.
func (s *server) GetInbox(c echo.Context, in GetInboxParams) error {
	reader := me(c)
	box, err := s.store.Inbox(c.Request().Context(), reader)
	if err != nil {
		return err
	}
	if formOf(c) == typeText {
		return s.inboxText(c, box, view{style: in.Style})
	}
	return sendJSON(c, http.StatusOK, Inbox{
		Games:      s.wireGames(box.Games, reader.ID),
		Offers:     s.wireGames(box.Offers, reader.ID),
		Challenges: wireChallenges(box.Challenges, reader),
	})
}

// inboxText lists what waits, and draws the most urgent game.
func (s *server) inboxText(c echo.Context, box models.Inbox, v view) error {
	page := templates.InboxPage{BaseURL: s.baseURL}
	for _, g := range box.Games {
		v.flip = g.SeatOf(me(c).ID) == rules.Second
		game, err := s.drawnPage(c, g, false, v)
		if err != nil {
			return err
		}
		page.Games = append(page.Games, game)
	}
	for _, g := range box.Offers {
		offer, err := s.drawnPage(c, g, false, v)
		if err != nil {
			return err
		}
		if seat := g.SeatOf(me(c).ID).Other(); g.DrawBy == seat {
			page.Draws = append(page.Draws, offer)
		}
		if seat := g.SeatOf(me(c).ID).Other(); g.TakebackBy == seat {
			page.Takebacks = append(page.Takebacks, offer)
		}
	}
	for _, challenge := range box.Challenges {
		page.Challenges = append(page.Challenges, s.challengePage(challenge, me(c)))
	}
	return send(c, textAnswer(http.StatusOK, page.Text()))
}
