package board

// placedCell is a cell in a strip, from a byte of each row on.
type placedCell struct {
	*cell
	at int
}

// stripOfCells assembles a strip from the cells between columns.
func (r *recording) stripOfCells(p part, columns []int) *strip {
	placed := r.joiner.cells[:0]
	left, at := 0, 0
	for i := range len(columns) + 1 {
		right := p.right
		if i < len(columns) {
			right = columns[i]
		}
		one := r.cell(part{left, p.top, right, p.bottom}, p.right)
		placed = append(placed, placedCell{one, at})
		left, at = right, at+one.width
	}
	total := sums{length: uint64(at * len(placed[0].rows))}
	for _, c := range placed {
		total.plain += c.plain
		total.prefixed += (total.length-uint64(c.at))*c.plain - uint64(at)*c.byRow - c.byColumn
	}
	j := &r.joiner
	j.bitWriter = bitWriter{out: j.out[:0]}
	j.cells, j.stride, j.length = placed, at, 0
	clear(j.seen[:])
	j.join()
	return &strip{bits: j.string(), sums: total}
}

// joiner writes cells row by row. A repetition of earlier bytes becomes one match across cells and rows.
type joiner struct {
	bitWriter
	cells  []placedCell
	stride int

	reach  reach // of the current match
	length int

	seen [1 << 10]seenRow
}

// reach is the distance back to the repeated bytes, in bytes and in cells and rows.
type reach struct{ distance, cells, rows int }

// seenRow is the position at which a row of a cell was written.
type seenRow struct {
	sum       uint64
	cell, row int32
}

func (j *joiner) join() {
	above := reach{distance: j.stride, rows: 1}
	for y := range j.cells[0].rows {
		for i := range j.cells {
			c := &j.cells[i]
			if j.length > 0 && j.goesOn(c, i, y) {
				j.length += c.width
				continue
			}
			if before, ok := j.before(i, y); ok {
				j.repeat(before, c.width)
				continue
			}
			look := &c.looks[c.rows[y].look]
			if look.lead > 0 {
				j.repeat(above, int(look.lead))
			}
			j.flush()
			j.add(bitString{b: c.bits[look.at:], n: int(look.n)})
			if look.tail > 0 {
				j.repeat(above, int(look.tail))
			}
		}
	}
	j.flush()
}

// repeat writes bytes that repeat earlier ones.
func (j *joiner) repeat(at reach, length int) {
	if at != j.reach {
		j.flush()
	}
	j.reach, j.length = at, j.length+length
}

func (j *joiner) flush() {
	j.match(j.length, j.reach.distance)
	j.length = 0
}

// before finds an earlier occurrence of a row of a cell.
func (j *joiner) before(i, y int) (at reach, ok bool) {
	c := &j.cells[i]
	row := c.rows[y]
	if back := int(row.back); back > 0 {
		return reach{distance: back * j.stride, rows: back}, true
	}
	sum := c.looks[row.look].sum
	place := &j.seen[sum%uint64(len(j.seen))]
	last := *place
	*place = seenRow{sum, int32(i), int32(y)}
	if last.sum != sum {
		return reach{}, false
	}
	at = reach{cells: i - int(last.cell), rows: y - int(last.row)}
	at.distance = at.rows*j.stride + c.at - j.cells[last.cell].at
	return at, j.repeats(i, y, at)
}

// goesOn reports whether the current match extends over a row of a cell.
func (j *joiner) goesOn(c *placedCell, i, y int) bool {
	if rows := j.reach.rows; j.reach.cells == 0 && rows <= y {
		return c.rows[y].look == c.rows[y-rows].look
	}
	return j.repeats(i, y, j.reach)
}

// repeats reports whether a row of a cell equals the one at a reach.
func (j *joiner) repeats(i, y int, at reach) bool {
	if at.rows > y || at.cells > i || i-at.cells >= len(j.cells) || at.distance > maxDistance {
		return false
	}
	c := &j.cells[i]
	other := &j.cells[i-at.cells]
	return c.width == other.width && at.distance == at.rows*j.stride+c.at-other.at &&
		c.looks[c.rows[y].look].sum == other.looks[other.rows[y-at.rows].look].sum
}
