package mailer

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/textproto"
	"time"

	"github.com/wneessen/go-mail/log"
)

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
