package board

import (
	"strings"
	"testing"

	"turnpost/rules"
)

// Only symbols that are not the initials of their kinds are explained on every board.
func TestUnclearSymbolsAreExplained(t *testing.T) {
	for _, c := range []struct{ kind, symbol, disc, want string }{
		{"king", "K", "K", ""},
		{"black", "x", "x", "x      the name"},
		{"x", "x", "x", "x      the name"},
		{"rock", "#", "#", "#      the name"},
		{"black", "x", "●", ""},
	} {
		d := rules.Diagram{
			Files: 1, Ranks: 1, Pieces: []rules.Piece{{Square: "a1", Kind: c.kind, ASCII: c.symbol, Unicode: c.disc}},
			Legend: []rules.Legend{{ASCII: c.symbol, Unicode: c.disc, Text: "the name"}},
			Marks:  rules.Marks{To: []string{"a1"}},
		}
		_, got, _ := strings.Cut(Text(d, Style{Unclear: true, Unicode: c.disc != c.symbol}), "a\n")
		if strings.TrimSpace(got) != c.want {
			t.Errorf("%s of a %s: %q", c.symbol, c.kind, got)
		}
	}
}
