package schema

import (
	"strings"
	"time"

	"gorm.io/gorm"

	"turnpost/models"
	"turnpost/models/db"
)

// HookDeliveries lists the deliveries of notices, by notice.
func HookDeliveries(from *gorm.DB, notices []int64) (map[int64][]models.HookDelivery, error) {
	list := map[int64][]models.HookDelivery{}
	if len(notices) == 0 {
		return list, nil
	}
	args := make([]any, len(notices))
	for i, id := range notices {
		args[i] = id
	}
	err := db.Query(from, func(c *db.Columns) error {
		d := models.HookDelivery{
			Notice: c.Number(), Hook: c.Text(), Status: models.NoticeStatus(c.Text()), Reason: models.NoticeReason(c.Text()),
			Detail: models.HookDetail(c.Text()), Attempts: int(c.Number()), NextAt: Millis(c).Time(), DoneAt: Millis(c).Time(),
		}
		if !d.DoneAt.IsZero() {
			d.NextAt = time.Time{}
		}
		list[d.Notice] = append(list[d.Notice], d)
		return nil
	}, `SELECT notice_id, hook_id, status, reason, failure, attempts, next_at, done_at FROM hook_deliveries
		WHERE notice_id IN (`+Marks(len(notices))+") ORDER BY id", args...)
	return list, err
}

// Marks returns the placeholders of a list of n values.
func Marks(n int) string { return strings.TrimSuffix(strings.Repeat("?,", n), ",") }
