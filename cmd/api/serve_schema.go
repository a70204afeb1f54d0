package main

import (
	"context"
	"fmt"
	"time"

	"turnpost/models/store"
)

// watchSchema ends the server once another process has migrated the database to a newer schema than this program's,
// which would store turns without what the newer one shows of them. While the database cannot be read it goes on.
func watchSchema(ctx context.Context, st *store.Store, every time.Duration, end context.CancelCauseFunc) {
	look := time.NewTicker(every)
	defer look.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-look.C:
		}
		if schema, err := st.Schema(ctx); err == nil && schema > store.SchemaVersion() {
			end(fmt.Errorf("the database has been migrated to schema %d, and this program works with %d: use the newer program",
				schema, store.SchemaVersion()))
			return
		}
	}
}
