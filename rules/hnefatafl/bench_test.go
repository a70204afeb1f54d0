package hnefatafl

import "testing"

// BenchmarkPerft plays every move of the tree of three plies below the setup, including the leaves. moves/s counts only
// the leaves.
func BenchmarkPerft(b *testing.B) {
	const depth = 3
	for _, setup := range setups {
		b.Run(setup.variant, func(b *testing.B) {
			p := at(b, setup.variant, "")
			want := perfts[setup.variant][depth-1]
			for b.Loop() {
				if got := p.perft(depth); got != want {
					b.Fatalf("perft(%d) = %d, want %d", depth, got, want)
				}
			}
			b.ReportMetric(float64(want)*float64(b.N)/b.Elapsed().Seconds(), "moves/s")
		})
	}
}

func BenchmarkPlay(b *testing.B) {
	p := at(b, "11x11", "")
	for b.Loop() {
		if _, err := p.Play("d1-d4"); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "turns/s")
}

func BenchmarkNext(b *testing.B) {
	p := at(b, "11x11", "")
	for b.Loop() {
		if _, err := p.Next(""); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "lists/s")
}
