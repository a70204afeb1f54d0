package sevensages

import "turnpost/rules"

// kindStone is the only kind of piece.
const kindStone = "Stone"

// Diagram shows the outside squares as gaps in the text forms.
func (p *position) Diagram() rules.Diagram {
	return rules.Diagram{
		Files:   size,
		Ranks:   size,
		Regions: regions(),
		Pieces:  p.pieces(),
		Ball:    p.ball.String(),
		Dark:    rules.Second,
		Counters: []rules.Counter{
			{Seat: rules.First, Label: english.pointsCounter, Value: p.points[rules.First]},
			{Seat: rules.Second, Label: english.pointsCounter, Value: p.points[rules.Second]},
		},
		Legend: []rules.Legend{
			{ASCII: "S", Unicode: "○", Text: english.legendWhite},
			{ASCII: "s", Unicode: "●", Text: english.legendBlack},
			{ASCII: "*", Unicode: "*", Text: english.legendBall},
			{ASCII: "=", Unicode: "=", Text: english.legendArea},
			{ASCII: " ", Unicode: " ", Text: english.legendOutside},
		},
	}
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
