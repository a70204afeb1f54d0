package store

import (
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/db"
	"turnpost/models/modeltest/bed"
	"turnpost/models/secrets"
	"turnpost/models/upkeep"
	"turnpost/rules/rulestest/sample"
)

func TestTokensHaveScopeAndExpiry(t *testing.T) {
	w := newWorld(t)
	ann := w.player("ann")
	for _, c := range []struct {
		n       account.NewToken
		scope   models.Scope
		expires time.Time
	}{
		{account.NewToken{}, models.ScopePlay, time.Time{}},
		{account.NewToken{Label: " dash\u0007board ", Scope: models.ScopeRead}, models.ScopeRead, time.Time{}},
		{account.NewToken{Scope: models.ScopePlay, Expires: "36h"}, models.ScopePlay, w.now().Add(36 * time.Hour)},
		{account.NewToken{Expires: "90d"}, models.ScopePlay, w.now().Add(90 * 24 * time.Hour)},
		{
			account.NewToken{Expires: "2027-03-01T12:00:00+02:00"},
			models.ScopePlay,
			time.Date(2027, 3, 1, 10, 0, 0, 0, time.UTC),
		},
	} {
		made, err := w.CreateToken(t.Context(), ann.ID, c.n)
		if err != nil || made.Scope != c.scope || !made.ExpiresAt.Equal(c.expires) {
			t.Fatalf("%+v: %+v, %v", c.n, made, err)
		}
		bearer, err := w.Authenticate(t.Context(), made.Secret)
		if err != nil || bearer.Player.ID != ann.ID || bearer.Token != made.ID || bearer.Scope != c.scope {
			t.Errorf("%+v: %+v, %v", c.n, bearer, err)
		}
		if err := bearer.MayChange(); (err == nil) != (c.scope == models.ScopePlay) {
			t.Errorf("%+v: may change: %v", c.n, err)
		}
		listed, err := w.Tokens(t.Context(), ann.ID)
		if err != nil || listed[0] != made.Token {
			t.Errorf("%+v is listed as %+v, %v", made.Token, listed, err)
		}
	}
	if listed, _ := w.Tokens(t.Context(), ann.ID); listed[3].Label != "dashboard" {
		t.Errorf("the label is kept as %q", listed[3].Label)
	}
}

func TestBadTokensAreNotMade(t *testing.T) {
	w := newWorld(t)
	ann := w.player("ann")
	w.pass(time.Hour)
	if err := w.RequestCode(t.Context(), ann.Email); err != nil {
		t.Fatal(err)
	}
	code := w.code(ann.Email)
	before, _ := w.Tokens(t.Context(), ann.ID)
	for field, list := range map[string][]account.NewToken{
		"expires": {
			{Expires: "0d"},
			{Expires: "59m"},
			{Expires: "soon"},
			{Expires: "-3d"},
			{Expires: "99999d"},
			{Expires: "3661d"},
			{Expires: "2026-11-21T12:30:00Z"},
			{Expires: "1999-01-01T00:00:00Z"},
			{Expires: "2127-01-01T00:00:00Z"},
			{Expires: "2027-02-30T00:00:00Z"},
			{Expires: " "},
		},
		"scope": {{Scope: "write"}, {Scope: "Play"}, {Scope: "play "}},
		"label": {{Label: strings.Repeat("x", account.MaxTokenLabel+1)}},
	} {
		for _, n := range list {
			for name, create := range map[string]func() error{
				"settings": func() error { _, err := w.CreateToken(t.Context(), ann.ID, n); return err },
				"code":     func() error { _, _, err := w.SignIn(t.Context(), ann.Email, code, n); return err },
			} {
				refused, is := errors.AsType[*models.Error](create())
				if !is || refused.Code != models.CodeInvalid || refused.Field != field {
					t.Errorf("%s: %+v: %v", name, n, refused)
				}
			}
		}
	}
	if after, _ := w.Tokens(t.Context(), ann.ID); len(after) != len(before) {
		t.Errorf("%d tokens were made", len(after)-len(before))
	}
	// None of them uses up the code.
	if _, _, err := w.SignIn(t.Context(), ann.Email, code, account.NewToken{}); err != nil {
		t.Error(err)
	}
}

// A token expires on time, even if it was used a moment before; its program is told that it has expired, until the
// token is deleted.
func TestATokenExpires(t *testing.T) {
	w := newWorld(t)
	ann := w.player("ann")
	made, err := w.CreateToken(t.Context(), ann.ID, account.NewToken{Expires: "2d"})
	if err != nil {
		t.Fatal(err)
	}
	w.pass(48*time.Hour - time.Millisecond)
	if _, err := w.Authenticate(t.Context(), made.Secret); err != nil {
		t.Fatal(err)
	}
	w.pass(time.Millisecond)
	_, err = w.Authenticate(t.Context(), made.Secret)
	wantCode(t, err, models.CodeTokenExpired)
	w.pass(upkeep.ExpiredTokenSpan)
	w.steady()
	if err := w.DeleteExpired(t.Context()); err != nil {
		t.Fatal(err)
	}
	_, err = w.Authenticate(t.Context(), made.Secret)
	wantCode(t, err, models.CodeTokenExpired)
	w.pass(time.Hour)
	w.steady()
	if err := w.DeleteExpired(t.Context()); err != nil {
		t.Fatal(err)
	}
	_, err = w.Authenticate(t.Context(), made.Secret)
	wantCode(t, err, models.CodeUnauthorized)
	tokens, err := w.Tokens(t.Context(), ann.ID)
	if err != nil || len(tokens) != 1 {
		t.Errorf("%+v, %v", tokens, err)
	}
}

func TestTokensOfAnAccountAreBounded(t *testing.T) {
	w := newWorld(t)
	w.unsynced(t)
	ann := w.player("ann")
	made := 1 // by signing up
	for ; made < account.MaxTokens+5; made++ {
		if _, err := w.CreateToken(t.Context(), ann.ID, account.NewToken{}); err != nil {
			wantCode(t, err, models.CodeConflict)
			break
		}
	}
	if made != account.MaxTokens {
		t.Errorf("%d tokens can be made", made)
	}
	tokens, _ := w.Tokens(t.Context(), ann.ID)
	if err := w.RevokeToken(t.Context(), ann.ID, tokens[0].ID); err != nil {
		t.Fatal(err)
	}
	if _, err := w.CreateToken(t.Context(), ann.ID, account.NewToken{}); err != nil {
		t.Errorf("after one was revoked: %v", err)
	}
	_, err := w.CreateToken(t.Context(), ann.ID+1000, account.NewToken{})
	wantCode(t, err, models.CodeUnauthorized)
}

// A token from before tokens had scopes keeps all rights and does not expire.
func TestOldTokensGoOn(t *testing.T) {
	sample.Whole(t, "migrates an earlier schema")
	path := bed.Database(t)
	old, err := db.Open(t.Context(), db.Options{
		Source: path, Migrations: migrationsUpTo(t, 1), Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	const secret = "tp_of-last-year"
	err = errors.Join(
		old.Writer().Exec(`INSERT INTO players (name, name_key, email, email_key, locale, time_zone, settings,
				created_at, confirmed_at)
			VALUES ('ann', 'ann', 'ann@example.org', 'ann@example.org', 'en', 'UTC', '{}', 1, 1)`).Error,
		old.Writer().Exec(`INSERT INTO tokens (player_id, hash, label, created_at, used_at)
			SELECT id, ?, 'laptop', 7, 8 FROM players`, secrets.Hash(secret)).Error,
		old.Close())
	if err != nil {
		t.Fatal(err)
	}
	s, err := Open(t.Context(), Options{Database: path, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}()
	bearer, err := s.Authenticate(t.Context(), secret)
	if err != nil || bearer.MayChange() != nil || bearer.Player.Name != "ann" {
		t.Fatalf("%+v, %v", bearer, err)
	}
	tokens, err := s.Tokens(t.Context(), bearer.Player.ID)
	if err != nil || len(tokens) != 1 || tokens[0].Label != "laptop" || tokens[0].Scope != models.ScopePlay ||
		!tokens[0].ExpiresAt.IsZero() {
		t.Errorf("%+v, %v", tokens, err)
	}
}

// A token is valid until the instant of its expiry; one without an expiry stays valid.
func TestExpired(t *testing.T) {
	w := newWorld(t)
	for _, c := range []struct {
		at   time.Time
		want bool
	}{{time.Time{}, false}, {w.now().Add(time.Millisecond), false}, {w.now(), true}, {w.now().Add(-time.Hour), true}} {
		if got := w.Expired(account.Token{ExpiresAt: c.at}); got != c.want {
			t.Errorf("at %s: %t", c.at, got)
		}
	}
}
