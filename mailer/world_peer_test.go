package mailer

import (
	"bufio"
	"io"
	"net"
	"net/textproto"
	"strings"
	"sync"
	"testing"
)

// Steps of a conversation at which a peer can fail. A command is a step by its verb.
const (
	stepGreeting = "greeting"
	stepBody     = "body"     // the message has come; the server behind has not got it
	stepAccepted = "accepted" // the server behind has the message; its answer has not been passed on
)

// Faults of a peer. Any other text is the response that it gives.
const (
	faultDrop = "drop" // closes the connection
	faultHang = "hang" // says nothing until the other side has had enough
)

// peer is a proxy of a mail server that fails once at each step of its list.
type peer struct {
	listener net.Listener
	behind   string
	stepwise bool // does not offer to take commands together

	mu          sync.Mutex
	faults      map[string]string // by step
	connections int
	open        map[net.Conn]bool
}

func newPeer(t testing.TB, behind string) *peer {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &peer{listener: l, behind: behind, faults: map[string]string{}, open: map[net.Conn]bool{}}
	var serving sync.WaitGroup
	serving.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			p.enter(conn)
			serving.Go(func() {
				p.serve(conn)
				p.leave(conn)
			})
		}
	})
	t.Cleanup(func() {
		_ = l.Close()
		p.hangUp()
		serving.Wait()
	})
	return p
}

func (p *peer) address() string { return p.listener.Addr().String() }

// fail makes the peer fail the next time that it reaches a step.
func (p *peer) fail(step, fault string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.faults[step] = fault
}

// awaits reports whether a fault is still to come.
func (p *peer) awaits() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.faults) > 0
}

// hangUp closes the open connections.
func (p *peer) hangUp() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for conn := range p.open {
		_ = conn.Close()
	}
}

func (p *peer) count() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.connections
}

func (p *peer) enter(conn net.Conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.connections++
	p.open[conn] = true
}

func (p *peer) leave(conn net.Conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	_ = conn.Close()
	delete(p.open, conn)
}

// fails carries out the fault of a step. It reports whether there was one, and whether the session can continue.
func (p *peer) fails(step string, conn net.Conn) (failed, goOn bool) {
	p.mu.Lock()
	fault, failed := p.faults[step]
	delete(p.faults, step)
	p.mu.Unlock()
	switch {
	case !failed:
		return false, true
	case fault == faultDrop:
		return true, false
	case fault == faultHang:
		_, _ = io.Copy(io.Discard, conn)
		return true, false
	}
	_, err := io.WriteString(conn, fault+"\r\n")
	return true, err == nil
}

// serve forwards a session line by line.
func (p *peer) serve(client net.Conn) {
	server, err := net.Dial("tcp", p.behind)
	if err != nil {
		return
	}
	defer server.Close()
	from, back := bufio.NewReader(client), bufio.NewReader(server)
	if failed, _ := p.fails(stepGreeting, client); failed || pass(back, client) == "" {
		return
	}
	for {
		line, err := from.ReadString('\n')
		if err != nil {
			return
		}
		verb, _, _ := strings.Cut(strings.TrimSpace(line), " ")
		failed, goOn := p.fails(verb, client)
		if !goOn {
			return
		}
		if failed {
			continue
		}
		_, _ = io.WriteString(server, line)
		answers := io.Writer(client)
		if p.stepwise {
			answers = withoutPipelining{client}
		}
		if code := pass(back, answers); code == "" || (code == "354" && !p.body(from, client, server, back)) {
			return
		}
	}
}

// body forwards a message, and the response to it.
func (p *peer) body(from *bufio.Reader, client, server net.Conn, back *bufio.Reader) bool {
	text, err := textproto.NewReader(from).ReadDotBytes()
	if err != nil {
		return false
	}
	if failed, goOn := p.fails(stepBody, client); failed {
		if goOn {
			_, _ = io.Copy(io.Discard, client) // the server behind is out of step; the client must go
		}
		return false
	}
	w := textproto.NewWriter(bufio.NewWriter(server)).DotWriter()
	_, _ = w.Write(text)
	_ = w.Close()
	accepted := &strings.Builder{}
	if pass(back, accepted) == "" {
		return false
	}
	if failed, _ := p.fails(stepAccepted, client); failed {
		return false
	}
	_, err = io.WriteString(client, accepted.String())
	return err == nil
}

// withoutPipelining is a client that does not see one extension.
type withoutPipelining struct{ net.Conn }

func (w withoutPipelining) Write(line []byte) (int, error) {
	if strings.Contains(string(line), "PIPELINING") {
		return len(line), nil
	}
	return w.Conn.Write(line)
}

// pass forwards one response and returns its code, "" where the connection is closed.
func pass(from *bufio.Reader, to io.Writer) (code string) {
	for {
		line, err := from.ReadString('\n')
		if err != nil || len(line) < 4 {
			return ""
		}
		if _, err := io.WriteString(to, line); err != nil {
			return ""
		}
		if line[3] != '-' {
			return line[:3]
		}
	}
}
