package core

import "turnpost/models/schema"

// BulkStep changes a part of a player's rows, starting after an ID.
type BulkStep func(tx *Tx, c *schema.BulkChange, after int64) (next int64, done bool, err error)
