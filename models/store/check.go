package store

import (
	"context"
	"errors"

	"turnpost/models/db"
)

// CheckIntegrity reads the whole database, of any schema, before anything relies on its content, and calls report with
// a sentence for each fault. Its error is one that prevented the check, or db.ErrDamagedPages.
func CheckIntegrity(ctx context.Context, o Options, report func(fault string)) error {
	d, err := db.Open(ctx, db.Options{Source: o.Database, ReadOnly: true, Log: o.Log})
	if err != nil {
		return err
	}
	return errors.Join(d.CheckIntegrity(ctx, report), d.Close())
}
