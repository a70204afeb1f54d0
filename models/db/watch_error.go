package db

import (
	"fmt"
)

// Reasons of a WatchError, for words that strangers may read.
const (
	Damaged   = "damaged"   // the database was found corrupt
	DiskFails = "disk"      // the disk failed the last write
	DiskFull  = "full"      // the disk has almost no free space
	FileGone  = "gone"      // the file was removed or replaced
	NoAnswer  = "no_answer" // the database cannot be read
	NoCommit  = "no_commit" // the database confirms no commits
)

func watchErrorf(reason, format string, args ...any) error {
	return &WatchError{reason, fmt.Errorf(format, args...)}
}

// Unwrap returns the cause.
func (c *WatchError) Unwrap() error { return c.Err }

func (c *WatchError) Error() string { return c.Err.Error() }

// WatchError is the error of a Watch. Its text is for the operator.
type WatchError struct {
	Reason string
	Err    error
}
