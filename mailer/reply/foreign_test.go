package reply

import (
	"strings"
	"testing"

	"turnpost/rules/rulestest/sample"
)

// In an unmarked copy of another mail of ours, the opponent's words are not the writer's, even if they are a command.
func TestCopyOfAnotherMail(t *testing.T) {
	sample.Whole(t, "copies mails in every way")
	const copied = `It is your turn, turn 9 of HanniBall against bob. You play as White.

bob writes:

WORDS

To play, reply with your turn in the first line. A turn is written so:

EXAMPLES
The game:
    https://play.example.org/g/k7m2q9xr

You have until Tue 24 Nov 14:00 CET: 3 days 2 hours.
`
	const block = "From: turnpost <play@play.example.org>\nSent: Saturday, November 21, 2026 10:51 PM\nTo: " +
		"ann@example.net\nSubject: x\n\n"
	examples := []string{"", "    b4-c6 c6-e7\n\nElse:\n\n    takeback 1\n    say and some words for bob, up to an " +
		"empty line\n"}
	for _, words := range []string{"resign", "d1-d4", "say hello", "resign\n\nnow", "Hi,\n\ndraw", "accept\nbob"} {
		for _, head := range []string{"", block, "On 21 Nov 2026, turnpost wrote:\n\n"} {
			for _, sent := range []Sent{
				{},
				loadSent(t, "testdata/sent", "instructions"),
				loadSent(t, "testdata/sent", "your-turn"),
			} {
				for _, written := range []string{"", "Hello!\n\n", "What a game that is.\n\n"} {
					text := written + head + strings.NewReplacer("WORDS", words, "EXAMPLES", examples[len(words)%2]).Replace(copied)
					m, err := Read([]byte(plainHeader+text), Options{Sent: sent, Us: us})
					if err != nil {
						t.Fatal(err)
					}
					if len(m.Reply.Commands) > 0 {
						t.Errorf("%q below %q with %q: %+v", words, head, sent.Subject, m.Reply.Commands)
					}
				}
			}
		}
	}
}
