package mailer

import (
	"bufio"
	"bytes"
	"io"
	"net"
	"net/textproto"
	"strings"
	"testing"
	"time"
)

// Lines that begin with dots arrive unchanged, and no message ends before its end.
func TestDots(t *testing.T) {
	for _, message := range []string{
		"", ".", ".\r\n", "a\r\n.\r\nb\r\n", "..\r\n...\r\n.b", "a\r\n", "a.\r\n.", "\r\n\r\n.", "a", ".a\r\n.\r\n.\r\n",
	} {
		checkDots(t, []byte(message))
	}
}

func FuzzDots(f *testing.F) {
	f.Add([]byte("a\r\n.\r\nb\n.\nc"))
	f.Fuzz(func(t *testing.T, message []byte) {
		text := strings.ReplaceAll(strings.ReplaceAll(string(message), "\r", ""), "\n", "\r\n")
		checkDots(t, []byte(text))
	})
}

func checkDots(t *testing.T, message []byte) {
	t.Helper()
	var wire bytes.Buffer
	w := bufio.NewWriter(&wire)
	writeDotted(w, message)
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	r := bufio.NewReader(&wire)
	got, err := io.ReadAll(textproto.NewReader(r).DotReader()) // which makes CRLF newlines
	want := strings.ReplaceAll(string(message), "\r\n", "\n")
	if !strings.HasSuffix(want, "\n") {
		want += "\n"
	}
	if err != nil || string(got) != want || r.Buffered() > 0 {
		t.Errorf("%q comes as %q, with %d bytes left over: %v", message, got, r.Buffered(), err)
	}
}

// A server with pipelining gets all three commands before it responds to one; any other server gets them one by one.
func TestCommandsGoTogether(t *testing.T) {
	for _, c := range []struct {
		extension string
		want      []string // what has come when the server answers
	}{
		{"PIPELINING", []string{"MAIL FROM:<turnpost@example.org>", "RCPT TO:<ann@example.org>", "DATA"}},
		{"HELP", []string{"MAIL FROM:<turnpost@example.org>"}},
	} {
		t.Run(c.extension, func(t *testing.T) {
			l, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			defer l.Close()
			came := make(chan []string, 1)
			go func() { came <- firstCommands(l, c.extension, len(c.want)) }()
			carrier := openServer(t, "smtp://"+l.Addr().String(), OutboundOptions{Timeout: patience})
			if err := carrier.Send(t.Context(), plainMessage(t)); err == nil {
				t.Error("sent to a server that hangs up")
			}
			got := <-came
			if strings.Join(got, "|") != strings.Join(c.want, "|") {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// firstCommands greets, offers an extension, reads some commands without responding, and closes the connection.
func firstCommands(l net.Listener, extension string, n int) []string {
	conn, err := l.Accept()
	if err != nil {
		return nil
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(patience))
	r := bufio.NewReader(conn)
	_, _ = io.WriteString(conn, "220 ready\r\n")
	_, _ = r.ReadString('\n') // EHLO
	_, _ = io.WriteString(conn, "250-here\r\n250 "+extension+"\r\n")
	var lines []string
	for range n {
		line, _ := r.ReadString('\n')
		lines = append(lines, strings.TrimSpace(line))
	}
	if r.Buffered() > 0 {
		lines = append(lines, "more")
	}
	return lines
}
