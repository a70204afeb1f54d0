package main

import (
	"net/http"
	"time"

	"turnpost/models"
	"turnpost/models/challenge"
	"turnpost/models/event"
	"turnpost/models/hook"
)

// inEvents plays an event of two players to its end, and a game of a ladder that changes places.
func (b *postbox) inEvents(ann, bob models.Player) {
	b.t.Helper()
	ctx := b.t.Context()
	joined := func(n event.NewEvent) event.Event {
		b.t.Helper()
		e, err := b.CreateEvent(ctx, ann, n)
		b.must(err)
		for _, p := range []models.Player{ann, bob} {
			_, err := b.JoinEvent(ctx, p, e.ID)
			b.must(err)
		}
		return e
	}
	held := joined(event.NewEvent{Ruleset: "hnefatafl", Variant: "7x7", Size: 2, Double: true})
	games, err := b.EventGames(ctx, held.ID)
	b.must(err)
	for _, g := range games {
		_, err := b.ResignGame(ctx, bob.ID, g.Game)
		b.must(err)
	}
	ladder := joined(event.NewEvent{
		Kind: event.Ladder, Ruleset: "hnefatafl", Variant: "7x7", Terms: models.Terms{Pace: "1d"},
	})
	g, err := b.ChallengeInEvent(ctx, bob, ladder.ID, ann.Name)
	b.must(err)
	for i, turn := range []string{"d1-c1", "d3-c3"} {
		g = b.Play(g, models.Player{ID: g.Players[i].ID, Name: g.Players[i].Name}, turn)
		b.must(nil)
	}
	_, err = b.ResignGame(ctx, ann.ID, g.ID)
	b.must(err)
}

// webhookEnds turns off a webhook of ann's, whose receiver says that it is gone.
func (b *postbox) webhookEnds(ann, bob models.Player) {
	b.t.Helper()
	ctx := b.t.Context()
	_, err := b.CreateHook(ctx, ann.ID, hook.NewHook{URL: "https://hooks.example.org/ann"})
	b.must(err)
	b.Begin(ann, bob, "hnefatafl", "7x7")
	claims, _, err := b.ClaimHooks(ctx, 1, time.Minute)
	b.must(err)
	if len(claims) != 1 {
		b.t.Fatalf("%d deliveries are due", len(claims))
	}
	_, err = b.SettleHooks(ctx, []hook.Outcome{
		{Claim: claims[0], Status: http.StatusGone, Detail: hook.HookGone},
	})
	b.must(err)
}

// vacationByItself lets the time of cleo run out, so that a vacation of hers begins. The clocks are swept often, since
// a long pause would count as an outage.
func (b *postbox) vacationByItself(bob models.Player) {
	b.t.Helper()
	ctx, cleo := b.t.Context(), b.SignUp("cleo")
	_, err := b.UpdateProfile(ctx, cleo.ID, models.ProfilePatch{Values: models.Values{"auto_vacation": {models.Yes}}})
	b.must(err)
	c, err := b.CreateChallenge(ctx, cleo, challenge.NewChallenge{
		Ruleset: "hnefatafl", Variant: "7x7", Opponent: bob.Name, Seat: "first", Terms: models.Terms{Pace: "1h"},
	})
	b.must(err)
	g, err := b.AcceptChallenge(ctx, bob, c.ID)
	b.must(err)
	for g.Away[0].IsZero() {
		b.Clock.Advance(4 * time.Minute)
		_, err = b.SweepClocks(ctx)
		b.must(err)
		g, err = b.Game(ctx, g.ID)
		b.must(err)
		if g.Status != models.Ongoing {
			b.t.Fatalf("the game of cleo is %s", g.Status)
		}
	}
}
