package db

import (
	"log/slog"
	"sync/atomic"
)

// faults records what statements revealed about the file of a database: Watch then refuses writes, even if individual
// statements could continue. It is safe for concurrent use.
type faults struct {
	log     *slog.Logger
	corrupt atomic.Pointer[error] // the first one; permanent, because only a backup repairs it
	disk    atomic.Pointer[error] // of the last write, if the disk failed it
}

// note examines the result of a statement. noteFailure is separate because its parameter escapes, which
// would allocate memory for every statement.
func (f *faults) note(err error) {
	if err != nil {
		f.noteFailure(err)
	}
}

func (f *faults) noteFailure(err error) {
	if (corruptFile(err) || isStuck(err)) && f.corrupt.CompareAndSwap(nil, &err) {
		f.log.Error("the database is damaged: nothing is written to it any more; restore a back-up", "error", err)
	}
	if diskFailed(err) {
		f.disk.Store(&err)
	}
}

// committed clears the fault of the disk after a successful write.
func (f *faults) committed() {
	if f.disk.Load() != nil {
		f.disk.Store(nil)
	}
}

// err returns an error for the operator, or nil if no fault is known.
func (f *faults) err() error {
	if err := f.corrupt.Load(); err != nil {
		return watchErrorf(Damaged, "the database is damaged, restore a back-up: %w", *err)
	}
	if err := f.disk.Load(); err != nil {
		return watchErrorf(DiskFails, "the disk of the database failed the last write: %w", *err)
	}
	return nil
}
