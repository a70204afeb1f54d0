package mailer

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"io"
	"net"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
)

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
	if begins && !c.inMail {
		return c.command(line)
	}
	return nil
}

var barePostmaster = regexp.MustCompile(`(?i)^RCPT TO: *(?:<postmaster>|postmaster)( .*)?\r?\n$`)

// command inspects a command before it is passed on.
func (c *filteredConn) command(line []byte) error {
	if c.commands.Add(1) > maxCommands {
		_, _ = io.WriteString(c, "421 4.7.0 too many commands without a mail\r\n")
		return io.EOF
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
