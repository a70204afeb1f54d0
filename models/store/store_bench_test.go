package store

import (
	"fmt"
	"testing"

	"turnpost/models/account"
	"turnpost/models/modeltest/cputime"
	"turnpost/models/play"
)

// BenchmarkStore measures the store's part of frequent requests, without the disk. On a busy machine, compare the
// processor time.
func BenchmarkStore(b *testing.B) {
	c := newCrowd(b, 20_000)
	c.unsynced(b)
	c.GameCache = nil // a new state for each view
	token, err := c.CreateToken(b.Context(), 1, account.NewToken{})
	if err != nil {
		b.Fatal(err)
	}
	for _, task := range []struct {
		name string
		do   func(n int) error
	}{
		{"turn", c.turn},
		{"view", c.game},
		{"inbox", c.inbox},
		{"load", func(n int) error {
			_, err := play.LoadGame(c.Read(b.Context()), fmt.Sprintf("g%07d", c.spread(n)))
			return err
		}},
		{"authenticate", func(int) error {
			_, err := c.Authenticate(b.Context(), token.Secret)
			return err
		}},
		{"turn and mail", func(n int) error {
			if err := c.turn(n); err != nil {
				return err
			}
			return c.outbox(n)
		}},
	} {
		b.Run(task.name, func(b *testing.B) {
			began := cputime.Used()
			for n := 0; b.Loop(); n++ {
				if err := task.do(n); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64((cputime.Used()-began).Nanoseconds())/float64(b.N), "cpu-ns/op")
		})
	}
}
