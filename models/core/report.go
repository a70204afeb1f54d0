package core

import (
	"context"

	"turnpost/models"
	"turnpost/models/schema"
)

// Reports lists the reports that meet a condition.
func (s *Store) Reports(ctx context.Context, where string, args ...any) ([]models.Report, error) {
	var rows []schema.ReportRow
	err := s.Read(ctx).Raw(schema.SelectReport+where, args...).Scan(&rows).Error
	list := make([]models.Report, 0, len(rows))
	for _, r := range rows {
		list = append(list, r.Report())
	}
	return list, err
}
