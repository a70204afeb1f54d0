package hanniball

import "turnpost/rules"

// Diagram draws the goals, the goal areas and the missing squares of ranks 1 and 15.
func (p *position) Diagram(lang string) rules.Diagram {
	d := rules.Diagram{
		Files: files, Ranks: ranks, Regions: regions(),
		Colours: [2]rules.Colour{rules.ColourWhite, rules.ColourBlack}, Checkered: true,
	}
	for _, s := range allSquares {
		if here := p.board[s]; here != empty {
			d.Pieces = append(d.Pieces, p.drawn(here, s))
		}
	}
	if p.board[p.ball] == empty {
		d.Ball = p.ball.String()
	}
	d.Legend = append(d.Legend, legend...)
	return d.In(words.In(lang))
}

// legend explains the symbols of the text forms; Text is the key of a phrase.
var legend = []rules.Legend{
	{ASCII: "M m", Unicode: "M m", Text: "legend.monkey"},
	{ASCII: "L l", Unicode: "L l", Text: "piece.Lion"},
	{ASCII: "E e", Unicode: "E e", Text: "piece.Elephant"},
	{ASCII: "H h", Unicode: "H h", Text: "piece.Horse"},
	{ASCII: "*", Unicode: "*", Text: "legend.ball"},
	{ASCII: "=", Unicode: "=", Text: "legend.goal"},
	{ASCII: ":", Unicode: ":", Text: "legend.area"},
}

// drawnAs are the figures of the kinds.
var drawnAs = map[kind]rules.Figure{
	monkey: rules.FigureMonkey, lion: rules.FigureLion, elephant: rules.FigureElephant, horse: rules.FigureHorse,
}

func (p *position) drawn(here piece, s square) rules.Piece {
	k, symbol := here.kind(), string(rune(here.letter()))
	out := rules.Piece{
		Square: s.String(), Seat: here.seat(), Kind: k.String(), Letter: string(rune(k.letter())),
		Figure: drawnAs[k],
		Shape:  rules.ShapeDisc, Ball: p.ball == s, ASCII: symbol, Unicode: symbol,
	}
	if k == monkey {
		out.Shape = rules.ShapeKeeper
	}
	return out
}

func regions() []rules.Region {
	void := rules.Region{Kind: rules.RegionVoid, Seat: rules.NoSeat, ASCII: " ", Unicode: " "}
	for _, rank := range []int{0, ranks - 1} {
		for file := range files {
			place := rules.Square{File: file, Rank: rank}
			if _, ok := onBoard(place); !ok {
				void.Squares = append(void.Squares, place.String())
			}
		}
	}
	return []rules.Region{
		void,
		region(rules.RegionGoal, rules.First, "=", goalOf), region(rules.RegionGoal, rules.Second, "=", goalOf),
		region(rules.RegionArea, rules.First, ":", areaOf), region(rules.RegionArea, rules.Second, ":", areaOf),
	}
}

// region returns the squares for which owner returns a side.
func region(kind rules.RegionKind, seat rules.Seat, symbol string, owner func(square) rules.Seat) rules.Region {
	out := rules.Region{Kind: kind, Seat: seat, ASCII: symbol, Unicode: symbol}
	for _, s := range allSquares {
		if owner(s) == seat {
			out.Squares = append(out.Squares, s.String())
		}
	}
	return out
}
