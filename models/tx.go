package models

import (
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// Tx is one transaction at one instant.
type Tx struct {
	*gorm.DB
	store           *Store
	now             time.Time
	at              Millis              // now, as it is stored
	noticed         bool                // a notice was queued
	received        bool                // a mail was stored to be read
	heartbeatStored bool                // so that the process knows it
	sessionsStand   bool                // it changes nothing that a session is made of: see sessionCache
	result          any                 // of the use case, for the response that a Once records
	held            map[string]*gameRow // of a batch of turns on PostgreSQL: the games that wait for theirs, locked
}

// forUpdate ends a SELECT that locks the rows of a table where the database can. Their keys stay as they
// are, so that others may store rows that refer to them meanwhile: else two players who each lock
// themselves and refer to the other would wait for one another.
func (tx *Tx) forUpdate(table string) string {
	if tx.store.db.postgres {
		return " FOR NO KEY UPDATE OF " + table
	}
	return ""
}

// by names the index that a query must use, where the database takes it: SQLite knows nothing of how
// rows are spread and would take the primary key, which costs more the longer a game is.
func (tx *Tx) by(index string) string {
	if tx.store.db.postgres {
		return ""
	}
	return " INDEXED BY " + index
}

// skipLocked ends a SELECT that locks rows of a table and leaves out those that others have locked.
func (tx *Tx) skipLocked(table string) string {
	if tx.store.db.postgres {
		return " FOR UPDATE OF " + table + " SKIP LOCKED"
	}
	return ""
}

// lockShared is for a query by whose rows the transaction goes on: none of them changes before it ends.
func (tx *Tx) lockShared() *gorm.DB {
	if tx.store.db.postgres {
		return tx.Clauses(clause.Locking{Strength: "SHARE"})
	}
	return tx.DB
}
