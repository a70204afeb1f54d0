package models

import (
	"errors"
	"testing"
	"time"
)

func TestRename(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.game(ann, bob, "hnefatafl", "7x7")
	rename := func(p Player, name string) error {
		_, err := w.UpdateProfile(t.Context(), p.ID, ProfilePatch{Name: &name})
		return err
	}
	for name, code := range map[string]Code{
		"BOB": CodeNameTaken, "x": CodeInvalid, "": CodeInvalid, "a b": CodeInvalid, "gone-ann": CodeInvalid,
	} {
		wantCode(t, rename(ann, name), code)
	}
	if err := errors.Join(rename(ann, "ann"), rename(ann, "anna")); err != nil {
		t.Fatal(err)
	}
	if now, err := w.Game(t.Context(), g.ID); err != nil || now.Players[0].Name != "anna" {
		t.Errorf("%+v, %v", now, err)
	}
	wantCode(t, rename(ann, "annie"), CodeTooMany)
	wantCode(t, rename(bob, "Ann"), CodeNameTaken)
	wantCode(t, w.Register(t.Context(), NewPlayer{Name: "ann", Email: "eve@example.org"}), CodeNameTaken)

	w.pass(RenameEvery)
	if err := rename(ann, "ANN"); err != nil { // one's previous name
		t.Fatal(err)
	}
	wantCode(t, rename(bob, "anna"), CodeNameTaken)
	w.pass(NameReserved + time.Second)
	w.steady()
	if err := errors.Join(w.DeleteExpired(t.Context()), rename(bob, "anna")); err != nil {
		t.Fatal(err)
	}
	wantCode(t, rename(bob, "ann"), CodeTooMany)
}
