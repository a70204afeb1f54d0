package api

import "turnpost/rules"

// wireOptions converts the possible continuations of a turn.
func wireOptions(o rules.Options) TurnOptions {
	return TurnOptions{MayEnd: o.MayEnd, Steps: each(o.Steps, func(s rules.Step) Step {
		return Step{Text: s.Text, Places: s.Places, Kind: s.Kind}
	})}
}

// wireDiagram converts a diagram and names sides instead of seats.
func wireDiagram(info rules.Info, d rules.Diagram) Diagram {
	return Diagram{
		Files: d.Files, Ranks: d.Ranks, Ball: d.Ball,
		Regions: each(d.Regions, func(r rules.Region) Region {
			return Region{Kind: RegionKind(r.Kind), Seat: info.SideID(r.Seat), Squares: r.Squares}
		}),
		Pieces: each(d.Pieces, func(p rules.Piece) Piece {
			return Piece{
				Square: p.Square, Seat: info.SideID(p.Seat), Kind: p.Kind, Letter: p.Letter,
				Shape: PieceShape(p.Shape), Ball: p.Ball,
			}
		}),
		Bowls: each(d.Bowls, func(b rules.Bowl) Bowl {
			return Bowl{
				Name: b.Name, Label: b.Label, Kind: BowlKind(b.Kind), Seat: info.SideID(b.Seat), Row: b.Row,
				Column: b.Column, Balls: b.Balls,
			}
		}),
		Counters: each(d.Counters, func(c rules.Counter) Counter {
			return Counter{Seat: info.SideID(c.Seat), Label: c.Label, Value: c.Value}
		}),
		Legend: each(d.Legend, func(l rules.Legend) LegendEntry {
			return LegendEntry{ASCII: l.ASCII, Unicode: l.Unicode, Text: l.Text}
		}),
		Marks: Marks{From: d.Marks.From, To: d.Marks.To, Captured: d.Marks.Captured, Ways: d.Marks.Ways()},
	}
}

// each maps a list. The result is never nil.
func each[A, B any](list []A, turn func(A) B) []B {
	out := make([]B, 0, len(list))
	for _, a := range list {
		out = append(out, turn(a))
	}
	return out
}
