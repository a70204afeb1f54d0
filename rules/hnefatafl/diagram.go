package hnefatafl

import "turnpost/rules"

// The symbols of the text forms. The first side is the dark one.
const (
	attackerASCII, attackerUnicode     = "a", "●"
	defenderASCII, defenderUnicode     = "d", "○"
	kingASCII, kingUnicode             = "K", "♔"
	restrictedASCII, restrictedUnicode = "#", "▨"
)

func (p *position) Diagram(lang string) rules.Diagram {
	b := p.board
	d := rules.Diagram{
		Files:  b.size,
		Ranks:  b.size,
		Bottom: rules.NoSeat,
		Regions: []rules.Region{{
			Kind: rules.RegionRestricted, Seat: rules.NoSeat, Squares: b.squareNames(b.squares.andNot(b.open)),
			ASCII: restrictedASCII, Unicode: restrictedUnicode,
		}},
		Pieces: p.pieces(),
		Counters: []rules.Counter{
			{Seat: attackers, Label: "side.attackers", Value: p.attackers.len()},
			{Seat: defenders, Label: "side.defenders", Value: p.defenders.len()},
		},
		Legend: []rules.Legend{
			{ASCII: attackerASCII, Unicode: attackerUnicode, Text: "piece.attacker"},
			{ASCII: defenderASCII, Unicode: defenderUnicode, Text: "piece.defender"},
			{ASCII: kingASCII, Unicode: kingUnicode, Text: "piece.king"},
			{ASCII: restrictedASCII, Unicode: restrictedUnicode, Text: "legend.restricted"},
		},
	}
	return d.In(words.In(lang))
}

// pieces lists the attackers, the defenders and the king.
func (p *position) pieces() []rules.Piece {
	var pieces []rules.Piece
	add := func(squares set, kind rules.Piece) {
		for s := range squares.all {
			kind.Square = p.name(s)
			pieces = append(pieces, kind)
		}
	}
	add(p.attackers, rules.Piece{
		Seat: attackers, Kind: kindAttacker, Shape: rules.ShapeDisc, ASCII: attackerASCII, Unicode: attackerUnicode,
	})
	add(p.defenders, rules.Piece{
		Seat: defenders, Kind: kindDefender, Shape: rules.ShapeDisc, ASCII: defenderASCII, Unicode: defenderUnicode,
	})
	add(p.king.bit(), rules.Piece{
		Seat: defenders, Kind: kindKing, Shape: rules.ShapeKing, ASCII: kingASCII, Unicode: kingUnicode,
	})
	return pieces
}
