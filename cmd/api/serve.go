package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"runtime"
	"runtime/debug"
	"sync"
	"time"

	"github.com/VictoriaMetrics/metrics"

	"turnpost/api"
	"turnpost/mailer"
	"turnpost/models"
)

type serveCommand struct{ settings }

// Run serves until the program is to stop.
func (c *serveCommand) Run(p *program) error {
	return serve(p, &c.settings, func(s *server) error {
		replies := ""
		if s.replies != "" {
			replies = ", replies to " + s.replies
		}
		_, err := fmt.Fprintf(p.out, "turnpost serves on %s (API: %s/docs/)\ndatabase %s, mail to %s%s\n",
			s.baseURL, s.baseURL, c.databaseName(), s.mail, replies)
		return err
	})
}

// How long a stopping server waits for what is under way.
const drainTime = 20 * time.Second

// The rhythm of the clocks and of the housekeeping.
const (
	sweepEvery = 10 * time.Second
	tidyEvery  = time.Hour
)

// gcPercent lets more garbage gather between collections than Go would: a server keeps little, a few
// megabytes, and each turn leaves some kilobytes behind. A collection takes a processor for as long as several turns,
// which wait for it.
const gcPercent = 200

// startGCPercent is for the start, nearly all of which is garbage: what is to stay then lies together, and the
// rest goes back to the system.
const startGCPercent = 25

// waitingThreads may run beside one for each processor. Who waits for the disk, in a commit or with a mail, keeps a
// processor in Go's eyes until its runtime looks, up to ten milliseconds later: where all are kept, nobody reads what
// players send.
const waitingThreads = 1

// processors is how many the system gives the program.
var processors = runtime.GOMAXPROCS(0)

// server is a running server.
type server struct {
	store   *models.Store
	baseURL string
	mail    string // where mail goes, for people
	log     *slog.Logger
	now     func() time.Time // nil: time.Now
	metrics *metrics.Set
	health  *health
	writer  *mailer.Writer
	inbox   *mailer.Inbox
	replies string // where mail comes in, for people; "" for nowhere
}

// serve runs a server until the program's context ends, then drains it: requests
// first, then the mail in flight, then the database. begun is called when all of it answers; /healthz does before.
func serve(p *program, s *settings, begun func(*server) error) (err error) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(startGCPercent)
	}
	log := newLog(p.err)
	// A port that is taken must leave no trace.
	listener, err := new(net.ListenConfig).Listen(p.ctx, "tcp", s.Listen)
	if err != nil {
		return err
	}
	front := newFront(listener, api.Starting(api.Config{Version: version(), Log: log}))
	defer func() { err = errors.Join(err, front.close()) }()
	store, err := models.Open(p.ctx, models.Options{
		Database: s.Database, Log: log, Registration: models.Registration(s.Registration),
		Limits: s.effects(), OwnAddress: mailer.OwnAddress(s.mailDomain(), s.From), Now: p.now,
		Copy: s.backsUp(),
	})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	// An outage is recorded before anybody can lose by it. Games are credited as they are used, and in the background.
	if err := store.Heartbeat(p.ctx); err != nil {
		return err
	}
	running := &server{
		store: store, baseURL: s.baseURL(listener.Addr().String()), log: log, metrics: metrics.NewSet(), now: p.now,
	}
	watch, err := models.NewWatch(p.ctx, store)
	if err != nil {
		return err
	}
	running.health = newHealth(watch, store)
	if running.writer, err = newWriter(s, running); err != nil {
		return err
	}
	worker, carrier, err := newWorker(s, running)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, carrier.Close()) }()
	inbound, err := newInbound(p.ctx, s, running)
	if err != nil {
		return err
	}
	handler, err := newHandler(s, running)
	if err != nil {
		return errors.Join(err, inbound.close())
	}
	// Only the requests end with the program's context; the rest is stopped after them.
	background, stop := context.WithCancel(context.WithoutCancel(p.ctx))
	var tasks sync.WaitGroup
	defer tasks.Wait()
	defer stop()
	tasks.Go(func() { keepClocks(background, store, log) })
	inbound.run(background, &tasks)
	tasks.Go(func() {
		err := worker.Run(background)
		running.health.ended.Store(true)
		if err != nil {
			log.Error("the mail worker ended", "error", err)
		}
	})
	tasks.Go(func() { warnUnreachable(background, s.SMTP, log) })
	if err := logStart(p.ctx, s, running); err != nil {
		return err
	}
	front.setHandler(handler)
	p.serves(listener.Addr().String())
	if err := begun(running); err != nil {
		return err
	}
	runtime.GC()         // which pools outlive once
	debug.FreeOSMemory() // what reading the specification and the schema left behind
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	return front.serve(p.ctx)
}

func newWorker(s *settings, running *server) (*mailer.OutboxWorker, mailer.Carrier, error) {
	setting, err := mailer.ParseOutbound(s.SMTP)
	if err != nil {
		return nil, nil, err
	}
	running.mail = setting.String()
	carrier, err := setting.Open(mailer.OutboundOptions{})
	if err != nil {
		return nil, nil, err
	}
	return mailer.NewOutboxWorker(mailer.OutboxConfig{
		Outbox: running.health, Writer: running.writer, Transport: carrier, Log: running.log, Parallel: s.MailWorkers,
		Now: running.now,
		Observe: func(kind models.Kind, outcome mailer.Outcome) {
			name := fmt.Sprintf("turnpost_mails_total{kind=%q,outcome=%q}", kind, outcome)
			running.metrics.GetOrCreateCounter(name).Inc()
		},
	}), carrier, nil
}

func newHandler(s *settings, running *server) (http.Handler, error) {
	proxies, err := s.proxies()
	if err != nil {
		return nil, err
	}
	return api.New(api.Config{
		Store: running.store, BaseURL: running.baseURL, Version: version(), Log: running.log,
		TrustedProxies: proxies, Metrics: running.metrics, Limits: s.requests(),
		ReceiveMail: running.receiveMail, InboundSecret: s.InboundSecret,
		Condition: running.health, Registration: models.Registration(s.Registration),
	})
}

// keepClocks records heartbeats, sweeps the deadlines, applies what was accepted for many games and tidies up until
// ctx ends.
func keepClocks(ctx context.Context, store *models.Store, log *slog.Logger) {
	sweep, tidy := time.NewTicker(sweepEvery), time.NewTicker(tidyEvery)
	defer sweep.Stop()
	defer tidy.Stop()
	_, err := store.SweepClocks(ctx)
	for {
		if err != nil && ctx.Err() == nil {
			log.Error("the clocks could not be kept; it is tried again", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-sweep.C:
			_, err = store.SweepClocks(ctx)
		case <-store.BulkChanged():
			err = store.ApplyBulkChanges(ctx)
		case <-tidy.C:
			err = store.DeleteExpired(ctx)
		}
	}
}
