package trials

import (
	"context"
	"net"
	"sync/atomic"
	"time"

	"turnpost/cmd/api/programtest"
	"turnpost/mailer"
)

// turns compares turns over HTTP, with the mail worker on, with the same rows written by database/sql alone, and with
// an earlier build if one is named.
func (b *bench) turns() { b.turnsOf("60 plies, all rulesets", programtest.ShortLines(b.t)) }

// longGames does the same in games of 600 plies.
func (b *bench) longGames() {
	b.turnsOf("600 plies, hnefatafl", []programtest.Line{programtest.LongLine(b.t, 600)})
}

func (b *bench) turnsOf(what string, lines []programtest.Line) {
	b.t.Helper()
	for _, sink := range []string{"folder", "SMTP"} {
		setup := benchSetup{lines: lines}
		if sink == "SMTP" {
			setup.mails = b.sink()
		}
		s := b.serve(setup)
		bare := s.bare()
		pair := b.compare(func() benchSlice { return s.slice(b.size, 0) }, bare.slice)
		b.row("turns, "+what+", mail to "+sink, "the same rows by bare SQL", "≥ 1.0", "%s", pair)
		s.stop()
	}
	if b.before == "" {
		return
	}
	now, then := b.serve(benchSetup{lines: lines}), b.serve(benchSetup{lines: lines, binary: b.before})
	pair := b.compare(
		func() benchSlice { return now.slice(b.size, 0) },
		func() benchSlice { return then.slice(b.size, 0) },
	)
	b.row("turns, "+what, "the program before", "", "%s", pair)
	now.stop()
	then.stop()
}

// slowDisks does the same with slower fsyncs.
func (b *bench) slowDisks() {
	for _, disk := range []struct {
		fsync time.Duration
		goal  string
	}{{0, "≥ 1.0"}, {time.Millisecond, "≥ 4"}, {5 * time.Millisecond, "≥ 5"}} {
		s := b.serve(benchSetup{lines: programtest.ShortLines(b.t), fsync: disk.fsync})
		bare := s.bare()
		pair := b.compare(func() benchSlice { return s.slice(b.size/2, 0) }, bare.slice)
		b.row("turns, fsync slowed by "+disk.fsync.String(), "the same rows by bare SQL", disk.goal, "%s", pair)
		s.stop()
	}
}

// worker compares turns with the mail worker on with turns without one.
func (b *bench) worker() {
	lines := programtest.ShortLines(b.t)
	without := b.serve(benchSetup{lines: lines, mailless: true})
	for _, sink := range []string{"folder", "SMTP"} {
		setup := benchSetup{lines: lines}
		if sink == "SMTP" {
			setup.mails = b.sink()
		}
		with := b.serve(setup)
		pair := b.compare(
			func() benchSlice { return with.slice(b.size, 0) },
			func() benchSlice { return without.slice(b.size, 0) },
		)
		b.row("turns, mail worker on, to "+sink, "without a mail worker", "≥ 0.8", "%s", pair)
		with.stop()
	}
	without.stop()
}

// pace compares the slowest turns with the median one at half load.
func (b *bench) pace() {
	s := b.serve(benchSetup{lines: programtest.ShortLines(b.t)})
	s.slice(b.size, 0)
	var tails []float64
	var usual []time.Duration
	for range b.pairs {
		full := s.slice(b.size, 0)
		half := s.slice(b.size, 2*full.took/time.Duration(full.n))
		usual = append(usual, benchQuantile(half.latencies, 0.5))
		tails = append(tails, float64(benchQuantile(half.latencies, 0.99))/float64(benchQuantile(half.latencies, 0.5)))
	}
	b.row("p99 of a turn at half load", "its p50", "≤ 5",
		"%.1f (p50 %s)", median(tails), median(usual).Round(10*time.Microsecond))
	s.stop()
}

// benchMails is a mail server in the process of the benchmark.
type benchMails struct {
	setting string         // for the program
	came    chan time.Time // when mails arrived
	count   atomic.Int64   // of mails so far
}

// sink starts a mail server.
func (b *bench) sink() *benchMails {
	b.t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.t.Fatal(err)
	}
	mails := &benchMails{setting: "smtp://" + listener.Addr().String(), came: make(chan time.Time, 1000)}
	sink := &mailer.Sink{OnMessage: func(string, string, []byte) {
		mails.count.Add(1)
		select {
		case mails.came <- time.Now():
		default: // nobody waits for it
		}
	}}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { defer close(done); _ = sink.Serve(ctx, listener) }()
	b.t.Cleanup(func() { stop(); <-done })
	return mails
}

// mailDelay measures the time from the response to a turn until its mail is at the mail server, on an idle server.
func (b *bench) mailDelay() {
	mails := b.sink()
	s := b.serve(benchSetup{lines: programtest.ShortLines(b.t), mails: mails})
	var delays []time.Duration
	for n := range 30 * b.pairs {
		turn := s.next(n % benchTables)
		s.quiet()
		for len(mails.came) > 0 {
			<-mails.came
		}
		var a benchAnswer
		b.client.ask(benchOrder{URL: s.instance.URL, Tables: [][]benchTurn{{turn}}}, &a)
		if a.Failure != "" {
			b.t.Fatal(a.Failure)
		}
		select {
		case at := <-mails.came:
			delays = append(delays, at.Sub(a.Began.Add(a.Took)))
		case <-time.After(programtest.Patience):
			b.t.Fatal("no mail came")
		}
	}
	b.row("a turn's mail at the SMTP server, p99 when idle", "the turn's answer", "≤ 50 ms", "%s (p50 %s)",
		benchQuantile(delays, 0.99).Round(100*time.Microsecond), median(delays).Round(100*time.Microsecond))
	s.stop()
}

// profile writes a CPU profile of turns without the mail worker, for pprof.
func (b *bench) profile() {
	s := b.serve(benchSetup{lines: programtest.ShortLines(b.t), mailless: true})
	for range b.pairs {
		s.slice(b.size, 0)
	}
	s.stop()
}
