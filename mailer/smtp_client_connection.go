package mailer

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"net"
	"strconv"
	"time"

	"github.com/wneessen/go-mail"
	"github.com/wneessen/go-mail/log"
	"github.com/wneessen/go-mail/smtp"
)

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
		return nil, err
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
