package store

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/admin"
	"turnpost/models/challenge"
	"turnpost/models/core"
	"turnpost/models/schema"
	"turnpost/models/secrets"
	"turnpost/rules"
)

func TestBanPlayer(t *testing.T) {
	w := newWorld(t)
	ann, bob, eve := w.player("ann"), w.player("bob"), w.player("eve")
	begun, played := w.game(ann, bob, "hnefatafl", "7x7"), w.game(ann, bob, "hnefatafl", "7x7")
	w.play(played, ann, "d1-c1")
	w.play(played, bob, "d3-c3")
	out, err := w.CreateChallenge(t.Context(), bob, challenge.NewChallenge{Ruleset: "hnefatafl", Opponent: "eve"})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.RequestCode(t.Context(), "bob@example.org"); err != nil {
		t.Fatal(err)
	}
	code := w.code("bob@example.org")
	wantCode(t, w.Admin().BanPlayer(t.Context(), "nobody"), models.CodeNotFound)
	if err := w.Admin().BanPlayer(t.Context(), "Bob"); err != nil {
		t.Fatal(err)
	}
	wantCode(t, w.Admin().BanPlayer(t.Context(), "bob"), models.CodeConflict)
	for id, want := range map[string]string{begun.ID: models.ReasonAborted, played.ID: models.ReasonResignation} {
		if g, err := w.Game(t.Context(), id); err != nil || g.Result.Reason != want || g.Result.Winner == rules.Second {
			t.Errorf("%+v, %v", g, err)
		}
	}
	if c, err := w.FindChallenge(t.Context(), eve, out.ID); err != nil || c.Status != models.ChallengeWithdrawn {
		t.Errorf("%+v, %v", c, err)
	}
	_, _, err = w.SignIn(t.Context(), "bob@example.org", code, account.NewToken{})
	wantCode(t, err, models.CodeBadCode)
	for _, ask := range []error{
		w.RequestCode(t.Context(), "bob@example.org"),
		w.Register(t.Context(), account.NewPlayer{Name: "bobby", Email: "bob@example.org"}),
	} {
		if ask != nil {
			t.Error(ask)
		}
	}
	if got := kinds(w.deliver()); strings.Contains(got, ":bob ") || strings.Count(got, "game_over:ann") != 2 {
		t.Errorf("mailed %s", got)
	}
	_, err = w.CreateChallenge(t.Context(), ann, challenge.NewChallenge{Ruleset: "hnefatafl", Opponent: "bob"})
	wantCode(t, err, models.CodeInvalid)
	wantCode(t, w.Admin().MailCode(t.Context(), "bob"), models.CodeConflict)
	if err := w.Admin().UnbanPlayer(t.Context(), "bob"); err != nil {
		t.Fatal(err)
	}
	wantCode(t, w.Admin().UnbanPlayer(t.Context(), "bob"), models.CodeConflict)
	if err := w.Admin().MailCode(t.Context(), "bob"); err != nil {
		t.Fatal(err)
	}
	if _, _, err := w.SignIn(t.Context(), "bob@example.org", w.code("bob@example.org"), account.NewToken{}); err != nil {
		t.Error(err)
	}
	wantSound(t, w)
}

// wantSound checks that no stored game has a fault.
func wantSound(t *testing.T, w *world) {
	t.Helper()
	if faults, sum := w.check(); faults != "" || sum.Faults != 0 {
		t.Errorf("%+v: %s", sum, faults)
	}
}

// TestBannedTokenIsRefused uses a token that was created concurrently with the ban.
func TestBannedTokenIsRefused(t *testing.T) {
	w := newWorld(t)
	w.player("ann")
	if err := w.Admin().BanPlayer(t.Context(), "ann"); err != nil {
		t.Fatal(err)
	}
	if err := w.Write(t.Context(), func(tx *core.Tx) error {
		return tx.Exec(`INSERT INTO tokens (player_id, hash, label, created_at, used_at)
			SELECT id, ?, '', 1, 1 FROM players WHERE name = 'ann'`, secrets.Hash("tp_x")).Error
	}); err != nil {
		t.Fatal(err)
	}
	_, err := w.Authenticate(t.Context(), "tp_x")
	wantCode(t, err, models.CodeUnauthorized)
}

func TestFinishGame(t *testing.T) {
	for _, c := range []struct {
		result rules.Result
		status models.Status
	}{
		{rules.Won(rules.Second, models.ReasonAdjudicated), models.Finished},
		{rules.Drawn(models.ReasonAdjudicated), models.Finished},
		{rules.Drawn(models.ReasonAnnulled), models.Aborted},
	} {
		w := newWorld(t)
		ann, bob := w.player("ann"), w.player("bob")
		g := w.game(ann, bob, "hnefatafl", "7x7")
		w.play(g, ann, "d1-c1")
		w.play(g, bob, "d3-c3")
		for _, wrong := range []rules.Result{
			rules.Won(rules.First, models.ReasonAnnulled),
			rules.Drawn(models.ReasonAborted),
			{},
		} {
			_, err := w.Admin().FinishGame(t.Context(), g.ID, wrong)
			wantCode(t, err, models.CodeInvalid)
		}
		if g, err := w.Admin().FinishGame(t.Context(), g.ID, c.result); err != nil || g.Status != c.status ||
			g.Result != c.result {
			t.Fatalf("%+v, %v", g, err)
		}
		_, err := w.Admin().FinishGame(t.Context(), g.ID, c.result)
		wantCode(t, err, models.CodeGameOver)
		if got := kinds(w.deliver()); !strings.Contains(got, "game_over:ann") || !strings.Contains(got, "game_over:bob") {
			t.Errorf("mailed %s", got)
		}
		record, err := w.GameRecord(t.Context(), g.ID)
		if err != nil {
			t.Fatal(err)
		}
		v, err := w.VerifyRecord(t.Context(), record)
		if err != nil || record.Result != c.result || v.Fault != nil || !v.Stored {
			t.Errorf("the record of %+v has %+v: %+v, %v", c.result, record.Result, v, err)
		}
		wantSound(t, w)
	}
}

func TestRenameAndRevokeByOperator(t *testing.T) {
	w := newWorld(t)
	w.player("ann")
	w.player("bob")
	wantCode(t, w.Admin().RenamePlayer(t.Context(), "ann", "Bob"), models.CodeNameTaken)
	wantCode(t, w.Admin().RenamePlayer(t.Context(), "ann", "x y"), models.CodeInvalid)
	for _, name := range []string{"anna", "anne"} { // without a limit
		if err := w.Admin().RenamePlayer(t.Context(), map[string]string{"anna": "ann", "anne": "anna"}[name],
			name); err != nil {
			t.Fatal(err)
		}
	}
	wantCode(t, w.Register(t.Context(), account.NewPlayer{Name: "ann", Email: "other@example.org"}), models.CodeNameTaken)
	list, err := w.Admin().Players(t.Context(), "A*E", 10)
	if err != nil || len(list) != 1 || list[0].Name != "anne" || list[0].Tokens != 1 {
		t.Fatalf("%+v, %v", list, err)
	}
	if err := w.Admin().SignOutPlayer(t.Context(), "anne"); err != nil {
		t.Fatal(err)
	}
	if o, err := w.Admin().Player(t.Context(), "ANNE"); err != nil || o.Tokens != 0 {
		t.Fatalf("%+v, %v", o, err)
	}
	for pattern, want := range map[string]int{"": 2, "example": 2, "%": 0, "b?b": 1, "_ob": 0, "!": 0} {
		if list, err := w.Admin().Players(t.Context(), pattern, 10); err != nil || len(list) != want {
			t.Errorf("%q: %+v, %v", pattern, list, err)
		}
	}
}

func TestRegistrationByInvitation(t *testing.T) {
	w := newWorld(t)
	ann := w.player("ann")
	w.Registration = account.RegistrationInvitation
	register := func(name, invitation string) error {
		return w.Register(t.Context(), account.NewPlayer{Name: name, Email: name + "@example.org", Invitation: invitation})
	}
	for _, uninvited := range []string{"bob", "ann2"} {
		if err := register(uninvited, ""); err != nil {
			t.Fatal(err)
		}
	}
	if mails := w.deliver(); len(mails) != 0 {
		t.Fatalf("mailed %s", kinds(mails))
	}
	wantCode(t, register("bob", "inv-wrong"), models.CodeForbidden)
	code, err := w.Admin().Invite(t.Context(), "friends", 1, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	if err := register("bob", code); err != nil {
		t.Fatal(err)
	}
	if w.code("bob@example.org") == "" {
		t.Fatal("no code")
	}
	wantCode(t, register("eve", code), models.CodeForbidden)
	invite := challenge.NewChallenge{Ruleset: "hnefatafl", Opponent: "dan@example.org"}
	if _, err := w.CreateChallenge(t.Context(), ann, invite); err != nil {
		t.Fatal(err)
	}
	if err := register("dan", ""); err != nil || w.code("dan@example.org") == "" {
		t.Fatal(err)
	}
	if code, err = w.Admin().Invite(t.Context(), "", 5, time.Hour); err != nil {
		t.Fatal(err)
	}
	w.pass(time.Hour)
	wantCode(t, register("eve", code), models.CodeForbidden)
	w.Registration = account.RegistrationClosed
	for _, name := range []string{"ann", "eve"} { // the same for known and unknown players
		wantCode(t, register(name, ""), models.CodeForbidden)
	}
	w.deliver()
	for _, address := range []string{"bob@example.org", "nobody@example.com"} {
		n := challenge.NewChallenge{Ruleset: "hnefatafl", Opponent: address}
		if _, err := w.CreateChallenge(t.Context(), ann, n); models.CodeOf(err) != models.CodeInvalid {
			t.Errorf("%s is invited where nobody can register: %v", address, err)
		}
	}
	if mails := w.deliver(); len(mails) != 0 {
		t.Errorf("mailed %s", kinds(mails))
	}
	for _, bad := range []struct {
		uses int
		life time.Duration
	}{{0, time.Hour}, {account.MaxInvitationUses + 1, time.Hour}, {1, time.Second}, {1, account.MaxInvitationLife + 1}} {
		_, err := w.Admin().Invite(t.Context(), "", bad.uses, bad.life)
		wantCode(t, err, models.CodeInvalid)
	}
}

func TestSchemaVersion(t *testing.T) {
	w := newWorld(t)
	if v, err := w.Schema(t.Context()); err != nil || v != SchemaVersion() || v < 1 {
		t.Errorf("%d, %v; the program works with %d", v, err, SchemaVersion())
	}
	// An older program refuses the database of a newer one.
	newer := SchemaVersion() + 1
	err := w.DB.Writer().Exec("INSERT INTO goose_db_version (version_id, is_applied) VALUES (?, ?)", newer, true).Error
	if err != nil {
		t.Fatal(err)
	}
	s, err := Open(t.Context(), Options{Database: w.path, Now: w.now})
	if err == nil {
		err = s.Close()
		t.Fatal("a newer schema is opened", err)
	}
	if !strings.Contains(err.Error(), fmt.Sprintf("has schema %d", newer)) {
		t.Error(err)
	}
}

func TestActs(t *testing.T) {
	w, ann, _, _, g := reportWorld(t)
	office := w.Admin()
	id, err := office.RecordAct(t.Context(), admin.Act{Operator: "root", Command: "mute", PlayerID: ann.ID, Game: g.ID})
	if err != nil {
		t.Fatal(err)
	}
	acts, err := office.Acts(t.Context(), 10)
	if err != nil || len(acts) != 1 || acts[0].Outcome != "" || acts[0].Player != "ann" {
		t.Errorf("%+v, %v", acts, err)
	}
	if err := office.FinishAct(t.Context(), id, "done"); err != nil {
		t.Fatal(err)
	}
	w.pass(time.Minute)
	if _, err := office.RecordAct(t.Context(), admin.Act{Operator: "root", Command: "announce", Detail: "x"}); err != nil {
		t.Fatal(err)
	}
	acts, err = office.Acts(t.Context(), 10)
	if err != nil || len(acts) != 2 || acts[0].Outcome != "done" || acts[1].Command != "announce" {
		t.Errorf("%+v, %v", acts, err)
	}
	w.pass(schema.ActLife - time.Second)
	w.steady()
	if err := w.DeleteExpired(t.Context()); err != nil {
		t.Fatal(err)
	}
	if acts, err = office.Acts(t.Context(), 10); err != nil || len(acts) != 1 {
		t.Errorf("%+v, %v", acts, err)
	}
}
