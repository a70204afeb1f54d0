package models

import (
	"strings"

	"turnpost/models/db"
)

// dropNotices drops queued notices that are outdated. ComposeContent drops those that are being sent.
func (tx *Tx) dropNotices(reason NoticeReason, where string, args ...any) error {
	return tx.Exec(`UPDATE notices SET status = ?, reason = ?, done_at = ?,
			waits_from = 0, next_at = 0, bundle = '', mail = ''
		WHERE done_at = 0 AND lease_until <= ? AND `+where,
		append([]any{Dropped, reason, tx.at, tx.at}, args...)...).Error
}

// dropMail drops a player's queued notices in parts. The worker finds the same reason for those it claims meanwhile.
// Notices that are queued later stay: the reason may no longer apply.
func (tx *Tx) dropMail(player int64, reason NoticeReason) error {
	c := &bulkChange{PlayerID: player, Kind: bulkMailDrop, Detail: bulkDetail{Reason: reason}}
	if err := tx.Raw("SELECT COALESCE(MAX(id), 0) FROM notices").Scan(&c.Detail.LastNotice).Error; err != nil {
		return err
	}
	return tx.addChange(c)
}

// dropMailPart drops some of them. If mail does not arrive, codes and tests are sent nevertheless. The games of turn
// notices apply their pending changes first, because these credit the time that a notice has waited.
func (tx *Tx) dropMailPart(c *bulkChange, after int64) (next int64, done bool, err error) {
	ids, err := tx.noticesAfter(queuedTo+" AND id > ? AND id <= ?", c.PlayerID, c.PlayerID, after, c.Detail.LastNotice)
	if err != nil || len(ids) == 0 {
		return 0, true, err
	}
	var games []string
	err = tx.Raw("SELECT game_id FROM notices WHERE id IN ? AND kind = ?", ids, KindYourTurn).Scan(&games).Error
	if err != nil {
		return 0, false, err
	}
	if _, err := tx.changeGames(games); err != nil {
		return 0, false, err
	}
	if reason := c.Detail.Reason; reason == DropMailFailing {
		err = tx.dropNotices(reason, "id IN ? AND kind NOT IN ?", ids, []Kind{KindTest, KindCode})
	} else {
		err = tx.dropNotices(reason, "id IN ?", ids)
	}
	return ids[len(ids)-1], len(ids) < bulkPart, err
}

// queuedTo selects a player's queued notices; the player is given twice. The address finds them by an index of queued
// notices, where the ID would find the whole ledger.
const queuedTo = "email = (SELECT email FROM players WHERE id = ?) AND player_id = ? AND done_at = 0"

// queuedAfter lists some of a player's queued notices.
func (tx *Tx) queuedAfter(player, after int64) ([]int64, error) {
	return tx.noticesAfter(queuedTo+" AND id > ?", player, player, after)
}

// noticesAfter lists the IDs of some notices in order.
func (tx *Tx) noticesAfter(where string, args ...any) (ids []int64, err error) {
	err = tx.Raw("SELECT id FROM notices WHERE "+where+" ORDER BY id"+db.Limit(bulkPart), args...).Scan(&ids).Error
	return ids, err
}

// dropTurnNotices drops the notices that a turn makes outdated. If there is only one, it is dropped by its ID, because
// rows found by an index that the update changes must be collected before the update.
func (tx *Tx) dropTurnNotices(row *gameRow) error {
	query, which := dropTurnQuery, any(row.ID)
	if b := row.related; b != nil {
		switch {
		case b.notice == 0:
			return nil
		case b.notice > 0:
			query, which = dropTurnNoticeQuery, b.notice
		}
	}
	return tx.DeferExec(query, Dropped, DropTurnPlayed, tx.at, tx.at, which)
}

// The kinds are listed in the text, because they are few and known, so that the text is always the same.
var (
	dropTurnQuery       = dropTurnFrom + "game_id = ?"
	dropTurnNoticeQuery = dropTurnFrom + "id = ?"
	dropTurnFrom        = `UPDATE notices SET status = ?, reason = ?, done_at = ?,
		waits_from = 0, next_at = 0, bundle = '', mail = ''
	WHERE done_at = 0 AND lease_until <= ? AND kind IN (` + turnKindList + ") AND "
	turnKindList = "'" + strings.Join(kindNames(turnKinds), "', '") + "'"
)

func kindNames(kinds []Kind) []string {
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = string(k)
	}
	return names
}

// outdated returns the reason why a notice about a game is no longer worth sending.
func (c *Content) outdated() NoticeReason {
	if outdated := c.Kind.facts().outdated; outdated != nil {
		return outdated(c)
	}
	return ""
}

func outdatedTurn(c *Content) NoticeReason {
	if c.Game.Ply != c.row.Ply {
		return DropTurnPlayed
	}
	return outdatedByGameEnd(c)
}

func outdatedReminder(c *Content) NoticeReason {
	g := c.Game
	if g.Ply != c.row.Ply || g.Status != Ongoing {
		return DropTurnPlayed
	}
	if g.Left[g.ToMove] == 0 {
		return DropDeadlinePassed
	}
	return ""
}

func outdatedPlan(c *Content) NoticeReason {
	if c.Game.Ply < c.row.Ply {
		return DropTakenBack
	}
	return ""
}

func outdatedChallengeAnswer(c *Content) NoticeReason {
	g := c.Game
	if g.Status != Ongoing {
		return DropGameOver
	}
	if g.Ply > 1 || (g.Ply == 1 && g.LastTurn.Seat == c.Seat) {
		return DropPlayedAlready
	}
	return ""
}

func outdatedByGameEnd(c *Content) NoticeReason {
	if c.Game.Status != Ongoing {
		return DropGameOver
	}
	return ""
}

func outdatedOffer(c *Content) NoticeReason {
	g := c.Game
	by := g.DrawBy
	if c.Offer == TakebackOffer {
		by = g.TakebackBy
	}
	if g.Status != Ongoing || by != c.Seat.Other() {
		return DropOfferGone
	}
	return ""
}
