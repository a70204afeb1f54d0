package reply

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"turnpost/rules/rulestest/sample"
)

// An answer is read above a long text, and below a quote that is ten times as long as the longest mail of ours.
func TestAnswerInALongMail(t *testing.T) {
	sample.Whole(t, "reads long mails")
	var sent Sent
	for i := range 1200 {
		sent.Text += fmt.Sprintf("%d. bob moved d%d\n", i, i)
	}
	quoted := "> " + strings.ReplaceAll(sent.Text, "\n", "\n> ")
	for name, text := range map[string]string{
		"above":       "d1-d4\n\n" + strings.Repeat("It rained for days.\n", 12000),
		"below":       quoted + "\n\nd1-d4\n",
		"below a gap": strings.Repeat("\n", 1000) + "d1-d4\n",
	} {
		m, err := Read([]byte(plainHeader+text), Options{Sent: sent, Us: us})
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(m.Reply.Commands, turn("d1-d4")) {
			t.Errorf("%s: read %+v", name, m.Reply.Commands)
		}
	}
}

// A mail of more commands than a person writes is asked about, even if the game could read only one of them.
func TestMoreActsThanAPersonWrites(t *testing.T) {
	text := "d1-d4\n"
	for i := range maxActs {
		text += fmt.Sprintf("\nd1-e%d\n", i)
	}
	m, err := Read([]byte(plainHeader+text), Options{
		Us: us, Readable: func(s string) bool { return s == "d1-d4" },
	})
	if err != nil {
		t.Fatal(err)
	}
	if r := m.Reply; len(r.Commands) > 0 || !reflect.DeepEqual(r.Possible, turn("d1-d4")) {
		t.Errorf("read %+v", r)
	}
}
