package mailer

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"testing/iotest"

	"turnpost/rules/rulestest/sample"
)

// A parenthesis in a list of capabilities, which the IMAP library would read without end, ends a poll.
func TestPollerOfOddCapabilities(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	m := newMatch(t)
	for _, says := range []string{
		"* CAPABILITY X (", "* capability x  (", "* OK [CAPABILITY X (] hello", "TAG OK [CAPABILITY X (", "* ENABLED (",
		"* OK {9}\r\n* CAPABILITY X (",
	} {
		poller := newPoller(t, m, hostileIMAP(t, "SELECT", func(w *bufio.Writer, tag string) {
			fmt.Fprint(w, strings.ReplaceAll(says, "TAG", tag), "\r\n")
		}))
		poller.Timeout = patience
		if _, err := poller.Poll(t.Context()); err == nil || !strings.Contains(err.Error(), errBadCapabilities.Error()) {
			t.Errorf("%q: %v", says, err)
		}
	}
}

// Mails may contain anything, and other lines may have parentheses.
func TestGuardedConn(t *testing.T) {
	const said = "* OK [CAPABILITY IMAP4rev1] Gimap ready (x)\r\n* CAPABILITY A B\r\n* LIST () \"/\" x\r\n" +
		"* 1 FETCH (UID 7 BODY[] {36}\r\n* CAPABILITY X (\r\n* ENABLED (\r\n{5}\r\n)\r\n* 2 FETCH (X \"CAPABILITY (\")\r\n" +
		"T1 OK [CAPABILITY IMAP4rev1] ann authenticated (Success)\r\n"
	for name, split := range map[string]func(io.Reader) io.Reader{
		"at once": func(r io.Reader) io.Reader { return r }, "by bytes": iotest.OneByteReader,
	} {
		heard, err := io.ReadAll(&guardedConn{Conn: &scriptedConn{said: split(strings.NewReader(said))}})
		if err != nil || string(heard) != said {
			t.Errorf("%s: %q, %v", name, heard, err)
		}
		heard, err = io.ReadAll(&guardedConn{Conn: &scriptedConn{said: split(strings.NewReader(said + "* ENABLED ("))}})
		if err == nil || strings.HasSuffix(string(heard), "ENABLED (") {
			t.Errorf("%s: %q, %v", name, heard, err)
		}
	}
}

// A command that is written after the connection was closed for a bad list fails with the reason.
func TestWriteAfterABadList(t *testing.T) {
	conn, server := net.Pipe()
	go fmt.Fprint(server, "* ENABLED (")
	guarded := &guardedConn{Conn: conn}
	if _, err := io.ReadAll(guarded); !errors.Is(err, errBadCapabilities) {
		t.Fatal(err)
	}
	if err := errors.Join(guarded.Close(), server.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := guarded.Write([]byte("x")); !errors.Is(err, errBadCapabilities) {
		t.Error(err)
	}
}

// scriptedConn is a connection that says something.
type scriptedConn struct {
	net.Conn
	said io.Reader
}

func (c *scriptedConn) Read(p []byte) (int, error) { return c.said.Read(p) }
