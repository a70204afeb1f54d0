package sevensages

import (
	"fmt"
	"strings"

	"turnpost/rules"
)

// Tell says a turn in one to three sentences; a kick is one with its stone.
func (ruleset) Tell(_ string, events []rules.Event, names [2]string) string {
	sentences := make([]string, 0, len(events))
	for i, e := range events {
		kicks := i+1 < len(events) && events[i+1].Kind == rules.EventKicked
		switch {
		case e.Kind == rules.EventMoved && kicks:
			sentences = append(sentences, fmt.Sprintf(english.kicked, names[e.Seat], e.From, tellWay(events[i+1].Way)))
		case e.Kind == rules.EventMoved:
			sentences = append(sentences, fmt.Sprintf(english.slid, names[e.Seat], e.From, e.To))
		case e.Kind == rules.EventPoint:
			sentences = append(sentences, fmt.Sprintf(english.scored, names[e.Seat], english.points(e.Count)))
		case e.Kind == rules.EventEnded && e.Reason == rules.ReasonNoMoves:
			sentences = append(sentences, fmt.Sprintf(english.wonByNoMoves, names[e.Seat], names[e.Seat.Other()]))
		case e.Kind == rules.EventEnded && e.Seat == rules.NoSeat:
			sentences = append(sentences, english.drawn)
		case e.Kind == rules.EventEnded:
			sentences = append(sentences, fmt.Sprintf(english.won, names[e.Seat]))
		}
	}
	return strings.Join(sentences, " ")
}

// tellWay says the ball's way: where it lay, its bounces, its end.
func tellWay(way []string) string {
	last := len(way) - 1
	return fmt.Sprintf(english.way, way[0], english.list(way[1:last]), way[last])
}
