package mailer

import (
	"bytes"
	"context"
	"crypto/tls"
	"io"
	"log/slog"
	"net"
	"time"

	"github.com/emersion/go-smtp"
)

// Limits of a Sink.
const (
	maxSinkMessage = 1 << 20
	sinkTimeout    = time.Minute
)

// Sink is a mail server that delivers nothing and shows the messages it gets. It authenticates nobody, so that it
// belongs on a loopback address only.
type Sink struct {
	// OnMessage gets each message once for each recipient. It is called by several goroutines, before the sender gets
	// the response.
	OnMessage func(from, to string, raw []byte)
	TLS       *tls.Config  // offers STARTTLS; nil does not
	Log       *slog.Logger // slog.Default when nil
}

// Serve takes mail from a listener, which it closes, until ctx ends; then it returns nil.
func (s *Sink) Serve(ctx context.Context, l net.Listener) error {
	log := s.Log
	if log == nil {
		log = slog.Default()
	}
	server := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) {
		return &sinkSession{sink: s}, nil
	}))
	server.Domain = "localhost"
	server.MaxMessageBytes = maxSinkMessage
	server.MaxRecipients = 100
	server.ReadTimeout, server.WriteTimeout = sinkTimeout, sinkTimeout
	server.TLSConfig = s.TLS
	server.ErrorLog = smtpLog{log, "mail sink: "}
	stop := context.AfterFunc(ctx, func() { _, _ = server.Close(), l.Close() })
	defer stop()
	defer func() { _ = l.Close() }() // closed already when ctx has ended
	return server.Serve(l)
}

// sinkSession is one SMTP session.
type sinkSession struct {
	sink *Sink
	from string
	to   []string
}

func (s *sinkSession) Reset()        { s.from, s.to = "", nil }
func (s *sinkSession) Logout() error { return nil }

func (s *sinkSession) Mail(from string, _ *smtp.MailOptions) error {
	s.from = from
	return nil
}

func (s *sinkSession) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.to = append(s.to, to)
	return nil
}

func (s *sinkSession) Data(r io.Reader) error {
	var raw bytes.Buffer
	if _, err := raw.ReadFrom(r); err != nil {
		return err
	}
	for _, to := range s.to {
		s.sink.OnMessage(s.from, to, raw.Bytes())
	}
	return nil
}
