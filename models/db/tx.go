package db

import (
	"gorm.io/gorm"
)

// Tx is one transaction.
type Tx struct {
	*gorm.DB
	engine    *DB
	preloaded any
	onEnd     []func(err error)
}

// OnEnd registers fn to be called after the transaction has ended, before Write returns, with the same error: nil if
// the writes are on disk. If the job ran more than once, only the functions of its last run are called.
func (tx *Tx) OnEnd(fn func(err error)) { tx.onEnd = append(tx.onEnd, fn) }

func (tx *Tx) end(err error) {
	for _, fn := range tx.onEnd {
		fn(err)
	}
}

// Preloaded returns the result of Options.Preload for a batch of jobs with keys; nil in a transaction of one job.
func (tx *Tx) Preloaded() any { return tx.preloaded }

// IsPostgres reports whether the database is PostgreSQL and not SQLite.
func (tx *Tx) IsPostgres() bool { return tx.engine.postgres }

// ForUpdate returns the clause of a SELECT that locks the rows of a table, if the database can. It does not lock keys,
// so that other transactions may insert rows that refer to them: otherwise two players who each lock
// themselves and refer to the other would deadlock.
func (tx *Tx) ForUpdate(table string) string {
	if tx.engine.postgres {
		return " FOR NO KEY UPDATE OF " + table
	}
	return ""
}

// By names the index that a query must use, if the database supports it. SQLite does not know the distribution of rows
// and would use the primary key, whose cost grows with the length of a game.
func (tx *Tx) By(index string) string {
	if tx.engine.postgres {
		return ""
	}
	return " INDEXED BY " + index
}

// SkipLocked returns the clause of a SELECT that locks rows of a table and skips those that others have locked.
func (tx *Tx) SkipLocked(table string) string {
	if tx.engine.postgres {
		return " FOR UPDATE OF " + table + " SKIP LOCKED"
	}
	return ""
}

// ForShare returns the clause of a SELECT whose rows of a table must not change before the transaction ends.
func (tx *Tx) ForShare(table string) string {
	if tx.engine.postgres {
		return " FOR SHARE OF " + table
	}
	return ""
}
