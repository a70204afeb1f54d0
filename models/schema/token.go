package schema

import (
	"crypto/sha256"

	"turnpost/models"
)

// FoundToken is a token with its player.
type FoundToken struct {
	Bearer            models.Bearer
	UsedAt, ExpiresAt models.Millis // 0 for never
}

// TokenHash is the stored hash of a token.
type TokenHash [sha256.Size]byte
