package schema

import (
	"time"

	"turnpost/models"
)

// Hold sets the due time of a notice by its player and their settings.
func (n *Notice) Hold(settings models.Settings, p *PlayerRow, now time.Time) {
	d := settings.Delivery(n.Kind, n.GameID)
	if d != models.Digest && settings.Quiet == nil {
		return
	}
	due := models.ToMillis(settings.Due(d, now, p.Zone()))
	if n.Deadline > 0 && due >= n.Deadline {
		return
	}
	n.DueAt = due
	if d == models.Digest {
		n.Bundle = DigestBundle
	}
}
