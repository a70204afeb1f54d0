package reply

import (
	"strings"
	"testing"

	"turnpost/rules/rulestest/sample"
)

// An earlier answer that a thread quotes is never done again, in any way of quoting: at most it is asked about.
func TestEarlierAnswers(t *testing.T) {
	sample.Whole(t, "quotes answers in every way")
	senders := []string{
		"From: Ann\nSent: Saturday, November 21, 2026 10:51 PM\nTo: turnpost\nSubject: Re: Your turn\n\n",
		"From: Ann Example\nDate: Saturday, November 21, 2026\nTo: turnpost <ADDR>\nSubject: Re: Your turn\n\n",
		"________________________________\nVon: Ann\nGesendet: Samstag, 21. November 2026 22:51\nAn: turnpost\n" +
			"Betreff: AW: Your turn\n\n",
		"-----Original Message-----\nFrom: Ann <ann@example.net>\nTo: turnpost <ADDR>\nSubject: Re: Your turn\n\n",
		"On Sat, Nov 21, 2026 at 10:51 PM Ann wrote:\n\n",
		"On Sat, Nov 21, 2026 at 10:51 PM Ann <ann@example.net> wrote:\n",
		"Le 21/11/2026 à 22:51, Ann a écrit :\n",
		"сб, 21 нояб. 2026 г. в 22:51, Ann <ann@example.net>:\n",
		"W dniu 21.11.2026 o 22:51, Ann pisze:\n",
		"21.11.2026, 22:51, \"Ann\" <ann@example.net>:\n",
	}
	ours := []string{
		"",
		"From: turnpost <ADDR>\nSent: Saturday, November 21, 2026 10:00 PM\nTo: Ann <ann@example.net>\nSubject: x\n\n",
		"On Sat, Nov 21, 2026 at 10:00 PM turnpost <ADDR> wrote:\n\n",
		"сб, 21 нояб. 2026 г. в 22:00, turnpost <ADDR>:\n\n",
		"Am 21.11.2026 um 22:00 schrieb turnpost:\n\n",
	}
	asked := 0
	for _, name := range []string{"testdata/sent|your-turn", "testdata/sent|instructions", templateMails + "|your-turn"} {
		dir, name, _ := strings.Cut(name, "|")
		sent := loadSent(t, dir, name)
		marked := joined(quotedLines(sent.Text))
		copies := []string{sent.Text, marked, strings.ReplaceAll(marked, "> ", ">> ")}
		for i, by := range senders {
			for j, our := range ours {
				copied := copies[(i+j)%len(copies)]
				if i%2 == 0 {
					copied = copies[0] // the hardest
				}
				for k, said := range []string{"d1-d4", "resign", "Hi,\n\nd1-d4"} {
					earlier := said + "\n\n" + our + copied
					above := []string{"", "Sorry, did you get this?\n\n", "Hello,\n\n", "ping\n\n"}[(i+j+k)%4]
					for _, text := range []string{
						above + by + earlier,
						above + by + "> " + strings.ReplaceAll(earlier, "\n", "\n> "),
					} {
						text = strings.ReplaceAll(text, "ADDR", us[2])
						for _, s := range []Sent{sent, {}} {
							m, err := Read([]byte(plainHeader+text), Options{Sent: s, Us: us})
							if err != nil {
								t.Fatal(err)
							}
							if len(m.Reply.Commands) > 0 {
								t.Errorf("%q, our mail known %t: %+v", text[:min(len(text), 300)], s.Text != "", m.Reply.Commands)
							}
							if len(m.Reply.Possible) > 0 {
								asked++
							}
						}
					}
				}
			}
		}
	}
	t.Logf("%d are asked about", asked)
}
