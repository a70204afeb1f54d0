package main

import (
	"io"
	"log/slog"
	"os"
	"slices"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

const (
	// logPatience is how long a line waits for a reader of the log that has stopped reading, before it is lost.
	logPatience = time.Second
	// logRoom is what a pipe takes at once when it takes anything (PIPE_BUF of Linux).
	logRoom = 4096
)

// logWriter writes the lines of a log to a file, which may be a pipe or a terminal. While nobody reads there, lines are
// lost: a server that waited for its log would answer nothing. When somebody reads again, a line says how many. A queue
// in memory would only put this off, and lose the last lines before a crash. It is safe for concurrent use.
type logWriter struct {
	file *os.File
	log  slog.Handler // to the file itself

	mu   sync.Mutex
	lost int
}

// newLogWriter returns what the lines of a log are written to. format makes the handler of a log.
func newLogWriter(w io.Writer, format func(io.Writer) slog.Handler) io.Writer {
	file, ok := w.(*os.File)
	if !ok {
		return w
	}
	return &logWriter{file: file, log: format(file)}
}

// Write writes a line, or counts it as lost. It never fails: the log is not what a server is for.
func (w *logWriter) Write(line []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	wait := logPatience
	if w.lost > 0 {
		if !w.ready(0) {
			w.lost++
			return len(line), nil
		}
		log := slog.New(w.log)
		log.Warn("lines of the log were lost, as nobody read them", "lines", w.lost)
		w.lost, wait = 0, 0
	}
	for part := range slices.Chunk(line, logRoom) {
		if !w.ready(wait) {
			w.lost++
			break
		}
		_, _ = w.file.Write(part)
	}
	return len(line), nil
}

// ready waits until the file takes logRoom bytes, and reports whether it does. An error counts as ready: the write gets
// it too.
func (w *logWriter) ready(wait time.Duration) bool {
	conn, err := w.file.SyscallConn()
	if err != nil {
		return true
	}
	ready := true
	_ = conn.Control(func(fd uintptr) {
		polled := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLOUT}}
		for end := time.Now().Add(wait); ; {
			n, err := unix.Poll(polled, int(max(0, time.Until(end).Milliseconds())))
			if err != unix.EINTR {
				ready = n != 0 || err != nil
				return
			}
		}
	})
	return ready
}
