package search

// tableSize is the number of entries of the transposition table: 2 MB.
const tableSize = 1 << 17

// bound says how the value of an entry limits the value of its position.
type bound uint8

const (
	exact bound = iota
	atLeast
	atMost
)

// entry is what the table knows of a position.
type entry struct {
	hash  uint64
	value int16
	slot  uint16 // of the best move
	depth int8
	bound bound
	age   uint16 // the search that stored it; 0 for none
}

// table is a transposition table. Entries of earlier searches count as empty, so that results depend on one search
// alone; this takes less time than clearing 2 MB before a search of a few milliseconds.
type table struct {
	entries []entry
	age     uint16
}

// begin makes all entries count as empty.
func (t *table) begin() {
	if t.entries == nil {
		t.entries = make([]entry, tableSize)
	}
	t.age++
	if t.age == 0 {
		clear(t.entries)
		t.age = 1
	}
}

// find returns the entry of a position; false if there is none.
func (t *table) find(hash uint64) (entry, bool) {
	e := &t.entries[hash%tableSize]
	return *e, e.hash == hash && e.age == t.age
}

// store replaces the entry in the place of e, unless that is about the same position and deeper.
func (t *table) store(e entry) {
	old := &t.entries[e.hash%tableSize]
	if old.age == t.age && old.hash == e.hash && old.depth > e.depth && e.bound != exact {
		return
	}
	e.age = t.age
	*old = e
}

// faded returns the value of a finished position that is ply moves away from the root: a later win is worth less.
func faded(value, ply int) int {
	switch {
	case value > MaxValue:
		return value - ply
	case value < MinValue:
		return value + ply
	}
	return value
}

// stored is the inverse of faded: wins in the table are counted from the position itself.
func stored(value, ply int) int { return faded(value, -ply) }
