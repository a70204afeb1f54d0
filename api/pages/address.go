package pages

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"turnpost/models/account"
	"turnpost/templates"
	"turnpost/templates/view"
)

// addressPath is the page for the link in a mail about a change of address. The link alone grants access: the owner
// of the previous address may not be signed in.
const addressPath = "/address/:link"

// addressPage offers to undo a change of address, or confirms that it was undone.
type addressPage struct {
	Frame
	Change account.AddressChange
	Former bool // the account has a new address
}

// showAddressChange asks whether to undo a change. It changes nothing, because mail scanners follow links.
func (p *Pages) showAddressChange(c echo.Context) error {
	change, err := p.Store.ReadAddressChange(c.Request().Context(), c.Param("link"))
	return p.sendAddressChange(c, change, err)
}

// undoAddressChange restores the address that the link was mailed to.
func (p *Pages) undoAddressChange(c echo.Context) error {
	change, err := p.Store.UndoAddressChange(c.Request().Context(), c.Param("link"))
	return p.sendAddressChange(c, change, err)
}

func (p *Pages) sendAddressChange(c echo.Context, change account.AddressChange, err error) error {
	if err != nil {
		return err
	}
	change.Until = view.Reader.In(readerOf(c), change.Until)
	if p.AsText(c) {
		c.Response().Header().Set(echo.HeaderCacheControl, "no-store")
		return c.String(http.StatusOK, templates.AddressText(change, c.Param("link"), p.commands(c)))
	}
	page := addressPage{
		Frame: p.frame(c, say(c, "site.address")), Change: change, Former: change.State == account.AddressChanged,
	}
	page.NoIndex = true
	c.Response().Header().Set(echo.HeaderCacheControl, "no-store")
	return p.show(c, http.StatusOK, "address", page)
}
