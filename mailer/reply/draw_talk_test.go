package reply

import (
	"slices"
	"testing"
)

// A turn is played beside a sentence that offers a draw, which is noticed, and beside chat about draws, which is not.
func TestDrawTalk(t *testing.T) {
	for name, want := range map[string]bool{"offers": true, "chat": false} {
		for _, line := range readEntries("testdata/draws/" + name + ".txt") {
			for _, text := range []string{"d1-d4\n\n" + line, line + "\n\nd1-d4", "d1-d4\n\nIt snows.\n" + line} {
				m, err := Read([]byte(plainHeader+text+"\n"), Options{})
				if err != nil || !slices.Equal(m.Reply.Commands, turn("d1-d4")) || m.Reply.DrawTalk != want {
					t.Errorf("%q is read as %+v, %v", text, m.Reply, err)
				}
			}
		}
	}
}
