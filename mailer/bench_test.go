package mailer

import (
	"context"
	"crypto/tls"
	"io"
	"net"
	"runtime/debug"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wneessen/go-mail"
	"github.com/wneessen/go-mail/smtp"

	"turnpost/models/modeltest/cputime"
)

// The size of a slice of the benchmark: one mail for each game; the games are of all rulesets in equal parts.
const (
	benchGames   = 400
	benchPlayers = 32
)

// benchGC is the garbage collection setting of the program, used for both sides.
const benchGC = 200

// BenchmarkMail compares the mail worker with plain go-mail, in alternating slices; b.N is the number of pairs.
//
// The worker sends the mail of a turn in each of 400 games of all rulesets, between 32 players: it claims the stored
// notices, reads the games, writes text and HTML, draws the board, encodes, sends, and settles on disk, over its
// default number of connections, and formats its log. Nobody plays meanwhile. go-mail sends as many ready messages
// with its default options over one connection: one of these mails of each ruleset in turn, again and again, encoded
// anew each time as it always does. bare4 uses as many connections as the worker.
//
// Both use STARTTLS on open connections to one mail server in another process, which discards the mails. µs is the CPU
// time of this process for each mail, without the mail server's.
func BenchmarkMail(b *testing.B) {
	defer debug.SetGCPercent(debug.SetGCPercent(benchGC))
	o := newOffice(b)
	address, client := startBenchSink(b)
	config := o.config()
	config.Writer = o.replyWriter()
	counted := &countingTransport{Transport: openServer(b, "smtp://"+address+"?tls=on", OutboundOptions{TLS: client})}
	config.Transport = counted
	table := newBenchTable(b, o)
	ready := table.ready(config.Writer, defaultParallel)
	one, four := newBareSender(b, address, client, ready[:1]), newBareSender(b, address, client, ready)
	sides := []struct {
		name string
		send func() benchSlice
	}{
		{"mails", func() benchSlice { return table.send(config) }}, {"bare", one.send}, {"bare4", four.send},
	}
	for _, side := range sides {
		side.send() // all warm up
	}
	counted.mails.Store(0)
	counted.bytes.Store(0)
	measured := map[string][]benchSlice{}
	b.ResetTimer()
	for range b.N {
		for _, side := range sides {
			measured[side.name] = append(measured[side.name], side.send())
		}
	}
	b.StopTimer()
	b.ReportMetric(0, "ns/op")
	for name, slices := range measured {
		b.ReportMetric(medianOf(slices, slices, func(s, _ benchSlice) float64 { return s.rate }), name+"/s")
		b.ReportMetric(medianOf(slices, slices, func(s, _ benchSlice) float64 { return s.cpu }), name+"-µs")
	}
	ratio := func(ours, theirs benchSlice) float64 { return ours.rate / theirs.rate }
	b.ReportMetric(medianOf(measured["mails"], measured["bare"], ratio), "ratio")
	b.ReportMetric(medianOf(measured["mails"], measured["bare4"], ratio), "ratio4")
	b.ReportMetric(float64(counted.bytes.Load())/float64(counted.mails.Load()), "B/mail")
	b.ReportMetric(sizeOf(b, ready[0]), "B/ready")
}

// benchSlice is the result of one slice.
type benchSlice struct {
	rate float64 // mails in a second
	cpu  float64 // µs for each mail
}

// measure measures a function that sends a mail for each game.
func measure(send func()) benchSlice {
	cpu, began := cputime.Used(), time.Now()
	send()
	took, used := time.Since(began), cputime.Used()-cpu
	return benchSlice{rate: benchGames / took.Seconds(), cpu: float64(used.Microseconds()) / benchGames}
}

// medianOf is the median of a value of pairs.
func medianOf(ours, theirs []benchSlice, value func(ours, theirs benchSlice) float64) float64 {
	list := make([]float64, len(ours))
	for i := range list {
		list[i] = value(ours[i], theirs[i])
	}
	slices.Sort(list)
	return list[len(list)/2]
}

// countingTransport counts mails and bytes.
type countingTransport struct {
	Transport
	mails, bytes atomic.Int64
}

func (c *countingTransport) Send(ctx context.Context, m *Message) error {
	c.mails.Add(1)
	c.bytes.Add(int64(len(m.raw)))
	return c.Transport.Send(ctx, m)
}

func sizeOf(b *testing.B, messages []*mail.Msg) float64 {
	b.Helper()
	total := int64(0)
	for _, m := range messages {
		n, err := m.WriteTo(io.Discard)
		if err != nil {
			b.Fatal(err)
		}
		total += n
	}
	return float64(total) / float64(len(messages))
}

// bareSender sends ready messages by go-mail, over a connection for each list of them.
type bareSender struct {
	b           *testing.B
	client      *mail.Client
	connections []*smtp.Client
	ready       [][]*mail.Msg
}

func newBareSender(b *testing.B, address string, config *tls.Config, ready [][]*mail.Msg) *bareSender {
	b.Helper()
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		b.Fatal(err)
	}
	number, err := strconv.Atoi(port)
	if err != nil {
		b.Fatal(err)
	}
	config = config.Clone()
	config.ServerName = host
	s := &bareSender{b: b, ready: ready}
	if s.client, err = mail.NewClient(host, mail.WithPort(number), mail.WithTLSPolicy(mail.TLSMandatory),
		mail.WithTLSConfig(config)); err != nil {
		b.Fatal(err)
	}
	for range ready {
		connection, err := s.client.DialToSMTPClientWithContext(b.Context())
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { _ = s.client.CloseWithSMTPClient(connection) })
		s.connections = append(s.connections, connection)
	}
	return s
}

// send sends as many messages as there are games.
func (s *bareSender) send() benchSlice {
	return measure(func() {
		var all sync.WaitGroup
		for i, connection := range s.connections {
			all.Go(func() {
				for n := range benchGames / len(s.connections) {
					if err := s.client.SendWithSMTPClient(connection, s.ready[i][n%len(s.ready[i])]); err != nil {
						s.b.Error(err)
						return
					}
				}
			})
		}
		all.Wait()
	})
}
