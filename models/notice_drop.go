package models

import "strings"

// dropNotices drops what is queued and no longer worth saying. One that is being sent
// right now is left to the worker.
func (tx *Tx) dropNotices(reason NoticeReason, where string, args ...any) error {
	return tx.Exec(`UPDATE notices SET status = ?, reason = ?, done_at = ?,
			waits_from = 0, next_at = 0, bundle = '', mail = ''
		WHERE done_at = 0 AND lease_until <= ? AND `+where,
		append([]any{Dropped, reason, tx.at, tx.at}, args...)...).Error
}

// dropTurnNotices drops what a turn makes outdated: by its ID where it is known to be one, because what
// is found by an index that the change leaves must be noted down before anything is changed.
func (tx *Tx) dropTurnNotices(row *gameRow) error {
	query, which := dropTurnQuery, any(row.ID)
	if b := row.beside; b != nil {
		switch {
		case b.notice == 0:
			return nil
		case b.notice > 0:
			query, which = dropTurnNoticeQuery, b.notice
		}
	}
	return tx.DeferExec(query, Dropped, DropTurnPlayed, tx.at, tx.at, which)
}

// These name their kinds, which are few and known, so that their texts are always the same.
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

// outdated says why a notice about a game is no longer worth saying.
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
	return outdatedAway(c)
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

func outdatedAway(c *Content) NoticeReason {
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
