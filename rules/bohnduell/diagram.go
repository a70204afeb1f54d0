package bohnduell

import (
	"strconv"

	"turnpost/rules"
)

func smallName(seat rules.Seat, k int) string { return letters[seat:seat+1] + strconv.Itoa(k) }
func largeName(seat rules.Seat) string        { return letters[seat:seat+1] + "l" }
func stockName(seat rules.Seat) string        { return letters[seat:seat+1] + "s" }

// bowlNumber is the inverse of smallName.
func bowlNumber(name string) int { return int(name[len(name)-1] - '0') }

// columns is the width of the drawing: large bowl, small bowls, stock.
const columns = 1 + smallBowls + 1

// Diagram draws Green's row at the top with the large bowl on the left, and Red's row below, rotated. Each stock is at
// the other end of its row, so that both rows fill the same columns and opposite bowls share one.
func (p position) Diagram(lang string) rules.Diagram {
	d := rules.Diagram{
		Bowls:   make([]rules.Bowl, 0, len(p.sides)*columns),
		Colours: [2]rules.Colour{rules.ColourGreen, rules.ColourRed},
		Bottom:  rules.Second,
	}
	for i := range p.sides {
		seat := rules.Seat(i)
		d.Bowls = append(d.Bowls, p.row(seat)...)
		d.Counters = append(d.Counters,
			rules.Counter{Seat: seat, Label: "counter.stock", Value: p.sides[i].stock},
			rules.Counter{Seat: seat, Label: "counter.large", Value: p.sides[i].large})
	}
	return d.In(words.In(lang))
}

// row returns the bowls of one side from left to right.
func (p *position) row(seat rules.Seat) []rules.Bowl {
	s := &p.sides[seat]
	row := make([]rules.Bowl, columns)
	for distance := range row {
		b := rules.Bowl{Seat: seat, Row: int(seat)}
		switch distance {
		case 0:
			b.Name, b.Label, b.Kind, b.Balls = largeName(seat), "label.large", rules.BowlLarge, s.large
		case columns - 1:
			b.Name, b.Label, b.Kind, b.Balls = stockName(seat), "label.stock", rules.BowlStock, s.stock
		default:
			b.Name, b.Label = smallName(seat, distance), strconv.Itoa(distance)
			b.Kind, b.Balls = rules.BowlSmall, s.small[distance-1]
		}
		b.Column = distance
		if seat == rules.Second {
			b.Column = columns - 1 - distance
		}
		row[b.Column] = b
	}
	return row
}
