package play

import (
	"turnpost/models"
	"turnpost/models/core"
	"turnpost/models/notice"
	"turnpost/models/schema"
)

// dropMailPart drops some of them. If mail does not arrive, codes and tests are sent nevertheless. The games of turn
// notices apply their pending changes first, because these credit the time that a notice has waited.
func dropMailPart(tx *core.Tx, c *schema.BulkChange, after int64) (next int64, done bool, err error) {
	ids, err := notice.NoticesAfter(tx, notice.QueuedTo+" AND id > ? AND id <= ?", c.PlayerID, c.PlayerID, after,
		c.Detail.LastNotice)
	if err != nil || len(ids) == 0 {
		return 0, true, err
	}
	var games []string
	err = tx.Raw("SELECT game_id FROM notices WHERE id IN ? AND kind = ?", ids, models.KindYourTurn).Scan(&games).Error
	if err != nil {
		return 0, false, err
	}
	if _, err := changeGames(tx, games); err != nil {
		return 0, false, err
	}
	if reason := c.Detail.Reason; reason == notice.DropMailFailing {
		err = notice.DropNotices(tx, reason, "id IN ? AND kind NOT IN ?", ids,
			[]models.Kind{models.KindTest, models.KindCode, models.KindOperatorCode})
	} else {
		err = notice.DropNotices(tx, reason, "id IN ?", ids)
	}
	return ids[len(ids)-1], len(ids) < schema.BulkPart, err
}
