package models

import "strings"

// dropNotices drops what is queued and no longer worth saying. One that is being sent
// right now is left to the worker.
func (tx *Tx) dropNotices(reason NoticeReason, where string, args ...any) error {
	return tx.Exec(`UPDATE notices SET status = ?, reason = ?, done_at = ?
		WHERE done_at = 0 AND lease_until <= ? AND `+where,
		append([]any{Dropped, reason, tx.at, tx.at}, args...)...).Error
}

// dropTurnNotices drops what a turn makes outdated.
func (tx *Tx) dropTurnNotices(game string) error {
	_, err := execOn(tx.DB, dropTurnQuery, Dropped, DropTurnPlayed, tx.at, tx.at, game)
	return err
}

// dropTurnQuery names its kinds, which are few and known, so that its text is always the same.
var dropTurnQuery = `UPDATE notices SET status = ?, reason = ?, done_at = ?
	WHERE done_at = 0 AND lease_until <= ? AND game_id = ?
	AND kind IN ('` + strings.Join(kindNames(turnKinds), "', '") + "')"

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
