package schema

import (
	"turnpost/models"
	"turnpost/models/linktext"
)

// IsBounceOf reports whether signBounce made a link for a player's current address.
func IsBounceOf(p models.Player, l models.Link, signed linktext.Signed, key []byte, epoch int64) bool {
	return l.Purpose == models.LinkBounce && p.ID != 0 && signed.Verify(key, epoch, BounceSecret(p))
}

// BounceSecret returns what signs a player's bounce links beside the key.
func BounceSecret(p models.Player) string { return "bounce " + EmailKeyOf(p) }
