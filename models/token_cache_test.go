package models

import (
	"reflect"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// TestATokenIsValidAsItStands changes a token or its player in another process: whoever used the token before sees it.
func TestATokenIsValidAsItStands(t *testing.T) {
	w := newWorld(t)
	other := w.openSecond(t)
	for name, change := range map[string]struct {
		make func(ann Player, token IssuedToken) error
		code Code
	}{
		"nothing": {func(Player, IssuedToken) error { return nil }, ""},
		"revoked": {func(ann Player, token IssuedToken) error {
			return other.RevokeToken(t.Context(), ann.ID, token.ID)
		}, CodeUnauthorized},
		"signed out": {func(ann Player, _ IssuedToken) error {
			return other.SignOutEverywhere(t.Context(), ann.ID)
		}, CodeUnauthorized},
		"banned": {func(ann Player, _ IssuedToken) error {
			return other.Admin().BanPlayer(t.Context(), ann.Name)
		}, CodeUnauthorized},
		"moved": {func(ann Player, _ IssuedToken) error {
			return other.db.Writer().Exec("UPDATE players SET time_zone = 'Asia/Tokyo' WHERE id = ?", ann.ID).Error
		}, ""},
	} {
		ann := w.player("ann-" + name[:4])
		made, err := w.CreateToken(t.Context(), ann.ID, NewToken{Expires: "2h"})
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if _, err := w.Authenticate(t.Context(), made.Secret); err != nil {
				t.Fatal(err)
			}
		}
		if err := change.make(ann, made); err != nil {
			t.Fatal(err)
		}
		seen, err := w.Authenticate(t.Context(), made.Secret)
		stands, _ := other.Authenticate(t.Context(), made.Secret)
		if change.code != "" {
			wantCode(t, err, change.code)
		} else if err != nil || !reflect.DeepEqual(seen, stands) {
			t.Errorf("%s: %+v, %v; in the database %+v", name, seen, err, stands)
		}
	}
}

// TestACachedTokenExpires uses a token until its instant of expiry, without a commit in between.
func TestACachedTokenExpires(t *testing.T) {
	w := newWorld(t)
	ann := w.player("ann")
	made, err := w.CreateToken(t.Context(), ann.ID, NewToken{Expires: "1h"})
	if err != nil {
		t.Fatal(err)
	}
	for _, left := range []time.Duration{time.Hour, time.Millisecond} {
		w.pass(made.ExpiresAt.Sub(w.now()) - left)
		if _, err := w.Authenticate(t.Context(), made.Secret); err != nil {
			t.Fatal(err)
		}
	}
	w.pass(time.Millisecond)
	_, err = w.Authenticate(t.Context(), made.Secret)
	wantCode(t, err, CodeTokenExpired)
}

// TestNobodyUsesARevokedToken uses tokens concurrently while another process revokes them one after the other.
func TestNobodyUsesARevokedToken(t *testing.T) {
	w := newWorld(t)
	w.unsynced(t)
	other := w.openSecond(t)
	other.unsynced(t)
	ann := w.player("ann")
	var tokens []IssuedToken
	for range 60 {
		made, err := w.CreateToken(t.Context(), ann.ID, NewToken{})
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
				_, err := w.Authenticate(AtOneState(t.Context()), tokens[n].Secret)
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
