package db

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/logger"
)

// queryLog passes GORM's errors to slog, without the values, which may be secret.
type queryLog struct {
	log    *slog.Logger
	faults *faults
}

func (q queryLog) LogMode(logger.LogLevel) logger.Interface { return q }
func (q queryLog) Info(ctx context.Context, format string, args ...any) {
	q.log.DebugContext(ctx, fmt.Sprintf(format, args...))
}

func (q queryLog) Warn(ctx context.Context, format string, args ...any) {
	q.log.WarnContext(ctx, fmt.Sprintf(format, args...))
}

func (q queryLog) Error(ctx context.Context, format string, args ...any) {
	if strings.HasPrefix(format, "failed to initialize database") {
		return // the caller of Open gets the error and reports it once
	}
	q.log.ErrorContext(ctx, fmt.Sprintf(format, args...))
}

func (q queryLog) Trace(ctx context.Context, begin time.Time, _ func() (string, int64), err error) {
	q.faults.note(err)
	expected := err == nil || errors.Is(err, gorm.ErrRecordNotFound) || errors.Is(err, gorm.ErrDuplicatedKey) ||
		errors.Is(err, context.Canceled)
	if !expected {
		q.log.WarnContext(ctx, "database", "error", err, "took", time.Since(begin))
	}
}
