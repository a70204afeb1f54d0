package roundrobin

import (
	"cmp"
	"strings"
)

// compare orders two rows, and equal ones by name if names is set.
func (t *Table) compare(a, b *Row, names bool) int {
	left := map[bool]int{true: 1}
	order := cmp.Or(left[t.players[a.Player].Left]-left[t.players[b.Player].Left],
		b.Points-a.Points, b.SB-a.SB, b.Direct-a.Direct, b.Wins-a.Wins)
	if order == 0 && names {
		return strings.Compare(a.Player, b.Player)
	}
	return order
}
