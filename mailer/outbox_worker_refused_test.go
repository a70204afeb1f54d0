package mailer

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"turnpost/models/account"
	"turnpost/models/mailbox"
	"turnpost/rules/rulestest/sample"
)

// refusals are responses of mail servers, with what a session and a delivery report must make of them.
var refusals = map[string]struct {
	bounce account.Bounce
	again  bool // the mail is tried again
}{
	"550 5.1.1 no such user":                             {account.BounceHard, false},
	"550 5.2.1 mailbox disabled":                         {account.BounceHard, false},
	"550 5.7.1 No such user! 17-abc":                     {account.BounceHard, false},
	"550 5.7.1 client blocked using zen.spamhaus.org":    {account.BounceReputation, false},
	"550 5.7.26 unauthenticated mail is not accepted":    {account.BounceReputation, false},
	"550 5.7.606 Access denied, banned sending IP":       {account.BounceReputation, false},
	"421 4.7.0 [TSS04] temporarily deferred, complaints": {account.BounceReputation, true},
	"550 rejected": {account.BounceSoft, false},
	"552 5.3.4 message size exceeds the limit":            {account.BounceSoft, false},
	"552 5.2.2 the mailbox is full":                       {account.BounceSoft, true},
	"452 4.2.2 out of storage":                            {account.BounceSoft, true},
	"550 5.2.1 is receiving mail at a rate that prevents": {account.BounceSoft, true},
}

// TestRefusedAddresses: repeated refusals of a player's address by the mail server count like bounces. Refusals for
// another reason do not.
func TestRefusedAddresses(t *testing.T) {
	t.Parallel()
	for _, reply := range sample.Every(6, slices.Sorted(maps.Keys(refusals))) {
		means := refusals[reply]
		t.Run(reply, func(t *testing.T) {
			o := newOffice(t)
			ann, bob := o.player("ann"), o.player("bob")
			g := o.game(ann, bob)
			o.drain(1)
			p := newPeer(t, o.address)
			config, counted := o.config(), make(chan string, 3)
			config.Transport, config.Bounced = o.server(p.address()), func(kind string) { counted <- kind }
			o.start(config)
			fails := means.bounce == account.BounceHard
			for i := range 3 {
				p.fail("RCPT", reply)
				if _, err := o.SendMessage(t.Context(), ann.ID, g.ID, "Are you there?"); err != nil {
					t.Fatal(err)
				}
				if means.again {
					o.want(OutcomeRetry)
					break
				}
				if fails && i == 2 {
					o.wantTogether(OutcomeFailed, OutcomeSent) // and the notice to ann about it
				} else {
					o.want(OutcomeFailed)
				}
			}
			if means.bounce != account.BounceSoft && <-counted != string(means.bounce) {
				t.Error("it is not counted as", means.bounce)
			}
			now, _, err := o.PlayerByName(t.Context(), "bob")
			if err != nil {
				t.Fatal(err)
			}
			if failing := now.Failing != nil; failing != fails {
				t.Fatalf("mail fails: %v, want %v", failing, fails)
			}
			told := means.bounce == account.BounceReputation && !means.again
			if _, refused := o.MailRefused(now); refused != told {
				t.Errorf("the player is told of a refusal: %v, want %v", refused, told)
			}
			if !fails {
				return
			}
			mails := o.mails()
			if last := mails[len(mails)-1]; last.to != ann.Email ||
				!strings.Contains(last.parse(t).GetHeader("Subject"), "bob") {
				t.Errorf("%s got %s", last.to, last.raw)
			}
		})
	}
}

// Delivery reports with the same responses count as the session does.
func TestRefusedByReport(t *testing.T) {
	sample.Whole(t, "every report of a refusal")
	t.Parallel()
	m := newMatch(t)
	to, n := m.bounceTo(), 0
	for reply, means := range refusals {
		n++
		m.post("<>", bounce(to, n, strings.Fields(reply + " 5.0.0")[1], reply), to)
		m.wantSettled(mailbox.InboundBounce)
		list, _, err := m.Admin().InboundMails(t.Context(), mailbox.InboundFilter{Limit: 1})
		if err != nil {
			t.Fatal(err)
		}
		if got := list[0].Reason; got != string(means.bounce) {
			t.Errorf("%q: %s, want %s", reply, got, means.bounce)
		}
	}
}
