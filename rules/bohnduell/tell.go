package bohnduell

import (
	"fmt"
	"strings"

	"turnpost/rules"
)

// Tell says a turn in one to three sentences; a theft joins the sentence of the
// placement that it belongs to.
func (ruleset) Tell(_ string, events []rules.Event, names [2]string) string {
	var b strings.Builder
	for i, e := range events {
		if i > 0 && e.Kind != rules.EventStolen {
			b.WriteString(". ")
		}
		b.WriteString(tellEvent(e, names))
	}
	b.WriteByte('.')
	return b.String()
}

func tellEvent(e rules.Event, names [2]string) string {
	switch e.Kind {
	case rules.EventPlaced:
		return tellPlaced(e, names[e.Seat])
	case rules.EventSown:
		return tellSown(e, names[e.Seat])
	case rules.EventStolen:
		return fmt.Sprintf(english.stole, english.balls(e.Count), names[e.Seat], bowlNumber(e.From))
	case rules.EventSkipped:
		return fmt.Sprintf(english.skipped, names[e.Seat], names[e.Seat.Other()])
	}
	if e.Seat == rules.NoSeat {
		return english.drawn
	}
	return fmt.Sprintf(english.won, names[e.Seat], english.balls(e.Count))
}

func tellPlaced(e rules.Event, name string) string {
	bowls := make([]int, e.Count)
	for i := range bowls {
		bowls[i] = bowlNumber(e.To) + i
	}
	if e.Count == 1 {
		return fmt.Sprintf(english.placedOne, name, english.bowls(bowls))
	}
	return fmt.Sprintf(english.placedMore, name, english.balls(e.Count), english.bowls(bowls))
}

func tellSown(e rules.Event, name string) string {
	from := bowlNumber(e.From)
	if from == 1 {
		return fmt.Sprintf(english.sownOne, name, from)
	}
	passed := make([]int, from-1)
	for i := range passed {
		passed[i] = from - 1 - i
	}
	return fmt.Sprintf(english.sownMore, name, from, english.bowls(passed))
}
