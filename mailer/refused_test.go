package mailer

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"turnpost/rules/rulestest/sample"
)

// TestRefusedAddresses: repeated refusals of a player's address by the mail server count like bounces. Refusals for
// another reason do not.
func TestRefusedAddresses(t *testing.T) {
	t.Parallel()
	replies := map[string]bool{
		"550 5.1.1 no such user": true, "550 5.2.1 mailbox disabled": true, "550 5.7.1 you are on a list": false,
		"550 rejected": false, "552 5.2.2 the mailbox is full": false,
	}
	for _, reply := range sample.Every(2, slices.Sorted(maps.Keys(replies))) {
		fails := replies[reply]
		t.Run(reply, func(t *testing.T) {
			o := newOffice(t)
			ann, bob := o.player("ann"), o.player("bob")
			g := o.game(ann, bob)
			o.drain(1)
			p := newPeer(t, o.address)
			config := o.config()
			config.Transport = o.server(p.address())
			o.start(config)
			for range 3 {
				p.fail("RCPT", reply)
				if _, err := o.SendMessage(t.Context(), ann.ID, g.ID, "Are you there?"); err != nil {
					t.Fatal(err)
				}
				o.want(OutcomeFailed)
			}
			now, _, err := o.PlayerByName(t.Context(), "bob")
			if err != nil {
				t.Fatal(err)
			}
			if failing := now.Failing != nil; failing != fails {
				t.Fatalf("mail fails: %v, want %v", failing, fails)
			}
			if !fails {
				return
			}
			o.Wake()
			o.want(OutcomeSent) // the notice to ann about it
			mails := o.mails()
			if last := mails[len(mails)-1]; last.to != ann.Email ||
				!strings.Contains(last.parse(t).GetHeader("Subject"), "bob") {
				t.Errorf("%s got %s", last.to, last.raw)
			}
		})
	}
}
