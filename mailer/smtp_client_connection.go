package mailer

import (
	"context"
	"crypto/tls"
	"net"
	"strconv"
	"time"

	"github.com/wneessen/go-mail"
	"github.com/wneessen/go-mail/log"
	"github.com/wneessen/go-mail/smtp"
)

// farewellTimeout is how long a server may take to say goodbye.
const farewellTimeout = 2 * time.Second

// connection is one conversation with a mail server.
type connection struct {
	client *mail.Client
	smtp   *smtp.Client
	conn   net.Conn
	trace  log.Logger
	alarm  *time.Timer // ends the connection's rest
}

// connect dials, greets, encrypts and signs in. No step takes longer than the timeout.
func (t *smtpClient) connect(ctx context.Context) (*connection, error) {
	c := &connection{trace: t.trace}
	unwatch := func() bool { return false }
	dial := func(dialing context.Context, network, address string) (net.Conn, error) {
		conn, err := t.dial(dialing, network, address)
		if err == nil {
			c.conn, unwatch = conn, context.AfterFunc(ctx, func() { _ = conn.Close() })
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

func (t *smtpClient) dial(ctx context.Context, network, address string) (net.Conn, error) {
	if t.setting.encryption == encryptionImplicit {
		return (&tls.Dialer{Config: t.tls}).DialContext(ctx, network, address)
	}
	return (&net.Dialer{}).DialContext(ctx, network, address)
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
		// The operator chose so: the password may go in the clear where the server offers nothing better.
		return append(options, mail.WithOpportunisticSMTPAuth(
			mail.SMTPAuthSCRAMSHA256, mail.SMTPAuthSCRAMSHA1, mail.SMTPAuthCramMD5, mail.SMTPAuthPlainNoEnc,
			mail.SMTPAuthLoginNoEnc))
	}
	return append(options, mail.WithSMTPAuth(mail.SMTPAuthAutoDiscover))
}

// quit says goodbye and closes the connection.
func (c *connection) quit() {
	// Nothing depends on how a conversation ends that has done its work.
	_ = c.conn.SetDeadline(time.Now().Add(farewellTimeout))
	_ = c.client.CloseWithSMTPClient(c.smtp)
	_ = c.conn.Close()
}
