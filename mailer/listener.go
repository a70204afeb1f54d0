package mailer

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"time"

	"github.com/emersion/go-smtp"
)

// Limits of a Listener. Slower clients are disconnected.
const (
	maxRecipients   = 10 // of one mail
	listenerTimeout = time.Minute
	receiveTimeout  = 20 * time.Second // for storing a mail
)

// Listener is a mail server for replies alone: it accepts the addresses of this server's mails, and no others. It
// relays nothing. Acknowledged mail is stored.
type Listener struct {
	Inbox   *Inbox
	Setting ListenSetting
	TLS     *tls.Config  // offers STARTTLS; nil does not
	Log     *slog.Logger // slog.Default when nil
	Timeout time.Duration
}

// Listen opens the port or the socket. A socket without a listener, left by an earlier process, is replaced.
func (l *Listener) Listen(ctx context.Context) (net.Listener, error) {
	if l.Setting.Network == "unix" {
		info, err := os.Stat(l.Setting.Address)
		if err == nil && info.Mode().Type() == fs.ModeSocket {
			conn, dialErr := new(net.Dialer).DialContext(ctx, "unix", l.Setting.Address)
			if dialErr != nil {
				err = os.Remove(l.Setting.Address)
			} else {
				_ = conn.Close()
			}
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("where mail comes in: %w", err)
		}
	}
	listener, err := new(net.ListenConfig).Listen(ctx, l.Setting.Network, l.Setting.Address)
	if err != nil {
		return nil, fmt.Errorf("where mail comes in: %w", err)
	}
	if l.Setting.Network == "unix" {
		err = os.Chmod(l.Setting.Address, 0o660) // for the mail server's group
	}
	return listener, err
}

// Serve takes mail from a listener, which it closes, until ctx ends; then it returns nil.
func (l *Listener) Serve(ctx context.Context, listener net.Listener) error {
	if l.Log == nil {
		l.Log = slog.Default()
	}
	if l.Timeout == 0 {
		l.Timeout = listenerTimeout
	}
	server := smtp.NewServer(smtp.BackendFunc(func(c *smtp.Conn) (smtp.Session, error) {
		conn, _ := c.Conn().(*listenerConn)
		return &listenerSession{listener: l, ctx: ctx, conn: conn}, nil
	}))
	server.Domain = l.Inbox.config.Writer.domain
	server.LMTP = l.Setting.LMTP
	server.MaxMessageBytes = MaxReceived
	server.MaxRecipients = maxRecipients
	server.ReadTimeout, server.WriteTimeout = l.Timeout, l.Timeout
	server.EnableSMTPUTF8 = true
	server.ErrorLog = smtpLog{l.Log, "mail listener: "}
	limited := newLimitedListener(listener, commandFilter{tls: l.TLS, postmaster: boxPostmaster + "@" + server.Domain})
	stop := context.AfterFunc(ctx, func() { _, _ = server.Close(), listener.Close() })
	defer stop()
	defer func() { _ = listener.Close() }() // already closed when ctx has ended
	err := server.Serve(limited)
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// listenerSession is one SMTP or LMTP session.
type listenerSession struct {
	listener *Listener
	ctx      context.Context
	conn     *listenerConn
	from     string
	to       []string
}

func (s *listenerSession) Reset()        { s.from, s.to = "", nil }
func (s *listenerSession) Logout() error { return nil }

func (s *listenerSession) Mail(from string, _ *smtp.MailOptions) error {
	if s.from = from; from == "" {
		s.from = nullSender
	}
	return nil
}

// Rcpt accepts only addresses of this server's mails.
func (s *listenerSession) Rcpt(to string, _ *smtp.RcptOptions) error {
	ctx, cancel := context.WithTimeout(s.ctx, receiveTimeout)
	defer cancel()
	err := s.listener.Inbox.CheckRecipient(ctx, to)
	switch {
	case errors.Is(err, ErrUnknownRecipient):
		return &smtp.SMTPError{
			Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1},
			Message: "this address is not, or no longer, one to reply to",
		}
	case err != nil:
		return s.later(err)
	}
	s.to = append(s.to, to)
	if !s.listener.Inbox.config.Writer.isPostmaster(to) { // anybody knows that one
		s.conn.progress()
	}
	return nil
}

// Data stores the mail before it is acknowledged.
func (s *listenerSession) Data(r io.Reader) error {
	raw, err := ReadBeginning(r)
	if err != nil {
		return err
	}
	source := "smtp"
	if s.listener.Setting.LMTP {
		source = "lmtp"
	}
	ctx, cancel := context.WithTimeout(s.ctx, receiveTimeout)
	defer cancel()
	_, err = s.listener.Inbox.Receive(ctx, Incoming{Source: source, From: s.from, To: s.to, Raw: raw})
	switch {
	case err == nil:
		s.conn.progress()
		return nil
	case errors.Is(err, ErrNoMail):
		return &smtp.SMTPError{Code: 554, EnhancedCode: smtp.EnhancedCode{5, 6, 0}, Message: "this is no mail"}
	}
	return s.later(err)
}

// later asks the client to try again after an error on this side.
func (s *listenerSession) later(err error) error {
	s.listener.Log.WarnContext(s.ctx, "mail not taken", "error", err)
	return &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 3, 0}, Message: "not now; try again later"}
}
