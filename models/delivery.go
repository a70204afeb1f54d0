package models

import "time"

// Delivery is how notices reach a player.
type Delivery string

// Deliveries.
const (
	Instant Delivery = "instant"
	Digest  Delivery = "digest" // all in one mail, at an hour of the player's day
	Off     Delivery = "off"
)

// digestBundle is the bundle of what waits for a player's digest. Other notices are
// bundled by their game.
const digestBundle = "digest"

// checkDelivery refuses what is none.
func checkDelivery(field string, d Delivery) error {
	if d != Instant && d != Digest && d != Off {
		return invalid(field, "must be instant, digest or off")
	}
	return nil
}

// checkHours refuses hours that no day has.
func (patch ProfilePatch) checkHours() error {
	if hour := patch.DigestHour; hour != nil && (*hour < 0 || *hour > 23) {
		return invalid("digest_hour", "must be an hour from 0 to 23")
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

// digestHour is the hour of the player's day at which the digest is sent.
func (s Settings) digestHour() int {
	if s.DigestHour == nil {
		return DefaultDigestHour
	}
	return *s.DigestHour
}

// due is when a notice that is caused now should be said. The digest's hour is the
// player's choice, so that quiet hours do not hold a digest.
func (s Settings) due(d Delivery, now time.Time, zone *time.Location) time.Time {
	if d == Digest {
		return nextDigest(now, s.digestHour(), zone)
	}
	if d == Instant && s.Quiet != nil {
		if _, until, quiet := s.Quiet.around(now, zone); quiet {
			return until
		}
	}
	return now
}

// schedule sets when a notice is said and with what. What would come after the
// deadline of its turn comes at once: held, it would be of no use. The time that a
// notice is held is the player's own choice; it counts as waiting from the end on.
func (tx *Tx) schedule(n *notice) error {
	n.DueAt, n.Bundle = tx.at, n.GameID
	if n.PlayerID != 0 && n.Kind.MayBeOff() {
		if n.reader == nil {
			n.reader = new(playerRow)
			if err := tx.Raw("SELECT settings, time_zone FROM players WHERE id = ?", n.PlayerID).Scan(n.reader).Error; err != nil {
				return err
			}
		}
		n.hold(*n.reader, tx.now)
	}
	n.WaitsFrom, n.NextAt = n.DueAt, n.DueAt
	return nil
}

// hold sets when a notice is due by its player's settings.
func (n *notice) hold(p playerRow, now time.Time) {
	settings := decodeSettings(p.Settings)
	d := settings.delivery(n.Kind, n.GameID)
	if d != Digest && settings.Quiet == nil {
		return
	}
	due := At(settings.due(d, now, p.zone()))
	if n.Deadline > 0 && due >= n.Deadline {
		return
	}
	n.DueAt = due
	if d == Digest {
		n.Bundle = digestBundle
	}
}

// reschedule holds by the player's present settings what is held already.
func (tx *Tx) reschedule(player int64) error {
	var rows []notice
	query := `SELECT n.*, COALESCE(g.deadline_at, 0) AS deadline FROM notices n LEFT JOIN games g ON g.id = n.game_id AND n.kind IN ?
		WHERE n.player_id = ? AND n.done_at = 0 AND n.due_at > ? ORDER BY n.id`
	if err := tx.Raw(query, []Kind{KindYourTurn, KindReminder}, player, tx.at).Scan(&rows).Error; err != nil {
		return err
	}
	for i := range rows {
		n := &rows[i]
		if err := tx.schedule(n); err != nil {
			return err
		}
		err := tx.Exec("UPDATE notices SET due_at = ?, waits_from = ?, next_at = ?, bundle = ? WHERE id = ?", n.DueAt, n.WaitsFrom, n.NextAt, n.Bundle, n.ID).Error
		if err != nil {
			return err
		}
	}
	tx.noticed = tx.noticed || len(rows) > 0
	return nil
}
