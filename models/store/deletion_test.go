package store

import (
	"strings"
	"testing"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/challenge"
	"turnpost/models/names"
)

func TestDeletePlayer(t *testing.T) {
	w := newWorld(t)
	ann, bob, eve := w.player("ann"), w.player("bob"), w.player("eve")
	begun, played := w.game(ann, bob, "hnefatafl", "7x7"), w.game(ann, bob, "hnefatafl", "7x7")
	w.play(played, ann, "d1-c1")
	w.play(played, bob, "d3-c3")
	w.say(ann, played, "bye")
	out, err := w.CreateChallenge(t.Context(), ann, challenge.NewChallenge{Ruleset: "hnefatafl", Opponent: "eve"})
	if err != nil {
		t.Fatal(err)
	}
	for _, opponent := range []string{"ann", "ANN@example.org"} {
		if _, err := w.CreateChallenge(t.Context(), eve, challenge.NewChallenge{
			Ruleset:  "hnefatafl",
			Opponent: opponent,
		}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := w.BlockPlayer(t.Context(), ann.ID, "eve"); err != nil {
		t.Fatal(err)
	}
	wantCode(t, w.DeletePlayer(t.Context(), ann.ID, "bob"), models.CodeInvalid)
	if err := w.DeletePlayer(t.Context(), ann.ID, "Ann"); err != nil {
		t.Fatal(err)
	}
	mails := w.deliver()
	for _, c := range mails {
		if c.To.ID == ann.ID || strings.Contains(strings.ToLower(c.To.Email), "ann@") {
			t.Errorf("%s goes to the deleted account", c.Kind)
		}
		if c.Kind == models.KindGameOver && !strings.HasPrefix(c.Game.Players[0].Name, names.GonePrefix) {
			t.Errorf("a mail still names %+v", c.Game.Players)
		}
	}
	got := kinds(mails)
	if strings.Count(got, "game_over:bob ") != 2 || strings.Count(got, "challenge_answer:eve ") != 2 ||
		strings.Contains(got, "challenge:eve") {
		t.Errorf("mailed %s", got)
	}
	for id, want := range map[string]string{begun.ID: models.ReasonAborted, played.ID: models.ReasonResignation} {
		g, err := w.Game(t.Context(), id)
		if err != nil || g.Result.Reason != want || g.Players[0].Name == "ann" {
			t.Errorf("%+v, %v", g, err)
		}
	}
	if c, err := w.FindChallenge(t.Context(), eve, out.ID); err != nil || c.Status != models.ChallengeWithdrawn {
		t.Errorf("%+v, %v", c, err)
	}
	if said, _ := w.said(bob, played); !strings.Contains(said, " bye\n") || strings.Contains(said, "ann") {
		t.Errorf("said %s", said)
	}
	_, err = w.SendMessage(t.Context(), bob.ID, played.ID, "bye")
	wantCode(t, err, models.CodeConflict)
	wantNoTrace(t, w)
}

// wantNoTrace searches all stored data for ann's address.
func wantNoTrace(t *testing.T, w *world) {
	t.Helper()
	for _, column := range []string{
		"players.email", "players.email_key", "players.name", "notices.email", "challenges.invited", "responses.record",
		"codes.email_key", "registrations.email_key",
	} {
		table, name, _ := strings.Cut(column, ".")
		var found int64
		query := "SELECT COUNT(*) FROM " + table + " WHERE LOWER(CAST(" + name + " AS TEXT)) LIKE ?"
		if err := w.Read(t.Context()).Raw(query, "%ann%").Scan(&found).Error; err != nil || found > 0 {
			t.Errorf("%s still names ann %d times, %v", column, found, err)
		}
	}
	for _, table := range []string{"tokens", "plans", "blocks", "chats", "vacations"} {
		var found int64
		query := "SELECT COUNT(*) FROM " + table + " WHERE player_id = (SELECT id FROM players WHERE deleted_at > 0)"
		if err := w.Read(t.Context()).Raw(query).Scan(&found).Error; err != nil || found > 0 {
			t.Errorf("%s still holds %d rows of ann, %v", table, found, err)
		}
	}
}

func TestADeletedAddressRegistersAgain(t *testing.T) {
	w := newWorld(t)
	first := w.player("ann")
	if err := w.DeletePlayer(t.Context(), first.ID, "ann"); err != nil {
		t.Fatal(err)
	}
	if _, _, err := w.PlayerByName(t.Context(), "ann"); models.CodeOf(err) != models.CodeNotFound {
		t.Fatalf("the name is still there: %v", err)
	}
	wantCode(t, w.Register(t.Context(), account.NewPlayer{Name: "ann", Email: "eve@example.org"}), models.CodeNameTaken)
	// The address gets the name back once it is verified; before that, nothing reveals whose it was.
	wantCode(t, w.Register(t.Context(), account.NewPlayer{Name: "ann", Email: "ann@example.org"}), models.CodeNameTaken)
	if err := w.Register(t.Context(), account.NewPlayer{Name: "annette", Email: "ann@example.org"}); err != nil {
		t.Fatal(err)
	}
	_, second, err := w.SignIn(t.Context(), "ann@example.org", w.code("ann@example.org"), account.NewToken{})
	if err != nil || second.ID == first.ID {
		t.Fatalf("the old account is back: %+v, %v", second, err)
	}
	if _, err := w.UpdateProfile(t.Context(), second.ID, models.ProfilePatch{Name: new("ann")}); err != nil {
		t.Fatal(err)
	}
	wantCode(t, w.DeletePlayer(t.Context(), first.ID, "ann"), models.CodeNotFound)
	wantCode(t, w.Register(t.Context(), account.NewPlayer{Name: "gone-abc", Email: "x@example.org"}), models.CodeInvalid)
	_, err = w.UpdateProfile(t.Context(), first.ID, models.ProfilePatch{Name: new("anne")})
	wantCode(t, err, models.CodeUnauthorized)
}
