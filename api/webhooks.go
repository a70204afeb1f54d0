package api

import (
	"cmp"
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/models/hook"
	"turnpost/models/webhook"
)

// ListWebhooks lists the caller's webhooks.
func (s *server) ListWebhooks(c echo.Context) error {
	hooks, err := s.store.Hooks(c.Request().Context(), me(c).ID)
	if err != nil {
		return err
	}
	shown := each(hooks, func(h hook.Hook) Webhook { return shownWebhook(c, h) })
	return sendJSON(c, http.StatusOK, WebhookList{Webhooks: shown})
}

// CreateWebhook makes a webhook and shows its secret once.
func (s *server) CreateWebhook(c echo.Context) error {
	var in NewWebhook
	if err := readJSON(c, &in); err != nil {
		return err
	}
	made, err := s.store.CreateHook(c.Request().Context(), me(c).ID, hook.NewHook{
		URL: in.URL, Format: webhook.Format(in.Format), Events: kindsOf(in.Events), Game: in.Game,
		Target: cmp.Or(in.Chat, in.Room), Token: in.Token,
	})
	if err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderCacheControl, "no-store")
	w := wireWebhook(made.Hook)
	return sendJSON(c, http.StatusCreated, IssuedWebhook{
		ID: w.ID, URL: w.URL, Format: w.Format, Events: w.Events, Game: w.Game, State: w.State, CreatedAt: w.CreatedAt,
		Last: w.Last, Secret: made.Secret, Chat: w.Chat, Room: w.Room,
	})
}

// GetWebhook shows one of the caller's webhooks.
func (s *server) GetWebhook(c echo.Context, id PublicID) error {
	hook, err := s.store.Hook(c.Request().Context(), me(c).ID, id)
	if err != nil {
		return err
	}
	return sendJSON(c, http.StatusOK, shownWebhook(c, hook))
}

// UpdateWebhook changes one of the caller's webhooks.
func (s *server) UpdateWebhook(c echo.Context, id PublicID) error {
	var in WebhookPatch
	if err := readJSON(c, &in); err != nil {
		return err
	}
	patch := hook.Patch{
		URL: in.URL, Game: in.Game, Format: (*webhook.Format)(in.Format), Target: cmp.Or(in.Chat, in.Room), Token: in.Token,
	}
	if in.Events != nil {
		events := kindsOf(*in.Events)
		patch.Events = &events
	}
	if in.State != "" {
		on := in.State == WebhookOn
		patch.On = &on
	}
	hook, err := s.store.UpdateHook(c.Request().Context(), me(c).ID, id, patch)
	if err != nil {
		return err
	}
	return sendJSON(c, http.StatusOK, wireWebhook(hook))
}

// DeleteWebhook deletes one of the caller's webhooks.
func (s *server) DeleteWebhook(c echo.Context, id PublicID) error {
	if err := s.store.DeleteHook(c.Request().Context(), me(c).ID, id); err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}

// RotateWebhookSecret makes a new secret of a webhook and shows it once.
func (s *server) RotateWebhookSecret(c echo.Context, id PublicID) error {
	secret, err := s.store.RotateHookSecret(c.Request().Context(), me(c).ID, id)
	if err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderCacheControl, "no-store")
	return sendJSON(c, http.StatusOK, WebhookSecret{Secret: secret})
}

// TestWebhook sends a test to a webhook.
func (s *server) TestWebhook(c echo.Context, id PublicID) error {
	ctx := c.Request().Context()
	hook, err := s.store.Hook(ctx, me(c).ID, id)
	if err != nil {
		return err
	}
	if err := s.store.TestHook(ctx, me(c).ID, id); err != nil {
		return err
	}
	return sendJSON(c, http.StatusAccepted, wireWebhook(hook))
}

func kindsOf(names []string) []models.Kind {
	return each(names, func(name string) models.Kind { return models.Kind(name) })
}

// shownWebhook returns a webhook for the caller. A token for reading sees the host alone, because the addresses of chat
// programs let everybody write there.
func shownWebhook(c echo.Context, h hook.Hook) Webhook {
	w := wireWebhook(h)
	if bearerOf(c).MayChange() == nil {
		return w
	}
	w.URL = ""
	if u, err := url.Parse(h.URL); err == nil {
		w.URL = (&url.URL{Scheme: u.Scheme, Host: u.Host, Path: "/"}).String()
	}
	return w
}

func wireWebhook(h hook.Hook) Webhook {
	w := Webhook{
		ID: h.ID, URL: h.URL, Format: WebhookFormat(h.Format), Game: optional(h.Game), State: WebhookOff,
		Events:    each(h.Events, func(k models.Kind) string { return string(k) }),
		CreatedAt: h.CreatedAt,
	}
	if h.On {
		w.State = WebhookOn
	}
	switch h.Format.TargetField() {
	case "chat":
		w.Chat = h.Target
	case "room":
		w.Room = h.Target
	}
	if last := h.Last; last != nil {
		w.Last = &WebhookResult{
			At: last.At, Detail: WebhookResultDetail(last.Detail), FailingSince: optionalTime(last.FailingSince),
		}
		if last.Status != 0 {
			w.Last.Status = &last.Status
		}
	}
	return w
}
