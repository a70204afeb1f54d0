package sevensages

import (
	"testing"

	"turnpost/rules/rulestest"
)

// BenchmarkPlay plays a recorded game repeatedly.
func BenchmarkPlay(b *testing.B) {
	game := rulestest.Games(b, ID, variantStandard)[0]
	start, _ := New().Start(variantStandard)
	turns := 0
	b.ReportAllocs()
	for b.Loop() {
		p := start
		for _, turn := range game.Turns {
			played, err := p.Play(turn.Canonical)
			if err != nil {
				b.Fatal(err)
			}
			p = played.Next
		}
		turns += len(game.Turns)
	}
	b.ReportMetric(float64(turns)/b.Elapsed().Seconds(), "turns/s")
}

// BenchmarkPlayKick finds the canonical path of a kick given by its end.
func BenchmarkPlayKick(b *testing.B) {
	p, _ := New().Start(variantStandard)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := p.Play("h5-h8~d9"); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "turns/s")
}

// BenchmarkNext lists all turns of the setup.
func BenchmarkNext(b *testing.B) {
	p, _ := New().Start(variantStandard)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := p.Next(""); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "lists/s")
}

func BenchmarkParse(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := New().Parse(variantStandard, setup+" w 0-0"); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkPerft(b *testing.B) {
	p, _ := New().Start(variantStandard)
	var n uint64
	for b.Loop() {
		n += perft(p, 3)
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "moves/s")
}
