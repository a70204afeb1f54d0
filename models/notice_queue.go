package models

import (
	"fmt"

	"turnpost/rules"
)

// notify queues a notice for now, or for when its player wants it. The key makes it one: the same
// thing is never queued twice.
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

// noticeTurn tells whoever is to move, or both players that the game is over.
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

// noticeEnd tells players that the game is over. What their plans played and what was said stays worth saying.
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

// noticeChallengeDecision tells the challenger what was decided.
func (tx *Tx) noticeChallengeDecision(row *challengeRow, d Decision) error {
	if err := tx.dropNotices(DropChallengeDecided, "challenge_id = ? AND kind = ?", row.ID, KindChallenge); err != nil {
		return err
	}
	return tx.notify(notice{
		Key: "answer." + row.ID, Kind: KindChallengeAnswer, PlayerID: row.ChallengerID, Email: row.ChallengerEmail,
		ChallengeID: row.ID, GameID: row.GameID, Detail: noticeDetail{Decision: d},
	})
}
