package schema

import (
	"gorm.io/gorm"

	"turnpost/models"
)

// StillHeld returns ErrLeaseLost if a change of claimed notices changed no row.
func StillHeld(changed *gorm.DB) error {
	if changed.Error == nil && changed.RowsAffected == 0 {
		return models.ErrLeaseLost
	}
	return changed.Error
}
