package store

import (
	"slices"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/rules/rulestest/sample"
)

// A patch prepared before an unsubscribe link was used must not undo it.
func TestProfilePatchKeepsWhatItDoesNotName(t *testing.T) {
	w := newWorld(t)
	ann := w.player("ann")
	unsubscribe := w.link(models.Link{Purpose: models.LinkUnsubscribe, Player: ann.ID, Kind: models.KindYourTurn})
	done := make(chan error, 2)
	go func() {
		_, err := w.Unsubscribe(t.Context(), unsubscribe)
		done <- err
	}()
	go func() {
		_, err := w.UpdateProfile(t.Context(), ann.ID, models.ProfilePatch{
			Mail:   map[models.Kind]models.Delivery{models.KindOffer: models.Off},
			Games:  map[string]models.Delivery{"k7m2q9xr": models.Off},
			Values: models.Values{"reminders": {"3h"}},
		})
		done <- err
	}()
	for range 2 {
		if err := <-done; err != nil {
			t.Fatal(err)
		}
	}
	p, err := w.UpdateProfile(t.Context(), ann.ID, models.ProfilePatch{})
	if err != nil || p.Settings.Mail[models.KindYourTurn] != models.Off ||
		p.Settings.Mail[models.KindOffer] != models.Off ||
		p.Settings.Games["k7m2q9xr"] != models.Off || !slices.Equal(p.Settings.Reminders, []string{"3h"}) {
		t.Fatalf("%+v, %v", p.Settings, err)
	}
}

func TestRemindersCountForTheTurnUnderWay(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	w.paced(ann, bob, "3d")
	patch := models.ProfilePatch{Values: models.Values{"reminders": {"60h"}}}
	if _, err := w.UpdateProfile(t.Context(), ann.ID, patch); err != nil {
		t.Fatal(err)
	}
	w.deliver()
	if got := kinds(w.run(13 * time.Hour)); got != "reminder:ann " {
		t.Fatalf("mailed %q", got)
	}
	patch = models.ProfilePatch{Values: models.Values{"reminders": {}}}
	if _, err := w.UpdateProfile(t.Context(), ann.ID, patch); err != nil {
		t.Fatal(err)
	}
	if got := kinds(w.run(36 * time.Hour)); got != "reminder:ann " {
		t.Fatalf("mailed %q", got)
	}
}

func TestOutdatedVacationIsNotTold(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	w.paced(ann, bob, "3d")
	w.deliver()
	for _, until := range []string{"2026-11-24", "2026-11-25"} {
		if _, err := w.SetVacation(t.Context(), ann.ID, "2026-11-23", until); err != nil {
			t.Fatal(err)
		}
		w.pass(time.Second)
	}
	mails := w.deliver()
	if kinds(mails) != "away:bob " || !mails[0].Away.Until.Equal(time.Date(2026, 11, 26, 0, 0, 0, 0, time.UTC)) {
		t.Fatalf("mailed %q", kinds(mails))
	}
}
