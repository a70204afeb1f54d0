package models

import (
	"slices"
	"testing"
	"time"
)

// A patch prepared before an unsubscribe link was used must not undo it.
func TestProfilePatchKeepsWhatItDoesNotName(t *testing.T) {
	w := newWorld(t)
	ann := w.player("ann")
	unsubscribe := w.link(Link{Purpose: LinkUnsubscribe, Player: ann.ID, Kind: KindYourTurn})
	done := make(chan error, 2)
	go func() {
		_, err := w.Unsubscribe(t.Context(), unsubscribe)
		done <- err
	}()
	go func() {
		_, err := w.UpdateProfile(t.Context(), ann.ID, ProfilePatch{
			Mail: map[Kind]Delivery{KindOffer: Off}, Games: map[string]Delivery{"k7m2q9xr": Off}, Reminders: &[]string{"3h"},
		})
		done <- err
	}()
	for range 2 {
		if err := <-done; err != nil {
			t.Fatal(err)
		}
	}
	p, err := w.UpdateProfile(t.Context(), ann.ID, ProfilePatch{})
	if err != nil || p.Settings.Mail[KindYourTurn] != Off || p.Settings.Mail[KindOffer] != Off ||
		p.Settings.Games["k7m2q9xr"] != Off || !slices.Equal(p.Settings.Reminders, []string{"3h"}) {
		t.Fatalf("%+v, %v", p.Settings, err)
	}
}

func TestRemindersCountForTheTurnUnderWay(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	w.paced(ann, bob, "3d")
	if _, err := w.UpdateProfile(t.Context(), ann.ID, ProfilePatch{Reminders: &[]string{"60h"}}); err != nil {
		t.Fatal(err)
	}
	w.deliver()
	if got := kinds(w.run(13 * time.Hour)); got != "reminder:ann " {
		t.Fatalf("mailed %q", got)
	}
	if _, err := w.UpdateProfile(t.Context(), ann.ID, ProfilePatch{Reminders: &[]string{}}); err != nil {
		t.Fatal(err)
	}
	if got := kinds(w.run(36 * time.Hour)); got != "reminder:ann " {
		t.Fatalf("mailed %q", got)
	}
}

func TestOutdatedVacationIsNotTold(t *testing.T) {
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
