package db

import (
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// Tx is one transaction.
type Tx struct {
	*gorm.DB
	engine    *DB
	preloaded any
	onEnd     []func(err error)
}

// OnEnd has fn called once the transaction has ended, before Write returns the same error: it is nil where all that
// was written is on disk. Of a job that ran more than once, the functions of its last run are called.
func (tx *Tx) OnEnd(fn func(err error)) { tx.onEnd = append(tx.onEnd, fn) }

func (tx *Tx) end(err error) {
	for _, fn := range tx.onEnd {
		fn(err)
	}
}

// Preloaded is what Options.Preload returned for a batch of jobs with keys; nil in a transaction of one job.
func (tx *Tx) Preloaded() any { return tx.preloaded }

// IsPostgres reports whether the database is PostgreSQL; else it is SQLite.
func (tx *Tx) IsPostgres() bool { return tx.engine.postgres }

// ForUpdate ends a SELECT that locks the rows of a table where the database can. Their keys stay as they
// are, so that others may store rows that refer to them meanwhile: else two players who each lock
// themselves and refer to the other would wait for one another.
func (tx *Tx) ForUpdate(table string) string {
	if tx.engine.postgres {
		return " FOR NO KEY UPDATE OF " + table
	}
	return ""
}

// By names the index that a query must use, where the database takes it: SQLite knows nothing of how
// rows are spread and would take the primary key, which costs more the longer a game is.
func (tx *Tx) By(index string) string {
	if tx.engine.postgres {
		return ""
	}
	return " INDEXED BY " + index
}

// SkipLocked ends a SELECT that locks rows of a table and leaves out those that others have locked.
func (tx *Tx) SkipLocked(table string) string {
	if tx.engine.postgres {
		return " FOR UPDATE OF " + table + " SKIP LOCKED"
	}
	return ""
}

// LockShared is for a query by whose rows the transaction goes on: none of them changes before it ends.
func (tx *Tx) LockShared() *gorm.DB {
	if tx.engine.postgres {
		return tx.Clauses(clause.Locking{Strength: "SHARE"})
	}
	return tx.DB
}
