package schema

import "gorm.io/gorm"

// LoadRematch returns the open or accepted challenge to a rematch, or nil.
func LoadRematch(db *gorm.DB, game, suffix string) (*ChallengeRow, error) {
	var rows []ChallengeRow
	err := db.Raw(SelectChallenge+`WHERE c.rematch_of = ? AND c.rematch_of <> '' AND c.status IN ('open', 'accepted')
		ORDER BY c.created_at DESC, c.id LIMIT 1`+suffix, game).Scan(&rows).Error
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	return &rows[0], nil
}
