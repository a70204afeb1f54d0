package models

import (
	"cmp"
	"slices"
	"time"
)

// creditFrom is the wait of a notice from which on it is given back.
const creditFrom = time.Minute

// creditOutage sets every running clock to what it showed when the servers were last
// known to run. Clocks of players with a vacation ahead are set one by one.
func (tx *Tx) creditOutage(last Millis) error {
	if err := tx.lockOngoing(); err != nil {
		return err
	}
	if err := tx.creditAllWaits(last); err != nil {
		return err
	}
	gap, earlier := tx.at-last, min(tx.at, last) // a vacation that was ahead at either end counts
	const plain = "status = 'ongoing' AND to_move_id NOT IN (SELECT id FROM players WHERE away_until > ?)"
	err := tx.Exec(`INSERT INTO game_log (game_id, ply, at, kind, seat, detail)
		SELECT id, ply, ?, ?, to_move, ? FROM games WHERE `+plain,
		tx.at, LogOutage, givenBack(tx.at.Sub(last)), earlier).Error
	if err != nil {
		return err
	}
	err = tx.Exec(`UPDATE games SET deadline_at = deadline_at + ?,
		remind_at = CASE WHEN remind_at > 0 THEN remind_at + ? ELSE 0 END WHERE `+plain,
		gap, gap, earlier).Error
	if err != nil {
		return err
	}
	var rows []gameRow
	err = tx.Raw(selectGame+`WHERE g.status = 'ongoing'
		AND g.to_move_id IN (SELECT id FROM players WHERE away_until > ?)`, earlier).Scan(&rows).Error
	if err != nil {
		return err
	}
	for i := range rows {
		row := &rows[i]
		more := row.side(row.ToMove).away().running(last, tx.at)
		if more == 0 {
			continue
		}
		row.credit(tx.at, more)
		if err := tx.updateGame(row, row.Ply); err != nil {
			return err
		}
		if err := tx.logGame(row, LogOutage, row.ToMove, givenBack(more)); err != nil {
			return err
		}
	}
	return tx.Exec("UPDATE notices SET waits_from = ? WHERE done_at = 0 AND kind = ? AND waits_from < ?",
		tx.at, KindYourTurn, tx.at).Error
}

// lockOngoing takes all the games whose clocks run, in the order in which everybody
// takes several: no two can wait for each other.
func (tx *Tx) lockOngoing() error {
	if !tx.IsPostgres() {
		return nil
	}
	return tx.Exec("SELECT 1 FROM games WHERE status = 'ongoing' ORDER BY id FOR UPDATE").Error
}

// creditAllWaits credits what the notices of turns had waited when the servers were last
// known to run.
func (tx *Tx) creditAllWaits(last Millis) error {
	var rows []gameRow
	err := tx.Raw(selectGame+`WHERE g.status = 'ongoing' AND g.id IN (
		SELECT game_id FROM notices WHERE done_at = 0 AND kind = ? AND waits_from < ?)`,
		KindYourTurn, last).Scan(&rows).Error
	if err != nil {
		return err
	}
	for i := range rows {
		if err := tx.creditWait(&rows[i], last); err != nil {
			return err
		}
		if err := tx.updateGame(&rows[i], rows[i].Ply); err != nil {
			return err
		}
	}
	return nil
}

// creditNotices gives time back for what was sent or failed, in the order in which
// everybody takes several games.
func (tx *Tx) creditNotices(parts []*part, settlements []settlement) error {
	var waited []notice
	for i, p := range parts {
		if status := settlements[i].status; status == Sent || status == Failed {
			waited = append(waited, p.notice)
		}
	}
	slices.SortFunc(waited, func(a, b notice) int { return cmp.Compare(a.GameID, b.GameID) })
	for _, n := range waited {
		if err := tx.creditNotice(n); err != nil {
			return err
		}
	}
	return nil
}

// creditNotice gives the side to move the time back that the notice of its turn
// waited unsent. It comes before the notice is changed: whoever holds both a
// game and a notice takes the game first.
func (tx *Tx) creditNotice(n notice) error {
	if n.Kind != KindYourTurn || tx.at.Sub(n.WaitsFrom) < creditFrom {
		return nil
	}
	row, err := loadGame(tx.DB, n.GameID, tx.ForUpdate("g"))
	if err != nil || row.Status != Ongoing || row.Ply != n.Ply {
		return err
	}
	if err := tx.creditWait(row, tx.at); err != nil {
		return err
	}
	return tx.updateGame(row, row.Ply)
}

// creditWait credits what the notice of the running turn has waited until an
// instant, and lets it wait anew from there. A reminder that fell into the wait is dropped.
// The caller stores the row.
func (tx *Tx) creditWait(row *gameRow, until Millis) error {
	var waiting []notice
	err := tx.Where("game_id = ? AND ply = ? AND kind = ? AND done_at = 0 AND waits_from < ?",
		row.ID, row.Ply, KindYourTurn, until).Order("id DESC").Limit(1).Find(&waiting).Error
	if err != nil || len(waiting) == 0 {
		return err
	}
	n := waiting[0]
	if err := tx.Exec("UPDATE notices SET waits_from = ? WHERE id = ?", until, n.ID).Error; err != nil {
		return err
	}
	waited := row.side(row.ToMove).away().running(n.WaitsFrom, until)
	if waited < creditFrom {
		return nil
	}
	row.credit(until, waited)
	if err := tx.dropNotices(DropTimeCredited, "game_id = ? AND kind = ?", row.ID, KindReminder); err != nil {
		return err
	}
	return tx.logGame(row, LogMailDelay, row.ToMove, givenBack(waited))
}
