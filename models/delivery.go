package models

// Delivery is how notices reach a player.
type Delivery string

// Deliveries.
const (
	Instant Delivery = "instant"
	Digest  Delivery = "digest" // all in one mail, at an hour of the player's day
	Off     Delivery = "off"
)

// checkDelivery refuses what is none.
func checkDelivery(field string, d Delivery) error {
	if d != Instant && d != Digest && d != Off {
		return invalid(field, "bad_delivery")
	}
	return nil
}

// checkHours refuses hours that no day has.
func (patch ProfilePatch) checkHours() error {
	if hour := patch.DigestHour; hour != nil && (*hour < 0 || *hour > 23) {
		return invalid("digest_hour", "bad_hour")
	}
	if quiet := patch.Quiet; quiet != nil && *quiet != (QuietHours{}) {
		return quiet.check()
	}
	return nil
}

// delivery is how notices of a kind about a game, "" for none, reach the player.
func (s Settings) delivery(kind Kind, game string) Delivery {
	if !kind.MayBeOff() {
		return Instant
	}
	if d, own := s.Games[game]; own && game != "" {
		return d
	}
	if d, own := s.Mail[kind]; own {
		return d
	}
	return Instant
}
