package models

import "strings"

// dropNotices drops what is queued and no longer worth saying. One that is being sent
// right now is left to the worker.
func (tx *Tx) dropNotices(reason NoticeReason, where string, args ...any) error {
	return tx.Exec(`UPDATE notices SET status = ?, reason = ?, done_at = ?, bundle = '', mail = ''
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
	_, err := execOn(tx.DB, query, Dropped, DropTurnPlayed, tx.at, tx.at, which)
	return err
}

// These name their kinds, which are few and known, so that their texts are always the same.
var (
	dropTurnQuery       = dropTurnFrom + "game_id = ?"
	dropTurnNoticeQuery = dropTurnFrom + "id = ?"
	dropTurnFrom        = `UPDATE notices SET status = ?, reason = ?, done_at = ?, bundle = '', mail = ''
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
func (l *Content) outdated() NoticeReason {
	if outdated := l.Kind.facts().outdated; outdated != nil {
		return outdated(l)
	}
	return ""
}

func outdatedTurn(l *Content) NoticeReason {
	if l.Game.Ply != l.row.Ply {
		return DropTurnPlayed
	}
	return outdatedAway(l)
}

func outdatedReminder(l *Content) NoticeReason {
	g := l.Game
	if g.Ply != l.row.Ply || g.Status != Ongoing {
		return DropTurnPlayed
	}
	if g.Left[g.ToMove] == 0 {
		return DropDeadlinePassed
	}
	return ""
}

func outdatedPlan(l *Content) NoticeReason {
	if l.Game.Ply < l.row.Ply {
		return DropTakenBack
	}
	return ""
}

func outdatedChallengeAnswer(l *Content) NoticeReason {
	g := l.Game
	if g.Status != Ongoing {
		return DropGameOver
	}
	if g.Ply > 1 || (g.Ply == 1 && g.LastTurn.Seat == l.Seat) {
		return DropPlayedAlready
	}
	return ""
}

func outdatedAway(l *Content) NoticeReason {
	if l.Game.Status != Ongoing {
		return DropGameOver
	}
	return ""
}

func outdatedOffer(l *Content) NoticeReason {
	g := l.Game
	by := g.DrawBy
	if l.Offer == TakebackOffer {
		by = g.TakebackBy
	}
	if g.Status != Ongoing || by != l.Seat.Other() {
		return DropOfferGone
	}
	return ""
}
