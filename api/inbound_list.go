package api

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"turnpost/models/mailbox"
)

// ListInbound lists the outcomes of the player's mailed replies.
func (s *server) ListInbound(c echo.Context, in ListInboundParams) error {
	before, err := numericCursor(in.Cursor)
	if err != nil {
		return err
	}
	list, next, err := s.store.InboundOf(c.Request().Context(), me(c).ID, before, in.Limit)
	if err != nil {
		return err
	}
	wire := func(m mailbox.Inbound) Inbound { return s.wireInbound(m, readerOf(c)) }
	return sendJSON(c, http.StatusOK, InboundList{Inbound: each(list, wire), Next: formatCursor(next)})
}
