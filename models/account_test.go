package models

import (
	"testing"
	"time"
)

func TestRegisterSignInAndTokens(t *testing.T) {
	w := newWorld(t)
	newcomer := NewPlayer{Name: "Ann", Email: "Ann@Example.org", TimeZone: "Europe/Warsaw"}
	if err := w.Register(t.Context(), newcomer); err != nil {
		t.Fatal(err)
	}
	if _, _, err := w.PlayerByName(t.Context(), "ann"); CodeOf(err) != CodeNotFound {
		t.Fatalf("an unconfirmed player is public: %v", err)
	}
	mails := w.deliver()
	if kinds(mails) != "code:Ann " || len(mails[0].Code) != 8 || !mails[0].Expires.Equal(w.now().Add(CodeLife)) {
		t.Fatalf("mails %+v", mails)
	}
	token, p, err := w.SignIn(t.Context(), "ann@example.org", mails[0].Code, NewToken{Label: "laptop"})
	if err != nil || p.Name != "Ann" || p.TimeZone.String() != "Europe/Warsaw" || !p.Confirmed {
		t.Fatalf("%+v, %v", p, err)
	}
	_, _, err = w.SignIn(t.Context(), "ann@example.org", mails[0].Code, NewToken{Label: "again"})
	wantCode(t, err, CodeBadCode)
	w.restart()
	session, err := w.Authenticate(t.Context(), token.Secret)
	if err != nil || session.Player.ID != p.ID {
		t.Fatalf("%+v, %v", session, err)
	}
	tokens, err := w.Tokens(t.Context(), p.ID)
	if err != nil || len(tokens) != 1 || tokens[0].Label != "laptop" {
		t.Fatalf("%+v, %v", tokens, err)
	}
	wantCode(t, w.RevokeToken(t.Context(), p.ID+1, tokens[0].ID), CodeNotFound)
	if err := w.RevokeToken(t.Context(), p.ID, tokens[0].ID); err != nil {
		t.Fatal(err)
	}
	_, err = w.Authenticate(t.Context(), token.Secret)
	wantCode(t, err, CodeUnauthorized)
}

func TestCodesEnd(t *testing.T) {
	w := newWorld(t)
	w.player("ann")
	ask := func() string {
		t.Helper()
		w.pass(time.Hour)
		if err := w.RequestCode(t.Context(), "ann@example.org"); err != nil {
			t.Fatal(err)
		}
		return w.code("ann@example.org")
	}
	signIn := func(code string) error {
		_, _, err := w.SignIn(t.Context(), "ann@example.org", code, NewToken{})
		return err
	}
	t.Run("by time", func(t *testing.T) {
		code := ask()
		w.pass(CodeLife)
		wantCode(t, signIn(code), CodeBadCode)
	})
	t.Run("not by wrong tries", func(t *testing.T) {
		code := ask()
		for range 6 {
			wantCode(t, signIn("x"), CodeBadCode)
		}
		if err := signIn(code); err != nil {
			t.Fatal(err)
		}
		wantCode(t, signIn(code), CodeBadCode) // used
	})
	t.Run("when the mail waited too long", func(t *testing.T) {
		w.pass(time.Hour)
		if err := w.RequestCode(t.Context(), "ann@example.org"); err != nil {
			t.Fatal(err)
		}
		w.pass(CodeLife + time.Minute)
		if mails := w.deliver(); len(mails) != 0 {
			t.Fatalf("an outdated code was mailed: %s", kinds(mails))
		}
	})
}

func TestCodesAreLimitedAndTellNothing(t *testing.T) {
	w := newWorld(t)
	w.player("ann")
	for range 10 {
		for _, address := range []string{"ann@example.org", "nobody@example.org"} {
			if err := w.RequestCode(t.Context(), address); err != nil {
				t.Fatal(err)
			}
		}
	}
	if mails := w.deliver(); kinds(mails) != "code:ann " {
		t.Fatalf("%d mails: %s", len(mails), kinds(mails))
	}
	_, _, err := w.SignIn(t.Context(), "nobody@example.org", "12345678", NewToken{})
	wantCode(t, err, CodeBadCode)
}

func TestNames(t *testing.T) {
	w := newWorld(t)
	w.player("ann")
	register := func(name, email string) error {
		return w.Register(t.Context(), NewPlayer{Name: name, Email: email})
	}
	wantCode(t, register("ANN", "other@example.org"), CodeNameTaken)
	wantCode(t, register("ann", "ann@example.org"), CodeNameTaken) // reveals no owner
	wantCode(t, register("a", "other@example.org"), CodeInvalid)
	wantCode(t, register("<b>bob", "other@example.org"), CodeInvalid)
	wantCode(t, register("bob", "not an address"), CodeInvalid)
	wantCode(t, register("bob", "Bob <bob@example.org>"), CodeInvalid)
	wantCode(t, register("bob", "bob@example.org\r\nBcc: eve@example.org"), CodeInvalid)
	for _, bad := range []NewPlayer{
		{Name: "bob", Email: "bob@example.org", TimeZone: "Mars/Base"},
		{Name: "bob", Email: "bob@example.org", Locale: "??"},
	} {
		wantCode(t, w.Register(t.Context(), bad), CodeInvalid)
	}

	// A known address keeps its account; the new name stays free.
	if err := register("anna", "ann@example.org"); err != nil {
		t.Fatal(err)
	}
	if err := register("anna", "anna@example.org"); err != nil {
		t.Fatalf("the name was not free: %v", err)
	}
	// anna is unconfirmed: the first to confirm gets the name.
	if err := register("anna", "third@example.org"); err != nil {
		t.Fatal(err)
	}
	// An unconfirmed player may choose another name.
	if err := register("tess", "third@example.org"); err != nil {
		t.Fatal(err)
	}
	_, p, err := w.SignIn(t.Context(), "third@example.org", w.code("third@example.org"), NewToken{})
	if err != nil || p.Name != "tess" {
		t.Fatalf("%+v, %v", p, err)
	}
}

func TestProfile(t *testing.T) {
	w := newWorld(t)
	ann := w.player("ann")
	zone := "America/New_York"
	patch := ProfilePatch{TimeZone: &zone, Mail: map[Kind]Delivery{KindGameOver: Off}}
	p, err := w.UpdateProfile(t.Context(), ann.ID, patch)
	if err != nil || p.TimeZone.String() != zone || p.Settings.Mail[KindGameOver] != Off {
		t.Fatalf("%+v, %v", p, err)
	}
	for _, bad := range []ProfilePatch{
		{TimeZone: new("Local")},
		{Locale: new("x")},
		{Mail: map[Kind]Delivery{KindCode: Off}},
		{Mail: map[Kind]Delivery{KindGameOver: "sometimes"}},
		{Games: map[string]Delivery{"k7m2q9xr": ""}},
		{Reminders: &[]string{"50%", "noon"}},
		{Reminders: &[]string{"1h", "2h", "3h", "4h", "5h", "6h"}},
	} {
		if _, err := w.UpdateProfile(t.Context(), ann.ID, bad); CodeOf(err) != CodeInvalid {
			t.Errorf("%+v: %v", bad, err)
		}
	}
}

func TestTestMailsAreLimited(t *testing.T) {
	w := newWorld(t)
	ann := w.player("ann")
	for range testMailsPerHour {
		if err := w.SendTestMail(t.Context(), ann); err != nil {
			t.Fatal(err)
		}
	}
	wantCode(t, w.SendTestMail(t.Context(), ann), CodeTooMany)
	if n := len(w.deliver()); n != testMailsPerHour {
		t.Fatalf("%d mails", n)
	}
}
