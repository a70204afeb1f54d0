package schema

import (
	"gorm.io/gorm"

	"turnpost/models"
	"turnpost/models/db"
)

// Scoped is a bound on one scope.
type Scoped struct {
	Scope string
	Bound models.Bound
}

// NoneRefused is the result of TakeAll if each scope had some of its allowance left.
const NoneRefused = -1

// Finishers returns which of some players have finished a game with another player. The words of the others are shown
// to nobody who has not asked for it, as an account is free.
func Finishers(from *gorm.DB, players []any) (map[int64]bool, error) {
	known := map[int64]bool{}
	if len(players) == 0 {
		return known, nil
	}
	err := db.Query(from, func(c *db.Columns) error { known[c.Number()] = true; return nil },
		"SELECT player_id FROM player_records WHERE player_id IN ("+Marks(len(players))+") AND won + lost + drawn > 0",
		players...)
	return known, err
}
