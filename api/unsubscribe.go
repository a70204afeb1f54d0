package api

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/templates"
)

// ShowUnsubscribe shows what a link would end. It changes nothing: programs that
// scan mail follow links.
func (s *server) ShowUnsubscribe(c echo.Context, token string) error {
	subscription, err := s.store.ReadSubscription(token)
	if err != nil {
		return err
	}
	return sendPage(c, unsubscribePage(subscription, false))
}

// Unsubscribe ends the subscription, by the page's button or by a mail program
// (RFC 8058).
func (s *server) Unsubscribe(c echo.Context, token string) error {
	subscription, err := s.store.Unsubscribe(c.Request().Context(), token)
	if err != nil {
		return err
	}
	return sendPage(c, unsubscribePage(subscription, true))
}

func unsubscribePage(subscription models.Subscription, done bool) templates.UnsubscribePage {
	return templates.UnsubscribePage{
		Kind: string(subscription.Kind), Game: subscription.Game, Stranger: subscription.Player == 0, Done: done,
	}
}

func sendPage(c echo.Context, page templates.UnsubscribePage) error {
	c.Response().Header().Set(echo.HeaderCacheControl, "no-store")
	if formOf(c) == typeText {
		return send(c, textAnswer(http.StatusOK, page.Text()))
	}
	return send(c, models.Answer{Status: http.StatusOK, ContentType: typeHTML + "; charset=utf-8", Body: page.HTML()})
}
