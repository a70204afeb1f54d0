package db

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
)

// A frozen server, or one behind a cut network, neither answers nor closes its connections: what waits for it would
// wait until the machine is repaired. A long query waits as well, with good reason. A pulse, on a connection of its
// own, tells one from the other: if a query that takes no time is not answered, all connections are closed.
const pulseEvery = time.Second

// The statements of a pulse. The second writes a record to the log alone, so that its commit waits for all that other
// commits wait for, such as a synchronous standby.
const (
	pulseQuery = "SELECT 1"
	pulseWrite = "SELECT pg_logical_emit_message(true, 'turnpost', '')"
)

type pulse struct {
	hosts   *hosts
	timeout time.Duration // of an answer
	log     *slog.Logger
	turn    chan struct{} // one place, for who uses conn
	conn    *stdlib.Conn  // nil where there is none

	silent    atomic.Pointer[error] // why the server does not answer; nil while it does
	unwritten atomic.Pointer[error] // why a commit is not confirmed, if none was since; nil otherwise

	stop  context.CancelFunc
	ended chan struct{}
}

// newPulse starts a pulse that asks every so often, and expects each answer within a timeout.
func newPulse(h *hosts, every, timeout time.Duration, log *slog.Logger) *pulse {
	p := &pulse{
		hosts: h, timeout: timeout, log: log, turn: make(chan struct{}, 1), ended: make(chan struct{}),
	}
	ctx, stop := context.WithCancel(context.Background())
	p.stop = stop
	go p.run(ctx, every)
	return p
}

func (p *pulse) run(ctx context.Context, every time.Duration) {
	defer close(p.ended)
	again := time.NewTicker(every)
	defer again.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-again.C:
		}
		err := p.beat(ctx, pulseQuery)
		if ctx.Err() != nil {
			return
		}
		p.heard(err)
		if err == nil && p.unwritten.Load() != nil {
			_ = p.prove(ctx) // a failure is still known
		}
	}
}

// heard records the outcome of a beat.
func (p *pulse) heard(err error) {
	if err == nil {
		p.hosts.answers()
		if p.silent.Swap(nil) != nil {
			p.log.Info("the database answers again")
		}
		return
	}
	if p.silent.Swap(&err) == nil {
		p.log.Error("the database does not answer", "error", err)
	}
	if pgconn.Timeout(err) || errors.Is(err, context.DeadlineExceeded) {
		p.hosts.cut(&net.OpError{Op: "ask", Net: "tcp", Err: err})
	}
}

// beat runs a statement on the connection of the pulse, which a failure closes.
func (p *pulse) beat(ctx context.Context, statement string) error {
	ctx, cancel := context.WithTimeout(ctx, p.timeout)
	defer cancel()
	select {
	case p.turn <- struct{}{}:
		defer func() { <-p.turn }()
	case <-ctx.Done():
		return ctx.Err()
	}
	if p.conn == nil {
		conn, err := p.hosts.try(ctx)
		if err != nil {
			return err
		}
		p.conn = conn.(*stdlib.Conn)
	}
	_, err := p.conn.Conn().PgConn().Exec(ctx, statement).ReadAll()
	if err != nil {
		_ = p.conn.Close()
		p.conn = nil
	}
	return err
}

// prove checks by a commit that the server accepts writes now.
func (p *pulse) prove(ctx context.Context) error {
	err := p.beat(ctx, pulseWrite)
	if err == nil {
		p.heard(nil)
		p.committed(nil)
	}
	return err
}

// committed records the outcome of a commit.
func (p *pulse) committed(err error) {
	unconfirmed, is := errors.AsType[*Unconfirmed](err)
	switch {
	case err == nil:
		if p.unwritten.Load() != nil && p.unwritten.Swap(nil) != nil {
			p.log.Info("the database confirms commits again")
		}
	case is:
		cause := unconfirmed.error
		if p.unwritten.Swap(&cause) == nil {
			p.log.Error("the database does not confirm a commit", "error", err)
		}
	}
}

// err returns why nothing should be written now, for the operator.
func (p *pulse) err() error {
	if err := p.silent.Load(); err != nil {
		return watchErrorf(NoAnswer, "the database does not answer: %w", *err)
	}
	if err := p.unwritten.Load(); err != nil {
		return watchErrorf(NoCommit, "the database does not confirm commits: %w", *err)
	}
	return nil
}

// close ends the pulse. Statements that still wait for the server fail.
func (p *pulse) close() {
	p.stop()
	<-p.ended
	if p.conn != nil {
		_ = p.conn.Close()
	}
}

// Unconfirmed is the error of a transaction whose commit was not answered: it may be stored.
type Unconfirmed struct{ error }

func (u *Unconfirmed) Error() string { return fmt.Sprintf("a commit was not confirmed: %v", u.error) }

// Unwrap returns the cause.
func (u *Unconfirmed) Unwrap() error { return u.error }
