package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"testing"
	"testing/fstest"
	"time"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/challenge"
	"turnpost/models/core"
	"turnpost/models/db"
	"turnpost/models/linktext"
	"turnpost/models/migrations"
	"turnpost/models/modeltest/bed"
	"turnpost/models/schema"
	"turnpost/rules/rulestest/sample"
)

// A known epoch does not reveal the next one: a link forged with a copy of the key fails.
func TestEpochsCannotBeGuessed(t *testing.T) {
	w := newWorld(t)
	ann := w.player("ann")
	challenge, err := w.CreateChallenge(t.Context(), ann, challenge.NewChallenge{
		Ruleset:  "hnefatafl",
		Opponent: "zoe@example.net",
	})
	if err != nil {
		t.Fatal(err)
	}
	accepted, err := w.AcceptInvitation(t.Context(), challenge.ID, "Zoe")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[int64]bool{}
	for _, p := range []models.Player{ann, w.player("bob"), w.player("eve"), accepted.Player} {
		for what, change := range map[string]func() error{
			"made":       func() error { return nil },
			"signed out": func() error { return w.SignOutEverywhere(t.Context(), p.ID) },
			"revoked":    func() error { return w.Admin().SignOutPlayer(t.Context(), p.Name) },
			"banned": func() error {
				return errors.Join(w.Admin().BanPlayer(t.Context(), p.Name), w.Admin().UnbanPlayer(t.Context(), p.Name))
			},
		} {
			before := w.epoch(p)
			if err := change(); err != nil {
				t.Fatal(err)
			}
			now := w.epoch(p)
			if what != "made" && seen[now] {
				t.Errorf("%s %s: epoch %d is not a new one", p.Name, what, now)
			}
			seen[now] = true
			for other := range seen {
				if d := now - other; d != 0 && -1_000_000 < d && d < 1_000_000 {
					t.Errorf("%s %s: epoch %d is near %d", p.Name, what, now, other)
				}
			}
			if now < 1 || (what != "made" && now == before) {
				t.Errorf("%s %s: epoch %d, %d before", p.Name, what, now, before)
			}
		}
	}
}

func (w *world) epoch(p models.Player) int64 {
	w.t.Helper()
	row, err := schema.FindPlayer(w.Read(w.t.Context()), "id = ?", p.ID)
	if err != nil || row == nil {
		w.t.Fatalf("player %d: %v", p.ID, err)
	}
	return row.LinkEpoch
}

// A new key invalidates links, in every process, and nothing else.
func TestRotateLinkKey(t *testing.T) {
	sample.Whole(t, "replaces the key of many links")
	t.Parallel()
	w := newWorld(t)
	other, err := Open(t.Context(), Options{Database: w.path, Now: w.now, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	ann := w.player("ann")
	name := "anna"
	if _, err := w.UpdateProfile(t.Context(), ann.ID, models.ProfilePatch{Name: &name}); err != nil {
		t.Fatal(err)
	}
	about := models.Link{Purpose: models.LinkReply, Player: ann.ID}
	old := w.link(about)
	for _, s := range []*Store{w.Store, other} {
		if _, _, err := s.ReadLink(t.Context(), models.LinkReply, old); err != nil {
			t.Fatal(err)
		}
	}
	home := models.Asker{Network: "192.0.2.7"}
	session, _, err := w.StartSession(account.WithAsker(t.Context(), home), ann.Email, w.freshCode(ann.Email), "")
	if err != nil {
		t.Fatal(err)
	}

	if err := w.Admin().RotateLinkKey(t.Context()); err != nil {
		t.Fatal(err)
	}
	_, _, err = w.ReadLink(t.Context(), models.LinkReply, old)
	wantCode(t, err, models.CodeNotFound)
	fresh := w.link(about)
	eventually(t, "another process has the new key", func() bool {
		_, _, oldErr := other.ReadLink(t.Context(), models.LinkReply, old)
		_, _, newErr := other.ReadLink(t.Context(), models.LinkReply, fresh)
		return models.CodeOf(oldErr) == models.CodeNotFound && newErr == nil
	})
	w.restart()
	if _, _, err := w.ReadLink(t.Context(), models.LinkReply, fresh); err != nil {
		t.Errorf("after a restart: %v", err)
	}

	if _, err := w.AuthenticateBrowser(t.Context(), session); err != nil {
		t.Errorf("the session ended: %v", err)
	}
	err = w.Register(t.Context(), account.NewPlayer{Name: "ann", Email: "eve@example.org"})
	wantCode(t, err, models.CodeNameTaken) // it is reserved for its owner
	err = w.Write(t.Context(), func(tx *core.Tx) error { return tx.ClaimName("ann", "ann@example.org") })
	if err != nil {
		t.Errorf("the owner of a former name is not known any more: %v", err)
	}
	err = w.Write(t.Context(), func(tx *core.Tx) error {
		var known int64
		err := tx.Table("bounds").Where("scope = ?", account.HomeScope(tx, home, ann.Email)).Count(&known).Error
		if known != 1 {
			t.Error("the network from which ann signed in is not known any more")
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// freshCode requests a sign-in code.
func (w *world) freshCode(address string) string {
	w.t.Helper()
	w.pass(6 * time.Minute)
	if err := w.RequestCode(w.t.Context(), address); err != nil {
		w.t.Fatal(err)
	}
	return w.code(address)
}

func eventually(t *testing.T, what string, done func() bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	for again := time.NewTicker(10 * time.Millisecond); !done(); <-again.C {
		if ctx.Err() != nil {
			t.Fatalf("never: %s", what)
		}
	}
}

// A database of the first schema keeps its links: the key and the players' epochs are unchanged.
func TestLinksOutliveTheFirstSchema(t *testing.T) {
	sample.Whole(t, "migrates an earlier schema")
	key := []byte("the only key that there was then")
	path, player := firstSchema(t, key)
	w := &world{t: t, clock: bed.NewClock(time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)), path: path}
	w.open()
	t.Cleanup(func() { _ = w.Close() })
	link := models.Link{Purpose: models.LinkReply, Player: player, Game: "k7m2q9xr", Ply: 3}
	fields, err := account.FieldsOf(link)
	if err != nil {
		t.Fatal(err)
	}
	text, err := linktext.Sign(fields, key, 3, "")
	if err != nil {
		t.Fatal(err)
	}
	got, _, err := w.ReadLink(t.Context(), models.LinkReply, text)
	if err != nil || got != link {
		t.Fatalf("%+v, %v", got, err)
	}
	if err := w.SignOutEverywhere(t.Context(), player); err != nil {
		t.Fatal(err)
	}
	if now := w.epoch(models.Player{ID: player}); now < 1_000_000 {
		t.Errorf("the next epoch is %d", now)
	}
}

// firstSchema creates a database as the first program left it, with a player of epoch 3.
func firstSchema(t *testing.T, key []byte) (path string, player int64) {
	t.Helper()
	path = bed.Database(t)
	old, err := db.Open(t.Context(), db.Options{
		Source: path, Migrations: migrationsUpTo(t, 1), Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := old.Close(); err != nil {
			t.Error(err)
		}
	}()
	err = errors.Join(
		old.Writer().Exec("INSERT INTO secrets (name, value) VALUES ('unsubscribe', ?)", key).Error,
		old.Writer().Raw(`INSERT INTO players (name, name_key, email, email_key, locale, time_zone, settings,
				created_at, confirmed_at, link_epoch)
			VALUES ('ann', 'ann', 'ann@example.org', 'ann@example.org', 'en', 'UTC', '{}', 1, 1, 3)
			RETURNING id`).Scan(&player).Error)
	if err != nil {
		t.Fatal(err)
	}
	return path, player
}

// migrationsUpTo returns the migrations of an earlier program.
func migrationsUpTo(t *testing.T, newest int) fs.FS {
	t.Helper()
	old := fstest.MapFS{}
	for number := 1; number <= newest; number++ {
		files, err := fs.Glob(migrations.Files, fmt.Sprintf("*/%04d_*.sql", number))
		if err != nil || len(files) != 2 {
			t.Fatalf("migration %d: %v, %v", number, files, err)
		}
		for _, file := range files {
			content, err := fs.ReadFile(migrations.Files, file)
			if err != nil {
				t.Fatal(err)
			}
			old[file] = &fstest.MapFile{Data: content}
		}
	}
	return old
}
