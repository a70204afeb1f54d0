package mailbox

import (
	"context"
	"time"

	"turnpost/models"
	"turnpost/models/notice"
	"turnpost/models/schema"
)

// gatherReport loads the content of the operator's mail about a player's report; mail that was returned is another
// matter (account.RecordBounce). A report that was closed or deleted meanwhile needs none.
func (s *Store) gatherReport(ctx context.Context, c *Content) (drop models.NoticeReason, err error) {
	c.To = models.Player{Email: c.Row.Email, TimeZone: time.UTC, Locale: schema.DefaultLocale}
	rows, err := s.Reports(ctx, "WHERE r.id = ? AND r.closed_at = 0", c.Row.Detail.Report)
	if err != nil || len(rows) == 0 {
		return notice.DropReportClosed, err
	}
	c.Report = rows[0]
	return "", nil
}
