package reply

import (
	"reflect"
	"strings"
	"testing"
)

// The table in the comment of isSure holds.
func TestSureByTheLinesAround(t *testing.T) {
	for _, c := range []struct {
		text string
		want []Command
		sure bool
	}{
		{"resign", []Command{{Verb: Resign}}, true},
		{strings.Repeat("It rained.\n\n", maxBefore) + "resign", []Command{{Verb: Resign}}, true},
		{strings.Repeat("It rained.\n\n", maxBefore+1) + "resign", []Command{{Verb: Resign}}, false},
		{"Bartholomew Maximilian Kovács,\nresign", []Command{{Verb: Resign}}, true}, // 30 characters
		{"Bartholomew Maximilian Kovácsi,\nresign", []Command{{Verb: Resign}}, false},
		{"I thought about it.\n\nresign", []Command{{Verb: Resign}}, true},
		{"Hi Bob,\nresign", []Command{{Verb: Resign}}, true},
		{"d1-d4\nsay hi", append(turn("d1-d4"), say("hi")...), true},
		{"That was hard.\nresign", []Command{{Verb: Resign}}, true},
		{"My answer to that\nd1-d4", turn("d1-d4"), true},
		{"My answer to that\nresign", []Command{{Verb: Resign}}, false},
		{"Whatever happens, I will not\nresign", []Command{{Verb: Resign}}, false},
		{"I do not want to play:\nd1-d4", turn("d1-d4"), false},
		{"My answer is long enough to end the mail.\n\nBest regards,\ndraw", []Command{{Verb: Draw}}, false},
		{"draw\nis what you want", []Command{{Verb: Draw}}, false},
		{"Ann Example, London\n\ne14", turn("e14"), false},
	} {
		m, err := Read([]byte(plainHeader+c.text+"\n"), Options{Us: us, Readable: func(s string) bool {
			return s == "d1-d4" || s == "e14"
		}})
		if err != nil {
			t.Fatal(err)
		}
		sure, possible := m.Reply.Commands, m.Reply.Possible
		if !c.sure {
			sure, possible = possible, sure
		}
		if !reflect.DeepEqual(sure, c.want) || len(possible) > 0 {
			t.Errorf("%q: commands %+v, possible %+v", c.text, m.Reply.Commands, m.Reply.Possible)
		}
	}
}
