package core

import (
	"context"
	"errors"
	"strings"
	"time"

	"turnpost/models"
	"turnpost/models/db"
	"turnpost/models/schema"
)

// countRefusal counts an error of a limit, by the key of its message.
func (s *Store) countRefusal(err error) {
	if e, ok := errors.AsType[*models.Error](err); ok && e.Code == models.CodeTooMany {
		s.Refused.Add(strings.TrimPrefix(e.Message.Key, "error."))
	}
}

// CountWaiting runs a query for the number of rows that wait and since when the oldest does, and returns the number
// and how long that has been.
func (s *Store) CountWaiting(
	ctx context.Context, query string, args ...any,
) (depth int64, age time.Duration, err error) {
	err = db.Query(s.Read(ctx), func(c *db.Columns) error {
		depth = c.Number()
		if since := schema.Millis(c); since > 0 {
			age = max(0, models.ToMillis(s.Clock()).Sub(since))
		}
		return nil
	}, query, args...)
	return depth, age, err
}
