package store

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/challenge"
	"turnpost/models/core"
	"turnpost/models/db"
	"turnpost/models/event"
	"turnpost/models/schema"
	"turnpost/rules/rulestest/sample"
)

// Offer makes a challenge to anyone.
func (w *world) offer(by models.Player, ruleset, variant string) models.Challenge {
	w.t.Helper()
	c, err := w.CreateChallenge(w.t.Context(), by, challenge.NewChallenge{
		Ruleset: ruleset, Variant: variant,
		Expires: "60d",
	})
	if err != nil {
		w.t.Fatal(err)
	}
	w.pass(time.Second)
	return c
}

// openTo pages through the open challenges for a player.
func (w *world) openTo(p models.Player, ruleset, variant string) (list []string) {
	w.t.Helper()
	for f := (models.OpenFilter{Ruleset: ruleset, Variant: variant, Limit: 2}); ; {
		page, next, err := w.OpenChallenges(w.t.Context(), p, f)
		if err != nil {
			w.t.Fatal(err)
		}
		for _, c := range page {
			if !c.ToAnyone() || c.Status != models.ChallengeOpen {
				w.t.Errorf("%+v is not open", c)
			}
			list = append(list, fmt.Sprint(c.Challenger.Name, " ", c.Ruleset, " ", c.Variant))
		}
		if f.Before = next; next == "" {
			return list
		}
	}
}

func TestOpenChallenges(t *testing.T) {
	w := newWorld(t)
	ann, bob, eve := w.player("ann"), w.player("bob"), w.player("eve")
	w.offer(ann, "hnefatafl", "7x7")
	w.offer(ann, "bohnduell", "standard")
	w.offer(bob, "hnefatafl", "9x9")
	w.offer(eve, "hnefatafl", "7x7")
	w.offer(bob, "bohnduell", "standard")
	gone := w.offer(bob, "sevensages", "")
	if _, err := w.WithdrawChallenge(t.Context(), bob, gone.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := w.CreateChallenge(t.Context(), ann, challenge.NewChallenge{
		Ruleset:  "hnefatafl",
		Opponent: "bob",
	}); err != nil {
		t.Fatal(err)
	}
	all := []string{
		"bob bohnduell standard", "eve hnefatafl 7x7", "bob hnefatafl 9x9", "ann bohnduell standard", "ann hnefatafl 7x7",
	}
	check := func(what string, p models.Player, ruleset, variant string, want ...string) {
		t.Helper()
		if got := w.openTo(p, ruleset, variant); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}
	check("an anonymous reader", models.Player{}, "", "", all...)
	check("a ruleset", models.Player{}, "hnefatafl", "", all[1], all[2], all[4])
	check("a variant", models.Player{}, "hnefatafl", "7x7", all[1], all[4])
	check("an unknown ruleset", models.Player{}, "chess", "")
	check("eve", eve, "", "", all[0], all[2], all[3], all[4])

	w.paced(ann, eve, "3d") // a game of hnefatafl
	check("eve, who plays hnefatafl", eve, "", "", all[2], all[4], all[0], all[3])
	check("the others", bob, "", "", all[1], all[3], all[4])
	for _, blocking := range [][2]models.Player{{eve, ann}, {ann, eve}} {
		if _, err := w.BlockPlayer(t.Context(), blocking[0].ID, blocking[1].Name); err != nil {
			t.Fatal(err)
		}
		check(blocking[0].Name+" blocks "+blocking[1].Name, eve, "", "", all[2], all[0])
		if err := w.UnblockPlayer(t.Context(), blocking[0].ID, blocking[1].Name); err != nil {
			t.Fatal(err)
		}
	}
	for _, cursor := range []string{"x", "f", "o.", "fx", "q" + schema.FormatCursor(1, "x"), "12.abc"} {
		_, _, err := w.OpenChallenges(t.Context(), eve, models.OpenFilter{Before: cursor, Limit: 2})
		wantCode(t, err, models.CodeInvalid)
	}
	w.pass(61 * 24 * time.Hour)
	check("expired", models.Player{}, "", "")
}

// TestSilentOwners lets time pass while some owners of open challenges do one thing each, and checks which challenges
// are withdrawn.
func TestSilentOwners(t *testing.T) {
	sample.Whole(t, "lets weeks pass")
	w := newWorld(t)
	ctx := t.Context()
	signs := map[string]func(p models.Player){
		"token": func(p models.Player) {
			_, err := w.Authenticate(ctx, w.token(p))
			w.endGame(nil, err)
		},
		"browser": func(p models.Player) {
			w.endGame(nil, w.Write(ctx, func(tx *core.Tx) error {
				_, err := account.IssueSession(tx, p.ID,
					"Firefox")
				return err
			}))
		},
		"turn": func(p models.Player) { w.play(w.paced(p, w.player("rival"), "60d"), p, "d1-c1") },
		"answered": func(p models.Player) {
			rival := w.player("other")
			g := w.paced(p, rival, "60d")
			w.play(g, p, "d1-c1")
			w.play(g, rival, "d3-c3")
		},
		"silent": func(models.Player) {},
		"spoken": func(p models.Player) {
			_, err := db.Exec(w.DB.Writer(), `INSERT INTO inbound (key, source, message_id, envelope_from, envelope_to, link,
				size, thread, received_at, next_at, player_id) VALUES (?, '', '', '', '', '', 0, '', ?, 0, ?)`,
				[]byte("key"), models.ToMillis(w.now()), p.ID)
			w.endGame(nil, err)
		},
	}
	offers := map[string]models.Challenge{}
	for name := range signs {
		offers[name] = w.offer(w.player(name), "hnefatafl", "7x7")
	}
	named, err := w.CreateChallenge(ctx, w.named("silent"), challenge.NewChallenge{
		Ruleset: "hnefatafl", Opponent: "token", Expires: "60d",
	})
	w.endGame(nil, err)
	w.pass(13 * 24 * time.Hour)
	w.steady()
	_, err = w.SweepClocks(ctx)
	w.endGame(nil, err)
	if n := len(w.openTo(models.Player{}, "", "")); n != len(signs) {
		t.Errorf("after 13 days %d challenges are open", n)
	}
	for name, sign := range signs {
		sign(w.named(name))
	}
	w.pass(2 * 24 * time.Hour)
	w.steady()
	_, err = w.SweepClocks(ctx)
	w.endGame(nil, err)
	for name, c := range offers {
		found, err := w.FindChallenge(ctx, models.Player{}, c.ID)
		if err != nil || (found.Status == models.ChallengeWithdrawn) != (name == "silent") {
			t.Errorf("%s: %s, %v", name, found.Status, err)
		}
	}
	if found, err := w.FindChallenge(ctx, w.named("silent"),
		named.ID); err != nil || found.Status != models.ChallengeOpen {
		t.Errorf("one to a player: %s, %v", found.Status, err)
	}
}

func TestLastChallenge(t *testing.T) {
	w := newWorld(t)
	ann := w.player("ann")
	if _, found, err := w.LastChallenge(t.Context(), ann.ID, ""); found || err != nil {
		t.Errorf("%t, %v", found, err)
	}
	w.offer(ann, "hnefatafl", "7x7")
	w.offer(ann, "bohnduell", "")
	for ruleset, want := range map[string]string{"": "bohnduell", "hnefatafl": "hnefatafl"} {
		c, found, err := w.LastChallenge(t.Context(), ann.ID, ruleset)
		if c.Ruleset != want || !found || err != nil {
			t.Errorf("%q: %s, %v", ruleset, c.Ruleset, err)
		}
	}
}

// What a player without a finished game writes to everybody is shown to nobody else: the message of an open challenge,
// the title of an event. A game with the house does not count, and one to a player is read by that player.
func TestWordsOfNewAccounts(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	n := challenge.NewChallenge{Ruleset: "hnefatafl", Variant: "7x7", Message: "Buy pills!"}
	c, err := w.CreateChallenge(t.Context(), ann, n)
	if err != nil {
		t.Fatal(err)
	}
	e, err := w.CreateEvent(t.Context(), ann, event.NewEvent{
		Kind: event.Ladder, Ruleset: "hnefatafl", Variant: "7x7",
		Title: n.Message,
	})
	if err != nil {
		t.Fatal(err)
	}
	wants := func(finished bool) {
		t.Helper()
		for _, reader := range []models.Player{{}, ann, bob} {
			want := ""
			if finished || reader.ID == ann.ID {
				want = n.Message
			}
			if found, err := w.FindChallenge(t.Context(), reader, c.ID); err != nil || found.Message != want {
				t.Errorf("%q finds %q, %v", reader.Name, found.Message, err)
			}
			list, _, err := w.OpenChallenges(t.Context(), reader, models.OpenFilter{Limit: 5})
			if reader.ID != ann.ID && (err != nil || len(list) != 1 || list[0].Message != want) {
				t.Errorf("%q is listed %+v, %v", reader.Name, list, err)
			}
			found, err := w.FindEvent(t.Context(), e.ID)
			if err != nil || found.TitleFor(reader.ID) != want {
				t.Errorf("%q sees the title %q, %v", reader.Name, found.TitleFor(reader.ID), err)
			}
		}
	}
	wants(false)
	n.Opponent = "bob"
	to, err := w.CreateChallenge(t.Context(), ann, n)
	if err != nil {
		t.Fatal(err)
	}
	if found, err := w.FindChallenge(t.Context(), bob, to.ID); err != nil || found.Message != n.Message {
		t.Errorf("%q, %v", found.Message, err)
	}
	w.beat(bob, ann)
	wants(true)
}
