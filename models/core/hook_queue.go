package core

import "turnpost/models/schema"

// NoteForHooks records a queued notice for queueHooks. part is the number of a message that the notice of earlier ones
// includes; 0 for the notice itself.
func (tx *Tx) NoteForHooks(key string, part int) error {
	if tx.Store.NoHooks {
		return nil
	}
	tx.Wake(schema.HookWorker)
	return tx.DeferExec("INSERT INTO hook_notices (key, part, at) VALUES (?, ?, ?)", key, part, tx.At)
}
