package models

import "time"

// schedule sets when a notice is said and with what. What would come after the
// deadline of its turn comes at once: held, it would be of no use. The time that a
// notice is held is the player's own choice; it counts as waiting from the end on.
func (tx *Tx) schedule(n *notice) error {
	n.DueAt, n.Bundle = tx.at, n.GameID
	if n.Kind.facts().answersMail {
		n.Bundle = "" // it goes into the thread of the mail that it answers
	}
	if n.PlayerID != 0 && n.Kind.MayBeOff() {
		if n.reader == nil {
			n.reader = new(playerRow)
			err := tx.Raw("SELECT settings, time_zone FROM players WHERE id = ?", n.PlayerID).Scan(n.reader).Error
			if err != nil {
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
	due := ToMillis(settings.due(d, now, p.zone()))
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
	query := `SELECT n.*, COALESCE(g.deadline_at, 0) AS deadline
		FROM notices n LEFT JOIN games g ON g.id = n.game_id AND n.kind IN ?
		WHERE n.player_id = ? AND n.done_at = 0 AND n.due_at > ? ORDER BY n.id`
	if err := tx.Raw(query, []Kind{KindYourTurn, KindReminder}, player, tx.at).Scan(&rows).Error; err != nil {
		return err
	}
	for i := range rows {
		n := &rows[i]
		if err := tx.schedule(n); err != nil {
			return err
		}
		err := tx.Exec("UPDATE notices SET due_at = ?, waits_from = ?, next_at = ?, bundle = ? WHERE id = ?",
			n.DueAt, n.WaitsFrom, n.NextAt, n.Bundle, n.ID).Error
		if err != nil {
			return err
		}
	}
	tx.noticed = tx.noticed || len(rows) > 0
	return nil
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
