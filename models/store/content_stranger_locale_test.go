package store

import (
	"testing"

	"turnpost/models"
	"turnpost/models/challenge"
)

// An invited stranger is written to in the language of the challenger, and keeps it until they choose.
func TestStrangersAreSpokenToLikeTheirChallenger(t *testing.T) {
	w := newWorld(t)
	ann, german := w.player("ann"), "de-AT"
	patch := models.ProfilePatch{Values: models.Values{"locale": {german}}}
	if _, err := w.UpdateProfile(t.Context(), ann.ID, patch); err != nil {
		t.Fatal(err)
	}
	_, err := w.CreateChallenge(t.Context(), ann, challenge.NewChallenge{
		Ruleset:  "hnefatafl",
		Opponent: "zoe@example.net",
	})
	if err != nil {
		t.Fatal(err)
	}
	mails := w.deliver()
	if len(mails) != 1 || mails[0].To.Locale != german {
		t.Fatalf("the invitation is written in %q", mails[0].To.Locale)
	}
	about, holder, err := w.ReadLink(t.Context(), models.LinkPage, mails[0].PageLink)
	if err != nil {
		t.Fatal(err)
	}
	again, err := w.SentContent(t.Context(), "", about, holder)
	if err != nil || again.To.Locale != german {
		t.Errorf("the invitation is reconstructed in %q, %v", again.To.Locale, err)
	}
	accepted, err := w.AcceptInvitation(t.Context(), mails[0].Challenge.ID, "Zoe")
	if err != nil || accepted.Player.Locale != german {
		t.Errorf("the account of a reply has the language %q, %v", accepted.Player.Locale, err)
	}
}

func TestStrangersMayChooseTheirLanguage(t *testing.T) {
	w := newWorld(t)
	ann, german := w.player("ann"), "de"
	patch := models.ProfilePatch{Values: models.Values{"locale": {german}}}
	if _, err := w.UpdateProfile(t.Context(), ann.ID, patch); err != nil {
		t.Fatal(err)
	}
	for address, chosen := range map[string]string{"zoe@example.net": "ru", "yan@example.net": ""} {
		w.deliver()
		want := chosen
		if chosen == "" {
			want = german
		}
		made, err := w.AcceptByLink(t.Context(), w.invite(ann, address), challenge.Guest{Name: address[:3], Locale: chosen})
		if err != nil || made.Player.Locale != want {
			t.Errorf("%s, who chose %q, has the language %q, %v", address, chosen, made.Player.Locale, err)
		}
	}
}
