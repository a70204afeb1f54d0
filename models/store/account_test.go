package store

import (
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/account"
)

func TestRegisterSignInAndTokens(t *testing.T) {
	w := newWorld(t)
	newcomer := account.NewPlayer{Name: "Ann", Email: "Ann@Example.org", TimeZone: "Europe/Warsaw"}
	if err := w.Register(t.Context(), newcomer); err != nil {
		t.Fatal(err)
	}
	if _, _, err := w.PlayerByName(t.Context(), "ann"); models.CodeOf(err) != models.CodeNotFound {
		t.Fatalf("an unconfirmed player is public: %v", err)
	}
	mails := w.deliver()
	if kinds(mails) != "code:Ann " || len(mails[0].Code) != 8 || !mails[0].Expires.Equal(w.now().Add(account.CodeLife)) {
		t.Fatalf("mails %+v", mails)
	}
	token, p, err := w.SignIn(t.Context(), "ann@example.org", mails[0].Code, account.NewToken{Label: "laptop"})
	if err != nil || p.Name != "Ann" || p.TimeZone.String() != "Europe/Warsaw" || !p.Confirmed {
		t.Fatalf("%+v, %v", p, err)
	}
	_, _, err = w.SignIn(t.Context(), "ann@example.org", mails[0].Code, account.NewToken{Label: "again"})
	wantCode(t, err, models.CodeBadCode)
	w.restart()
	session, err := w.Authenticate(t.Context(), token.Secret)
	if err != nil || session.Player.ID != p.ID {
		t.Fatalf("%+v, %v", session, err)
	}
	tokens, err := w.Tokens(t.Context(), p.ID)
	if err != nil || len(tokens) != 1 || tokens[0].Label != "laptop" {
		t.Fatalf("%+v, %v", tokens, err)
	}
	wantCode(t, w.RevokeToken(t.Context(), p.ID+1, tokens[0].ID), models.CodeNotFound)
	if err := w.RevokeToken(t.Context(), p.ID, tokens[0].ID); err != nil {
		t.Fatal(err)
	}
	_, err = w.Authenticate(t.Context(), token.Secret)
	wantCode(t, err, models.CodeUnauthorized)
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
		_, _, err := w.SignIn(t.Context(), "ann@example.org", code, account.NewToken{})
		return err
	}
	t.Run("by time", func(t *testing.T) {
		code := ask()
		w.pass(account.CodeLife)
		wantCode(t, signIn(code), models.CodeBadCode)
	})
	t.Run("not by wrong tries", func(t *testing.T) {
		code := ask()
		for range 6 {
			wantCode(t, signIn("x"), models.CodeBadCode)
		}
		if err := signIn(code); err != nil {
			t.Fatal(err)
		}
		wantCode(t, signIn(code), models.CodeBadCode) // used
	})
	t.Run("when the mail waited too long", func(t *testing.T) {
		w.pass(time.Hour)
		if err := w.RequestCode(t.Context(), "ann@example.org"); err != nil {
			t.Fatal(err)
		}
		w.pass(account.CodeLife + time.Minute)
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
	_, _, err := w.SignIn(t.Context(), "nobody@example.org", "12345678", account.NewToken{})
	wantCode(t, err, models.CodeBadCode)
}

func TestNames(t *testing.T) {
	w := newWorld(t)
	w.player("ann")
	register := func(name, email string) error {
		return w.Register(t.Context(), account.NewPlayer{Name: name, Email: email})
	}
	wantCode(t, register("ANN", "other@example.org"), models.CodeNameTaken)
	wantCode(t, register("ann", "ann@example.org"), models.CodeNameTaken) // reveals no owner
	wantCode(t, register("a", "other@example.org"), models.CodeInvalid)
	wantCode(t, register("<b>bob", "other@example.org"), models.CodeInvalid)
	wantCode(t, register("bob", "not an address"), models.CodeInvalid)
	wantCode(t, register("bob", "Bob <bob@example.org>"), models.CodeInvalid)
	wantCode(t, register("bob", "bob@example.org\r\nBcc: eve@example.org"), models.CodeInvalid)
	for _, bad := range []account.NewPlayer{
		{Name: "bob", Email: "bob@example.org", TimeZone: "Mars/Base"},
		{Name: "bob", Email: "bob@example.org", Locale: "??"},
	} {
		wantCode(t, w.Register(t.Context(), bad), models.CodeInvalid)
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
	_, p, err := w.SignIn(t.Context(), "third@example.org", w.code("third@example.org"), account.NewToken{})
	if err != nil || p.Name != "tess" {
		t.Fatalf("%+v, %v", p, err)
	}
}

func TestProfile(t *testing.T) {
	w := newWorld(t)
	ann := w.player("ann")
	zone := "America/New_York"
	patch := models.ProfilePatch{
		Values: models.Values{"time_zone": {zone}},
		Mail:   map[models.Kind]models.Delivery{models.KindGameOver: models.Off},
	}
	p, err := w.UpdateProfile(t.Context(), ann.ID, patch)
	if err != nil || p.TimeZone.String() != zone || p.Settings.Mail[models.KindGameOver] != models.Off {
		t.Fatalf("%+v, %v", p, err)
	}
	for _, bad := range []models.ProfilePatch{
		{Values: models.Values{"time_zone": {"Local"}}},
		{Values: models.Values{"locale": {"x"}}},
		{Mail: map[models.Kind]models.Delivery{models.KindCode: models.Off}},
		{Mail: map[models.Kind]models.Delivery{models.KindGameOver: "sometimes"}},
		{Games: map[string]models.Delivery{"k7m2q9xr": ""}},
		{Values: models.Values{"reminders": {"50%", "noon"}}},
		{Values: models.Values{"reminders": {"1h", "2h", "3h", "4h", "5h", "6h"}}},
	} {
		if _, err := w.UpdateProfile(t.Context(), ann.ID, bad); models.CodeOf(err) != models.CodeInvalid {
			t.Errorf("%+v: %v", bad, err)
		}
	}
}

func TestTestMailsAreLimited(t *testing.T) {
	w := newWorld(t)
	ann := w.player("ann")
	for range account.TestMailsPerHour {
		if err := w.SendTestMail(t.Context(), ann); err != nil {
			t.Fatal(err)
		}
	}
	wantCode(t, w.SendTestMail(t.Context(), ann), models.CodeTooMany)
	if n := len(w.deliver()); n != account.TestMailsPerHour {
		t.Fatalf("%d mails", n)
	}
}
