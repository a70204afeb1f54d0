package pages

import (
	"context"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/templates/view"
)

// addressPath is where the link of a mail about a change of address leads. The link alone opens it: the address before
// may belong to nobody who is signed in.
const addressPath = "/address/:link"

// addressPage shows what the link undoes, or has undone.
type addressPage struct {
	frame
	Change models.AddressChange
	Former bool // the account has another address by now
}

// showAddressChange asks whether to undo a change. It changes nothing: programs that scan mail follow links.
func (p *Pages) showAddressChange(c echo.Context) error {
	change, err := p.Store.ReadAddressChange(c.Request().Context(), c.Param("link"))
	return p.sendAddressChange(c, change, err)
}

// undoAddressChange gives the account back to the address that the link was mailed to.
func (p *Pages) undoAddressChange(c echo.Context) error {
	change, err := p.Store.UndoAddressChange(c.Request().Context(), c.Param("link"))
	return p.sendAddressChange(c, change, err)
}

func (p *Pages) sendAddressChange(c echo.Context, change models.AddressChange, err error) error {
	if err != nil {
		return err
	}
	change.Until = view.Reader.In(readerOf(c), change.Until)
	page := addressPage{
		frame: p.frame(c, say(c, "site.address")), Change: change, Former: change.State == models.AddressChanged,
	}
	page.NoIndex = true
	c.Response().Header().Set(echo.HeaderCacheControl, "no-store")
	return p.show(c, http.StatusOK, "address", page)
}

// setAddress asks for another address, confirms it by its code, or withdraws what was asked for.
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
