package models

import (
	"turnpost/rules"
)

// mayGoBackTo refuses plies that a takeback cannot lead to.
func (r *gameRow) mayGoBackTo(ply int) error {
	switch {
	case r.Ply == 0:
		return invalid("ply", "takeback_at_start", "game", r.ID)
	case ply < 0 || ply >= r.Ply:
		return invalid("ply", "takeback_ply", "game", r.ID, "ply", r.Ply, "last", r.Ply-1)
	}
	return nil
}

// takeBack puts the game back to the ply of the offer that stands. The turns go into the log.
func (tx *Tx) takeBack(row *gameRow) error {
	offered := row.TakebackBy
	var gone []string
	err := tx.Raw("SELECT turn FROM turns WHERE game_id = ? AND ply > ? ORDER BY ply",
		row.ID, row.TakebackTo).Scan(&gone).Error
	if err != nil {
		return err
	}
	if err := tx.logGame(row, LogTakeback, offered, logDetail{Turns: gone}); err != nil {
		return err
	}
	if err := tx.Exec("DELETE FROM turns WHERE game_id = ? AND ply > ?", row.ID, row.TakebackTo).Error; err != nil {
		return err
	}
	var kept turnRow
	if err := tx.Where("game_id = ? AND ply = ?", row.ID, row.TakebackTo).Take(&kept).Error; err != nil {
		return err
	}
	p, err := tx.store.position(row.Ruleset, row.Variant, kept.Position)
	if err != nil {
		return err
	}
	if err := tx.dropNotices(DropTakenBack, "game_id = ? AND kind <> ?", row.ID, KindMessage); err != nil {
		return err
	}
	if err := tx.takePlansBack(row.ID); err != nil {
		return err
	}
	from := row.Ply
	row.stopClock(tx.at)
	row.Ply, row.Position, row.Hash, row.ToMove = kept.Ply, kept.Position, kept.Hash, p.ToMove()
	row.ToMoveID = row.side(row.ToMove).ID
	row.TakebackBy, row.TakebackTo, row.DrawBy = rules.NoSeat, 0, rules.NoSeat
	row.Takebacks++
	row.UpdatedAt = tx.at
	row.startClock(tx.at)
	if err := tx.updateGame(row, from); err != nil {
		return err
	}
	if err := tx.noticeOfferDecision(row, offered, TakebackOffer, Accepted); err != nil {
		return err
	}
	return tx.noticeTurn(row)
}
