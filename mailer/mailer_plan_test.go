package mailer

import (
	"strings"
	"testing"

	"turnpost/models"
	"turnpost/models/play"
	"turnpost/rules/rulestest/sample"
)

func (o *office) plan(g *models.Game, p models.Player, lines ...string) {
	o.t.Helper()
	if _, err := o.SetPlan(o.t.Context(), play.PlanInput{Game: g.ID, Player: p.ID}, lines); err != nil {
		o.t.Fatal(err)
	}
}

// texts sends the queued mails and returns their subjects and texts by recipient.
func (o *office) texts(notices int) map[string]string {
	o.t.Helper()
	before := len(o.mails())
	stop := o.start(o.config())
	for range notices {
		o.want(OutcomeSent)
	}
	stop()
	texts := map[string]string{}
	for _, m := range o.mails()[before:] {
		e := m.parse(o.t)
		texts[m.to] += e.GetHeader("Subject") + "\n\n" + e.Text
	}
	return texts
}

func TestPlanMails(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	o := newOffice(t)
	ann, bob := o.player("ann"), o.player("bob")
	g := o.game(ann, bob)
	o.drain(1)
	o.plan(g, bob, "* : e7-d7 : a1-a1 : e7-d7")
	o.play(g.ID, ann, "Your move, and <b>mine</b>.")
	texts := o.texts(2)
	for address, parts := range map[string][]string{
		"bob@example.org": {
			"Your plan answered ann", "ann moved an attacker", "ann writes:",
			"\n> Your move, and <b>mine</b>.", "bob moved a defender from e7 to d7", "Your plan goes on.",
		},
		"ann@example.org": {"Your turn against bob", "bob moved a defender from e7 to d7"},
	} {
		for _, part := range parts {
			if !strings.Contains(texts[address], part) {
				t.Errorf("%s: %q is missing in\n%s", address, part, texts[address])
			}
		}
	}
	o.wantPage(texts["bob@example.org"], g.ID)
	o.play(g.ID, ann, "")
	if text := o.texts(1)["bob@example.org"]; !strings.Contains(text, "Your turn against ann") ||
		!strings.Contains(text, "Your plan ended: it has no answer to this.") {
		t.Errorf("bob reads\n%s", text)
	}
}
