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

// reschedule holds by the player's present settings what is held already, in parts.
func (tx *Tx) reschedule(player int64) error {
	return tx.addChange(&bulkChange{PlayerID: player, Kind: bulkReschedule})
}

func (tx *Tx) reschedulePart(c *bulkChange, after int64) (next int64, done bool, err error) {
	ids, err := tx.queuedAfter(c.PlayerID, after)
	if err != nil || len(ids) == 0 {
		return 0, true, err
	}
	var rows []notice
	if err := tx.Raw("SELECT * FROM notices WHERE id IN ? AND due_at > ? ORDER BY id", ids, tx.at).Scan(&rows).Error; err != nil {
		return 0, false, err
	}
	for i := range rows {
		if err := tx.rescheduleNotice(&rows[i]); err != nil {
			return 0, false, err
		}
	}
	tx.noticed = tx.noticed || len(rows) > 0
	return ids[len(ids)-1], len(ids) < bulkPart, nil
}

func (tx *Tx) rescheduleNotice(n *notice) error {
	if n.Kind == KindYourTurn || n.Kind == KindReminder {
		row, err := loadGame(tx.DB, n.GameID)
		if err != nil {
			return err
		}
		n.Deadline = row.DeadlineAt
	}
	if err := tx.schedule(n); err != nil {
		return err
	}
	return tx.Exec("UPDATE notices SET due_at = ?, waits_from = ?, next_at = ?, bundle = ? WHERE id = ? AND done_at = 0",
		n.DueAt, n.WaitsFrom, n.NextAt, n.Bundle, n.ID).Error
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
