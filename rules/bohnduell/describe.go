package bohnduell

import (
	"strconv"

	"turnpost/rules"
	"turnpost/rules/phrase"
)

// describe describes a turn in one to three sentences. A theft is part of the sentence about its placement.
func describe(events []rules.Event, names [2]string) (sentences []phrase.Message) {
	for i, e := range events {
		switch e.Kind {
		case rules.EventPlaced:
			m := placed(e, names[e.Seat])
			if i+1 < len(events) && events[i+1].Kind == rules.EventStolen {
				theft := events[i+1]
				m.Key = "described.stole"
				m = m.With("stolen", balls(theft.Count)).With("owner", names[theft.Seat]).With("from", bowlNumber(theft.From))
			}
			sentences = append(sentences, m)
		case rules.EventSown:
			sentences = append(sentences, sown(e, names[e.Seat]))
		case rules.EventSkipped:
			skipped := phrase.New("described.skipped", "player", names[e.Seat], "other", names[e.Seat.Other()])
			sentences = append(sentences, skipped)
		case rules.EventEnded:
			sentences = append(sentences, ended(e, names))
		}
	}
	return sentences
}

func placed(e rules.Event, name string) phrase.Message {
	into := make([]string, e.Count)
	for i := range into {
		into[i] = strconv.Itoa(bowlNumber(e.To) + i)
	}
	return phrase.New("described.placed", "player", name, "n", e.Count, "balls", balls(e.Count), "bowls", bowls(into))
}

func sown(e rules.Event, name string) phrase.Message {
	from := bowlNumber(e.From)
	if from == 1 {
		return phrase.New("described.sown", "player", name, "from", from)
	}
	passed := make([]string, from-1)
	for i := range passed {
		passed[i] = strconv.Itoa(from - 1 - i)
	}
	return phrase.New("described.sown_over", "player", name, "from", from, "bowls", bowls(passed))
}

func ended(e rules.Event, names [2]string) phrase.Message {
	if e.Seat == rules.NoSeat {
		return phrase.New("described.drawn")
	}
	return phrase.New("described.won", "player", names[e.Seat], "balls", balls(e.Count))
}

// balls returns a number of balls in words.
func balls(n int) phrase.Message {
	if n == 0 {
		return phrase.New("none")
	}
	return phrase.New("balls", "n", n)
}

// bowls lists bowls by their numbers.
func bowls(numbers []string) phrase.Message {
	return phrase.New("bowls", "n", len(numbers), "numbers", numbers)
}
