package api

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"turnpost/models/account"
	"turnpost/templates"
	"turnpost/templates/words"
)

// ShowUnsubscribe shows what a link would unsubscribe from. It changes nothing, because mail scanners follow
// links.
func (s *server) ShowUnsubscribe(c echo.Context, token string) error {
	subscription, err := s.store.ReadSubscription(c.Request().Context(), token)
	if err != nil {
		return err
	}
	return s.sendPage(c, unsubscribePage(subscription, false, languageOf(c)))
}

// Unsubscribe ends a subscription. Requests come from the page's button or from mail programs (RFC 8058).
func (s *server) Unsubscribe(c echo.Context, token string) error {
	subscription, err := s.store.Unsubscribe(c.Request().Context(), token)
	if err != nil {
		return err
	}
	return s.sendPage(c, unsubscribePage(subscription, true, languageOf(c)))
}

func unsubscribePage(subscription account.Subscription, done bool, language *words.Language) templates.UnsubscribePage {
	return templates.UnsubscribePage{
		Kind: string(subscription.Kind), Game: subscription.Game, Stranger: subscription.Player == 0, Done: done,
		Everything: subscription.Everything,
		Language:   language,
	}
}

func (s *server) sendPage(c echo.Context, page templates.UnsubscribePage) error {
	c.Response().Header().Set(echo.HeaderCacheControl, "no-store")
	varyByForm(c.Response().Header(), c.Request())
	if formOf(c) == typeText || isTerminal(c.Request().UserAgent()) && acceptsAnything(acceptOf(c)) {
		return send(c, textResponse(http.StatusOK, page.Text(c.Param("token"), commandsOf(c))))
	}
	return s.pages.ShowUnsubscribe(c, page)
}
