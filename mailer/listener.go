package mailer

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
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
	server.MaxLineLength = MaxReceived // some programs send a page in one line; filteredConn bounds commands
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

// maxCommands is how many commands a client may give without a known recipient or a mail.
const maxCommands = 50

// commandFilter holds the settings of filteredConn.
type commandFilter struct {
	tls        *tls.Config // offers STARTTLS; nil does not
	postmaster string      // the full address of <postmaster>
}

// filteredConn passes the lines of an SMTP client to go-smtp one by one. It counts commands, and completes the address
// <postmaster>, which every server must accept without a domain and go-smtp does not. It handles STARTTLS itself,
// because it could not see commands below the encryption of go-smtp.
type filteredConn struct {
	net.Conn // as accepted
	filter   commandFilter
	secure   atomic.Pointer[tls.Conn]
	reader   *bufio.Reader
	passing  []byte // the rest of what Read passes on
	midLine  bool   // the next bytes continue a line that was too long for the buffer
	inMail   bool   // in the text of a mail
	chunk    int64  // remaining bytes of a chunk of mail
	greets   bool   // the next response is to EHLO or LHLO
	commands atomic.Int64
}

func newFilteredConn(conn net.Conn, filter commandFilter) *filteredConn {
	return &filteredConn{Conn: conn, filter: filter, reader: bufio.NewReader(conn)}
}

// allowCommands resets the count of commands.
func (c *filteredConn) allowCommands() { c.commands.Store(0) }

// Read returns a line or a part of one. Everything before it has been answered by then.
func (c *filteredConn) Read(p []byte) (int, error) {
	for len(c.passing) == 0 {
		if err := c.next(); err != nil {
			return 0, err
		}
	}
	n := copy(p, c.passing)
	c.passing = c.passing[n:]
	return n, nil
}

// next reads the next line and handles it. Afterwards there may be nothing to pass on.
func (c *filteredConn) next() error {
	if c.chunk > 0 {
		if _, err := c.reader.Peek(1); err != nil {
			return err
		}
		c.passing, _ = c.reader.Peek(int(min(c.chunk, int64(c.reader.Buffered()))))
		n, err := c.reader.Discard(len(c.passing))
		c.chunk -= int64(n)
		return err
	}
	line, err := c.reader.ReadSlice('\n')
	if len(line) == 0 {
		return err
	}
	begins := !c.midLine
	c.midLine = line[len(line)-1] != '\n'
	c.passing = line
	switch {
	case c.inMail || !begins:
		return nil
	case c.midLine: // it is longer than the buffer
		return c.endWith("500 5.5.2 the command is too long")
	}
	return c.command(line)
}

// endWith ends the connection with a response.
func (c *filteredConn) endWith(response string) error {
	_, _ = io.WriteString(c, response+"\r\n")
	return io.EOF
}

var barePostmaster = regexp.MustCompile(`(?i)^RCPT TO: *(?:<postmaster>|postmaster)( .*)?\r?\n$`)

// command inspects a command before it is passed on.
func (c *filteredConn) command(line []byte) error {
	if c.commands.Add(1) > maxCommands {
		return c.endWith("421 4.7.0 too many commands without a mail")
	}
	verb, argument, _ := strings.Cut(strings.TrimSpace(string(line)), " ")
	c.greets = false
	switch strings.ToUpper(verb) {
	case "EHLO", "LHLO":
		c.greets = true
	case "BDAT":
		size, _, _ := strings.Cut(strings.TrimSpace(argument), " ")
		c.chunk, _ = strconv.ParseInt(size, 10, 32) // go-smtp refuses other sizes
		c.chunk = max(c.chunk, 0)
	case "RCPT":
		if m := barePostmaster.FindSubmatch(line); m != nil {
			c.passing = []byte("RCPT TO:<" + c.filter.postmaster + ">" + string(m[1]) + "\r\n")
		}
	case "STARTTLS":
		// Commands sent along in clear may be injected by somebody else; go-smtp then refuses this one.
		if c.offersTLS() && c.reader.Buffered() == 0 && argument == "" {
			return c.startTLS()
		}
	}
	return nil
}

func (c *filteredConn) offersTLS() bool { return c.filter.tls != nil && c.secure.Load() == nil }

// startTLS encrypts the connection. The client greets again, which makes go-smtp forget everything before.
func (c *filteredConn) startTLS() error {
	if _, err := io.WriteString(c.Conn, "220 2.0.0 go ahead\r\n"); err != nil {
		return err
	}
	secure := tls.Server(c.Conn, c.filter.tls)
	if err := secure.HandshakeContext(context.Background()); err != nil {
		return err
	}
	c.secure.Store(secure)
	c.reader.Reset(secure)
	c.passing = nil
	return nil
}

// Write sends a response, and learns from it whether a mail follows. It adds the offer of STARTTLS after the first
// line of the response to a greeting.
func (c *filteredConn) Write(p []byte) (int, error) {
	c.inMail = bytes.HasPrefix(p, []byte("354"))
	out := p
	if end := bytes.IndexByte(p, '\n') + 1; c.greets && c.offersTLS() && bytes.HasPrefix(p, []byte("250-")) && end > 0 {
		out = append(append(bytes.Clone(p[:end]), "250-STARTTLS\r\n"...), p[end:]...)
	}
	c.greets = false
	var to io.Writer = c.Conn
	if secure := c.secure.Load(); secure != nil {
		to = secure
	}
	if _, err := to.Write(out); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Close ends the connection.
func (c *filteredConn) Close() error {
	if secure := c.secure.Load(); secure != nil {
		return secure.Close()
	}
	return c.Conn.Close()
}

// Limits of connections to a Listener. They are high for mail servers, which send a few mails and leave.
const (
	maxListenerConnections = 200
	listenerLife           = 10 * time.Minute // of a connection
	listenerIdle           = 3 * time.Minute  // without a known recipient or a mail
	busyFor                = 10 * time.Second // after a useful command, a connection is not replaced
)

// networkLimits are the limits of connections from one network, the narrowest first.
var networkLimits = map[bool][]networkLimit{
	true:  {{32, 20}, {24, 40}},           // IPv4
	false: {{64, 20}, {56, 30}, {48, 40}}, // IPv6
}

type networkLimit struct{ bits, max int }

// limitedListener bounds the connections, in all and from one network, and the life of each. When all places are
// taken, a new connection replaces the least useful one: of those without a known recipient, the oldest one of the
// network with most of them.
type limitedListener struct {
	net.Listener
	filter commandFilter
	max    int

	mu       sync.Mutex
	conns    map[*listenerConn]bool
	networks map[netip.Prefix]int
}

func newLimitedListener(l net.Listener, filter commandFilter) *limitedListener {
	return &limitedListener{
		Listener: l, filter: filter, max: maxListenerConnections,
		conns: map[*listenerConn]bool{}, networks: map[netip.Prefix]int{},
	}
}

// Accept refuses connections over the limits at once.
func (l *limitedListener) Accept() (net.Conn, error) {
	for {
		conn, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		c := &listenerConn{list: l, networks: networksOf(conn.RemoteAddr()), came: time.Now()}
		c.filteredConn = newFilteredConn(conn, l.filter)
		if l.enter(c) {
			return c, nil
		}
		_ = conn.SetWriteDeadline(time.Now().Add(time.Second)) // one line fits the buffer of a new connection
		_, _ = io.WriteString(conn, "421 4.3.2 too many connections; try again later\r\n")
		_ = conn.Close()
	}
}

// thisMachine represents the networks of this machine, which have no limit.
var thisMachine = netip.Prefix{}

// networksOf returns the networks of an address, the narrowest first.
func networksOf(address net.Addr) (networks []netip.Prefix) {
	tcp, ok := address.(*net.TCPAddr)
	if !ok {
		return []netip.Prefix{thisMachine}
	}
	ip := tcp.AddrPort().Addr().Unmap().WithZone("")
	if !ip.IsValid() || ip.IsLoopback() {
		return []netip.Prefix{thisMachine}
	}
	for _, limit := range networkLimits[ip.Is4()] {
		networks = append(networks, netip.PrefixFrom(ip, limit.bits).Masked())
	}
	return networks
}

// enter counts a connection, and closes another one for it if necessary. It reports whether there is a place.
func (l *limitedListener) enter(c *listenerConn) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i, network := range c.networks {
		if network != thisMachine && l.networks[network] >= networkLimits[network.Addr().Is4()][i].max {
			return false
		}
	}
	if len(l.conns) >= l.max {
		least := l.leastUseful()
		if least == nil {
			return false
		}
		l.leave(least)
		least.end()
	}
	l.conns[c] = true
	for _, network := range c.networks {
		l.networks[network]++
	}
	c.life = time.AfterFunc(listenerLife, c.end)
	c.idle = time.AfterFunc(listenerIdle, c.end)
	return true
}

// leastUseful returns the connection to replace; nil where all are in use.
func (l *limitedListener) leastUseful() (least *listenerConn) {
	for c := range l.conns {
		if time.Since(c.useful) >= busyFor && (least == nil || l.lessUseful(c, least)) {
			least = c
		}
	}
	return least
}

func (l *limitedListener) lessUseful(a, b *listenerConn) bool {
	if !a.useful.Equal(b.useful) {
		return a.useful.Before(b.useful) // zero, for never, is the earliest
	}
	if x, y := l.share(a), l.share(b); x != y {
		return x > y
	}
	return a.came.Before(b.came)
}

// share is the number of connections from the widest network of a connection.
func (l *limitedListener) share(c *listenerConn) int {
	return l.networks[c.networks[len(c.networks)-1]]
}

// leave frees the place of a connection, once.
func (l *limitedListener) leave(c *listenerConn) {
	if !l.conns[c] {
		return
	}
	delete(l.conns, c)
	for _, network := range c.networks {
		if l.networks[network]--; l.networks[network] == 0 {
			delete(l.networks, network)
		}
	}
}

// listenerConn is a connection to a Listener.
type listenerConn struct {
	*filteredConn
	list       *limitedListener
	networks   []netip.Prefix
	came       time.Time
	useful     time.Time // when it last named a known recipient or left a mail; zero for never
	life, idle *time.Timer
}

// progress records that the client named a known recipient or left a mail.
func (c *listenerConn) progress() {
	if c == nil {
		return
	}
	c.list.mu.Lock()
	c.useful = time.Now()
	c.list.mu.Unlock()
	c.idle.Reset(listenerIdle)
	c.allowCommands()
}

// end closes the connection without a response, which could block.
func (c *listenerConn) end() { _ = c.Conn.Close() }

// Close ends the connection and frees its place.
func (c *listenerConn) Close() error {
	c.list.mu.Lock()
	c.list.leave(c)
	c.list.mu.Unlock()
	c.life.Stop()
	c.idle.Stop()
	return c.filteredConn.Close()
}
