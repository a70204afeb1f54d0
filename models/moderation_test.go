package models

import (
	"context"
	"strings"
	"testing"
	"time"
)

func TestMute(t *testing.T) {
	w, ann, bob, _, g := reportWorld(t)
	admin := w.Admin()
	wantCode(t, admin.MutePlayer(t.Context(), "nobody"), CodeNotFound)
	if err := admin.MutePlayer(t.Context(), "Ann"); err != nil {
		t.Fatal(err)
	}
	wantCode(t, admin.MutePlayer(t.Context(), "ann"), CodeConflict)
	_, err := w.SendMessage(t.Context(), ann.ID, g.ID, "hello")
	wantCode(t, err, CodeForbidden)
	_, err = w.CreateChallenge(t.Context(), ann, NewChallenge{Ruleset: "hnefatafl", Opponent: "bob", Message: "hello"})
	wantCode(t, err, CodeForbidden)
	if _, err = w.CreateChallenge(t.Context(), ann, NewChallenge{Ruleset: "hnefatafl", Opponent: "bob"}); err != nil {
		t.Error(err)
	}
	in := TurnInput{Game: g.ID, Player: ann.ID, Text: "d1-c1", Message: "hello", Via: ViaHTTP}
	if tried, err := w.TryTurn(t.Context(), in); err != nil || !tried.Withheld {
		t.Errorf("%+v, %v", tried, err)
	}
	played, err := w.PlayTurn(t.Context(), in)
	if err != nil || !played.Withheld || played.Ply != 1 || played.LastTurn.Message != "" {
		t.Errorf("%+v, %v", played, err)
	}
	if said, _ := w.said(bob, g); strings.Contains(said, "hello") {
		t.Errorf("said %s", said)
	}
	in = TurnInput{Game: g.ID, Player: bob.ID, Text: "d3-c3", Message: "?", Via: ViaHTTP}
	if played, err = w.PlayTurn(t.Context(), in); err != nil || played.Withheld || played.LastTurn.Message != "?" {
		t.Errorf("%+v, %v", played, err)
	}
	if err := admin.UnmutePlayer(t.Context(), "ann"); err != nil {
		t.Fatal(err)
	}
	wantCode(t, admin.UnmutePlayer(t.Context(), "ann"), CodeConflict)
	w.say(ann, g, "hello again")
}

func TestActs(t *testing.T) {
	w, ann, _, _, g := reportWorld(t)
	admin := w.Admin()
	id, err := admin.RecordAct(t.Context(), Act{Operator: "root", Command: "mute", PlayerID: ann.ID, Game: g.ID})
	if err != nil {
		t.Fatal(err)
	}
	acts, err := admin.Acts(t.Context(), 10)
	if err != nil || len(acts) != 1 || acts[0].Outcome != "" || acts[0].Player != "ann" {
		t.Errorf("%+v, %v", acts, err)
	}
	if err := admin.FinishAct(t.Context(), id, "done"); err != nil {
		t.Fatal(err)
	}
	w.pass(time.Minute)
	if _, err := admin.RecordAct(t.Context(), Act{Operator: "root", Command: "announce", Detail: "x"}); err != nil {
		t.Fatal(err)
	}
	acts, err = admin.Acts(t.Context(), 10)
	if err != nil || len(acts) != 2 || acts[0].Outcome != "done" || acts[1].Command != "announce" {
		t.Errorf("%+v, %v", acts, err)
	}
	w.pass(actLife - time.Second)
	w.steady()
	if err := w.DeleteExpired(t.Context()); err != nil {
		t.Fatal(err)
	}
	if acts, err = admin.Acts(t.Context(), 10); err != nil || len(acts) != 1 {
		t.Errorf("%+v, %v", acts, err)
	}
}

func TestAnnouncement(t *testing.T) {
	w, ann, _, _, _ := reportWorld(t)
	admin, hour := w.Admin(), func(n int) time.Time { return w.now().Add(time.Duration(n) * time.Hour) }
	shown := func() string {
		t.Helper()
		a, err := w.Announcement(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		return a.Text
	}
	wantCode(t, admin.EndAnnouncement(t.Context()), CodeConflict)
	for _, c := range []struct {
		text  string
		until time.Time
	}{{"", hour(1)}, {" \n ", hour(1)}, {strings.Repeat("x", 301), hour(1)}, {"x", hour(0)}, {"x", hour(91 * 24)}} {
		wantCode(t, admin.Announce(t.Context(), c.text, c.until), CodeInvalid)
	}
	if err := admin.Announce(t.Context(), "Down\n at eight.", hour(2)); err != nil {
		t.Fatal(err)
	}
	if got := shown(); got != "Down at eight." {
		t.Errorf("%q", got)
	}
	if err := w.SendTestMail(t.Context(), ann); err != nil {
		t.Fatal(err)
	}
	if mails := w.deliver(); len(mails) != 1 || mails[0].Announcement.Text != "Down at eight." {
		t.Errorf("%+v", mails)
	}
	if err := admin.Announce(t.Context(), "Down at nine.", hour(1)); err != nil {
		t.Fatal(err)
	}
	if got := shown(); got != "Down at nine." {
		t.Errorf("%q", got)
	}
	w.pass(time.Hour)
	if got := shown(); got != "" {
		t.Errorf("%q", got)
	}
	if err := admin.Announce(t.Context(), "Back.", hour(1)); err != nil {
		t.Fatal(err)
	}
	if err := admin.EndAnnouncement(t.Context()); err != nil || shown() != "" {
		t.Error(err, shown())
	}
}
