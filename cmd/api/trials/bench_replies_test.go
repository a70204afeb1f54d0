package trials

import (
	"os"
	"path/filepath"
	"time"

	"turnpost/cmd/api/programtest"
	"turnpost/mailer/reply"
)

// replies compares the rate of reading mails with that of turns over HTTP.
func (b *bench) replies() {
	b.t.Helper()
	s := b.serve(benchSetup{lines: programtest.ShortLines(b.t)})
	s.slice(b.size, 0) // warms up
	var turns, reads, ratios []float64
	for range b.pairs {
		turn, read := s.slice(b.size, 0).rate(), readRate(b)
		turns, reads, ratios = append(turns, turn), append(reads, read), append(ratios, read/turn)
	}
	b.row("mails read, on one core", "turns by HTTP", "", "%.1f (%.0f/s to %.0f/s)",
		median(ratios), median(reads), median(turns))
	s.stop()
}

// readRate measures how many mails of the reader's test data are read in a second.
func readRate(b *bench) float64 {
	b.t.Helper()
	files, err := filepath.Glob("../../../mailer/reply/testdata/mails/*.eml")
	if err != nil || len(files) == 0 {
		b.t.Fatalf("%d mails: %v", len(files), err)
	}
	var mails [][]byte
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			b.t.Fatal(err)
		}
		mails = append(mails, raw)
	}
	text, err := os.ReadFile("../../../mailer/reply/testdata/sent/your-turn.txt")
	if err != nil {
		b.t.Fatal(err)
	}
	options := reply.Options{Sent: reply.Sent{Text: string(text)}}
	began, n := time.Now(), 0
	for ; time.Since(began) < time.Second; n++ {
		if _, err := reply.Read(mails[n%len(mails)], options); err != nil {
			b.t.Fatal(err)
		}
	}
	return float64(n) / time.Since(began).Seconds()
}
