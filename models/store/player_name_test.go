package store

import (
	"errors"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/account"
)

func TestRename(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.game(ann, bob, "hnefatafl", "7x7")
	rename := func(p models.Player, name string) error {
		_, err := w.UpdateProfile(t.Context(), p.ID, models.ProfilePatch{Name: &name})
		return err
	}
	for name, code := range map[string]models.Code{
		"BOB": models.CodeNameTaken, "x": models.CodeInvalid, "": models.CodeInvalid, "a b": models.CodeInvalid, "gone-ann": models.CodeInvalid,
	} {
		wantCode(t, rename(ann, name), code)
	}
	if err := errors.Join(rename(ann, "ann"), rename(ann, "anna")); err != nil {
		t.Fatal(err)
	}
	if now, err := w.Game(t.Context(), g.ID); err != nil || now.Players[0].Name != "anna" {
		t.Errorf("%+v, %v", now, err)
	}
	wantCode(t, rename(ann, "annie"), models.CodeTooMany)
	wantCode(t, rename(bob, "Ann"), models.CodeNameTaken)
	wantCode(t, w.Register(t.Context(), account.NewPlayer{Name: "ann", Email: "eve@example.org"}), models.CodeNameTaken)

	w.pass(account.RenameEvery)
	if err := rename(ann, "ANN"); err != nil { // one's previous name
		t.Fatal(err)
	}
	wantCode(t, rename(bob, "anna"), models.CodeNameTaken)
	w.pass(account.NameReserved + time.Second)
	w.steady()
	if err := errors.Join(w.DeleteExpired(t.Context()), rename(bob, "anna")); err != nil {
		t.Fatal(err)
	}
	wantCode(t, rename(bob, "ann"), models.CodeTooMany)
}
