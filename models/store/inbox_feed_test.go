package store

import (
	"bytes"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/challenge"
)

func TestFeeds(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	if _, found, err := w.FeedsSince(t.Context(), ann.ID); err != nil || found {
		t.Fatalf("%v, %v", found, err)
	}
	opens := func(kind challenge.FeedKind, secret string, p models.Player) {
		t.Helper()
		opened, since, err := w.OpenFeed(t.Context(), kind, secret)
		if err != nil || opened.ID != p.ID || opened.Name != p.Name || !since.Equal(w.now().Truncate(time.Millisecond)) {
			t.Errorf("%s: %+v, %v, %v", kind, opened, since, err)
		}
	}
	ends := func(kind challenge.FeedKind, secret string) {
		t.Helper()
		_, _, err := w.OpenFeed(t.Context(), kind, secret)
		wantCode(t, err, models.CodeNotFound)
	}
	create := func(p models.Player) challenge.FeedSecrets {
		t.Helper()
		made, err := w.CreateFeeds(t.Context(), p.ID)
		if err != nil || made.Atom == made.ICS {
			t.Fatalf("%+v, %v", made, err)
		}
		return made
	}
	others := create(bob)
	old := create(ann)
	opens(challenge.FeedAtom, old.Atom, ann)
	opens(challenge.FeedICS, old.ICS, ann)
	ends(challenge.FeedAtom, old.ICS) // each address has one form
	ends(challenge.FeedICS, "")
	made := create(ann)
	ends(challenge.FeedAtom, old.Atom)
	ends(challenge.FeedICS, old.ICS)
	opens(challenge.FeedAtom, made.Atom, ann)
	var hashes [][]byte
	if err := w.Read(t.Context()).Raw("SELECT hash FROM feeds").Scan(&hashes).Error; err != nil || len(hashes) != 4 {
		t.Fatalf("%d hashes, %v", len(hashes), err)
	}
	for _, hash := range hashes {
		for _, secret := range []string{made.Atom, made.ICS, others.Atom, others.ICS} {
			if bytes.Contains(hash, []byte(secret)) {
				t.Error("a secret is stored")
			}
		}
	}
	for range 2 {
		if err := w.EndFeeds(t.Context(), ann.ID); err != nil {
			t.Fatal(err)
		}
	}
	ends(challenge.FeedAtom, made.Atom)
	opens(challenge.FeedAtom, others.Atom, bob)

	made = create(ann)
	if err := w.SignOutEverywhere(t.Context(), ann.ID); err != nil {
		t.Fatal(err)
	}
	ends(challenge.FeedICS, made.ICS)
	opens(challenge.FeedICS, others.ICS, bob)
	if _, err := w.CreateFeeds(t.Context(), ann.ID+100); models.CodeOf(err) != models.CodeUnauthorized {
		t.Error(err)
	}
}
