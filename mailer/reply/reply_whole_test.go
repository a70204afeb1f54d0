package reply

import (
	"strings"
	"testing"
)

// wholeGame reads the turns of four games in the replies of testdata/whole.
var wholeGame = gameOf(strings.Fields("d1-d4 d1-d5 e1-e3 a4-a3 h1-h4 k4-j4 k8-h8 f2-c2 h5-h8~h10~d10 d3-d2 h3-g3 "+
	"d5-d8 l3-m4 l5-k6 h1-g1 h1-k1 e1-d1 b4-d5 h4-f5 c2-d2 p1 p2 p3 p4"), "abcdefghijklp")

// readWhole reads a reply in which a pilcrow is a line end.
func readWhole(t *testing.T, text string) Reply {
	t.Helper()
	m, err := Read([]byte(plainHeader+strings.ReplaceAll(text, "¶", "\n")+"\n"), wholeGame)
	if err != nil {
		t.Fatal(err)
	}
	return m.Reply
}

// Replies as players write them are played if their turn is meant.
func TestWholeRepliesPlayed(t *testing.T) {
	for _, entry := range readEntries("testdata/whole/played.txt") {
		want, text, _ := strings.Cut(entry, " = ")
		if r := readWhole(t, text); len(r.Commands) == 0 || r.Commands[0] != turn(want)[0] {
			t.Errorf("%q is read as %+v", text, r)
		}
	}
}

// Replies with a turn that is not meant, or not surely, are asked about.
func TestWholeRepliesAsked(t *testing.T) {
	for _, text := range readEntries("testdata/whole/asked.txt") {
		if r := readWhole(t, text); len(r.Commands) > 0 || len(r.Possible) == 0 {
			t.Errorf("%q is read as %+v", text, r)
		}
	}
}
