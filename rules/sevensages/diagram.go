package sevensages

import "turnpost/rules"

const kindStone = "Stone"

// Diagram draws the outside squares as gaps in the text forms.
func (p *position) Diagram(lang string) rules.Diagram {
	d := rules.Diagram{
		Files:     size,
		Ranks:     size,
		Regions:   regions(),
		Pieces:    p.pieces(),
		Ball:      p.ball.String(),
		Colours:   [2]rules.Colour{rules.ColourWhite, rules.ColourBlack},
		Checkered: true,
		Counters: []rules.Counter{
			{Seat: rules.First, Label: "counter.points", Value: p.points[rules.First]},
			{Seat: rules.Second, Label: "counter.points", Value: p.points[rules.Second]},
		},
		Legend: []rules.Legend{
			{ASCII: "S", Unicode: "○", Text: "legend.white"},
			{ASCII: "s", Unicode: "●", Text: "legend.black"},
			{ASCII: "*", Unicode: "*", Text: "legend.ball"},
			{ASCII: "=", Unicode: "=", Text: "legend.area"},
			{ASCII: " ", Unicode: " ", Text: "legend.outside"},
		},
	}
	return d.In(words.In(lang))
}

func regions() []rules.Region {
	list := []rules.Region{
		{Kind: rules.RegionOutside, Seat: rules.NoSeat, ASCII: " ", Unicode: " "},
		{Kind: rules.RegionArea, Seat: rules.First, ASCII: "=", Unicode: "="},
		{Kind: rules.RegionArea, Seat: rules.Second, ASCII: "=", Unicode: "="},
	}
	index := map[zone]int{outside: 0, whiteArea: 1, blackArea: 2}
	for s := range square(squares) {
		if i, ok := index[zones[s]]; ok {
			list[i].Squares = append(list[i].Squares, s.String())
		}
	}
	return list
}

func (p *position) pieces() []rules.Piece {
	pieces := make([]rules.Piece, 0, 2*stones)
	for s := range square(squares) {
		one := rules.Piece{Square: s.String(), Kind: kindStone, Shape: rules.ShapeDisc}
		switch p.board[s] {
		case whiteStone:
			one.Seat, one.ASCII, one.Unicode = rules.First, "S", "○"
		case blackStone:
			one.Seat, one.ASCII, one.Unicode = rules.Second, "s", "●"
		default:
			continue
		}
		pieces = append(pieces, one)
	}
	return pieces
}
