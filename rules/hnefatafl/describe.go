package hnefatafl

import (
	"turnpost/rules"
	"turnpost/rules/phrase"
)

// events returns the events of a move.
func (p *position) events(m move, captured set, result rules.Result) []rules.Event {
	events := make([]rules.Event, 0, 2+captured.len())
	events = append(events, rules.Event{
		Kind: rules.EventMoved, Seat: p.toMove, Piece: p.kind(m.from), From: p.name(m.from), To: p.name(m.to),
	})
	for s := range captured.all {
		events = append(events, rules.Event{
			Kind: rules.EventCaptured, Seat: p.toMove.Other(), Piece: p.kind(s), At: p.name(s),
		})
	}
	if result.Over() {
		events = append(events, rules.Event{Kind: rules.EventEnded, Seat: result.Winner, Reason: result.Reason})
	}
	return events
}

// describe describes the move with its captures in one sentence, and the end of the game in another.
func describe(events []rules.Event, names [2]string) (sentences []phrase.Message) {
	var captured []phrase.Message
	var men []string // squares of the captured men
	var man string
	for _, e := range events {
		switch {
		case e.Kind == rules.EventCaptured && e.Piece == kindKing:
			captured = append(captured, phrase.New("captured.king", "square", e.At))
		case e.Kind == rules.EventCaptured:
			man = e.Piece
			men = append(men, e.At)
		}
	}
	if len(men) > 0 {
		captured = append(captured, phrase.New("captured."+man, "n", len(men), "squares", men))
	}
	for _, e := range events {
		switch e.Kind {
		case rules.EventMoved:
			key := "described.moved"
			if len(captured) > 0 {
				key = "described.captured"
			}
			sentences = append(sentences, phrase.New(key, "player", names[e.Seat], "piece", phrase.New("one."+e.Piece),
				"from", e.From, "to", e.To, "captured", captured))
		case rules.EventEnded:
			sentences = append(sentences, phrase.New("ended."+e.Reason, "winner", names[e.Seat], "loser", names[e.Seat.Other()]))
		}
	}
	return sentences
}
