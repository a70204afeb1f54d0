package store

import (
	"strings"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/challenge"
	"turnpost/models/rating"
)

// setBot asks for it as the owner of an account.
func (w *world) setBot(p models.Player, bot bool) (models.Player, error) {
	return w.UpdateProfile(w.t.Context(), p.ID, models.ProfilePatch{Values: models.Values{"bot": {models.YesNo(bot)}}})
}

// A bot's name says so in every place; it is found without the mark, which no player can choose.
func TestTheNameOfABotSaysSo(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	bob, err := w.setBot(bob, true)
	if err != nil || bob.Name != "bob[bot]" || !bob.Bot() {
		t.Fatalf("%q, %v", bob.Name, err)
	}
	c, err := w.CreateChallenge(t.Context(), ann, challenge.NewChallenge{Ruleset: "hnefatafl", Variant: "7x7", Opponent: "BOB"})
	if err != nil || c.Opponent.Name != "bob[bot]" || !bool(c.Unrated) {
		t.Fatalf("%+v, %v", c, err)
	}
	for _, name := range []string{"bob", "bob[bot]", "Bob[BOT]"} {
		if p, _, err := w.PlayerByName(t.Context(), name); err != nil || p.ID != bob.ID {
			t.Errorf("%q: %+v, %v", name, p, err)
		}
	}
	for name, want := range map[string]string{"Bob": "Bob[bot]", "bob[bot]": "bob[bot]", "robby": "robby[bot]"} {
		p, err := w.UpdateProfile(t.Context(), bob.ID, models.ProfilePatch{Name: &name})
		if err != nil || p.Name != want {
			t.Errorf("renamed to %q: %q, %v", name, p.Name, err)
		}
		w.pass(25 * time.Hour)
	}
	name := "ann[bot]"
	_, err = w.UpdateProfile(t.Context(), ann.ID, models.ProfilePatch{Name: &name})
	wantCode(t, err, models.CodeInvalid)
	if _, err = w.setBot(bob, false); err != nil {
		t.Errorf("a bot that has not played: %v", err)
	}
}

// Games with a bot are not rated, and a bot cannot begin one that is to be.
func TestGamesWithABotAreNotRated(t *testing.T) {
	w := newWorld(t)
	ann, bob, eve := w.player("ann"), w.player("bob"), w.player("eve")
	before := w.opened(ann, eve)
	bob, err := w.setBot(bob, true)
	if err != nil {
		t.Fatal(err)
	}
	g := w.game(ann, bob, "hnefatafl", "7x7")
	if g.Rated || g.UnratedBecause != rating.CauseBot {
		t.Errorf("rated %v, because %q", g.Rated, g.UnratedBecause)
	}
	for unrated, want := range map[models.Waived]models.Code{false: models.CodeNotEligible, true: ""} {
		c, err := w.CreateChallenge(t.Context(), ann, challenge.NewChallenge{
			Ruleset: "hnefatafl", Variant: "7x7", Terms: models.Terms{Unrated: unrated},
		})
		if err != nil || c.Unrated != unrated {
			t.Fatalf("%+v, %v", c, err)
		}
		if _, err = w.AcceptChallenge(t.Context(), bob, c.ID); want == "" && err != nil ||
			want != "" && models.CodeOf(err) != want {
			t.Errorf("unrated %v: %v", unrated, err)
		}
	}
	_, err = w.setBot(bob, false)
	wantCode(t, err, models.CodeConflict) // others have been told
	_, err = w.setBot(ann, true)
	wantCode(t, err, models.CodeConflict) // a rated game has begun
	if err := w.Admin().SetBot(t.Context(), "eve", true); err != nil {
		t.Fatal(err)
	}
	if got := w.find(before); got.Rated || got.UnratedBecause != rating.CauseBot ||
		!strings.HasSuffix(got.Players[1].Name, "[bot]") {
		t.Errorf("%+v", got)
	}
	w.resign(before, ann)
	if got := w.find(before); got.UnratedBecause != rating.CauseBot {
		t.Errorf("at its end: %q", got.UnratedBecause)
	}
	if faults, _ := w.check(); faults != "" {
		t.Errorf("check: %s", faults)
	}
	if faults := w.checkRatings(); faults != "" {
		t.Errorf("ratings: %s", faults)
	}
	if err := w.raw("UPDATE games SET rated = 1 WHERE status = 'ongoing'"); err != nil {
		t.Fatal(err)
	}
	faults := ""
	if err := w.Admin().CheckValues(t.Context(), func(fault string) { faults += fault }); err != nil ||
		!strings.Contains(faults, "because a bot plays") {
		t.Errorf("check: %q, %v", faults, err)
	}
}
