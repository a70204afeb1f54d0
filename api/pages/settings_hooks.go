package pages

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/models/hook"
	"turnpost/models/webhook"
	"turnpost/templates/view"
)

// newHook and hookSecret are the last path segments of the forms whose response shows a secret; changeHook is that of
// the form that changes a webhook.
const (
	newHook    = "new-webhook"
	hookSecret = "webhook-secret"
	changeHook = "change-webhook"
)

// hookShown is a webhook in the settings, with its times in the reader's zone.
type hookShown struct {
	hook.Hook
	Host, Format string
	Why          string // what happened in the last attempt
	Signs        bool   // its messages have a signature of this server
	Form         hookForm
	Open         bool // the form that changes it was refused
}

// hookForm holds the fields of the form that makes a webhook or changes one. In a change, an empty URL means the
// current one.
type hookForm struct {
	kindChoice

	URL, Target string
	Formats     []option
	On          bool
}

// hookFormOf returns a form with values filled in.
func hookFormOf(c echo.Context, values url.Values) hookForm {
	form := hookForm{
		kindChoice: newKindChoice(c, values), URL: values.Get("url"), Target: values.Get("target"), On: values.Has("on"),
	}
	for _, format := range webhook.Formats() {
		form.Formats = append(form.Formats, option{
			string(format), say(c, "site.hooks.format."+string(format)), values.Get("format") == string(format),
		})
	}
	return form
}

// valuesOf returns the values of the form that changes a webhook.
func valuesOf(h hook.Hook) url.Values {
	values := url.Values{"format": {string(h.Format)}, "target": {h.Target}}
	for _, kind := range h.Events {
		values.Add("events", string(kind))
	}
	if h.On {
		values.Set("on", "1")
	}
	return values
}

// fillHooks adds the player's webhooks and the form for a new one.
func (p *Pages) fillHooks(c echo.Context, page *settingsPage, player models.Player) error {
	hooks, err := p.Store.Hooks(c.Request().Context(), player.ID)
	if err != nil {
		return err
	}
	page.HooksOff = p.Store.HooksOff()
	reader, written, changed := readerOf(c), url.Values{}, ""
	if page.Refusal != nil && page.Section == "webhooks" {
		if written = c.Request().PostForm; written.Has("id") {
			changed, written = written.Get("id"), url.Values{}
		}
	}
	for _, h := range hooks {
		shown := hookShown{
			Hook: h, Format: string(h.Format), Signs: h.Format.TargetField() == "", Form: hookFormOf(c, valuesOf(h)),
		}
		if h.ID == changed && c.Request().PostForm.Has("format") {
			shown.Form, shown.Open = hookFormOf(c, c.Request().PostForm), true
		}
		if u, err := url.Parse(h.URL); err == nil {
			shown.Host = u.Host
		}
		if last := h.Last; last != nil {
			local := *last
			local.At, local.FailingSince = reader.In(last.At), reader.In(last.FailingSince)
			shown.Last, shown.Why = &local, view.HookDetail(last.Detail, last.Status, reader.Words())
		}
		page.Hooks = append(page.Hooks, shown)
	}
	page.NewHook = hookFormOf(c, written)
	return nil
}

// createHook makes a webhook, or a new secret of one, and shows the secret once. The page is the response to the form:
// a redirect would have to carry the secret in its address.
func (p *Pages) createHook(c echo.Context, player models.Player, what string) error {
	post, secret := c.Request().PostForm, ""
	var err error
	if what == hookSecret {
		secret, err = p.Store.RotateHookSecret(c.Request().Context(), player.ID, post.Get("id"))
	} else {
		n := hook.NewHook{
			URL: strings.TrimSpace(post.Get("url")), Format: webhook.Format(post.Get("format")),
			Events: kindsIn(post), Token: strings.TrimSpace(post.Get("token")),
		}
		n.Target = hookTarget(post, n.Format)
		var made hook.IssuedHook
		made, err = p.Store.CreateHook(c.Request().Context(), player.ID, n)
		secret = made.Secret
	}
	if refused, is := errors.AsType[*models.Error](err); is && refused.Code != models.CodeUnauthorized {
		return p.sendSettings(c, refused, what)
	}
	if err != nil {
		return err
	}
	page, err := p.settings(c, nil, what)
	if err != nil {
		return err
	}
	page.HookSecret = secret
	return p.showSettingsPage(c, http.StatusOK, page)
}

func (p *Pages) testHook(ctx context.Context, c echo.Context, player models.Player) (string, error) {
	return "hook_tested", p.Store.TestHook(ctx, player.ID, c.Request().PostForm.Get("id"))
}

// changeHook changes the events, the format, the address and the state of a webhook.
func (p *Pages) changeHook(ctx context.Context, c echo.Context, player models.Player) (string, error) {
	post := c.Request().PostForm
	format, on, events := webhook.Format(post.Get("format")), post.Has("on"), kindsIn(post)
	target, token := hookTarget(post, format), strings.TrimSpace(post.Get("token"))
	patch := hook.Patch{Format: &format, Events: &events, On: &on, Target: &target, Token: &token}
	if address := strings.TrimSpace(post.Get("url")); address != "" {
		patch.URL = &address
	}
	_, err := p.Store.UpdateHook(ctx, player.ID, post.Get("id"), patch)
	return "hook_changed", err
}

// hookTarget returns the chat or the room that a form names; the field stays filled in for other formats.
func hookTarget(post url.Values, format webhook.Format) string {
	if format.TargetField() == "" {
		return ""
	}
	return strings.TrimSpace(post.Get("target"))
}

func (p *Pages) deleteHook(ctx context.Context, c echo.Context, player models.Player) (string, error) {
	return "hook_deleted", p.Store.DeleteHook(ctx, player.ID, c.Request().PostForm.Get("id"))
}

// kindLabel returns the words for a kind of notices.
func kindLabel(c echo.Context, kind models.Kind) string {
	if key := "site.kind." + string(kind); readerOf(c).Words().Has(key) {
		return say(c, key)
	}
	return string(kind)
}
