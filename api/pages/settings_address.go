package pages

import (
	"context"
	"strings"

	"github.com/labstack/echo/v4"

	"turnpost/models"
)

// setAddress requests a change of address, confirms it by its code, or withdraws the request.
func (p *Pages) setAddress(ctx context.Context, c echo.Context, player models.Player) (string, error) {
	post := c.Request().PostForm
	asker := p.Asker(c, "")
	switch email := strings.TrimSpace(post.Get("email")); post.Get("action") {
	case "code":
		code := strings.Join(strings.Fields(post.Get("code")), "")
		_, err := p.Store.ConfirmAddress(asker, player.ID, code)
		return "address_changed", err
	case "withdraw":
		_, err := p.Store.UpdateProfile(ctx, player.ID, models.ProfilePatch{Email: &player.Email})
		return "address_withdrawn", err
	default:
		_, err := p.Store.UpdateProfile(asker, player.ID, models.ProfilePatch{Email: &email})
		return "address_asked", err
	}
}
