package mailer

import (
	"bufio"
	"fmt"
	"net"
	"strings"
	"testing"

	"turnpost/rules/rulestest/sample"
)

// plainServer is a server that sends a greeting to each client, and an answer to its first command.
func plainServer(t *testing.T, greeting, answer func(w *bufio.Writer)) (address string) {
	t.Helper()
	return served(t, func(conn net.Conn) {
		r, w := bufio.NewReader(conn), bufio.NewWriter(conn)
		for _, say := range []func(w *bufio.Writer){greeting, answer} {
			if say(w); w.Flush() != nil {
				return
			}
			if _, err := r.ReadString('\n'); err != nil {
				return
			}
		}
	})
}

// What a server says before STARTTLS is bounded. Anything but the expected lines ends the poll before the password.
func TestPollerBeforeEncryption(t *testing.T) {
	sample.Whole(t, "serves endless lines")
	t.Parallel()
	m := newMatch(t)
	says := func(text string) func(w *bufio.Writer) {
		return func(w *bufio.Writer) { fmt.Fprint(w, text) }
	}
	endless := func(begin, piece string) func(w *bufio.Writer) {
		return func(w *bufio.Writer) {
			fmt.Fprint(w, begin)
			for n := 0; n < 1<<30; n += len(piece) {
				if _, err := w.WriteString(piece); err != nil {
					return
				}
			}
		}
	}
	hello := says("* OK hello\r\n")
	for name, c := range map[string]struct {
		greeting, answer func(w *bufio.Writer)
		want             string
	}{
		"an endless greeting": {endless("* OK ", "x"), nil, "more than was asked for"},
		"signed in already":   {says("* PREAUTH hello\r\n"), nil, "instead of OK"},
		"no service":          {says("* BYE busy\r\n"), nil, "instead of OK"},
		"an endless answer":   {hello, endless("S1 OK ", "x"), "more than was asked for"},
		"endless lines":       {hello, endless("", "* OK x\r\n"), "more than was asked for"},
		"no encryption":       {hello, says("S1 NO not here\r\n"), "refuses STARTTLS"},
		"more in plain text":  {hello, says("S1 OK\r\n* CAPABILITY\r\n"), "says more before"},
	} {
		poller := newPoller(t, m, plainServer(t, c.greeting, c.answer))
		poller.Mailbox.encryption, poller.Timeout = encryptionStartTLS, patience
		if _, err := poller.Poll(t.Context()); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
