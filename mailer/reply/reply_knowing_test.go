package reply

import (
	"math/rand/v2"
	"os"
	"reflect"
	"strings"
	"testing"

	"turnpost/rules/rulestest/sample"
)

// comparison counts replies that were read with and without our mail.
type comparison struct {
	total, worse, read, asked int
}

// compare reads a reply with and without the mail that it answers. All that is read without it must be read with it
// too.
func (c *comparison) compare(t *testing.T, name, raw string, sent Sent, meant []Command) {
	t.Helper()
	known, err := Read([]byte(raw), Options{Sent: sent, Us: us})
	if err != nil {
		t.Fatal(err)
	}
	blind, err := Read([]byte(raw), Options{Us: us})
	if err != nil {
		t.Fatal(err)
	}
	checkNothingElse(t, known.Reply, meant)
	isRight := func(r Reply) bool { return len(r.Commands)+len(meant) == 0 || reflect.DeepEqual(r.Commands, meant) }
	c.total++
	switch {
	case isRight(known.Reply):
		c.read++
	case isRight(blind.Reply):
		c.worse++
		t.Errorf("%s: with our mail %+v, without it %+v", name, known.Reply, blind.Reply)
	case len(known.Reply.Possible) > 0:
		c.asked++
	}
}

// A reply that is read as meant without our mail is read so with it.
func TestKnowingOurMailIsNeverWorse(t *testing.T) {
	sample.Whole(t, "reads every reply twice")
	r := rand.New(rand.NewPCG(17, *seed))
	var c comparison
	for _, m := range loadMeant(t) {
		if m.Kind != Human {
			continue
		}
		raw, err := os.ReadFile("testdata/mails/" + m.File + ".eml")
		if err != nil {
			t.Fatal(err)
		}
		c.compare(t, m.File, string(raw), loadSent(t, "testdata/sent", m.Sent), m.Commands)
	}
	tongues := loadTongues()
	for _, dir := range []string{templateMails, "testdata/sent"} {
		for _, name := range sentNames(t, dir) {
			sent := loadSent(t, dir, name)
			for range max(1, *rounds/2) {
				s, answer := randomStyle(r), said[r.IntN(len(said))]
				text := answer.text
				if r.IntN(2) == 0 && !strings.Contains(text, "\n\n") {
					text = randomAround(r).write(text)
				}
				c.compare(t, name+" "+s.String(), plainHeader+s.apply(sent, text), sent, answer.want)
				page := twoParts(s, sent, text, containers[r.IntN(len(containers))])
				c.compare(t, name+" "+s.String()+" and HTML", page, sent, answer.want)
				program := sortedKeys(programs)[r.IntN(len(programs))]
				other := answers[r.IntN(len(answers))]
				w := written{tongue: tongues[r.IntN(len(tongues))], sent: sent, text: other.text, r: r}
				plain, page := programs[program](w)
				c.compare(t, name+" "+program, encodeMail(r, plain, page), sent, other.want)
			}
		}
	}
	t.Logf("%+v", c)
	if c.read*100 < c.total*99 {
		t.Errorf("%d of %d are read as meant", c.read, c.total)
	}
}

// roundcubeAttributions are those of Roundcube in the languages of its users.
var roundcubeAttributions = []string{
	"On 2026-11-23 10:00, turnpost wrote:",
	"On 2026-11-23 10:00, turnpost <" + us[2] + "> wrote:",
	"On 2026-11-23 10:00, " + us[2] + " wrote:",
	"Am 2026-11-23 10:00, schrieb turnpost:",
	"Le 2026-11-23 10:00, turnpost a écrit :",
	"El 2026-11-23 10:00, turnpost escribió:",
	"turnpost писал(а) 2026-11-23 10:00:",
	"W dniu 2026-11-23 10:00, turnpost napisał(a):",
	"turnpost schreef op 2026-11-23 10:00:",
	"Den 2026-11-23 10:00, skrev turnpost:",
}

// A reply by Roundcube to any mail of ours is read as meant, in each of its ways of quoting. In a copy without marks,
// text that only the HTML of our mail has was taken for the writer's.
func TestRoundcube(t *testing.T) {
	r := rand.New(rand.NewPCG(19, *seed))
	pick := func(from ...string) string { return from[r.IntN(len(from))] }
	var c comparison
	for _, dir := range []string{templateMails, "testdata/sent"} {
		for _, name := range sentNames(t, dir) {
			sent := loadSent(t, dir, name)
			for range *rounds {
				how := roundcube{
					pick(roundcubeAttributions...), pick("below", "above", "unmarked"), pick("html", "text", "converted"),
					r.IntN(2) == 0, r.IntN(2) == 0, r.IntN(2) == 0,
				}
				answer := said[r.IntN(len(said))]
				c.compare(t, name+" "+how.String(), how.write(sent, answer.text), sent, answer.want)
			}
		}
	}
	t.Logf("%+v", c)
	if c.read < c.total {
		t.Errorf("%d of %d are read as meant", c.read, c.total)
	}
}
