package mailer

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// encryption says how a connection to a mail server is encrypted.
type encryption string

const (
	encryptionNone     encryption = "no TLS"
	encryptionStartTLS encryption = "STARTTLS"
	encryptionImplicit encryption = "TLS"
)

// Outbound is the destination of mail: a mail server or a folder. It prints without the password.
type Outbound struct {
	folder         string // "" for a mail server
	host, port     string
	user, password string
	encryption     encryption
}

// Errors of ParseOutbound. They repeat nothing of the setting: any part of a malformed URL may belong to the password.
var (
	errOutboundScheme = errors.New("a mail setting begins with smtp://, smtps:// or file: and a folder")
	errOutboundFolder = errors.New("a mail setting file: needs a folder, such as file:mail")
	errOutboundURL    = errors.New("the URL of the mail server cannot be parsed; write smtp://USER:PASSWORD@HOST:PORT, " +
		"and / ? # @ : % in the password as %2F %3F %23 %40 %3A %25")
	errOutboundHost = errors.New("the URL of the mail server names no host")
	errOutboundPath = errors.New("the URL of the mail server goes on after the port; write " +
		"smtp://USER:PASSWORD@HOST:PORT, " +
		"and / ? # in the password as %2F %3F %23")
	errOutboundPort     = errors.New("the port of the mail server must be a number from 1 to 65535")
	errOutboundPassword = errors.New("the mail server needs a user and a password, or neither")
	errOutboundOption   = errors.New("the mail server has one option: ?tls=on or ?tls=off")
	errOutboundImplicit = errors.New("smtps:// is always encrypted; ?tls= goes with smtp:// only")
)

// ParseOutbound reads smtp://USER:PASSWORD@HOST:PORT, which encrypts by STARTTLS
// unless the host is this machine or ?tls=off says otherwise (?tls=on for this machine too);
// smtps://USER:PASSWORD@HOST:PORT, encrypted from the first byte; or file:FOLDER. The
// ports are 587 and 465 where none is named. Its errors never show any of the setting.
func ParseOutbound(text string) (Outbound, error) {
	if folder, ok := strings.CutPrefix(text, "file:"); ok {
		if folder == "" || strings.HasPrefix(folder, "//") {
			return Outbound{}, errOutboundFolder
		}
		return Outbound{folder: folder}, nil
	}
	if !strings.HasPrefix(text, "smtp://") && !strings.HasPrefix(text, "smtps://") {
		return Outbound{}, errOutboundScheme
	}
	u, err := url.Parse(text)
	if err != nil {
		return Outbound{}, errOutboundURL
	}
	return parseOutboundServer(u)
}

func parseOutboundServer(u *url.URL) (Outbound, error) {
	s := Outbound{host: u.Hostname(), port: u.Port(), user: u.User.Username(), encryption: encryptionImplicit}
	s.password, _ = u.User.Password()
	if (u.Path != "" && u.Path != "/") || u.Fragment != "" || u.ForceQuery {
		return Outbound{}, errOutboundPath
	}
	if s.host == "" {
		return Outbound{}, errOutboundHost
	}
	if (s.user == "") != (s.password == "") {
		return Outbound{}, errOutboundPassword
	}
	if s.port == "" {
		s.port = map[string]string{"smtp": "587", "smtps": "465"}[u.Scheme]
	}
	if n, err := strconv.ParseUint(s.port, 10, 16); err != nil || n == 0 {
		return Outbound{}, errOutboundPort
	}
	options, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return Outbound{}, errOutboundOption
	}
	if u.Scheme == "smtps" {
		if len(options) > 0 {
			return Outbound{}, errOutboundImplicit
		}
		return s, nil
	}
	s.encryption, err = parseEncryption(options, s.host)
	return s, err
}

func parseEncryption(options url.Values, host string) (encryption, error) {
	choice := options["tls"]
	switch {
	case len(options) == 0 && isLoopback(host):
		return encryptionNone, nil
	case len(options) == 0:
		return encryptionStartTLS, nil
	case len(options) == 1 && len(choice) == 1 && choice[0] == "on":
		return encryptionStartTLS, nil
	case len(options) == 1 && len(choice) == 1 && choice[0] == "off":
		return encryptionNone, nil
	}
	return "", errOutboundOption
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return strings.EqualFold(host, "localhost") || (ip != nil && ip.IsLoopback())
}

// String returns the setting without the password, for logs.
func (s Outbound) String() string {
	if s.folder != "" {
		return "file:" + s.folder
	}
	text := net.JoinHostPort(s.host, s.port) + " (" + string(s.encryption) + ")"
	if s.user != "" {
		text = s.user + " at " + text
	}
	return text
}

// Carrier is a Transport that holds connections until it is closed.
type Carrier interface {
	Transport
	Close() error
}

// OutboundOptions are the options of Outbound.Open; the zero value is ready to use.
type OutboundOptions struct {
	Timeout time.Duration // of each exchange with a mail server; 0 is 30 s
	TLS     *tls.Config   // for certificates that the system does not know
}

// Open prepares a folder, or checks the server's address without connecting to it: this server starts while the mail
// server is down. The caller closes the Carrier.
func (s Outbound) Open(o OutboundOptions) (Carrier, error) {
	if s.folder != "" {
		return openFolder(s.folder)
	}
	return newSMTPClient(s, o), nil
}

// Reach checks that the mail server accepts connections. A folder is always reachable.
func (s Outbound) Reach(ctx context.Context) error {
	if s.folder != "" {
		return nil
	}
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", net.JoinHostPort(s.host, s.port))
	if err != nil {
		return err
	}
	return conn.Close()
}
