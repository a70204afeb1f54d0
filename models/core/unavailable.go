package core

import (
	"errors"

	"turnpost/models/db"
)

// Unavailable reports whether an error of the store is temporary: the disk is full, or the database is unreachable or
// busy. The caller should try again later.
func Unavailable(err error) bool { return db.Unavailable(err) }

// MayBeStored reports whether an error is that of a change of which nobody knows whether it was stored, because the
// database did not answer. Repeated, it is done once if it has a ply or an idempotency key.
func MayBeStored(err error) bool {
	_, is := errors.AsType[*db.Unconfirmed](err)
	return is
}
