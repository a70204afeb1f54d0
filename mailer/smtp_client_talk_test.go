package mailer

import (
	"bufio"
	"fmt"
	"net"
	"strings"
	"testing"
)

// talkativeSMTP is a server whose response to one command has lines without end.
func talkativeSMTP(t *testing.T, at string) (address string) {
	t.Helper()
	return served(t, func(conn net.Conn) {
		r, w := bufio.NewReader(conn), bufio.NewWriter(conn)
		for command, code := "greeting", 220; ; code = 250 {
			for n := 0; command == at; n++ {
				if _, err := fmt.Fprintf(w, "250-line %d\r\n", n); err != nil {
					return
				}
			}
			fmt.Fprintf(w, "%d hello\r\n", code)
			if w.Flush() != nil {
				return
			}
			line, err := r.ReadString('\n')
			if err != nil {
				return
			}
			command, _, _ = strings.Cut(strings.TrimSpace(line), " ")
		}
	})
}

// Of a response without an end no more is kept than of a long one, and the mail is tried again later.
func TestSendToATalkativeServer(t *testing.T) {
	t.Parallel()
	for _, at := range []string{"greeting", "EHLO", "MAIL"} {
		carrier := openServer(t, "smtp://"+talkativeSMTP(t, at)+"?tls=off", OutboundOptions{})
		err := carrier.Send(t.Context(), plainMessage(t))
		if err == nil || !strings.Contains(err.Error(), errAnswersTooMuch.Error()) || permanent(err) {
			t.Errorf("%s: %v", at, err)
		}
		_ = carrier.Close()
	}
}
