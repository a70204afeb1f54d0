//go:build !linux

package house

import "log/slog"

// lowerPriority does nothing: only Linux has priorities of threads.
func lowerPriority(*slog.Logger) {}
