package store

import (
	"slices"
	"strings"
	"testing"
	"time"

	"gorm.io/gorm"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/challenge"
	"turnpost/models/secrets"
	"turnpost/rules/rulestest/sample"
)

// statements returns the statements that a use case runs in its transactions.
func (w *world) statements(use func()) []string {
	w.t.Helper()
	var list []string
	record := func(db *gorm.DB) { list = append(list, db.Statement.SQL.String()) }
	callbacks := w.DB.Writer().Callback()
	for _, err := range []error{
		callbacks.Raw().After("gorm:raw").Register("test:raw", record),
		callbacks.Row().After("gorm:row").Register("test:row", record),
		callbacks.Query().After("gorm:query").Register("test:query", record),
		callbacks.Create().After("gorm:create").Register("test:create", record),
	} {
		if err != nil {
			w.t.Fatal(err)
		}
	}
	use()
	for _, err := range []error{
		callbacks.Raw().Remove("test:raw"),
		callbacks.Row().Remove("test:row"),
		callbacks.Query().Remove("test:query"),
		callbacks.Create().Remove("test:create"),
	} {
		if err != nil {
			w.t.Fatal(err)
		}
	}
	return list
}

// The same statements run whether or not an address is known.
func TestKnownAndUnknownAreTheSameWork(t *testing.T) {
	w := newWorld(t)
	w.player("ann")
	asker := account.WithAsker(t.Context(), models.Asker{Network: "192.0.2.1", Request: secrets.NewRequest()})
	for name, use := range map[string]func(address string){
		"code": func(address string) {
			if err := w.RequestCode(account.WithAsker(asker, models.Asker{Network: "192.0.2.1", Request: secrets.NewRequest()}),
				address); err != nil {
				t.Fatal(err)
			}
		},
		"registration": func(address string) {
			err := w.Register(asker, account.NewPlayer{Name: "fresh", Email: address})
			if err != nil && !strings.Contains(err.Error(), "UNIQUE") {
				t.Fatal(err)
			}
			asker = account.WithAsker(t.Context(), models.Asker{Network: "192.0.2.1", Request: secrets.NewRequest()})
		},
		"guess": func(address string) {
			_, _, err := w.SignIn(asker, address, "12345678", account.NewToken{})
			wantCode(t, err, models.CodeBadCode)
		},
	} {
		known := w.statements(func() { use("ann@example.org") })
		unknown := w.statements(func() { use("nobody@example.org") })
		if len(known) == 0 || !slices.Equal(known, unknown) {
			t.Errorf("%s: known\n%s\nunknown\n%s", name, strings.Join(known, "\n"), strings.Join(unknown, "\n"))
		}
	}
}

// A pending request does nothing after its account is deleted.
func TestRequestsUnderWayEndWithTheAccount(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	open, err := w.CreateChallenge(t.Context(), bob, challenge.NewChallenge{Ruleset: "hnefatafl"})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.DeletePlayer(t.Context(), ann.ID, "ann"); err != nil {
		t.Fatal(err)
	}
	w.deliver()
	// Each was authenticated before the deletion, and runs after it.
	for name, act := range map[string]func() error{
		"challenge": func() error {
			_, err := w.CreateChallenge(t.Context(), ann, challenge.NewChallenge{Ruleset: "hnefatafl", Opponent: "bob"})
			return err
		},
		"open challenge": func() error {
			_, err := w.CreateChallenge(t.Context(), ann, challenge.NewChallenge{Ruleset: "hnefatafl"})
			return err
		},
		"accept":    func() error { _, err := w.AcceptChallenge(t.Context(), ann, open.ID); return err },
		"block":     func() error { _, err := w.BlockPlayer(t.Context(), ann.ID, "bob"); return err },
		"test mail": func() error { return w.SendTestMail(t.Context(), ann) },
	} {
		if code := models.CodeOf(act()); code != models.CodeUnauthorized {
			t.Errorf("%s: %q", name, code)
		}
	}
	w.bannedDoesNothing(bob, open)
	list, _, err := w.Challenges(t.Context(), bob, models.BoxIn, "", 10)
	if err != nil || len(list) != 0 {
		t.Errorf("%+v, %v", list, err)
	}
	if mails := kinds(w.deliver()); mails != "" {
		t.Errorf("mailed %s", mails)
	}
}

// bannedDoesNothing bans a player who has played with bob, while their requests are pending.
func (w *world) bannedDoesNothing(bob models.Player, open models.Challenge) {
	w.t.Helper()
	ctx, eve := w.t.Context(), w.player("eve")
	g := w.game(eve, bob, "hnefatafl", "7x7")
	w.play(g, eve, "d1-c1")
	w.play(g, bob, "d3-c3")
	if err := w.Admin().BanPlayer(ctx, "eve"); err != nil {
		w.t.Fatal(err)
	}
	w.deliver()
	name := "evelyn"
	for what, act := range map[string]func() error{
		"challenge": func() error {
			_, err := w.CreateChallenge(ctx, eve, challenge.NewChallenge{Ruleset: "hnefatafl", Opponent: "bob"})
			return err
		},
		"open challenge": func() error {
			_, err := w.CreateChallenge(ctx, eve, challenge.NewChallenge{Ruleset: "hnefatafl"})
			return err
		},
		"invitation": func() error {
			_, err := w.CreateChallenge(ctx, eve, challenge.NewChallenge{Ruleset: "hnefatafl", Opponent: "new@example.org"})
			return err
		},
		"accept":  func() error { _, err := w.AcceptChallenge(ctx, eve, open.ID); return err },
		"message": func() error { _, err := w.SendMessage(ctx, eve.ID, g.ID, "one last word"); return err },
		"away":    func() error { _, err := w.SetVacation(ctx, eve.ID, "2026-12-01", "2026-12-02"); return err },
		"name":    func() error { _, err := w.UpdateProfile(ctx, eve.ID, models.ProfilePatch{Name: &name}); return err },
		"block":   func() error { _, err := w.BlockPlayer(ctx, eve.ID, "bob"); return err },
	} {
		if code := models.CodeOf(act()); code != models.CodeUnauthorized {
			w.t.Errorf("banned, %s: %q", what, code)
		}
	}
	var out int64
	challenges := w.Read(ctx).Table("challenges").Where("challenger_id = ? AND status = 'open'", eve.ID)
	if err := challenges.Count(&out).Error; err != nil || out != 0 {
		w.t.Errorf("%d challenges of somebody banned are open, %v", out, err)
	}
	if mails := kinds(w.deliver()); mails != "" {
		w.t.Errorf("mailed %s", mails)
	}
}

// With registration by invitation the work is the same for every address, with a valid, an invalid and no invitation.
func TestInvitationsTellNoAddresses(t *testing.T) {
	w := newWorld(t)
	ann := w.player("ann")
	good, err := w.Admin().Invite(t.Context(), "", 100, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	w.Registration = account.RegistrationInvitation
	for _, address := range []string{"dan@example.org", "bea@example.org"} { // both are challenged, one has an account
		if _, err := w.CreateChallenge(t.Context(), ann, challenge.NewChallenge{
			Ruleset:  "hnefatafl",
			Opponent: address,
		}); err != nil {
			t.Fatal(err)
		}
	}
	w.Registration = account.RegistrationOpen
	w.player("eve")
	w.player("fay")
	w.player("gil")
	w.player("dan")
	w.Registration = account.RegistrationInvitation
	for name, c := range map[string]struct{ invitation, known, unknown string }{
		"none":       {"", "eve@example.org", "new1@example.org"},
		"good":       {good, "fay@example.org", "new2@example.org"},
		"bad":        {"inv-nonsense", "gil@example.org", "new3@example.org"},
		"challenged": {"", "dan@example.org", "bea@example.org"},
	} {
		var codes []models.Code
		ask := func(address string) []string {
			return w.statements(func() {
				err := w.Register(t.Context(), account.NewPlayer{Name: "fresh", Email: address, Invitation: c.invitation})
				if codes = append(codes, models.CodeOf(err)); err != nil && models.CodeOf(err) == "" {
					t.Fatal(err)
				}
			})
		}
		known, unknown := ask(c.known), ask(c.unknown)
		if len(known) == 0 || !slices.Equal(known, unknown) || codes[0] != codes[1] {
			t.Errorf("%s: %v: known\n%s\nunknown\n%s", name, codes, strings.Join(known, "\n"), strings.Join(unknown, "\n"))
		}
	}
}

// Keys become the left side of a Message-ID, where 64 octets are safe.
func TestKeysOfNoticesAreShort(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.game(ann, bob, "hnefatafl", "7x7")
	w.play(g, ann, "d1-c1")
	if _, err := w.NegotiateTakeback(t.Context(), ann.ID, g.ID, models.MakeOffer, 0); err != nil {
		t.Fatal(err)
	}
	if _, err := w.NegotiateTakeback(t.Context(), bob.ID, g.ID, models.DeclineOffer, 0); err != nil {
		t.Fatal(err)
	}
	var keys []string
	if err := w.Read(t.Context()).Raw("SELECT key FROM notices").Scan(&keys).Error; err != nil || len(keys) < 5 {
		t.Fatalf("%v, %v", keys, err)
	}
	for _, key := range keys {
		if len(key) > 50 { // plies and players may have more digits
			t.Errorf("%s has %d octets", key, len(key))
		}
	}
}
