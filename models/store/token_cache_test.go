package store

import (
	"context"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/account"
)

// TestATokenIsValidAsItStands changes a token or its player in another process: one that has cached the token sees it.
func TestATokenIsValidAsItStands(t *testing.T) {
	w := newWorld(t)
	other := w.openSecond(t)
	for name, change := range map[string]struct {
		make func(ann models.Player, token account.IssuedToken) error
		code models.Code
	}{
		"nothing": {func(models.Player, account.IssuedToken) error { return nil }, ""},
		"revoked": {func(ann models.Player, token account.IssuedToken) error {
			return other.RevokeToken(t.Context(), ann.ID, token.ID)
		}, models.CodeUnauthorized},
		"signed out": {func(ann models.Player, _ account.IssuedToken) error {
			return other.SignOutEverywhere(t.Context(), ann.ID)
		}, models.CodeUnauthorized},
		"banned": {func(ann models.Player, _ account.IssuedToken) error {
			return other.Admin().BanPlayer(t.Context(), ann.Name)
		}, models.CodeUnauthorized},
		"moved": {func(ann models.Player, _ account.IssuedToken) error {
			return other.DB.Writer().Exec("UPDATE players SET time_zone = 'Asia/Tokyo' WHERE id = ?", ann.ID).Error
		}, ""},
	} {
		ann := w.player("ann-" + name[:4])
		made, err := w.CreateToken(t.Context(), ann.ID, account.NewToken{Expires: "2h"})
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if _, err := w.Authenticate(account.AtOneState(t.Context()), made.Secret); err != nil {
				t.Fatal(err)
			}
		}
		if err := change.make(ann, made); err != nil {
			t.Fatal(err)
		}
		seen, err := w.Authenticate(account.AtOneState(t.Context()), made.Secret)
		stands, _ := other.Authenticate(t.Context(), made.Secret)
		if change.code != "" {
			wantCode(t, err, change.code)
		} else if err != nil || !reflect.DeepEqual(seen, stands) {
			t.Errorf("%s: %+v, %v; in the database %+v", name, seen, err, stands)
		}
	}
}

// TestATokenIsReadOnce uses a token twice without a commit in between, in requests that only read.
func TestATokenIsReadOnce(t *testing.T) {
	w := newWorld(t)
	made, err := w.CreateToken(t.Context(), w.player("ann").ID, account.NewToken{})
	if err != nil {
		t.Fatal(err)
	}
	heard := &statements{}
	w.DB.Reader().Logger = heard
	asked := func(ctx context.Context) int {
		t.Helper()
		if _, err := w.Authenticate(ctx, made.Secret); err != nil {
			t.Fatal(err)
		}
		return len(heard.take())
	}
	again := 0
	if w.DB.IsPostgres() { // which does not say whether something has changed
		again = 1
	}
	if n := asked(account.AtOneState(t.Context())); n != 1 {
		t.Errorf("it is read %d times at first", n)
	}
	if n := asked(account.AtOneState(t.Context())); n != again {
		t.Errorf("it is read %d times although nothing has changed", n)
	}
	if n := asked(t.Context()); n != 1 {
		t.Errorf("a request that may write reads it %d times", n)
	}
}

// TestACachedTokenExpires uses a token until its instant of expiry, without a commit in between.
func TestACachedTokenExpires(t *testing.T) {
	w := newWorld(t)
	ann := w.player("ann")
	made, err := w.CreateToken(t.Context(), ann.ID, account.NewToken{Expires: "1h"})
	if err != nil {
		t.Fatal(err)
	}
	for _, left := range []time.Duration{time.Hour, time.Millisecond} {
		w.pass(made.ExpiresAt.Sub(w.now()) - left)
		if _, err := w.Authenticate(account.AtOneState(t.Context()), made.Secret); err != nil {
			t.Fatal(err)
		}
	}
	w.pass(time.Millisecond)
	_, err = w.Authenticate(account.AtOneState(t.Context()), made.Secret)
	wantCode(t, err, models.CodeTokenExpired)
}

// TestNobodyUsesARevokedToken uses tokens concurrently while another process revokes them one after the other.
func TestNobodyUsesARevokedToken(t *testing.T) {
	w := newWorld(t)
	w.unsynced(t)
	other := w.openSecond(t)
	other.unsynced(t)
	ann := w.player("ann")
	var tokens []account.IssuedToken
	for range 60 {
		made, err := w.CreateToken(t.Context(), ann.ID, account.NewToken{})
		if err != nil {
			t.Fatal(err)
		}
		tokens = append(tokens, made)
	}
	var using sync.WaitGroup
	var revoked atomic.Int64
	for range 4 {
		using.Go(func() {
			for n := 0; n < len(tokens); {
				gone := int(revoked.Load())
				_, err := w.Authenticate(account.AtOneState(t.Context()), tokens[n].Secret)
				if err == nil && n < gone {
					t.Errorf("%d tokens are revoked, and token %d is valid", gone, n)
					return
				}
				if err != nil {
					n++
				}
			}
		})
	}
	for _, token := range tokens {
		if err := other.RevokeToken(t.Context(), ann.ID, token.ID); err != nil {
			t.Error(err)
		}
		revoked.Add(1)
	}
	using.Wait()
}
