package reply

import (
	"reflect"
	"strings"
	"testing"
)

// A command between an attribution and the marked quote of our mail is read, if the attribution is wrapped too.
func TestAnswerAboveTheQuote(t *testing.T) {
	read, total := 0, 0
	for _, dir := range []string{templateMails, "testdata/sent"} {
		for _, name := range sentNames(t, dir) {
			sent := loadSent(t, dir, name)
			for _, attribution := range attributions {
				attribution = strings.ReplaceAll(attribution, "ADDR", us[2])
				for _, gap := range []string{"\n", "\n\n"} {
					text := strings.Join(wrapText(attribution, 72), "\n") + gap + "d1-d4" + gap + joined(quotedLines(sent.Text))
					m, err := Read([]byte(plainHeader+text), Options{Sent: sent, Us: us})
					if err != nil {
						t.Fatal(err)
					}
					checkNothingElse(t, m.Reply, turn("d1-d4"))
					if total++; reflect.DeepEqual(m.Reply.Commands, turn("d1-d4")) {
						read++
					}
				}
			}
		}
	}
	if read*10 < total*6 {
		t.Errorf("%d of %d are read", read, total)
	}
	t.Logf("%d of %d are read", read, total)
}

// The same text is not read in a copy of an earlier answer, nor above a quote of another mail, nor if our mail is not
// known, nor in words that go on.
func TestNoAnswerAboveTheQuote(t *testing.T) {
	sent, other := loadSent(t, "testdata/sent", "your-turn"), loadSent(t, "testdata/sent", "instructions")
	quote := joined(quotedLines(sent.Text))
	const (
		by    = "On Sat, Nov 21, 2026 at 10:51 PM turnpost\n<play@play.example.org> wrote:\n"
		block = "From: Ann <ann@example.net>\nSent: Saturday, November 21, 2026 10:51 PM\nTo: turnpost\n" +
			"<play@play.example.org>\nSubject: Re: Your turn\n"
	)
	for name, c := range map[string]struct {
		text string
		sent Sent
	}{
		"an earlier answer":         {"On Sat, Nov 21, 2026 Ann <ann@example.net> wrote:\n\nd1-d4\n\n" + quote, sent},
		"an earlier answer by name": {"On Sat, Nov 21, 2026 Ann wrote:\n\nd1-d4\n\n" + quote, sent},
		"an earlier answer to us":   {block + "\nd1-d4\n\n" + quote, sent},
		"an earlier answer within":  {by + "\nOn Fri, Nov 20, 2026 Ann wrote:\n\nd1-d4\n\n" + quote, sent},
		"both in one":               {by + "On Fri, Nov 20, 2026 Ann wrote:\n\nd1-d4\n\n" + quote, sent},
		"an answer to us by address": {
			"On Sat, Nov 21, 2026 to turnpost\nAnn <ann@example.net> wrote:\n\nd1-d4\n\n" + quote, sent,
		},
		"another mail":                 {by + "\nd1-d4\n\n" + quote, other},
		"an unknown mail":              {by + "\nd1-d4\n\n" + quote, Sent{}},
		"a sentence that goes on":      {by + "\nI would have liked to play\nd1-d4\nbut I cannot decide\n\n" + quote, sent},
		"words that are not said here": {by + "\nbob writes:\n\nd1-d4\n\nGood luck to you, my friend\n\n" + quote, sent},
	} {
		m, err := Read([]byte(plainHeader+c.text), Options{Sent: c.sent, Us: us})
		if err != nil {
			t.Fatal(err)
		}
		if len(m.Reply.Commands) > 0 {
			t.Errorf("%s: read %+v", name, m.Reply.Commands)
		}
	}
}
