package trials

import (
	"regexp"
	"slices"
	"strconv"
	"time"

	"turnpost/cmd/api/programtest"
)

// posted compares turns with their mails, until the last one is at the SMTP server, with the rows of the turns by bare
// SQL. Every turn of a slice is in another game and has another recipient, so that no mail is outdated before it is
// sent.
func (b *bench) posted() {
	lines := programtest.ShortLines(b.t)
	s := b.serve(benchSetup{lines: lines, mails: b.sink(), players: 2 * b.size})
	var games []string
	ply, every := 0, time.Duration(0)
	slice := func() benchSlice {
		ended := func(l programtest.Line) bool { return ply >= len(l.Turns) }
		if games == nil || slices.ContainsFunc(lines, ended) {
			games, ply = s.beginMany(b.size), 0
		}
		turns := make([]benchTurn, b.size)
		for i, game := range games {
			line := lines[i%len(lines)]
			turns[i] = benchTurn{game, programtest.SeedToken(2*i + line.Seats[ply]), line.Turns[ply]}
		}
		ply++
		return s.post(turns, every)
	}
	bare := s.bare()
	b.row("turns and their mails, in separate games, until all are sent", "the rows of the turns by bare SQL", "≥ 1.0",
		"%s", b.compare(slice, bare.slice))
	for _, load := range []struct {
		name  string
		every time.Duration
	}{{"300 turns a second", time.Second / 300}, {"as many turns as are answered", 0}} {
		every = load.every
		var oldest []time.Duration
		for range b.pairs {
			watch := s.watchAge()
			slice()
			oldest = append(oldest, watch())
		}
		b.row("age of the oldest due notice, "+load.name, "", "≤ 2 s", "%s, at most %s",
			median(oldest), slices.Max(oldest))
	}
	s.stop()
}

// wait waits until so many mails have come in all. If some do not come, it ends after a while without any.
func (m *benchMails) wait(want int64) {
	last, since := m.count.Load(), time.Now()
	again := time.NewTicker(time.Millisecond)
	defer again.Stop()
	for ; last < want && time.Since(since) < programtest.Patience; <-again.C {
		if n := m.count.Load(); n > last {
			last, since = n, time.Now()
		}
	}
}

// watchAge observes the age of the oldest due notice until the returned function is called, which returns the highest.
func (s *benchServer) watchAge() (stop func() time.Duration) {
	ended, highest := make(chan struct{}), make(chan time.Duration)
	go func() {
		again := time.NewTicker(50 * time.Millisecond)
		defer again.Stop()
		var most time.Duration
		for {
			select {
			case <-again.C:
			case <-ended:
				highest <- most
				return
			}
			var text string
			s.instance.Call("GET", "/metrics", "", "", 200, &text, "Accept", "text/plain")
			if found := outboxAge.FindStringSubmatch(text); found != nil {
				seconds, _ := strconv.ParseFloat(found[1], 64) // a number, by its pattern
				most = max(most, time.Duration(seconds*float64(time.Second)))
			}
		}
	}()
	return func() time.Duration { close(ended); return <-highest }
}

var outboxAge = regexp.MustCompile(`\nturnpost_outbox_age_seconds ([0-9.e+-]+)\n`)

// beginMany begins games of all lines, each between two new players.
func (s *benchServer) beginMany(n int) []string {
	s.t.Helper()
	games := make([]string, n)
	for i := range games {
		games[i] = s.begin(i, s.lines[i%len(s.lines)])
	}
	s.quiet()
	return games
}

// post plays turns at an interval and measures until all mail has left. It counts the mails at their server first,
// because to ask the program for its queue again and again would take a tenth of what is measured.
func (s *benchServer) post(turns []benchTurn, every time.Duration) benchSlice {
	s.t.Helper()
	order := benchOrder{URL: s.instance.URL, Every: every, Tables: make([][]benchTurn, benchTables), Others: s.others()}
	for i, turn := range turns {
		order.Tables[i%benchTables] = append(order.Tables[i%benchTables], turn)
	}
	before, began := s.cpu(), time.Now()
	want := s.setup.mails.count.Load() + int64(len(turns))
	var answer benchAnswer
	s.client.ask(order, &answer)
	if answer.Failure != "" {
		s.t.Fatal(answer.Failure)
	}
	s.setup.mails.wait(want)
	s.quiet()
	return benchSlice{
		n: len(turns), took: time.Since(began), cpu: s.cpu() - before,
		latencies: answer.Latencies,
	}
}
