package models

import (
	"fmt"
	"time"

	"turnpost/models/calendar"
	"turnpost/rules"
)

// notify queues a notice for now or for the time that its player prefers. A key is never queued
// twice.
func (tx *Tx) notify(n notice) error {
	tx.noticed = true
	drop, err := tx.admit(&n)
	if err != nil {
		return err
	}
	if err := tx.schedule(&n); err != nil {
		return err
	}
	err = tx.DeferExec(`INSERT INTO notices (key, kind, player_id, email, game_id, ply, challenge_id,
			offer, detail, created_at, due_at, waits_from, next_at, bundle)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO NOTHING`,
		n.Key, n.Kind, n.PlayerID, n.Email, n.GameID, n.Ply, n.ChallengeID,
		n.Offer, n.Detail, tx.at, n.DueAt, n.WaitsFrom, n.NextAt, n.Bundle)
	if err != nil || drop == "" {
		return err
	}
	return tx.dropNotices(drop, "key = ?", n.Key)
}

// noticeTurn notifies the player to move or, after the end of the game, both players.
func (tx *Tx) noticeTurn(row *gameRow) error {
	if row.Status != Ongoing {
		return tx.noticeEnd(row, rules.First, rules.Second)
	}
	if row.Ply > 0 {
		if err := tx.dropTurnNotices(row); err != nil {
			return err
		}
	}
	n := row.notice(KindYourTurn, row.ToMove)
	n.Key, n.Deadline, n.reader = "turn."+row.plyKey(), row.DeadlineAt, row.side(row.ToMove).reader()
	return tx.notify(n)
}

// noticeEnd notifies players that the game is over. Notices about plans and messages stay queued.
func (tx *Tx) noticeEnd(row *gameRow, to ...rules.Seat) error {
	if err := tx.dropNotices(DropGameOver, "game_id = ? AND kind NOT IN ?", row.ID, lastingKinds); err != nil {
		return err
	}
	for _, seat := range to {
		n := row.notice(KindGameOver, seat)
		n.Key = fmt.Sprintf("over.%s.%d", row.ID, seat)
		if err := tx.notify(n); err != nil {
			return err
		}
	}
	return nil
}

// noticeChallengeDecision notifies the challenger of a decision.
func (tx *Tx) noticeChallengeDecision(row *challengeRow, d Decision) error {
	if err := tx.dropNotices(DropChallengeDecided, "challenge_id = ? AND kind = ?", row.ID, KindChallenge); err != nil {
		return err
	}
	return tx.notify(notice{
		Key: "answer." + row.ID, Kind: KindChallengeAnswer, PlayerID: row.ChallengerID, Email: row.ChallengerEmail,
		ChallengeID: row.ID, GameID: row.GameID, Detail: noticeDetail{Decision: d},
	})
}

// schedule sets the due time and the bundle of a notice. A notice that would be held past the deadline of its turn is
// due at once, because later it would be useless. The player chose the time for which a notice is held; its wait is
// counted from the end of that time.
func (tx *Tx) schedule(n *notice) error {
	n.DueAt, n.Bundle = tx.at, n.GameID
	if n.Kind.facts().answersMail {
		n.Bundle = "" // it belongs to the thread of the mail that it answers
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

// hold sets the due time of a notice by its player's settings.
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

// reschedule applies the player's current settings to held notices, in parts.
func (tx *Tx) reschedule(player int64) error {
	return tx.addChange(&bulkChange{PlayerID: player, Kind: bulkReschedule})
}

func (tx *Tx) reschedulePart(c *bulkChange, after int64) (next int64, done bool, err error) {
	ids, err := tx.queuedAfter(c.PlayerID, after)
	if err != nil || len(ids) == 0 {
		return 0, true, err
	}
	var rows []notice
	const due = "SELECT * FROM notices WHERE id IN ? AND due_at > ? ORDER BY id"
	if err := tx.Raw(due, ids, tx.at).Scan(&rows).Error; err != nil {
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

// due returns when a notice caused now should be sent. Quiet hours do not hold a digest, because the player chose its
// hour.
func (s Settings) due(d Delivery, now time.Time, zone *time.Location) time.Time {
	if d == Digest {
		return calendar.NextHour(now, s.digestHour(), zone)
	}
	if d == Instant && s.Quiet != nil {
		if _, until, quiet := s.Quiet.Around(now, zone); quiet {
			return until
		}
	}
	return now
}
