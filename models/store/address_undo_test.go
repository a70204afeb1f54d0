package store

import (
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/mailbox"
)

// The owner stops a thief of a token with one tap, from either mail, however often the thief changes the address and
// signs the owner out.
func TestTheAddressBeforeUndoesAChange(t *testing.T) {
	for name, mail := range map[string]func(asked, changed *mailbox.Content) *mailbox.Content{
		"from the first mail":  func(asked, _ *mailbox.Content) *mailbox.Content { return asked },
		"from the second mail": func(_, changed *mailbox.Content) *mailbox.Content { return changed },
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			ann := w.player("ann")
			link := mail(w.moveTo(ann, "eve@evil.example")).Address.Link
			if err := w.SignOutEverywhere(t.Context(), ann.ID); err != nil {
				t.Fatal(err)
			}
			thief, err := w.Admin().Player(t.Context(), "ann")
			if err != nil {
				t.Fatal(err)
			}
			ann.Email = thief.Email
			w.moveTo(ann, "mallory@evil.example")
			stolen := w.token(ann)
			w.pass(13 * 24 * time.Hour)
			for range 2 { // a second tap changes nothing
				change, err := w.UndoAddressChange(t.Context(), link)
				if err != nil || !change.Undone {
					t.Fatalf("%+v, %v", change, err)
				}
			}
			_, err = w.Authenticate(t.Context(), stolen)
			wantCode(t, err, models.CodeUnauthorized)
			if o, err := w.Admin().Player(t.Context(), "ann"); err != nil || o.Email != "ann@example.org" {
				t.Errorf("%+v, %v", o, err)
			}
			if told := mailTo(w.deliver(), "mallory@evil.example"); told == nil || told.Address.State != account.AddressUndone {
				t.Errorf("the new address hears %+v", told)
			}
			if err := w.RequestCode(t.Context(), "ann@example.org"); err != nil {
				t.Fatal(err)
			}
			if _, p, err := w.SignIn(t.Context(), "ann@example.org", w.code("ann@example.org"),
				account.NewToken{}); err != nil ||
				p.ID != ann.ID {
				t.Errorf("%+v, %v", p, err)
			}
		})
	}
}

// A pending change is stopped in the same way, and every device is signed out.
func TestAChangeThatWaitsIsStopped(t *testing.T) {
	w := newWorld(t)
	ann := w.player("ann")
	mails := w.askAddress(ann, "eve@evil.example")
	stolen := w.token(ann)
	if _, err := w.UndoAddressChange(t.Context(), mailTo(mails, ann.Email).Address.Link); err != nil {
		t.Fatal(err)
	}
	_, err := w.ConfirmAddress(t.Context(), ann.ID, mailTo(mails, "eve@evil.example").Code)
	wantCode(t, err, models.CodeConflict)
	_, err = w.Authenticate(t.Context(), stolen)
	wantCode(t, err, models.CodeUnauthorized)
}

// The link of a change expires, and has no other purpose.
func TestLinksOfChangesEnd(t *testing.T) {
	w := newWorld(t)
	ann := w.player("ann")
	_, changed := w.moveTo(ann, "anna@example.com")
	link := changed.Address.Link
	for _, purpose := range []models.LinkPurpose{
		models.LinkReply, models.LinkPage, models.LinkUnsubscribe,
		models.LinkBounce,
	} {
		_, _, err := w.ReadLink(t.Context(), purpose, link)
		wantCode(t, err, models.CodeNotFound)
	}
	if had, err := w.HadAddress(t.Context(), ann.ID, func(a string) bool { return a == "ann@example.org" }); err != nil ||
		!had {
		t.Errorf("%t, %v", had, err)
	}
	other := w.player("bob") // takes the address as soon as it is free
	mails := w.askAddress(other, "ann@example.org")
	if c := mailTo(mails, "ann@example.org"); c == nil || c.Code != "" || !c.Address.Taken {
		t.Errorf("an address that can be taken back got a code: %+v", c)
	}
	w.pass(account.UndoLife)
	_, err := w.UndoAddressChange(t.Context(), link)
	wantCode(t, err, models.CodeNotFound)
	if had, err := w.HadAddress(t.Context(), ann.ID, func(string) bool { return true }); err != nil || had {
		t.Errorf("%t, %v", had, err)
	}
	w.moveTo(other, "ann@example.org")
}
