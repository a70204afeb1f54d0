package hanniball

import (
	"testing"
	"time"

	"turnpost/rules"
	"turnpost/rules/rulestest"
)

// recorded returns the positions and turns of the recorded games.
func recorded(b *testing.B) (positions []rules.Position, turns []string) {
	b.Helper()
	for _, g := range rulestest.Games(b, "hanniball", standard) {
		text := g.Start
		if text == "" {
			text = startText
		}
		for _, turn := range g.Turns {
			p, err := parse(text)
			if err != nil {
				b.Fatal(err)
			}
			positions, turns = append(positions, p), append(turns, turn.Input)
			text = turn.Position
		}
	}
	return positions, turns
}

func perSecond(b *testing.B, unit string) {
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), unit)
}

// BenchmarkPlay validates and plays the turns of the recorded games.
func BenchmarkPlay(b *testing.B) {
	positions, turns := recorded(b)
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		if _, err := positions[i].Play(turns[i]); err != nil {
			b.Fatal(err)
		}
		i = (i + 1) % len(turns)
	}
	perSecond(b, "turns/s")
}

// BenchmarkTurn measures a turn of a stored game: parse the position, play the turn, format the next position.
func BenchmarkTurn(b *testing.B) {
	positions, turns := recorded(b)
	texts := make([]string, len(positions))
	for i, p := range positions {
		texts[i] = p.String()
	}
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		p, err := parse(texts[i])
		if err != nil {
			b.Fatal(err)
		}
		played, err := p.Play(turns[i])
		if err != nil {
			b.Fatal(err)
		}
		if played.Next.String() == "" {
			b.Fatal("no position")
		}
		i = (i + 1) % len(turns)
	}
	perSecond(b, "turns/s")
}

// BenchmarkNext lists the first steps of turns.
func BenchmarkNext(b *testing.B) {
	positions, _ := recorded(b)
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		if _, err := positions[i].Next(""); err != nil {
			b.Fatal(err)
		}
		i = (i + 1) % len(positions)
	}
	perSecond(b, "lists/s")
}

// BenchmarkWholeTurns lists as many whole turns as one answer may have, and reports the slowest list too.
func BenchmarkWholeTurns(b *testing.B) {
	positions, _ := recorded(b)
	var slowest time.Duration
	i := 0
	for b.Loop() {
		began := time.Now()
		if _, _, _, err := rules.Turns(positions[i], "", "", 5000); err != nil {
			b.Fatal(err)
		}
		slowest = max(slowest, time.Since(began))
		i = (i + 1) % len(positions)
	}
	b.ReportMetric(float64(slowest.Microseconds())/1000, "slowest-ms")
}

// BenchmarkSteps counts the steps of the setup to depth 3; the last ones are validated, not played.
func BenchmarkSteps(b *testing.B) {
	p, err := parse(startText)
	if err != nil {
		b.Fatal(err)
	}
	var steps uint64
	for b.Loop() {
		steps += countSteps(&p.state, rules.First, 3)
	}
	b.ReportMetric(float64(steps)/b.Elapsed().Seconds(), "steps/s")
}
