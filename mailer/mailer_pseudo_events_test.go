package mailer

import (
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/admin"
	"turnpost/models/hook"
)

// everyMailBesideGames causes the mails about events, a webhook and a report. Mail to bob fails by now, so that ann and
// the operator alone get them, regardless of who is drawn to move first.
func (o *office) everyMailBesideGames(ann, bob models.Player, must func(error)) {
	o.t.Helper()
	eventsOf(o.t, o, must, ann, bob)
	webhookThatEnds(o.t, o, must, ann, bob)
	g := o.begin(bob, ann)
	_, err := o.SendMessage(o.t.Context(), bob.ID, g.ID, "42")
	must(err)
	_, err = o.CreateReport(o.t.Context(), ann.ID, admin.NewReport{Game: g.ID, Message: 1, Reason: "42"})
	must(err)
}

// webhookThatEnds makes a webhook that is gone when it is tried.
func webhookThatEnds(t testing.TB, o *office, must func(error), p, opponent models.Player) {
	t.Helper()
	made, err := o.CreateHook(t.Context(), p.ID, hook.NewHook{URL: "https://chat.example.com/hook"})
	must(err)
	o.game(p, opponent)
	must(nil)
	claims, _, err := o.ClaimHooks(t.Context(), 1, time.Minute)
	must(err)
	for _, c := range claims {
		_, err := o.SettleHooks(t.Context(), []hook.Outcome{{Claim: c, Status: 410, Detail: hook.HookGone}})
		must(err)
	}
	must(o.DeleteHook(t.Context(), p.ID, made.ID))
}
