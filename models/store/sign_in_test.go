package store

import (
	"log/slog"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/secrets"
	"turnpost/rules/rulestest/sample"
)

const insertToken = "INSERT INTO tokens (player_id, hash, label, created_at, used_at) VALUES (?, ?, '', ?, ?)"

func TestSessionsEndWithTheirToken(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	t.Parallel()
	w := newWorld(t)
	other, err := Open(t.Context(), Options{Database: w.path, Now: w.now, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	ann := w.player("ann")
	for name, revoke := range map[string]func(token int64) error{
		"revoked": func(token int64) error { return w.RevokeToken(t.Context(), ann.ID, token) },
		"all":     func(int64) error { return w.Admin().SignOutPlayer(t.Context(), "ann") },
		"banned":  func(int64) error { return w.Admin().BanPlayer(t.Context(), "ann") },
	} {
		if err := w.Admin().UnbanPlayer(t.Context(), "ann"); err != nil && models.CodeOf(err) != models.CodeConflict {
			t.Fatal(err)
		}
		token := secrets.NewToken()
		if err := w.DB.Writer().Exec(insertToken,
			ann.ID, secrets.Hash(token), models.ToMillis(w.now()), models.ToMillis(w.now())).Error; err != nil {
			t.Fatal(err)
		}
		session, err := w.Authenticate(t.Context(), token)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := other.Authenticate(t.Context(), token); err != nil {
			t.Fatal(err)
		}
		if err := revoke(session.Token); err != nil {
			t.Fatal(err)
		}
		for process, store := range map[string]*Store{"the same": w.Store, "another": other} {
			if _, err := store.Authenticate(t.Context(), token); models.CodeOf(err) != models.CodeUnauthorized {
				t.Errorf("%s: %s process goes on accepting the token: %v", name, process, err)
			}
		}
	}
}

func TestSessionsShowWhatHasChanged(t *testing.T) {
	w := newWorld(t)
	ann := w.player("ann")
	token := secrets.NewToken()
	if err := w.DB.Writer().Exec(insertToken,
		ann.ID, secrets.Hash(token), models.ToMillis(w.now()), models.ToMillis(w.now())).Error; err != nil {
		t.Fatal(err)
	}
	if _, err := w.Authenticate(t.Context(), token); err != nil {
		t.Fatal(err)
	}
	if _, err := w.SetVacation(t.Context(), ann.ID, "2026-12-01", "2026-12-02"); err != nil {
		t.Fatal(err)
	}
	session, err := w.Authenticate(t.Context(), token)
	if err != nil || session.Player.Away.From.IsZero() {
		t.Errorf("%+v, %v", session.Player.Away, err)
	}
}

// A browser stays signed in for SessionLife after each use.
func TestBrowserStaysSignedInWhileItIsUsed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ann := w.player("ann")
	if err := w.RequestCode(t.Context(), ann.Email); err != nil {
		t.Fatal(err)
	}
	secret, _, err := w.StartSession(t.Context(), ann.Email, w.code(ann.Email), "Firefox")
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		w.pass(account.SessionLife - time.Hour)
		if p, err := w.AuthenticateBrowser(t.Context(), secret); err != nil || p.ID != ann.ID {
			t.Fatal(p, err)
		}
		list, err := w.BrowserSessions(t.Context(), ann.ID)
		if err != nil || len(list) != 1 || !list[0].UsedAt.Equal(w.now()) {
			t.Errorf("%+v, %v", list, err)
		}
	}
	w.pass(account.SessionLife)
	_, err = w.AuthenticateBrowser(t.Context(), secret)
	wantCode(t, err, models.CodeUnauthorized)
}

// A code that was mailed before the account was banned signs nobody in.
func TestBannedPlayerDoesNotSignIn(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ann := w.player("ann")
	if err := w.RequestCode(t.Context(), ann.Email); err != nil {
		t.Fatal(err)
	}
	code := w.code(ann.Email)
	if err := w.raw("UPDATE players SET banned_at = 1"); err != nil { // a ban would delete the code too
		t.Fatal(err)
	}
	_, _, err := w.SignIn(t.Context(), ann.Email, code, account.NewToken{})
	wantCode(t, err, models.CodeBadCode)
}
