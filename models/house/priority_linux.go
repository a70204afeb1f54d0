package house

import (
	"log/slog"
	"syscall"
)

// nicer is added to the niceness of a thinking thread, so that requests and mail have priority over it.
const (
	nicer   = 10
	nicest  = 19
	rawNice = 20 // the system call returns this minus the niceness
)

// lowerPriority lowers the priority of the current thread.
func lowerPriority(log *slog.Logger) {
	raw, err := syscall.Getpriority(syscall.PRIO_PROCESS, syscall.Gettid())
	if err == nil {
		err = syscall.Setpriority(syscall.PRIO_PROCESS, syscall.Gettid(), min(rawNice-raw+nicer, nicest))
	}
	if err != nil {
		log.Warn("the house thinks at the priority of the server", "error", err)
	}
}
