package pages

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"
)

// sendTagged sends a body with an ETag of its content, or 304 to a client that has it.
func sendTagged(c echo.Context, contentType string, body []byte) error {
	return sendTaggedPieces(c, contentType, sha256.Sum256(body), piece{plain: body})
}

// sendTaggedPieces sends pieces with an ETag of the checksum of their content, or 304 to a client that has them. The
// ETag is weak, because the response may be compressed.
func sendTaggedPieces(c echo.Context, contentType string, sum [sha256.Size]byte, pieces ...piece) error {
	tag := `"` + hex.EncodeToString(sum[:8]) + `"`
	c.Response().Header().Set("ETag", "W/"+tag)
	for _, known := range strings.Split(c.Request().Header.Get("If-None-Match"), ",") {
		if known = strings.TrimPrefix(strings.TrimSpace(known), "W/"); known == tag || known == "*" {
			return c.NoContent(http.StatusNotModified)
		}
	}
	return sendPieces(c, http.StatusOK, contentType, pieces...)
}
