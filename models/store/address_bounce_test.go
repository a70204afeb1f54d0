package store

import (
	"testing"

	"turnpost/models"
	"turnpost/models/schema"
	"turnpost/rules/rulestest/sample"
)

// A bounce link is valid only while the player has the address that the mail went to. Links from earlier versions,
// which name no address, stay valid.
func TestBounceLinksEndWithTheAddress(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	w.game(ann, bob, "hnefatafl", "7x7")
	before := mailTo(w.deliver(), "ann@example.org").BounceLink
	earlier := w.sign(models.Link{Purpose: models.LinkBounce, Player: ann.ID}, ann)
	reads := func(what, link string, want bool) {
		t.Helper()
		_, holder, err := w.ReadLink(t.Context(), models.LinkBounce, link)
		if want && (err != nil || holder.Player.ID != ann.ID) {
			t.Errorf("%s: %+v, %v", what, holder, err)
		}
		if !want {
			wantCode(t, err, models.CodeNotFound)
		}
	}
	reads("before the change", before, true)
	reads("of an earlier version", earlier, true)
	w.moveTo(ann, "anna@example.com")
	w.game(ann, bob, "hnefatafl", "7x7")
	now := mailTo(w.deliver(), "anna@example.com").BounceLink
	reads("of the address before", before, false)
	reads("of the address now", now, true)
	reads("of an earlier version, after the change", earlier, true)
	if err := w.Admin().SetAddress(t.Context(), "ann", "Ann@Example.org"); err != nil {
		t.Fatal(err)
	}
	reads("of the address that is the present one again", before, true)
	reads("of the address between", now, false)
	for _, other := range []models.LinkPurpose{models.LinkReply, models.LinkPage, models.LinkUnsubscribe} {
		_, _, err := w.ReadLink(t.Context(), other, before)
		wantCode(t, err, models.CodeNotFound)
	}
}

// sign returns a link for a player as in a mail.
func (w *world) sign(l models.Link, p models.Player) string {
	w.t.Helper()
	row, err := schema.FindPlayer(w.Read(w.t.Context()), "id = ?", p.ID)
	if err != nil {
		w.t.Fatal(err)
	}
	link, err := w.SignLink(w.t.Context(), l, row.LinkEpoch, "")
	if err != nil {
		w.t.Fatal(err)
	}
	return link
}
