package schema

import (
	"gorm.io/gorm"

	"turnpost/models/db"
)

// NotBlocked excludes challenges whose challenger blocks the player or is blocked by them.
const NotBlocked = ` AND NOT EXISTS (SELECT 1 FROM blocks b
	WHERE (b.player_id = ? AND b.blocked_id = c.challenger_id)
	OR (b.player_id = c.challenger_id AND b.blocked_id = ?))`

// Unwanted reports whether a challenge goes to a player, or the address of one, who blocks the challenger. A challenge
// to such an address is stored but not mailed, so that the challenger cannot learn whose it is.
func (r *ChallengeRow) Unwanted(from *gorm.DB) (bool, error) {
	if r.OpponentID != nil {
		return Blocks(from, *r.OpponentID, r.ChallengerID)
	}
	if r.Invited == "" {
		return false, nil
	}
	unwanted := false
	err := db.Query(from, func(c *db.Columns) error { unwanted = c.Bool(); return nil },
		`SELECT EXISTS (SELECT 1 FROM blocks b JOIN players p ON p.id = b.player_id
			WHERE p.email_key = ? AND b.blocked_id = ?)`, r.Invited, r.ChallengerID)
	return unwanted, err
}

// Blocks reports whether a player blocks another one.
func Blocks(from *gorm.DB, player, other int64) (is bool, err error) {
	err = db.Query(from, func(c *db.Columns) error { is = c.Bool(); return nil },
		"SELECT EXISTS (SELECT 1 FROM blocks WHERE player_id = ? AND blocked_id = ?)", player, other)
	return is, err
}
