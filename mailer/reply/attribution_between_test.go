package reply

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"turnpost/rules/rulestest/sample"
)

// A command between an attribution and the marked quote of our mail is read, if the attribution is wrapped too.
func TestAnswerAboveTheQuote(t *testing.T) {
	read, total := 0, 0
	for _, dir := range []string{templateMails, "testdata/sent"} {
		for _, name := range sentNames(t, dir) {
			sent := loadSent(t, dir, name)
			for i, attribution := range attributions {
				if sample.Short() && i%32 != len(name)%32 {
					continue
				}
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
	if read < total {
		t.Errorf("%d of %d are read", read, total)
	}
}

// The attribution may be wrapped at any of its spaces. Wrapped next to its weekday, it may be asked about.
func TestAnswerBelowAnyWrapping(t *testing.T) {
	sample.Whole(t, "wraps attributions at every space")
	read, total := 0, 0
	for _, name := range []string{"your-turn", "instructions"} {
		sent := loadSent(t, "testdata/sent", name)
		quote := joined(quotedLines(sent.Text))
		for _, attribution := range attributions {
			words := strings.Split(strings.ReplaceAll(attribution, "ADDR", us[2]), " ")
			for cut := 1; cut < len(words); cut++ {
				wrapped := strings.Join(words[:cut], " ") + "\n" + strings.Join(words[cut:], " ")
				m, err := Read([]byte(plainHeader+wrapped+"\nd1-d4\n"+quote), Options{Sent: sent, Us: us})
				if err != nil {
					t.Fatal(err)
				}
				checkNothingElse(t, m.Reply, turn("d1-d4"))
				switch total++; {
				case reflect.DeepEqual(m.Reply.Commands, turn("d1-d4")):
					read++
				case !reflect.DeepEqual(m.Reply.Possible, turn("d1-d4")):
					t.Errorf("%q: %+v", wrapped, m.Reply)
				}
			}
		}
	}
	if asked := total - read; asked > 28 {
		t.Errorf("%d of %d are asked about", asked, total)
	}
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
		"a sentence that goes on":      {by + "\nI would have liked to play\nd1-d4\nbut I cannot\n\n" + quote, sent},
		"an earlier answer, wrapped":   {"On Sat, Nov 21, 2026 Ann\n<ann@example.net> wrote:\n\nd1-d4\n\n" + quote, sent},
		"an earlier answer, no verb":   {"21.11.2026, 22:51, Ann <ann@example.net>:\n\nd1-d4\n\n" + quote, sent},
		"two without a verb":           {"21.11.2026, 22:51, turnpost:\n20.11.2026, 22:51, Ann:\n\nd1-d4\n" + quote, sent},
		"an address above a date":      {"\"Ann\" <ann@example.net>\n21.11.2026, 22:51:\n\nd1-d4\n\n" + quote, sent},
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

// A sentence below an attribution without a colon is the writer's.
func TestSentenceBelowAnAttribution(t *testing.T) {
	sent := loadSent(t, "testdata/sent", "your-turn")
	const attribution, sentence = "turnpost <play@play.example.org> schrieb am 21.11.2026 um 22:51", "I like this game."
	text := attribution + "\n" + sentence + "\n\n" + joined(quotedLines(sent.Text)) + "\nd1-d4\n"
	m, err := Read([]byte(plainHeader+text), Options{Sent: sent, Us: us})
	if err != nil {
		t.Fatal(err)
	}
	if r := m.Reply; !reflect.DeepEqual(r.Commands, turn("d1-d4")) || !reflect.DeepEqual(r.Leftover, []string{sentence}) {
		t.Errorf("%+v", r)
	}
}

// A line of the writer directly above an attribution is no part of it, though it begins as one does.
func TestLinesAboveAnAttribution(t *testing.T) {
	sent := loadSent(t, "testdata/sent", "your-turn")
	for line, want := range map[string][]Command{
		"On second thoughts, no.":          nil,
		"On Friday I am not here.":         turn("d1-d4"),
		"Am Ende ist es doch schade":       turn("d1-d4"),
		"В этот раз сыграю быстрее":        turn("d1-d4"),
		"El viernes no estoy, hasta luego": turn("d1-d4"),
	} {
		text := "d1-d4\n\n" + line + "\nOn Sat, 21 Nov 2026 at 22:51, turnpost <" + us[2] + "> wrote:\n" +
			joined(quotedLines(sent.Text))
		m, err := Read([]byte(plainHeader+text), Options{Sent: sent, Us: us})
		if err != nil || !slices.Equal(m.Reply.Commands, want) || !slices.Equal(m.Reply.Leftover, []string{line}) {
			t.Errorf("%q above an attribution: %+v, %v", line, m.Reply, err)
		}
	}
}

// A turn that the HTML text takes back is asked about, even if the plain text does not.
func TestTakenBackInHTMLAlone(t *testing.T) {
	raw := "Content-Type: multipart/alternative; boundary=a\n\n--a\n\nd1-d4\n" +
		"--a\nContent-Type: text/html\n\n<p>d1-d4</p><p>No, please wait with this one.</p>\n--a--\n"
	m, err := Read([]byte(raw), Options{Us: us})
	if err != nil || len(m.Reply.Commands) > 0 || !slices.Equal(m.Reply.Possible, turn("d1-d4")) {
		t.Errorf("%+v, %v", m.Reply, err)
	}
}

// A turn with a label and a number directly above an attribution is no part of it.
func TestLabelAboveAnAttribution(t *testing.T) {
	sent := loadSent(t, "testdata/sent", "your-turn")
	for _, typed := range []string{"Turn 13: d1-d4", "Zug 13: d1-d4", "13. Zug: d1-d4", "Ход 13: d1-d4"} {
		text := typed + "\nOn Sat, 21 Nov 2026 at 22:51, turnpost <" + us[2] + "> wrote:\n" + joined(quotedLines(sent.Text))
		m, err := Read([]byte(plainHeader+text), Options{Sent: sent, Us: us})
		if err != nil || !slices.Equal(m.Reply.Commands, turn("d1-d4")) {
			t.Errorf("%q above an attribution: %+v, %v", typed, m.Reply, err)
		}
	}
}
