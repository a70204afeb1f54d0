package sevensages

import (
	"turnpost/rules"
	"turnpost/rules/phrase"
)

// describe describes a turn in one to three sentences; a kick and its stone share one.
func describe(events []rules.Event, names [2]string) (sentences []phrase.Message) {
	say := func(key string, args ...any) { sentences = append(sentences, phrase.New(key, args...)) }
	for i, e := range events {
		switch {
		case e.Kind == rules.EventMoved && i+1 < len(events) && events[i+1].Kind == rules.EventKicked:
			way := events[i+1].Way
			last := len(way) - 1
			say("described.kicked",
				"player", names[e.Seat], "from", e.From, "ball", way[0], "bounces", way[1:last], "end", way[last])
		case e.Kind == rules.EventMoved:
			say("described.slid", "player", names[e.Seat], "from", e.From, "to", e.To)
		case e.Kind == rules.EventPoint:
			say("described.scored", "player", names[e.Seat], "points", points(e.Count))
		case e.Kind == rules.EventEnded && e.Reason == rules.ReasonNoMoves:
			say("described.won_stuck", "player", names[e.Seat], "loser", names[e.Seat.Other()])
		case e.Kind == rules.EventEnded:
			say("described.won", "player", names[e.Seat])
		}
	}
	return sentences
}

// points returns a number of points in words.
func points(n int) phrase.Message { return phrase.New("points", "n", n) }

// sideName returns the name of a side.
func sideName(seat rules.Seat) phrase.Message { return phrase.New("side." + sideIDs[seat]) }

// pieceName names the content of a square: "White's stone", "the ball".
func pieceName(p piece) phrase.Message {
	switch p {
	case whiteStone:
		return phrase.New("stone", "side", sideName(rules.First))
	case blackStone:
		return phrase.New("stone", "side", sideName(rules.Second))
	}
	return phrase.New("ball")
}

// placeName names the part of the board of a square that is closed to the ball: "outside", "in White's goal area".
func placeName(s square) phrase.Message {
	switch zones[s] {
	case whiteArea:
		return phrase.New("place.area", "side", sideName(rules.First))
	case blackArea:
		return phrase.New("place.area", "side", sideName(rules.Second))
	}
	return phrase.New("place.outside")
}
