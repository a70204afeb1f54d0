package pages

import (
	"context"
	"encoding/base64"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/models/hook"
)

// newDevice and changeDevice are the last path segments of the forms about browsers that get notices.
const (
	newDevice    = "new-device"
	changeDevice = "device"
)

// deviceShown is a browser that gets notices, with its times in the reader's zone.
type deviceShown struct {
	hook.Hook
	Kinds kindChoice
}

// fillDevices adds the browsers that get the player's notices.
func (p *Pages) fillDevices(c echo.Context, page *settingsPage, player models.Player) error {
	devices, err := p.Store.Devices(c.Request().Context(), player.ID)
	if err != nil {
		return err
	}
	for _, d := range devices {
		d.CreatedAt = readerOf(c).In(d.CreatedAt)
		page.Devices = append(page.Devices, deviceShown{d, newKindChoice(c, valuesOf(d))})
	}
	key, err := p.Store.PushKey(c.Request().Context())
	if err != nil {
		return err
	}
	page.PushKey = base64.RawURLEncoding.EncodeToString(key.PublicKey().Bytes())
	return nil
}

// addDevice makes the browser that sent the form get notices.
func (p *Pages) addDevice(ctx context.Context, c echo.Context, player models.Player) (string, error) {
	post := c.Request().PostForm
	_, err := p.Store.AddDevice(ctx, player.ID, hook.NewDevice{
		Endpoint: post.Get("endpoint"), Auth: post.Get("auth"), Key: post.Get("p256dh"),
		Name: browserName(c, c.Request().UserAgent()),
	})
	return "device_added", err
}

// changeDevice changes the kinds of notices that a browser gets, or ends them.
func (p *Pages) changeDevice(ctx context.Context, c echo.Context, player models.Player) (string, error) {
	post := c.Request().PostForm
	if post.Get("action") == "end" {
		return "device_ended", p.Store.DeleteHook(ctx, player.ID, post.Get("id"))
	}
	events := kindsIn(post)
	_, err := p.Store.UpdateHook(ctx, player.ID, post.Get("id"), hook.Patch{Events: &events})
	return "device_changed", err
}
