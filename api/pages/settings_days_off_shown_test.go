package pages_test

import (
	"strings"
	"testing"

	"turnpost/models"
	"turnpost/models/challenge"
)

// Days off and vacations that begin by themselves are shown on the profile, where a game is offered and beside
// deadlines.
func TestDaysOffOnPages(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.SignUp("ann"), w.SignUp("bob")
	guest, owner, reader := w.visitor(), w.visitor().signIn(ann), w.visitor().signIn(bob)
	_, err := w.UpdateProfile(t.Context(), ann.ID, models.ProfilePatch{Values: models.Values{
		"time_zone": {"Europe/Warsaw"}, "days_off": {"sat", "sun"}, "auto_vacation": {models.Yes},
	}})
	if err != nil {
		t.Fatal(err)
	}
	const still = "clock stands still on Saturdays and Sundays."
	guest.get("/p/ann").want(200, "ann's "+still, "When ann's time runs out, a day of vacation is taken automatically")
	owner.get("/p/ann").want(200, "Your "+still, "When your time runs out")
	if text := guest.get("/p/bob").want(200).text(); strings.Contains(text, "stands still") {
		t.Errorf("a player without days off: %s", text)
	}
	c, err := w.CreateChallenge(t.Context(), ann, challenge.NewChallenge{Ruleset: "hnefatafl", Variant: "7x7"})
	if err != nil {
		t.Fatal(err)
	}
	reader.get("/c/"+c.ID).want(200, "ann's "+still)
	reader.get("/play").want(200, "not on Saturdays and Sundays")
	g := w.Begin(ann, bob, "hnefatafl", "7x7")
	reader.get("/g/"+g.ID).want(200, "ann's "+still)
	owner.get("/g/"+g.ID).want(200, "Your "+still)
	owner.get("/").want(200, "not on Saturdays and Sundays")
}
