package hnefatafl

import (
	"fmt"
	"strings"

	"turnpost/rules"
)

// events are what a move did.
func (p *position) events(m move, captured set, result rules.Result) []rules.Event {
	events := make([]rules.Event, 0, 2+captured.len())
	events = append(events, rules.Event{
		Kind: rules.EventMoved, Seat: p.toMove, Piece: p.piece(m.from), From: p.name(m.from), To: p.name(m.to),
	})
	for s := range captured.all {
		events = append(events, rules.Event{
			Kind: rules.EventCaptured, Seat: p.toMove.Other(), Piece: p.piece(s), At: p.name(s),
		})
	}
	if result.Over() {
		events = append(events, rules.Event{Kind: rules.EventEnded, Seat: result.Winner, Reason: result.Reason})
	}
	return events
}

// Tell makes one sentence of the move with its captures, and one of the end.
func (ruleset) Tell(_ string, events []rules.Event, names [2]string) string {
	var move, end, owner, king, man string
	var squares []string // of the captured men
	for _, e := range events {
		switch {
		case e.Kind == rules.EventMoved:
			move = fmt.Sprintf(toldMove, names[e.Seat], e.Piece, e.From, e.To)
		case e.Kind == rules.EventCaptured && e.Piece == kingName:
			owner, king = names[e.Seat], kingName+toldOn+e.At
		case e.Kind == rules.EventCaptured:
			owner, man = names[e.Seat], e.Piece
			squares = append(squares, e.At)
		case e.Kind == rules.EventEnded:
			end = tellEnd(e, names)
		}
	}
	if owner != "" {
		move += fmt.Sprintf(toldCaptures, owner, tellCaptured(king, man, squares))
	}
	return move + "." + end
}

// tellCaptured joins the king, told already or "", and the men on some squares.
func tellCaptured(king, man string, squares []string) string {
	var parts []string
	if king != "" {
		parts = append(parts, king)
	}
	if len(squares) > 1 {
		man += toldPlural
	}
	if len(squares) > 0 {
		parts = append(parts, man+toldOn+list(squares))
	}
	return list(parts)
}

func tellEnd(e rules.Event, names [2]string) string {
	switch e.Reason {
	case reasonEscape:
		return fmt.Sprintf(toldEscape, names[e.Seat])
	case reasonKingCaptured:
		return fmt.Sprintf(toldCaptured, names[e.Seat])
	case rules.ReasonNoMoves:
		return fmt.Sprintf(toldNoMoves, names[e.Seat.Other()], names[e.Seat])
	}
	return ""
}

// list joins the parts of a sentence.
func list(parts []string) string {
	if len(parts) == 0 {
		return listEmpty
	}
	last := len(parts) - 1
	if last == 0 {
		return parts[0]
	}
	return strings.Join(parts[:last], listComma) + listAnd + parts[last]
}
