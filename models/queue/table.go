package queue

import (
	"crypto/rand"
	"time"

	"gorm.io/gorm"

	"turnpost/models"
)

// Table is the name of a table whose rows are work. It has the columns id, lease, lease_until, attempts and done_at.
type Table string

// The tables.
const (
	Notices    Table = "notices"
	Inbound    Table = "inbound"
	Deliveries Table = "hook_deliveries"
)

// NewLease returns the values that Claim stores for a lease from a time on: when it ends, and its text.
func NewLease(from models.Millis, lasts time.Duration) (until models.Millis, text string) {
	return from.Add(lasts), rand.Text()
}

// Claim returns a statement that leases the rows whose IDs a query chooses. Its arguments are the values of NewLease,
// those of set, which is "" or further assignments that begin with a comma, and those of the query.
func (t Table) Claim(set, chosen string) string {
	return "UPDATE " + string(t) + " SET lease_until = ?, lease = ?, attempts = attempts + 1" + set +
		" WHERE id IN (" + chosen + ")"
}

// Release returns a statement that ends the lease on a row, with assignments that say what becomes of it. Its arguments
// are those of the assignments, the ID and the lease. It changes no row if another worker has the lease.
func (t Table) Release(set string) string {
	return "UPDATE " + string(t) + " SET lease = '', lease_until = 0, " + set +
		" WHERE id = ? AND lease = ? AND done_at = 0"
}

// GiveBack ends the lease on rows whose work has not begun, so that it is no attempt, with the assignments of set: "" or
// further ones that begin with a comma. The error is ErrLeaseLost if another worker has all of them.
func (t Table) GiveBack(tx *gorm.DB, lease, set string, ids ...int64) error {
	return Held(tx.Exec("UPDATE "+string(t)+" SET lease = '', lease_until = 0, attempts = attempts - 1"+set+
		" WHERE id IN ? AND lease = ? AND done_at = 0", ids, lease))
}

// Renew extends the lease on rows. The error is ErrLeaseLost if another worker has all of them.
func (t Table) Renew(tx *gorm.DB, lease string, until models.Millis, ids ...int64) error {
	return Held(tx.Exec("UPDATE "+string(t)+" SET lease_until = ? WHERE id IN ? AND lease = ? AND done_at = 0",
		until, ids, lease))
}

// Held returns ErrLeaseLost if a statement about leased rows changed none.
func Held(changed *gorm.DB) error {
	if changed.Error != nil {
		return changed.Error
	}
	return HeldRows(changed.RowsAffected)
}

// HeldRows is Held for the number of rows that a statement changed.
func HeldRows(changed int64) error {
	if changed == 0 {
		return models.ErrLeaseLost
	}
	return nil
}
