package reply

import (
	"reflect"
	"strings"
	"testing"
)

// A command that was typed on a marked line of the quote is asked about; a command of our mail is not.
func TestTypedWithinTheQuote(t *testing.T) {
	for _, name := range sentNames(t, "testdata/sent") {
		sent := loadSent(t, "testdata/sent", name)
		lines := quotedLines(sent.Text)
		at := len(lines) / 2
		for _, typed := range []struct {
			text string
			want []Command
		}{
			{"> f3-f5", turn("f3-f5")},
			{"> takeback 3", []Command{{Verb: Takeback, Count: 3}}},
			{"> say hello", nil},
			{"> It is hard.", nil},
		} {
			text := attributions[0] + "\n" + joined(lines[:at]) + typed.text + "\n" + joined(lines[at:])
			m, err := Read([]byte(plainHeader+text), Options{Sent: sent, Us: us})
			if err != nil {
				t.Fatal(err)
			}
			if len(m.Reply.Commands) > 0 || len(m.Reply.Possible)+len(typed.want) > 0 &&
				!reflect.DeepEqual(m.Reply.Possible, typed.want) {
				t.Errorf("%s, %q: %+v", name, typed.text, m.Reply)
			}
		}
		if m, err := Read([]byte(plainHeader+attributions[0]+"\n"+joined(lines)), Options{Sent: sent, Us: us}); err != nil ||
			len(m.Reply.Commands)+len(m.Reply.Possible) > 0 {
			t.Errorf("%s, quoted alone: %+v, %v", name, m.Reply, err)
		}
	}
}

func quotedLines(text string) []string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	for i := range lines {
		lines[i] = "> " + lines[i]
	}
	return lines
}

func joined(lines []string) string { return strings.Join(lines, "\n") + "\n" }
