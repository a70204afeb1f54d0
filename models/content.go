package models

// DefaultDigestHour is the hour of the digest for players without a setting.
const DefaultDigestHour = 8

// digestHour returns the hour of the player's day at which the digest is sent.
func (s Settings) digestHour() int {
	if s.DigestHour == nil {
		return DefaultDigestHour
	}
	return *s.DigestHour
}
