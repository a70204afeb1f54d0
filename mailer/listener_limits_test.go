package mailer

import (
	"bufio"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/textproto"
	"strings"
	"testing"
	"time"

	"turnpost/models/mailbox"
	"turnpost/rules/rulestest/sample"
)

// addressedConn is a connection with another remote address.
type addressedConn struct {
	net.Conn
	address string
}

func (f addressedConn) RemoteAddr() net.Addr {
	return &net.TCPAddr{IP: net.ParseIP(f.address), Port: 25}
}

// arrivals is a listener that accepts the connections of a test.
type arrivals struct {
	net.Listener
	t       *testing.T
	limited *limitedListener
	next    net.Conn
}

func newArrivals(t *testing.T) *arrivals {
	a := &arrivals{t: t}
	a.limited = newLimitedListener(a, commandFilter{})
	return a
}

func (a *arrivals) Accept() (net.Conn, error) {
	if a.next == nil {
		return nil, net.ErrClosed
	}
	conn := a.next
	a.next = nil
	return conn, nil
}

// come returns a connection from an address, nil where it is refused; heard is the response to a refused one.
func (a *arrivals) come(address string) (c *listenerConn, heard string) {
	a.t.Helper()
	conn, other := net.Pipe()
	a.t.Cleanup(func() { _, _ = conn.Close(), other.Close() })
	a.next = addressedConn{conn, address}
	told := make(chan string, 1)
	go func() {
		line, _ := bufio.NewReader(other).ReadString('\n') // it ends with the connection
		told <- line
	}()
	taken, err := a.limited.Accept()
	if err != nil {
		return nil, <-told
	}
	a.t.Cleanup(func() { _ = taken.Close() })
	return taken.(*listenerConn), ""
}

// comeFrom counts the accepted connections from addresses of a format with a number in each.
func (a *arrivals) comeFrom(form string, n int) (taken []*listenerConn) {
	a.t.Helper()
	for i := range n {
		address := form
		if strings.Contains(form, "%") {
			address = fmt.Sprintf(form, i%250)
		}
		c, heard := a.come(address)
		if c != nil {
			taken = append(taken, c)
		} else if !strings.HasPrefix(heard, "421 ") {
			a.t.Errorf("a connection from %s that is refused hears %q", address, heard)
		}
	}
	return taken
}

// Each network has a limit, wider ones too: the owner of an address has its neighbors.
func TestConnectionsOfOneNetwork(t *testing.T) {
	for form, want := range map[string]int{
		"192.0.2.1":            20,
		"192.0.2.%d":           40,
		"192.0.%d.2":           100,
		"::ffff:192.0.2.1":     20,
		"2001:db8::%x":         20,
		"2001:db8:0:%02x00::1": 40, // a /48, over several /56
		"2001:db8:0:100:%x::1": 20,
		"2001:db8:0:ff%02x::1": 30, // a /56
		"2001:db8:%x::1":       100,
		"127.0.0.1":            100,
		"::1":                  100,
		"fe80::1":              20,
		"64:ff9b::c000:%x":     20,
	} {
		if got := len(newArrivals(t).comeFrom(form, 100)); got != want {
			t.Errorf("%d connections from %s, want %d", got, form, want)
		}
	}
	a := newArrivals(t)
	taken := a.comeFrom("192.0.2.1", 50)
	if err := errors.Join(taken[0].Close(), taken[0].Close()); err != nil {
		t.Log(err)
	}
	if again := a.comeFrom("192.0.2.1", 5); len(again) != 1 {
		t.Errorf("%d connections after one has ended", len(again))
	}
	if len(a.limited.networks) == 0 {
		t.Error("nothing is counted")
	}
	for c := range a.limited.conns {
		_ = c.Close()
	}
	if len(a.limited.conns)+len(a.limited.networks) > 0 {
		t.Errorf("after all have ended %v is counted", a.limited.networks)
	}
}

func isOpen(c *listenerConn) bool {
	_ = c.SetReadDeadline(time.Now())
	_, err := c.Conn.Read(make([]byte, 1))
	nerr, ok := errors.AsType[net.Error](err)
	return ok && nerr.Timeout()
}

// When all places are taken, new connections replace the least useful ones.
func TestNewcomersReplaceTheIdle(t *testing.T) {
	a := newArrivals(t)
	first := a.comeFrom("198.51.%d.1", 30)
	crowd := a.comeFrom("203.0.113.%d", 40)
	first[3].progress()
	others := a.comeFrom("2001:db8:%x::1", maxListenerConnections-70)
	if len(first)+len(crowd)+len(others) != maxListenerConnections {
		t.Fatalf("%d, %d, %d", len(first), len(crowd), len(others))
	}
	first[7].useful = time.Now().Add(-2 * busyFor) // which was useful once
	if c, _ := a.come("192.0.2.1"); c == nil {
		t.Fatal("a newcomer is refused")
	}
	if isOpen(crowd[0]) || !isOpen(crowd[1]) {
		t.Error("it has not got the place of the oldest of the largest network")
	}
	for range maxListenerConnections {
		if c, heard := a.come("127.0.0.1"); c == nil {
			t.Fatalf("a newcomer is refused: %s", heard)
		}
	}
	if len(a.limited.conns) != maxListenerConnections {
		t.Errorf("%d connections", len(a.limited.conns))
	}
	if !isOpen(first[3]) || !isOpen(first[7]) {
		t.Error("one that had done something gave place to one that had done nothing")
	}
	for c := range a.limited.conns {
		c.progress()
	}
	if c, heard := a.come("192.0.2.9"); c != nil || !strings.HasPrefix(heard, "421 4.3.2") {
		t.Errorf("where all are at work, a newcomer is taken, or hears %q", heard)
	}
}

// 200 connections that send only NOOP keep no client out, from any address.
func TestIdleConnectionsMakeRoom(t *testing.T) {
	sample.Together(t, "opens hundreds of connections")
	m := newMatch(t)
	for range maxListenerConnections + 20 {
		conn, err := net.Dial("tcp", m.replyTo)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = conn.Close() })
		text := textproto.NewConn(conn)
		for _, say := range []string{"", "EHLO idle.example", "NOOP"} {
			if say != "" {
				err = text.PrintfLine("%s", say)
			}
			if _, _, answer := text.ReadResponse(2); errors.Join(err, answer) != nil {
				t.Fatal(err, answer)
			}
		}
	}
	m.top(m.mail, "d1-d4")
	m.wantSettled(mailbox.InboundPlayed)
}

// talk sends lines to the listener and returns the code of the last response; 0 where the connection ended.
func talk(t testing.TB, text *textproto.Conn, lines ...string) (code int) {
	t.Helper()
	for _, line := range lines {
		if err := text.PrintfLine("%s", line); err != nil {
			return 0
		}
		var err error
		if code, _, err = text.ReadResponse(0); code == 0 {
			t.Logf("after %q: %v", line, err)
			return 0
		}
	}
	return code
}

func (m *mailroom) dialText() *textproto.Conn {
	m.t.Helper()
	conn, err := net.Dial("tcp", m.replyTo)
	if err != nil {
		m.t.Fatal(err)
	}
	m.t.Cleanup(func() { _ = conn.Close() })
	text := textproto.NewConn(conn)
	if _, _, err := text.ReadResponse(220); err != nil {
		m.t.Fatal(err)
	}
	return text
}

// A client that gives commands and leaves no mail is disconnected; one that leaves mails is not.
func TestCommandsWithoutMailAreBounded(t *testing.T) {
	sample.Whole(t, "sends commands up to a limit")
	m := newMatch(t)
	for _, command := range []string{"NOOP", "RSET", "EHLO x.example", "VRFY ann", "MAIL FROM:<a@b.example>"} {
		text, n := m.dialText(), 0
		for n < 200 && talk(t, text, command) != 421 {
			n++
		}
		if n != maxCommands || talk(t, text, "NOOP") != 0 {
			t.Errorf("%s is answered %d times", command, n)
		}
	}
	text := m.dialText()
	talk(t, text, "EHLO x.example", "MAIL FROM:<a@b.example>")
	n := 0
	for n < 200 && talk(t, text, "RCPT TO:<guess@mail.example.org>") == 550 {
		n++
	}
	if n != maxCommands-2 {
		t.Errorf("%d guesses at addresses", n)
	}
	text = m.dialText()
	talk(t, text, "EHLO x.example")
	for n := range 30 {
		raw := fmt.Sprintf("From: eve@evil.example\r\nMessage-ID: <%d@x>\r\n\r\nRCPT TO:<postmaster>\r\nSTARTTLS\r\n.", n)
		code := talk(t, text, "MAIL FROM:<a@b.example>", "RCPT TO:<"+m.mail.replyTo+">", "DATA", raw)
		if code != 250 {
			t.Fatalf("mail %d: %d", n, code)
		}
		m.wantSettled(mailbox.InboundWrongSender)
	}
}

// dialTLS opens an encrypted session with the listener.
func (m *mailroom) dialTLS(client *tls.Config) *textproto.Conn {
	m.t.Helper()
	conn, err := net.Dial("tcp", m.replyTo)
	if err != nil {
		m.t.Fatal(err)
	}
	m.t.Cleanup(func() { _ = conn.Close() })
	text := textproto.NewConn(conn)
	if _, _, err := text.ReadResponse(220); err != nil {
		m.t.Fatal(err)
	}
	if code := talk(m.t, text, "EHLO x.example", "STARTTLS"); code != 220 {
		m.t.Fatalf("STARTTLS: %d", code)
	}
	client = client.Clone()
	client.ServerName = "127.0.0.1"
	return textproto.NewConn(tls.Client(conn, client))
}

// Commands sent in clear before the encryption are not taken for the client's under it.
func TestNothingIsInjectedBeforeEncryption(t *testing.T) {
	m := newMatch(t)
	server, _ := selfSigned(t)
	m.replyTo = m.serve(&Listener{
		Inbox: m.inbox, Setting: ListenSetting{Network: "tcp", Address: "127.0.0.1:0"}, TLS: server, Log: quiet,
	})
	text := m.dialText()
	if _, err := text.W.WriteString("EHLO x.example\r\nSTARTTLS\r\nNOOP\r\n"); err != nil {
		t.Fatal(err)
	}
	if err := text.W.Flush(); err != nil {
		t.Fatal(err)
	}
	if _, offer, err := text.ReadResponse(250); err != nil || !strings.Contains(offer, "STARTTLS") {
		t.Fatalf("%s, %v", offer, err)
	}
	if code, _, _ := text.ReadResponse(0); code != 502 {
		t.Errorf("STARTTLS with a command behind it: %d", code)
	}
}
