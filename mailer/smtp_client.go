package mailer

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/textproto"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/wneessen/go-mail"
	"github.com/wneessen/go-mail/log"
	"github.com/wneessen/go-mail/smtp"
)

const (
	exchangeTimeout = 30 * time.Second
	maxIdle         = 20 * time.Second // of an idle connection
)

// smtpClient is a Transport to one mail server. It keeps connections for the next messages for a short time.
type smtpClient struct {
	setting Outbound
	timeout time.Duration
	tls     *tls.Config
	trace   log.Logger // of the conversations; nil for none

	mu     sync.Mutex
	idle   []*connection // the last used at the end
	closed bool
}

func newSMTPClient(s Outbound, o OutboundOptions) *smtpClient {
	t := &smtpClient{setting: s, timeout: o.Timeout, tls: &tls.Config{MinVersion: tls.VersionTLS12}}
	if t.timeout == 0 {
		t.timeout = exchangeTimeout
	}
	if o.TLS != nil {
		t.tls = o.TLS.Clone()
	}
	t.tls.ServerName = s.host
	t.tls.DynamicRecordSizingDisabled = true // a message is read as a whole
	return t
}

// Send hands the message to the mail server. A connection that the server closed while it was idle is replaced; any
// other failure is returned.
func (t *smtpClient) Send(ctx context.Context, m *Message) error {
	if c := t.takeIdle(); c != nil {
		err := t.sendBy(ctx, c, m)
		if failed, ok := errors.AsType[*exchangeError](err); !ok || !failed.closedEarly() || ctx.Err() != nil {
			return err
		}
	}
	c, err := t.connect(ctx)
	if err != nil {
		return err
	}
	return t.sendBy(ctx, c, m)
}

// sendBy sends on a connection and keeps it if it is still usable.
func (t *smtpClient) sendBy(ctx context.Context, c *connection, m *Message) error {
	err := c.send(ctx, m, t.timeout)
	if err == nil {
		t.keepIdle(c)
		return nil
	}
	_ = c.conn.Close() // the first error matters
	return err
}

// Close ends the connections.
func (t *smtpClient) Close() error {
	t.mu.Lock()
	t.closed = true
	idle := t.idle
	t.idle = nil
	t.mu.Unlock()
	for _, c := range idle {
		c.quit()
	}
	return nil
}

// takeIdle returns an idle connection, or nil.
func (t *smtpClient) takeIdle() *connection {
	t.mu.Lock()
	defer t.mu.Unlock()
	last := len(t.idle) - 1
	if last < 0 {
		return nil
	}
	c := t.idle[last]
	t.idle = t.idle[:last]
	c.idleTimer.Stop()
	return c
}

// keepIdle keeps a connection until it is used again or was idle for maxIdle.
func (t *smtpClient) keepIdle(c *connection) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		go c.quit()
		return
	}
	c.idleTimer = time.AfterFunc(maxIdle, func() {
		if t.remove(c) {
			c.quit()
		}
	})
	t.idle = append(t.idle, c)
}

// remove removes an idle connection, and reports whether it was idle still.
func (t *smtpClient) remove(c *connection) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	at := slices.Index(t.idle, c)
	if at < 0 {
		return false
	}
	t.idle = slices.Delete(t.idle, at, at+1)
	return true
}

// quitTimeout bounds the time of QUIT.
const quitTimeout = 2 * time.Second

// maxSaid bounds the bytes of a server's responses to one mail, or while a connection begins: of a response of endless
// lines the library keeps all.
const maxSaid = 1 << 20

var errAnswersTooMuch = errors.New("the mail server answers at too great a length")

// connection is one SMTP session with a mail server.
type connection struct {
	client    *mail.Client
	smtp      *smtp.Client
	conn      net.Conn
	heard     *budgetConn // below the encryption
	trace     log.Logger
	idleTimer *time.Timer // closes the connection when it was idle for too long
}

// connect dials, greets, encrypts and signs in. Each step is bounded by the timeout.
func (t *smtpClient) connect(ctx context.Context) (*connection, error) {
	c := &connection{trace: t.trace}
	unwatch := func() bool { return false }
	dial := func(dialing context.Context, network, address string) (net.Conn, error) {
		conn, heard, err := t.dial(dialing, network, address)
		if err == nil {
			c.heard, c.conn, unwatch = heard, conn, context.AfterFunc(ctx, func() { _ = conn.Close() })
		}
		return conn, err
	}
	var err error
	if c.client, err = mail.NewClient(t.setting.host, t.options(dial)...); err != nil {
		return nil, err
	}
	c.smtp, err = c.client.DialToSMTPClientWithContext(ctx)
	unwatch()
	if err != nil {
		if c.conn != nil {
			_ = c.conn.Close() // go-mail leaves it open
		}
		address := net.JoinHostPort(t.setting.host, t.setting.port)
		return nil, fmt.Errorf("the mail server %s, before a mail: %w", address, err)
	}
	return c, nil
}

func (t *smtpClient) dial(ctx context.Context, network, address string) (net.Conn, *budgetConn, error) {
	conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
	if err != nil {
		return nil, nil, err
	}
	heard := newBudgetConn(conn, maxSaid, errAnswersTooMuch)
	if t.setting.encryption != encryptionImplicit {
		return heard, heard, nil
	}
	config := t.tls.Clone()
	config.ServerName = cmp.Or(config.ServerName, t.setting.host)
	encrypted := tls.Client(heard, config)
	if err := encrypted.HandshakeContext(ctx); err != nil {
		_ = conn.Close()
		return nil, nil, err
	}
	return encrypted, heard, nil
}

func (t *smtpClient) options(dial mail.DialContextFunc) []mail.Option {
	s := t.setting
	port, _ := strconv.Atoi(s.port) // checked when it was parsed
	policy := map[encryption]mail.TLSPolicy{
		encryptionNone:     mail.NoTLS,
		encryptionStartTLS: mail.TLSMandatory,
		encryptionImplicit: mail.TLSOpportunistic, // go-mail then sees that the connection is encrypted already
	}[s.encryption]
	options := []mail.Option{
		mail.WithPort(port), mail.WithTimeout(t.timeout), mail.WithDialContextFunc(dial),
		mail.WithTLSPolicy(policy), mail.WithTLSConfig(t.tls),
	}
	if t.trace != nil {
		options = append(options, mail.WithLogger(t.trace), mail.WithDebugLog())
	}
	if s.user == "" {
		return options
	}
	options = append(options, mail.WithUsername(s.user), mail.WithPassword(s.password))
	if s.encryption == encryptionNone {
		// The operator chose this: the password is sent in clear where the server offers nothing better.
		return append(options, mail.WithOpportunisticSMTPAuth(
			mail.SMTPAuthSCRAMSHA256, mail.SMTPAuthSCRAMSHA1, mail.SMTPAuthCramMD5, mail.SMTPAuthPlainNoEnc,
			mail.SMTPAuthLoginNoEnc))
	}
	return append(options, mail.WithSMTPAuth(mail.SMTPAuthAutoDiscover))
}

// quit sends QUIT and closes the connection.
func (c *connection) quit() {
	// The messages are settled already; an error here changes nothing.
	_ = c.conn.SetDeadline(time.Now().Add(quitTimeout))
	_ = c.client.CloseWithSMTPClient(c.smtp)
	_ = c.conn.Close()
}

// step is a step of handing a message over.
type step string

// Steps, in order.
const (
	stepMail    step = "MAIL"
	stepRcpt    step = "RCPT"
	stepData    step = "DATA"
	stepMessage step = "the message"
)

// exchangeError is the refusal of a message by a mail server, or the end of the connection.
type exchangeError struct {
	step step
	err  error
}

func (e *exchangeError) Error() string {
	return fmt.Sprintf("the mail server, at %s: %v", e.step, e.err)
}

func (e *exchangeError) Unwrap() error { return e.err }

// said returns the code and the text of the server's response; 0 and "" without a response.
func (e *exchangeError) said() (code int, text string) {
	if reply, ok := errors.AsType[*textproto.Error](e.err); ok {
		return reply.Code, reply.Msg
	}
	return 0, ""
}

// code returns the code of the server's response, 0 without one.
func (e *exchangeError) code() int {
	code, _ := e.said()
	return code
}

// closedEarly reports whether the connection was closed before any response about the message, as servers do with idle
// connections.
func (e *exchangeError) closedEarly() bool {
	return e.step == stepMail && (e.code() == 0 || e.code() == 421)
}

// announce sends the envelope and asks to send the message: in one packet where the server allows pipelining (RFC
// 2920), else step by step. All our messages are ASCII: no extension is requested, without which other servers could
// not forward them.
func (c *connection) announce(m *Message) error {
	steps := []struct {
		step step
		line string
		want int // code of the reply, or its beginning
	}{{stepMail, "MAIL FROM:" + m.from, 250}, {stepRcpt, "RCPT TO:" + m.to, 25}, {stepData, "DATA", 354}}
	pipelining, _ := c.smtp.Extension("PIPELINING")
	w := c.smtp.Text.W
	if pipelining {
		for _, s := range steps {
			_, _ = w.WriteString(s.line + "\r\n") // Flush has the error
		}
	}
	for _, s := range steps {
		if !pipelining {
			_, _ = w.WriteString(s.line + "\r\n")
		}
		c.log(log.DirClientToServer, s.line)
		if err := c.reply(s.step, s.want); err != nil {
			return err
		}
	}
	return nil
}

// handOver sends the message itself.
func (c *connection) handOver(raw []byte) error {
	writeDotted(c.smtp.Text.W, raw)
	return c.reply(stepMessage, 250)
}

// reply flushes the commands and reads one response, which must have a code.
func (c *connection) reply(at step, want int) error {
	if err := c.smtp.Text.W.Flush(); err != nil {
		return &exchangeError{at, err}
	}
	code, text, err := c.smtp.Text.ReadResponse(want)
	if code != 0 {
		c.log(log.DirServerToClient, fmt.Sprintf("%d %s", code, text))
	}
	if err != nil {
		return &exchangeError{at, err}
	}
	return nil
}

func (c *connection) log(direction log.Direction, line string) {
	if c.trace != nil {
		c.trace.Debugf(log.Log{Direction: direction, Format: "%s", Messages: []any{line}})
	}
}

// writeDotted writes a message of CRLF lines in the form of DATA: a dot at the beginning of a line is doubled, and a
// single dot ends the message (RFC 5321, section 4.5.2). The writer keeps errors.
func writeDotted(w *bufio.Writer, raw []byte) {
	if bytes.HasPrefix(raw, []byte(".")) {
		_ = w.WriteByte('.')
	}
	end := ".\r\n"
	if !bytes.HasSuffix(raw, []byte("\r\n")) {
		end = "\r\n.\r\n"
	}
	for {
		at := bytes.Index(raw, []byte("\n."))
		if at < 0 {
			break
		}
		_, _ = w.Write(raw[:at+2])
		_ = w.WriteByte('.')
		raw = raw[at+2:]
	}
	_, _ = w.Write(append(raw, end...)) // together, for a packet less; the memory of messages has room for it
}

// send hands over one message. The end of ctx interrupts it. The commands and the message are each bounded by the
// timeout.
func (c *connection) send(ctx context.Context, m *Message, timeout time.Duration) error {
	stop := context.AfterFunc(ctx, func() { _ = c.conn.Close() })
	defer stop()
	c.heard.allow(maxSaid)
	// The deadline is still that of the last message.
	if err := c.smtp.UpdateDeadline(timeout); err != nil {
		return &exchangeError{stepMail, err}
	}
	if err := c.announce(m); err != nil {
		return err
	}
	if err := c.smtp.UpdateDeadline(timeout); err != nil {
		return &exchangeError{stepData, err}
	}
	return c.handOver(m.raw)
}
