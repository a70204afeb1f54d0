package mailer

import (
	"fmt"
	"testing"
	"time"

	"turnpost/models/mailbox"
	"turnpost/rules/rulestest/sample"
)

// The mail server takes as long for a mail in the name of an account as for one of a stranger, so that the time of the
// last answer that a sender sees does not tell whether an address is known.
func TestTheTimeOfTheDeskTellsNothing(t *testing.T) {
	sample.Whole(t, "measures times")
	const tries = 60
	m := newMatch(t)
	for n := range tries {
		m.register(fmt.Sprintf("known%d", n))
	}
	var times [2][]time.Duration
	for n := range tries {
		addresses := [2]string{fmt.Sprintf("known%d@example.org", n), fmt.Sprintf("novel%d@example.org", n)}
		for turn := range 2 {
			kind := (turn + n) % 2 // each comes first as often as the other
			began := time.Now()
			m.write(addresses[kind], desk, "name Eve")
			times[kind] = append(times[kind], time.Since(began))
			if got := <-m.settled; got != []mailbox.InboundResult{mailbox.InboundHeld, mailbox.InboundStranger}[kind] {
				t.Fatalf("%s was %s", addresses[kind], got)
			}
			m.nothing("eve@example.com") // nothing is left to do that could slow the next one
		}
	}
	longer := 0.0
	for _, known := range times[0] {
		for _, unknown := range times[1] {
			if known > unknown {
				longer++
			}
		}
	}
	if area := longer / (tries * tries); area < 0.25 || area > 0.75 {
		t.Errorf("a mail in the name of an account takes longer with probability %.2f", area)
	}
}
