package board

import "turnpost/rules"

// The largest board of bowls that is drawn.
const (
	maxBowlColumns = 8
	maxBowlRows    = 6
)

// bowlRows is the bowls as the viewer sees them: by row from the top and by
// column from the left, nil where there is none.
type bowlRows struct {
	columns int
	rows    [][]*bowl
}

// bowl is one bowl with the marks of the last turn.
type bowl struct {
	rules.Bowl
	from, to, captured bool
}

// newBowlRows lays out a diagram. Bowls beyond the largest board are left out;
// of two in one place the later one is drawn.
func newBowlRows(d rules.Diagram, flip bool) *bowlRows {
	b := &bowlRows{}
	byName := map[string]*bowl{}
	for _, one := range d.Bowls {
		if one.Row < 0 || one.Row >= maxBowlRows || one.Column < 0 || one.Column >= maxBowlColumns {
			continue
		}
		one.Balls = max(one.Balls, 0)
		p := &bowl{Bowl: one}
		byName[one.Name] = p
		b.put(p)
	}
	if flip {
		b.turn()
	}
	mark := func(names []string, set func(*bowl)) {
		for _, name := range names {
			if p := byName[name]; p != nil {
				set(p)
			}
		}
	}
	mark(d.Marks.From, func(p *bowl) { p.from = true })
	mark(d.Marks.To, func(p *bowl) { p.to = true })
	mark(d.Marks.Captured, func(p *bowl) { p.captured = true })
	return b
}

func (b *bowlRows) put(p *bowl) {
	b.columns = max(b.columns, p.Column+1)
	for len(b.rows) <= p.Row {
		b.rows = append(b.rows, make([]*bowl, maxBowlColumns))
	}
	b.rows[p.Row][p.Column] = p
}

// turn turns the board by half.
func (b *bowlRows) turn() {
	turned := make([][]*bowl, len(b.rows))
	for i, row := range b.rows {
		other := make([]*bowl, maxBowlColumns)
		for column := range b.columns {
			other[b.columns-1-column] = row[column]
		}
		turned[len(b.rows)-1-i] = other
	}
	b.rows = turned
}

// upper reports whether the labels of a row are above it.
func (b *bowlRows) upper(row int) bool { return 2*row+1 < len(b.rows) }

// owner is the name of the side whose bowls fill a row.
func (b *bowlRows) owner(row int, s Style) string { return s.side(b.seat(row)) }

// seat is the seat of the side whose bowls fill a row.
func (b *bowlRows) seat(row int) rules.Seat {
	for _, p := range b.rows[row] {
		if p != nil {
			return p.Seat
		}
	}
	return rules.NoSeat
}
