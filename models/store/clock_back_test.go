package store

import (
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/challenge"
	"turnpost/models/hook"
	"turnpost/models/mailbox"
	"turnpost/rules"
	"turnpost/rules/rulestest/sample"
)

// What was put off while the clock was ahead does not wait until the clock reaches that time again.
func TestQueuesAfterTheClockWasAhead(t *testing.T) {
	sample.Whole(t, "sets clocks back")
	for name, ahead := range map[string]time.Duration{"a day": models.Day, "ten years": 10 * 365 * models.Day} {
		t.Run(name, func(t *testing.T) {
			w := newHookWorld(t, hook.NewHook{Events: []models.Kind{models.KindMessage}})
			if err := w.Heartbeat(t.Context()); err != nil {
				t.Fatal(err)
			}
			begun, err := w.CreateChallenge(t.Context(), w.ann, challenge.NewChallenge{
				Ruleset: "hnefatafl", Variant: "7x7", Opponent: models.HouseName(rules.Easy), Seat: "first",
			})
			if err != nil {
				t.Fatal(err)
			}
			w.sendHooks()
			w.pass(ahead)
			if err := w.Heartbeat(t.Context()); err != nil {
				t.Fatal(err)
			}
			w.play(begun.Begun, w.ann, "d1-c1")
			mail := mailbox.InboundMail{Key: []byte("key"), Source: "smtp", Raw: []byte("x")}
			if _, err := w.ReceiveMail(t.Context(), mail); err != nil {
				t.Fatal(err)
			}
			if _, err := w.SendMessage(t.Context(), w.bob.ID, w.game.ID, "hello"); err != nil {
				t.Fatal(err)
			}
			claims := w.hookClaims()
			if len(claims) != 1 {
				t.Fatalf("%d deliveries", len(claims))
			}
			w.settleHook(hook.Outcome{
				Claim: claims[0], Status: 500, Detail: hook.HookRefused,
				RetryAt: w.now().Add(time.Minute),
			})
			w.pass(-ahead)
			if err := w.Heartbeat(t.Context()); err != nil {
				t.Fatal(err)
			}
			if task, err := w.ClaimHouseTask(t.Context(), time.Minute, 0); err != nil || task == nil {
				t.Errorf("the house has nothing to do: %v", err)
			}
			if mails, err := w.ClaimInbound(t.Context(), 10, time.Minute); err != nil || len(mails) != 1 {
				t.Errorf("%d mails are read, %v", len(mails), err)
			}
			if again := w.hookClaims(); len(again) != 1 {
				t.Errorf("%d deliveries are tried again", len(again))
			}
		})
	}
}
