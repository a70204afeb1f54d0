package mailer

import (
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/challenge"
)

// vacationByItself lets ann's time run out, so that a vacation of hers begins.
func vacationByItself(t *testing.T, o *office, must func(error), ann, bob models.Player) {
	t.Helper()
	_, err := o.UpdateProfile(t.Context(), ann.ID, models.ProfilePatch{
		Values: models.Values{"auto_vacation": {models.Yes}, "days_off": {"sat", "sun"}},
	})
	must(err)
	c, err := o.CreateChallenge(t.Context(), ann, challenge.NewChallenge{
		Ruleset: "hnefatafl", Opponent: "bob", Seat: "first", Terms: models.Terms{Pace: "1h"},
	})
	must(err)
	g, err := o.AcceptChallenge(t.Context(), bob, c.ID)
	must(err)
	for now := g; now.Away[0].IsZero(); {
		o.pass(4 * time.Minute)
		_, err = o.SweepClocks(t.Context())
		must(err)
		if now, err = o.Game(t.Context(), g.ID); err != nil || now.Status != models.Ongoing {
			t.Fatalf("%v, %v", now, err)
		}
	}
}
