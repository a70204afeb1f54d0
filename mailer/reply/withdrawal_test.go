package reply

import (
	"slices"
	"testing"
)

// A turn is asked about if a line below it withdraws it in any words of a list.
func TestWithdrawals(t *testing.T) {
	for _, below := range readEntries("testdata/below/withdrawals.txt") {
		m, err := Read([]byte(plainHeader+"d1-d4\n\n"+below+"\n"), Options{})
		if err != nil || len(m.Reply.Commands) > 0 || !slices.Equal(m.Reply.Possible, turn("d1-d4")) {
			t.Errorf("%q below a turn: %+v, %v", below, m.Reply, err)
		}
	}
}

// Talk above or below a turn does not keep it from being played.
func TestBanter(t *testing.T) {
	for _, line := range readEntries("testdata/below/banter.txt") {
		for _, text := range []string{"d1-d4\n\n" + line, "d1-d4\n" + line, line + "\n\nd1-d4", line + "\nd1-d4"} {
			m, err := Read([]byte(plainHeader+text+"\n"), Options{})
			if err != nil || !slices.Equal(m.Reply.Commands, turn("d1-d4")) {
				t.Errorf("%q is read as %+v, %v", text, m.Reply, err)
			}
		}
	}
}
