package api

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/models/export"
)

// typeZip is the media type of an export.
const typeZip = "application/zip"

// Limits of exports.
const (
	exportsTogether = 2                // of one process
	exportTime      = 10 * time.Minute // for one
)

// ExportMe sends what is stored about the player as a ZIP file.
func (s *server) ExportMe(c echo.Context) error { return s.export(c, *bearerOf(c)) }

// export streams the data of a player. After the first byte an error can only cut the response off, which the client
// notices by the missing end.
func (s *server) export(c echo.Context, bearer models.Bearer) error {
	player := bearer.Player
	select {
	case s.exports <- struct{}{}:
		defer func() { <-s.exports }()
	default:
		s.limits.export.refused.Add(1)
		e := refuse(codeUnavailable, "http.busy", "seconds", heavyAfter)
		e.RetryAfter = heavyAfter
		return e
	}
	if err := s.limits.export.take(c, accountKey(player)); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(c.Request().Context()), exportTime)
	defer cancel()
	header := c.Response().Header()
	header.Set(echo.HeaderContentType, typeZip)
	header.Set(echo.HeaderCacheControl, "no-store")
	header.Set(echo.HeaderContentDisposition, fmt.Sprintf("attachment; filename=%q", "turnpost-"+player.Name+".zip"))
	c.Response().WriteHeader(http.StatusOK)
	control := http.NewResponseController(c.Response())
	err := export.Write(ctx, s.store, bearer, c.Response(), time.Now(), func() {
		_ = control.SetWriteDeadline(time.Now().Add(WriteTimeout)) // a recorder in tests has none
	})
	if err != nil {
		s.log.WarnContext(ctx, "an export was cut off", "player", player.ID, "error", err)
		panic(http.ErrAbortHandler)
	}
	return nil
}
