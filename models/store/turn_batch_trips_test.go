package store

import (
	"bufio"
	"encoding/binary"
	"io"
	"log/slog"
	"net"
	"net/url"
	"sync/atomic"
	"testing"

	"turnpost/models"
)

// trips is a proxy to PostgreSQL that counts round trips.
type trips struct {
	net.Listener
	server string
	n      atomic.Int64
}

func (p *trips) serve() {
	for {
		client, err := p.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial("tcp", p.server)
		if err != nil {
			_ = client.Close()
			continue
		}
		go func() { _, _ = io.Copy(client, server); _ = client.Close() }()
		go func() { _ = p.pass(server, bufio.NewReader(client)); _ = server.Close() }()
	}
}

// pass forwards a client's messages. All but the first begin with their kind; a Query and a Sync are answered.
func (p *trips) pass(to io.Writer, from *bufio.Reader) error {
	for head := make([]byte, 4); ; head = make([]byte, 5) {
		if _, err := io.ReadFull(from, head); err != nil {
			return err
		}
		if len(head) == 5 && (head[0] == 'Q' || head[0] == 'S') {
			p.n.Add(1)
		}
		length := int64(binary.BigEndian.Uint32(head[len(head)-4:])) - 4
		if _, err := to.Write(head); err != nil {
			return err
		}
		if _, err := io.CopyN(to, from, length); err != nil {
			return err
		}
	}
}

// Turns that are committed together need as many round trips as one: to begin, to load their games, to store
// them, and to commit.
func TestTurnsTogetherAskSeldom(t *testing.T) {
	b := newBatchOfTurns(t)
	path, err := url.Parse(b.path)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	way := &trips{Listener: listener, server: path.Host}
	go way.serve()
	path.Host = listener.Addr().String()
	far, err := Open(t.Context(), Options{Database: path.String(), Now: b.now, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer far.Close()
	games := []*models.Game{b.begin(), b.begin(), b.begin(), b.begin(), b.begin(), b.begin()}
	near := b.Store
	defer func() { b.Store = near }()
	b.Store = far
	for _, text := range []string{"d1-c1", "d3-c3"} { // the first round prepares all statements
		for _, g := range games {
			b.add(g, text, nil)
		}
		turns, before := b.turns, way.n.Load()
		b.commit()
		for _, turn := range turns {
			if err := <-turn.ended; err != nil {
				t.Fatal(err)
			}
		}
		asked := way.n.Load() - before - 3 // minus those of the statement that occupies the writer
		if text == "d3-c3" && (asked < 3 || asked > 5) {
			t.Errorf("%d turns asked %d times", len(games), asked)
		}
		b.ann, b.bob = b.bob, b.ann
	}
}
