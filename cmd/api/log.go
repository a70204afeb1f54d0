package main

import (
	"io"
	"log/slog"
	"os"

	"github.com/mattn/go-isatty"
)

// newLog returns a logger that writes text to a terminal and JSON elsewhere. Durations are in milliseconds: `took` is
// logged as `took_ms`.
func newLog(w io.Writer) *slog.Logger {
	options := &slog.HandlerOptions{ReplaceAttr: milliseconds}
	if f, ok := w.(*os.File); ok && isatty.IsTerminal(f.Fd()) {
		return slog.New(slog.NewTextHandler(w, options))
	}
	return slog.New(slog.NewJSONHandler(w, options))
}

func milliseconds(_ []string, a slog.Attr) slog.Attr {
	if a.Value.Kind() != slog.KindDuration {
		return a
	}
	return slog.Float64(a.Key+"_ms", float64(a.Value.Duration().Microseconds())/1000)
}
