package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/VictoriaMetrics/metrics"

	"turnpost/mailer"
	"turnpost/models"
	"turnpost/models/mailbox"
	"turnpost/models/store"
	"turnpost/rules/phrase"
)

// inboundSettings say how replies come in. Without any of them, mails contain no reply address.
type inboundSettings struct {
	InboundListen    string        `help:"${inbound_listen_help}"`
	InboundSecret    string        `help:"${inbound_secret_help}"`
	InboundPipe      bool          `help:"Set to true where a mail server runs turnpost inbound for each reply."`
	InboundTLSCert   string        `help:"File with the certificate for STARTTLS at TURNPOST_INBOUND_LISTEN."`
	InboundTLSKey    string        `help:"File with the certificate's key."`
	InboundAuthserv  string        `help:"Name of the mail server whose topmost Authentication-Results field is believed."`
	InboundRequire   []string      `help:"${inbound_require_help}"`
	InboundDesk      string        `default:"play" help:"${inbound_desk_help}"`
	InboundDeskTrust bool          `help:"${inbound_desk_trust_help}"`
	IMAP             string        `help:"${imap_help}"`
	IMAPInterval     time.Duration `default:"1m" help:"Time between two looks into that mailbox."`
}

// replies reports whether mails contain addresses to reply to.
func (s *inboundSettings) replies() bool {
	return s.InboundListen != "" || s.InboundSecret != "" || s.InboundPipe || s.IMAP != ""
}

func (s *inboundSettings) checkInbound() error {
	if s.InboundListen != "" {
		if _, err := mailer.ParseListenSetting(s.InboundListen); err != nil {
			return fmt.Errorf("--inbound-listen: %w", err)
		}
	}
	if s.InboundSecret != "" && len(s.InboundSecret) < minSecret {
		return fmt.Errorf("--inbound-secret: must have at least %d characters", minSecret)
	}
	if (s.InboundTLSCert == "") != (s.InboundTLSKey == "") {
		return errors.New("--inbound-tls-cert and --inbound-tls-key go together")
	}
	for _, method := range s.InboundRequire {
		if !slices.Contains([]string{"spf", "dkim", "dmarc"}, method) {
			return fmt.Errorf("--inbound-require %q: must be spf, dkim or dmarc", method)
		}
	}
	if len(s.InboundRequire) > 0 && s.InboundAuthserv == "" {
		return errors.New("--inbound-require needs --inbound-authserv: without it no results are believed")
	}
	if _, err := mailer.ParseDeskScope(s.InboundDesk); err != nil {
		return fmt.Errorf("--inbound-desk %w", err)
	}
	if s.InboundDeskTrust && s.InboundAuthserv == "" {
		return errors.New("--inbound-desk-trust needs --inbound-authserv: without it no results are believed")
	}
	if s.IMAP != "" {
		if _, err := mailer.ParseMailbox(s.IMAP); err != nil {
			return fmt.Errorf("--imap: %w", err)
		}
		if s.IMAPInterval < time.Second {
			return fmt.Errorf("--imap-interval %s: must be at least 1s", s.IMAPInterval)
		}
	}
	return nil
}

// minSecret is the minimum length of TURNPOST_INBOUND_SECRET in characters.
const minSecret = 16

func newWriter(s *settings, running *server) (*mailer.Writer, error) {
	who := mailer.Identity{From: s.From, Site: running.baseURL, Domain: s.mailDomain(), Replies: s.replies()}
	writer, err := mailer.NewWriter(running.store, who)
	if err != nil {
		return nil, fmt.Errorf("--from, --base-url or --mail-domain: %w", err)
	}
	return writer, nil
}

func newInbox(s *settings, running *server) *mailer.Inbox {
	return mailer.NewInbox(mailer.InboxConfig{
		Store: running.store, Writer: running.writer, Log: running.log, Now: running.now, Poll: running.poll,
		AuthServ: s.InboundAuthserv, Require: s.InboundRequire,
		Desk: mailer.DeskScope(s.InboundDesk), DeskTrust: s.InboundDeskTrust,
		Observe: func(source string, result mailbox.InboundResult) { running.inboundCounter(source, result).Inc() },
		Bounced: func(kind string) { running.bounceCounter(kind).Inc() },
	})
}

func (s *server) inboundCounter(source string, result mailbox.InboundResult) *metrics.Counter {
	return s.metrics.GetOrCreateCounter(
		fmt.Sprintf("turnpost_inbound_total{source=%q,result=%q,outcome=%q}", source, result, result))
}

func (s *server) bounceCounter(kind string) *metrics.Counter {
	return s.metrics.GetOrCreateCounter(fmt.Sprintf("turnpost_bounces_total{kind=%q}", kind))
}

// startCounters creates the counters whose first event is worth an alert. increase() of Prometheus does not see the
// first event of a counter that was not there before.
func (s *server) startCounters() {
	for _, source := range []string{"http", "imap", "lmtp", "pipe", "smtp"} {
		s.inboundCounter(source, mailbox.InboundFailed)
	}
	for _, kind := range []string{"complaint", "hard", "reputation", "soft"} {
		s.bounceCounter(kind)
	}
}

// inbound receives and reads mail beside the HTTP server.
type inbound struct {
	server   *server
	listener *mailer.Listener
	socket   net.Listener
	poller   *mailer.Poller
}

// newInbound opens the listener for mail, so that the start fails if its port is taken.
func newInbound(ctx context.Context, s *settings, running *server) (*inbound, error) {
	in := &inbound{server: running}
	running.inbox = newInbox(s, running)
	running.startCounters()
	if s.IMAP != "" {
		mailbox, err := mailer.ParseMailbox(s.IMAP)
		if err != nil {
			return nil, err
		}
		in.poller = &mailer.Poller{Inbox: running.inbox, Mailbox: mailbox, Interval: s.IMAPInterval, Log: running.log}
	}
	if s.InboundListen == "" {
		return in, nil
	}
	setting, err := mailer.ParseListenSetting(s.InboundListen)
	if err != nil {
		return nil, err
	}
	in.listener = &mailer.Listener{Inbox: running.inbox, Setting: setting, Log: running.log}
	if s.InboundTLSCert != "" {
		certificate, err := tls.LoadX509KeyPair(s.InboundTLSCert, s.InboundTLSKey)
		if err != nil {
			return nil, fmt.Errorf("--inbound-tls-cert, --inbound-tls-key: %w", err)
		}
		in.listener.TLS = &tls.Config{Certificates: []tls.Certificate{certificate}, MinVersion: tls.VersionTLS12}
	}
	if in.socket, err = in.listener.Listen(ctx); err != nil {
		return nil, fmt.Errorf("--inbound-listen %s: %w", s.InboundListen, err)
	}
	setting.Address = in.socket.Addr().String()
	running.replies = setting.String()
	return in, nil
}

// run starts the tasks that receive and read mail until ctx is done.
func (in *inbound) run(ctx context.Context, tasks *sync.WaitGroup) {
	log := in.server.log
	tasks.Go(func() {
		if err := in.server.inbox.Run(ctx); err != nil {
			log.Error("the reader of mail ended", "error", err)
		}
	})
	if in.listener != nil {
		tasks.Go(func() {
			if err := in.listener.Serve(ctx, in.socket); err != nil {
				log.Error("the listener for mail ended", "error", err)
			}
		})
	}
	if in.poller != nil {
		tasks.Go(func() { in.poller.Run(ctx) })
	}
}

func (in *inbound) close() error {
	if in.socket == nil {
		return nil
	}
	return in.socket.Close()
}

// receiveMail stores a mail that came by HTTP.
func (s *server) receiveMail(ctx context.Context, from string, to []string, raw []byte) (int64, error) {
	id, err := s.inbox.Receive(ctx, mailer.Incoming{Source: "http", From: from, To: to, Raw: raw})
	if errors.Is(err, mailer.ErrNoMail) {
		return 0, &models.Error{Code: models.CodeInvalid, Message: phrase.New("http.no_mail_header"), Index: -1}
	}
	return id, err
}

// inboundCommand stores one mail from standard input, for mail servers that deliver to a program.
type inboundCommand struct {
	settings
	Sender     string   `help:"${sender_help}"`
	NullSender bool     `help:"There is no envelope sender: the mail is a bounce."`
	Recipients []string `arg:"" optional:"" help:"${recipients_help}"`
}

// Exit statuses of sysexits.h, which mail servers understand.
const (
	exitDataErr  = 65
	exitNoUser   = 67
	exitTempFail = 75
)

// exitError makes the program exit with a status.
type exitError struct {
	status int
	err    error
}

func (e *exitError) Error() string { return e.err.Error() }
func (e *exitError) Unwrap() error { return e.err }

// Run stores the mail. After a failure on this side its status makes the mail server try again.
func (c *inboundCommand) Run(p *program) error {
	raw, err := readMail(p.in)
	if err != nil {
		return &exitError{exitDataErr, err}
	}
	log := newLog(p.err)
	store, err := store.Open(p.ctx, store.Options{Database: c.Database, Existing: true, KeepSchema: true, Log: log})
	if err != nil {
		return &exitError{exitTempFail, err}
	}
	running := &server{store: store, log: log, baseURL: c.baseURL(c.Listen), metrics: metrics.NewSet()}
	err = c.receive(p.ctx, running, raw)
	return statusOf(errors.Join(err, store.Close()))
}

func (c *inboundCommand) receive(ctx context.Context, s *server, raw []byte) (err error) {
	if s.writer, err = newWriter(&c.settings, s); err != nil {
		return err
	}
	s.inbox = newInbox(&c.settings, s)
	in := mailer.Incoming{Source: "pipe", From: c.Sender, To: c.Recipients, Raw: raw}
	if c.NullSender || in.From == "<>" || strings.EqualFold(in.From, "MAILER-DAEMON") { // Postfix's null sender
		in.From = "<>"
	}
	from, to := mailer.EnvelopeOf(raw)
	if in.From == "" {
		in.From = from
	}
	if len(in.To) == 0 {
		in.To = to
	}
	for _, recipient := range in.To {
		if err = s.inbox.CheckRecipient(ctx, recipient); !errors.Is(err, mailer.ErrUnknownRecipient) {
			break
		}
	}
	if err != nil {
		return err
	}
	_, err = s.inbox.Receive(ctx, in)
	return err
}

// statusOf wraps an error with the exit status for the mail server.
func statusOf(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, mailer.ErrUnknownRecipient):
		return &exitError{exitNoUser, err}
	case errors.Is(err, mailer.ErrNoMail):
		return &exitError{exitDataErr, err}
	}
	return &exitError{exitTempFail, err}
}
