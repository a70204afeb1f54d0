package bohnduell

import "testing"

func BenchmarkPlay(b *testing.B) {
	p := at(b, manyTurns)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if _, err := p.Play(allTurns[i%len(allTurns)].String()); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "turns/s")
}

func BenchmarkNext(b *testing.B) {
	p := at(b, manyTurns)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := p.Next(""); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "lists/s")
}

func BenchmarkParse(b *testing.B) {
	r := New()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := r.Parse("standard", manyTurns); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "positions/s")
}

func BenchmarkPerft(b *testing.B) {
	start, err := New().Start("standard")
	if err != nil {
		b.Fatal(err)
	}
	const depth = 7
	leaves := uint64(0)
	for b.Loop() {
		leaves += perft(start, depth)
	}
	b.ReportMetric(float64(leaves)/b.Elapsed().Seconds(), "turns/s")
}
