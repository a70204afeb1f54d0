package play

import (
	"fmt"

	"gorm.io/gorm"

	"turnpost/models"
	"turnpost/models/core"
	"turnpost/models/db"
	"turnpost/models/visible"
)

// LoadGames loads rows by a query that starts with SelectGame.
func LoadGames(from *gorm.DB, query string, args ...any) (list []core.GameRow, err error) {
	err = db.Query(from, func(c *db.Columns) error {
		list = append(list, core.GameRow{})
		list[len(list)-1].Take(c)
		return nil
	}, query, args...)
	return list, err
}

// Rereads is the maximum number of attempts to read a row whose bulk changes are applied between two reads.
const Rereads = 5

// LoadGame loads a game for reading.
func LoadGame(from *gorm.DB, id string) (*core.GameRow, error) {
	for range Rereads {
		rows, err := LoadGames(from, core.SelectGame+"WHERE g.id = ?", id)
		if err != nil {
			return nil, err
		}
		if len(rows) == 0 {
			return nil, noGame(id)
		}
		if ok, err := rows[0].ShowChanges(from); ok || err != nil {
			return &rows[0], err
		}
	}
	return nil, ErrChanging(id)
}

// ErrChanging is the error for a game that changed during every attempt to read it.
func ErrChanging(id string) error { return fmt.Errorf("game %s changes faster than it is read", id) }

// LockGame loads and locks a game for a change.
func LockGame(tx *core.Tx, id string) (*core.GameRow, error) {
	rows, err := loadLocked(tx, []string{id}, "")
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, noGame(id)
	}
	if err := tx.MoveTurns(&rows[0]); err != nil {
		return nil, err
	}
	return &rows[0], applyPending(tx, &rows[0])
}

// loadLocked locks games and loads them as stored. locked tells PostgreSQL to wait for locks or to skip locked games.
func loadLocked(tx *core.Tx, ids []string, locked string) (rows []core.GameRow, err error) {
	if !tx.IsPostgres() {
		for _, id := range ids {
			found, err := LoadGames(tx.DB, core.SelectGame+"WHERE g.id = ?", id)
			if err != nil {
				return nil, err
			}
			rows = append(rows, found...)
		}
		return rows, nil
	}
	free, err := lockGames(tx, ids, locked)
	if err == nil {
		err = tx.Defer(db.Deferred{
			Query: core.SelectGame + "WHERE g.id = ANY(?)", Args: []any{ids},
			Take: func(c *db.Columns) error {
				var game core.GameRow
				if game.Take(c); free[game.ID] {
					rows = append(rows, game)
				}
				return nil
			},
		})
	}
	if err == nil {
		err = tx.Flush()
	}
	return rows, err
}

// lockGames locks games on PostgreSQL, in the order that all transactions use. The statement is deferred: the returned
// map holds the locked games once a later statement has returned. Data read with a game must be as new as its lock.
func lockGames(tx *core.Tx, ids []string, locked string) (free map[string]bool, err error) {
	free = map[string]bool{}
	return free, tx.Defer(db.Deferred{
		Query: "SELECT id FROM games WHERE id = ANY(?) ORDER BY id FOR NO KEY UPDATE" + locked, Args: []any{ids},
		Take: func(c *db.Columns) error {
			free[c.Text()] = true
			return nil
		},
	})
}

func noGame(id string) error {
	return models.Fail(models.CodeNotFound, "no_game", "game", visible.Clip(id, 20))
}
