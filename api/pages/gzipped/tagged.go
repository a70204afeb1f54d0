package gzipped

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"
)

// SendTagged sends a body with an ETag of its content, or 304 to a client that has it.
func SendTagged(c echo.Context, contentType string, body []byte) error {
	return SendTaggedPieces(c, contentType, sha256.Sum256(body), Piece{Plain: body})
}

// SendTaggedPieces sends pieces with an ETag of the checksum of their content, or 304 to a client that has them. The
// ETag is weak, because the response may be compressed.
func SendTaggedPieces(c echo.Context, contentType string, sum [sha256.Size]byte, pieces ...Piece) error {
	tag := `"` + hex.EncodeToString(sum[:8]) + `"`
	c.Response().Header().Set("ETag", "W/"+tag)
	for _, known := range strings.Split(c.Request().Header.Get("If-None-Match"), ",") {
		if known = strings.TrimPrefix(strings.TrimSpace(known), "W/"); known == tag || known == "*" {
			return c.NoContent(http.StatusNotModified)
		}
	}
	return Send(c, http.StatusOK, contentType, pieces...)
}
