package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"sync"
	"syscall"
	"time"

	"github.com/VictoriaMetrics/metrics"
	"github.com/coreos/go-systemd/v22/daemon"

	"turnpost/api"
	"turnpost/mailer"
	"turnpost/models"
	"turnpost/models/panics"
	"turnpost/models/store"
)

type serveCommand struct{ settings }

// Run serves until the program is stopped.
func (c *serveCommand) Run(p *program) error {
	return serve(p, &c.settings, func(s *server) error {
		replies := ""
		if s.replies != "" {
			replies = ", replies to " + s.replies
		}
		_, err := fmt.Fprintf(p.out, "turnpost serves on %s (API: %s/docs/)\ndatabase %s, mail to %s%s\n",
			s.baseURL, s.baseURL, c.databaseName(), s.mail, replies)
		if err != nil { // the players lack nothing
			s.log.Warn("standard output cannot be written to", "error", err)
		}
		return nil
	})
}

// drainTime is how long a stopping server waits for requests under way.
const drainTime = 20 * time.Second

// closeTime is how long a server that answers no more requests waits for its tasks and its database.
const closeTime = 10 * time.Second

const (
	sweepEvery  = 10 * time.Second // deadlines and heartbeats
	schemaEvery = 5 * time.Second
	tidyEvery   = time.Hour // deletion of expired rows
)

// gcPercent is above Go's default. The live heap is about ten megabytes and each turn leaves some kilobytes of garbage,
// so that collections would be frequent; each delays turns, since it takes a processor for as long as several of them.
// After 33,000 turns, a server takes 78 MB; with 100 it takes 71, and a turn 7 % more CPU, and with 200 85, and a turn
// up to 3 % less.
const gcPercent = 150

// startGCPercent applies during the start, which makes mostly garbage. Frequent collections keep the heap small, so
// that its memory can be returned to the system.
const startGCPercent = 25

// waitingThreads is added to GOMAXPROCS. A thread that waits for the disk, in a commit or with a mail, occupies one of
// Go's processors until the runtime notices, up to ten milliseconds later. If it occupied the last one, no request
// would be read meanwhile.
const waitingThreads = 1

// processors is the number of processors before the change of GOMAXPROCS.
var processors = runtime.GOMAXPROCS(0)

// server is a running server. open sets its fields, and start runs its tasks.
type server struct {
	store   *store.Store
	baseURL string
	mail    string // where mail goes, for display
	log     *slog.Logger
	now     func() time.Time // nil: time.Now
	poll    time.Duration
	metrics *metrics.Set
	health  *health
	writer  *mailer.Writer
	worker  *mailer.OutboxWorker
	carrier mailer.Carrier
	inbox   *mailer.Inbox
	inbound *inbound
	replies string // where mail comes in, for display; "" for nowhere

	tasks    sync.WaitGroup
	stop     context.CancelFunc // ends the tasks; nil before start
	stopping chan struct{}      // closed when the server stops
}

// serve runs a server until the program's context ends, then drains it: first the requests, then the mail under way,
// then the database. begun is called when the server answers everything; /healthz answers from the beginning.
func serve(p *program, s *settings, begun func(*server) error) (err error) {
	if p.alone {
		setGCPercent(startGCPercent)
		signal.Ignore(syscall.SIGPIPE) // the program that reads the log may end before the server
	}
	log := s.newLog(p.err)
	// A port in use must be found before the database is touched.
	listener, err := listen(p.ctx, s.Listen, log)
	if err != nil {
		return err
	}
	front := newFront(listener, log, api.Starting(api.Config{Version: version(), Log: log}))
	defer func() { err = errors.Join(err, front.close()) }()
	if s.AdminListen != "" {
		profiles, err := listenProfiles(p.ctx, s.AdminListen, log)
		if err != nil {
			return err
		}
		defer func() { _ = profiles.Close() }()
	}
	store, err := openStore(p, s, log)
	if err != nil {
		return err
	}
	running := &server{
		store: store, baseURL: s.baseURL(listener.Addr().String()), log: log, metrics: metrics.NewSet(), now: p.now,
		poll: p.poll, stopping: make(chan struct{}),
	}
	defer func() { err = errors.Join(err, within(closeTime, running.close)) }()
	handler, err := running.open(p.ctx, s)
	if err != nil {
		return err
	}
	ctx, end := context.WithCancelCause(p.ctx)
	defer end(nil)
	context.AfterFunc(ctx, func() { close(running.stopping) })
	describeBuild(running.metrics)
	running.start(ctx, s, end)
	if err := logStart(p.ctx, s, running); err != nil {
		return err
	}
	if p.alone && os.Getenv("GOMAXPROCS") == "" { // only now: everything created before is sized by the real number
		runtime.GOMAXPROCS(processors + waitingThreads)
	}
	front.setHandler(handler)
	p.serves(listener.Addr().String())
	if err := begun(running); err != nil {
		return err
	}
	parting := time.Duration(0)
	if p.alone {
		freeStartMemory()
		notify(log, daemon.SdNotifyReady)
		context.AfterFunc(ctx, func() { notify(log, daemon.SdNotifyStopping) })
		go watchdog(ctx, log, front)
		parting = partingTime
	}
	err = front.serve(ctx, parting)
	if p.ctx.Err() == nil { // a task ended it
		err = errors.Join(context.Cause(ctx), err)
	}
	return err
}

// openStore opens the database and records an outage before a deadline can be missed by it. Games are credited when
// they are used, and in the background.
func openStore(p *program, s *settings, log *slog.Logger) (*store.Store, error) {
	limits := s.effects()
	limits.HouseGames = int(s.HouseGames)
	guard, err := s.newHookGuard()
	if err != nil {
		return nil, err
	}
	store, err := store.Open(p.ctx, store.Options{
		Database: s.Database, Existing: s.Create == "no", Log: log, Registration: models.Registration(s.Registration),
		Limits: limits, HouseOff: s.House == "off", HooksOff: s.Webhooks == "off", CheckHookHost: guard.Check,
		OwnAddress: mailer.OwnAddress(s.mailDomain(), s.From), Now: p.now,
		Copy: s.backsUp(), GatherMail: s.MailGather,
		ConnectTimeout: s.DatabaseConnectTimeout, CommitTimeout: s.DatabaseCommitTimeout, Operator: s.operatorAddress(),
	})
	if err != nil {
		return nil, s.explainMissing(err)
	}
	if err := store.Heartbeat(p.ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("database %s: %w", s.databaseName(), err), store.Close())
	}
	return store, nil
}

// open creates the parts of the server and returns its HTTP handler. It fails on ports in use and wrong settings.
func (r *server) open(ctx context.Context, s *settings) (http.Handler, error) {
	watch, err := store.NewWatch(ctx, r.store)
	if err != nil {
		return nil, err
	}
	r.health = newHealth(watch, r.store)
	if r.writer, err = newWriter(s, r); err != nil {
		return nil, err
	}
	if r.worker, r.carrier, err = newWorker(s, r); err != nil {
		return nil, err
	}
	if r.inbound, err = newInbound(ctx, s, r); err != nil {
		return nil, err
	}
	return newHandler(ctx, s, r)
}

// start runs the tasks of the server until close. They outlive ctx, which ends the requests first. A task that finds
// that the server must not go on calls end.
func (r *server) start(ctx context.Context, s *settings, end context.CancelCauseFunc) {
	ctx, r.stop = context.WithCancel(context.WithoutCancel(ctx))
	loop := func(name string, run func(ctx context.Context)) {
		r.tasks.Go(func() { panics.Restart(ctx, r.log, name, run) })
	}
	loop("newer schemas", func(ctx context.Context) { watchSchema(ctx, r.store, cmp.Or(r.poll, schemaEvery), end) })
	loop("clocks", func(ctx context.Context) { keepClocks(ctx, r.store, r.log) })
	loop("turns of an earlier schema", func(ctx context.Context) { moveTurns(ctx, r.store, r.log) })
	if !store.IsPostgres(s.Database) {
		loop("reading ahead", func(ctx context.Context) { readAhead(ctx, r.store, r.log) })
	}
	r.tasks.Go(func() { r.runHouse(ctx, s) })
	r.tasks.Go(func() { r.runWebhooks(ctx, s) })
	r.inbound.run(ctx, &r.tasks)
	r.tasks.Go(func() {
		err := r.worker.Run(ctx)
		r.health.ended.Store(true)
		if err != nil {
			r.log.Error("the mail worker ended", "error", err)
		}
	})
	r.tasks.Go(func() { warnUnreachable(ctx, s.SMTP, r.log) })
}

// close ends the tasks and closes the parts of the server, even after a failed open.
func (r *server) close() error {
	var errs []error
	if r.stop != nil {
		r.stop()
		r.tasks.Wait()
	} else if r.inbound != nil { // its task closes it otherwise
		errs = append(errs, r.inbound.close())
	}
	if r.carrier != nil {
		errs = append(errs, r.carrier.Close())
	}
	return errors.Join(append(errs, r.store.Close())...)
}

// within runs do, and returns an error if it takes longer than a time: the rest ends with the
// process.
func within(limit time.Duration, do func() error) error {
	done := make(chan error, 1)
	go func() { done <- do() }()
	select {
	case err := <-done:
		return err
	case <-time.After(limit):
		return fmt.Errorf("the tasks and the database did not end within %s", limit)
	}
}

// setGCPercent sets the target of the garbage collector, unless GOGC is set.
func setGCPercent(percent int) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
}

// freeStartMemory returns the garbage of reading the specification and the schema to the system, and sets the garbage
// collector's target for a running server.
func freeStartMemory() {
	runtime.GC() // pools keep their contents through one collection
	debug.FreeOSMemory()
	setGCPercent(gcPercent)
}

func newWorker(s *settings, running *server) (*mailer.OutboxWorker, mailer.Carrier, error) {
	setting, err := mailer.ParseOutbound(s.SMTP)
	if err != nil {
		return nil, nil, err
	}
	running.mail = setting.String()
	carrier, err := setting.Open(mailer.OutboundOptions{})
	if err != nil {
		return nil, nil, fmt.Errorf("--smtp: %w", err)
	}
	return mailer.NewOutboxWorker(mailer.OutboxConfig{
		Outbox: running.health, Writer: running.writer, Transport: carrier, Log: running.log, Parallel: s.MailWorkers,
		Now: running.now, Poll: running.poll,
		Bounced: func(kind string) { running.bounceCounter(kind).Inc() },
		Observe: func(kind models.Kind, outcome mailer.Outcome) {
			name := fmt.Sprintf("turnpost_mails_total{kind=%q,outcome=%q}", kind, outcome)
			running.metrics.GetOrCreateCounter(name).Inc()
		},
	}), carrier, nil
}

// findOperators returns the IDs of the players with the given names. They are found once: who takes the name of an
// operator later, because the account was deleted or renamed, is none.
func findOperators(ctx context.Context, names []string, running *server) (ids []int64, err error) {
	for _, name := range names {
		p, err := running.store.Admin().Player(ctx, name)
		switch {
		case models.CodeOf(err) == models.CodeNotFound:
			running.log.WarnContext(ctx, "nobody has the name of an operator", "name", name)
		case err != nil:
			return nil, err
		default:
			ids = append(ids, p.ID)
		}
	}
	return ids, nil
}

func newHandler(ctx context.Context, s *settings, running *server) (http.Handler, error) {
	proxies, err := s.proxies()
	if err != nil {
		return nil, err
	}
	var texts fs.FS
	if s.Pages != "" {
		texts = os.DirFS(s.Pages)
		if info, err := os.Stat(s.Pages); err != nil || !info.IsDir() {
			return nil, fmt.Errorf("--pages %q: must be a folder", s.Pages)
		}
	}
	operators, err := findOperators(ctx, s.Operators, running)
	if err != nil {
		return nil, err
	}
	return api.New(api.Config{
		Operators: operators, Texts: texts, Done: running.stopping,
		Store: running.store, BaseURL: running.baseURL, Version: version(), Log: running.log,
		TrustedProxies: proxies, Metrics: running.metrics, Limits: s.requests(), NoAccessLog: s.AccessLog == "off",
		ReceiveMail: running.receiveMail, InboundSecret: s.InboundSecret,
		Monitor: running.health, Registration: models.Registration(s.Registration),
	})
}
