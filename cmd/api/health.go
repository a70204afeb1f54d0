package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync/atomic"
	"time"

	"turnpost/mailer"
	"turnpost/models"
	"turnpost/models/mailbox"
	"turnpost/models/store"
	"turnpost/templates/words"
)

// health decides the answer of /readyz: by the store's watch, and by whether the mail worker still uses the outbox,
// which health wraps.
type health struct {
	mailer.Outbox
	watch *store.Watch
	began time.Time
	last  atomic.Int64 // when the worker last claimed or renewed mail, in nanoseconds since began
	ended atomic.Bool  // the worker has returned
}

// maxWorkerSilence is how long the worker may leave the outbox alone. It polls or renews every few seconds.
const maxWorkerSilence = 30 * time.Second

func newHealth(watch *store.Watch, outbox mailer.Outbox) *health {
	return &health{Outbox: outbox, watch: watch, began: time.Now()}
}

func (h *health) alive() { h.last.Store(int64(time.Since(h.began))) }

// ClaimNotices is part of mailer.Outbox.
func (h *health) ClaimNotices(ctx context.Context, n int, lease time.Duration) ([]mailbox.Claim, error) {
	claims, err := h.Outbox.ClaimNotices(ctx, n, lease)
	if err == nil {
		h.alive()
	}
	return claims, err
}

// RenewClaim is part of mailer.Outbox.
func (h *health) RenewClaim(ctx context.Context, c mailbox.Claim, lease time.Duration) error {
	err := h.Outbox.RenewClaim(ctx, c, lease)
	if err == nil || errors.Is(err, models.ErrLeaseLost) {
		h.alive()
	}
	return err
}

// Writable is part of api.Monitor.
func (h *health) Writable() error { return h.watch.Writable() }

// Check is part of api.Monitor.
func (h *health) Check(ctx context.Context) error {
	if err := h.watch.Check(ctx); err != nil {
		return err
	}
	if h.ended.Load() {
		return errors.New("the mail worker has ended")
	}
	if silent := time.Since(h.began) - time.Duration(h.last.Load()); silent > maxWorkerSilence {
		return fmt.Errorf("the mail worker has taken no mail for %s", silent.Round(time.Second))
	}
	return nil
}

// reachTime bounds the first connection to the mail server.
const reachTime = 5 * time.Second

// warnUnreachable logs at the start whether the mail server cannot be reached, which otherwise only the first mail
// would show. It delays nothing: mail waits in the outbox.
func warnUnreachable(ctx context.Context, setting string, log *slog.Logger) {
	parsed, err := mailer.ParseOutbound(setting)
	if err != nil {
		return // Validate has reported it
	}
	dialing, cancel := context.WithTimeout(ctx, reachTime)
	defer cancel()
	if err := parsed.Reach(dialing); err != nil && ctx.Err() == nil {
		log.Warn("the mail server cannot be reached; mail waits until it can, see also turnpost testmail",
			"smtp", parsed.String(), "error", err)
	}
}

// logStart logs the version, the schema and the main settings.
func logStart(ctx context.Context, s *settings, running *server) error {
	schema, err := running.store.Schema(ctx)
	if err != nil {
		return err
	}
	running.log.Info("turnpost begins", "version", version(), "schema", schema,
		"listen", s.Listen, "base_url", running.baseURL, "trusted_proxies", s.TrustedProxies,
		"database", s.databaseName(), "smtp", running.mail, "registration", s.Registration)
	logLanguages(running.log, words.All(), words.Lacks(), words.GamesLack())
	return nil
}

// maxLacks is how many of the phrases that a language lacks are logged.
const maxLacks = 5

// logLanguages logs each language that has files but is not offered, and what it lacks; and what games lack in those
// that are.
func logLanguages(log *slog.Logger, offered []string, lacking, games map[string][]string) {
	for _, tag := range slices.Sorted(maps.Keys(lacking)) {
		lacks := lacking[tag]
		log.Warn("a language is not offered", "language", tag, "lacks", len(lacks), "first",
			lacks[:min(maxLacks, len(lacks))], "offered", offered)
	}
	for _, tag := range slices.Sorted(maps.Keys(games)) {
		lacks := games[tag]
		log.Warn("games are shown in English", "language", tag, "lacks", len(lacks), "first",
			lacks[:min(maxLacks, len(lacks))])
	}
}
