package store

import (
	"errors"
	"strings"
	"testing"

	"turnpost/models"
	"turnpost/models/challenge"
	"turnpost/models/core"
	"turnpost/models/notice"
	"turnpost/models/play"
	"turnpost/models/schema"
	"turnpost/rules/rulestest/sample"
)

func TestBlock(t *testing.T) {
	w, ann, bob, g := newChat(t)
	challenge := func(p models.Player, opponent string) (models.Challenge, error) {
		return w.CreateChallenge(t.Context(), p, challenge.NewChallenge{Ruleset: "hnefatafl", Opponent: opponent})
	}
	before, err := challenge(bob, "ann")
	if err != nil {
		t.Fatal(err)
	}
	open, err := challenge(ann, "")
	if err != nil {
		t.Fatal(err)
	}
	w.say(bob, g, "hello")
	if b, err := w.BlockPlayer(t.Context(), ann.ID, "BOB"); err != nil || b.Name != "bob" {
		t.Fatalf("%+v, %v", b, err)
	}
	if got := kinds(w.deliver()); got != "" {
		t.Errorf("mailed %s", got)
	}
	if box, _, err := w.Challenges(t.Context(), ann, models.BoxIn, "", 10); err != nil || len(box) != 0 {
		t.Errorf("%+v, %v", box, err)
	}
	if box, _, err := w.Challenges(t.Context(), bob, models.BoxOpen, "", 10); err != nil || len(box) != 0 {
		t.Errorf("%+v, %v", box, err)
	}
	_, err = challenge(bob, "ann")
	wantCode(t, err, models.CodeForbidden)
	if messageOf(err) != "ann does not take challenges from you" {
		t.Error(err)
	}
	_, err = challenge(ann, "bob")
	wantCode(t, err, models.CodeForbidden)
	_, err = w.AcceptChallenge(t.Context(), bob, open.ID)
	wantCode(t, err, models.CodeForbidden)
	_, err = w.AcceptChallenge(t.Context(), ann, before.ID)
	wantCode(t, err, models.CodeForbidden)
	for _, p := range []models.Player{ann, bob} {
		_, err = w.SendMessage(t.Context(), p.ID, g.ID, "hello")
		wantCode(t, err, models.CodeForbidden)
	}
	in := models.TurnInput{Game: g.ID, Player: ann.ID, Text: "d1-c1", Message: "hello", Via: models.ViaHTTP}
	_, err = w.PlayTurn(t.Context(), in)
	wantCode(t, err, models.CodeForbidden)
	_, err = w.TryTurn(t.Context(), in)
	wantCode(t, err, models.CodeForbidden)
	in.Message, in.OfferDraw = "", true
	_, err = w.PlayTurn(t.Context(), in)
	wantCode(t, err, models.CodeForbidden)
	w.play(g, ann, "d1-c1")
	w.play(g, bob, "d3-c3")

	if err := w.UnblockPlayer(t.Context(), ann.ID, "bob"); err != nil {
		t.Fatal(err)
	}
	w.say(bob, g, "thanks")
	if _, err := w.AcceptChallenge(t.Context(), ann, before.ID); err != nil {
		t.Fatal(err)
	}
}

// A refusal must not reveal to the challenger whose address it is.
func TestAnAddressDoesNotTellThatItBlocks(t *testing.T) {
	w, ann, bob, _ := newChat(t)
	if _, err := w.BlockPlayer(t.Context(), ann.ID, "bob"); err != nil {
		t.Fatal(err)
	}
	for _, address := range []string{"Ann@example.org", "nobody@example.org"} {
		c, err := w.CreateChallenge(t.Context(), bob, challenge.NewChallenge{Ruleset: "hnefatafl", Opponent: address})
		if err != nil || c.Status != models.ChallengeOpen || c.Opponent.ID != 0 {
			t.Fatalf("%+v, %v", c, err)
		}
	}
	if got := kinds(w.deliver()); got != "challenge:nobody@example.org " {
		t.Errorf("mailed %s", got)
	}
	if box, _, err := w.Challenges(t.Context(), ann, models.BoxIn, "", 10); err != nil || len(box) != 0 {
		t.Errorf("%+v, %v", box, err)
	}
}

func TestBlocks(t *testing.T) {
	w := newWorld(t)
	ann := w.player("ann")
	w.player("eve")
	w.player("bob")
	block := func(name string) error {
		_, err := w.BlockPlayer(t.Context(), ann.ID, name)
		return err
	}
	if err := errors.Join(block("eve"), block("bob"), block("eve")); err != nil {
		t.Fatal(err)
	}
	wantCode(t, block("ann"), models.CodeInvalid)
	wantCode(t, block("nobody"), models.CodeNotFound)
	list, err := w.Blocks(t.Context(), ann.ID)
	if err != nil || len(list) != 2 || list[0].Name != "bob" || list[1].Name != "eve" ||
		!list[0].CreatedAt.Equal(w.now()) {
		t.Errorf("%+v, %v", list, err)
	}
	if err := w.UnblockPlayer(t.Context(), ann.ID, "Eve"); err != nil {
		t.Fatal(err)
	}
	wantCode(t, w.UnblockPlayer(t.Context(), ann.ID, "eve"), models.CodeNotFound)
}

// A deleted player disappears from the blocks of others, has none, and cannot be blocked.
func TestBlocksOfADeletedPlayer(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	w := newWorld(t)
	ann, bob, eve := w.player("ann"), w.player("bob"), w.player("eve")
	for _, b := range []struct {
		by   models.Player
		name string
	}{{bob, "ann"}, {bob, "eve"}, {ann, "bob"}} {
		if _, err := w.BlockPlayer(t.Context(), b.by.ID, b.name); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.DeletePlayer(t.Context(), ann.ID, "ann"); err != nil {
		t.Fatal(err)
	}
	w.deliver() // which also erases
	for id, want := range map[int64]string{ann.ID: "", bob.ID: "eve", eve.ID: ""} {
		list, err := w.Blocks(t.Context(), id)
		names := ""
		for _, b := range list {
			names += b.Name
		}
		if err != nil || names != want {
			t.Errorf("%d blocks %q, want %q: %v", id, names, want, err)
		}
	}
	var gone string
	if err := w.Read(t.Context()).Raw("SELECT name FROM players WHERE id = ?", ann.ID).Scan(&gone).Error; err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"ann", gone} {
		_, err := w.BlockPlayer(t.Context(), bob.ID, name)
		wantCode(t, err, models.CodeNotFound)
	}
}

// A notice that a worker has claimed, and one whose transaction commits after the block, escape the drop of those that
// are queued. They are dropped when their mail is composed.
func TestNoticesThatEscapeABlockAreNotMailed(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	for name, escape := range map[string]func(w *world, ann models.Player, queue func(tx *core.Tx) error){
		"claimed": func(w *world, ann models.Player, queue func(tx *core.Tx) error) {
			if err := w.Write(w.t.Context(), queue); err != nil {
				w.t.Fatal(err)
			}
			claims := w.claim()
			if _, err := w.BlockPlayer(w.t.Context(), ann.ID, "bob"); err != nil {
				w.t.Fatal(err)
			}
			for _, claim := range claims {
				c, err := w.ComposeContent(w.t.Context(), claim)
				if err != nil {
					w.t.Fatal(err)
				}
				if c != nil {
					w.t.Errorf("composed a mail about a %s", c.Kind)
				}
			}
		},
		"uncommitted": func(w *world, ann models.Player, queue func(tx *core.Tx) error) {
			blocked := make(chan error, 1)
			err := w.Write(w.t.Context(), func(tx *core.Tx) error {
				if err := queue(tx); err != nil {
					return err
				}
				go func() {
					_, err := w.BlockPlayer(w.t.Context(), ann.ID, "bob")
					blocked <- err
				}()
				if tx.IsPostgres() { // SQLite runs it after this transaction
					blocked <- <-blocked
				}
				return nil
			})
			if err := errors.Join(err, <-blocked); err != nil {
				w.t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			w, ann, bob, g := newChat(t)
			escape(w, ann, func(tx *core.Tx) error {
				row := &schema.ChallengeRow{
					Ruleset: "hnefatafl", Variant: "7x7", ChallengerID: bob.ID, OpponentID: &ann.ID, Terms: models.Terms{Pace: "3d"},
					Status: models.ChallengeOpen, Life: challenge.DefaultExpiry,
				}
				_, err := play.SendMessage(tx, bob.ID, g.ID, "hello")
				return errors.Join(err, challenge.InsertChallenge(tx, row, ann.Email))
			})
			if got := kinds(w.deliver()); got != "" {
				t.Errorf("mailed %s", got)
			}
			list, _, err := w.Notices(t.Context(), ann.ID, 0, 2)
			if err != nil || len(list) != 2 {
				t.Fatalf("%+v, %v", list, err)
			}
			for _, n := range list {
				if n.Status != models.Dropped || n.Reason != notice.DropBlocked {
					t.Errorf("the %s is %s, %s", n.Kind, n.Status, n.Reason)
				}
			}
		})
	}
}

func TestMute(t *testing.T) {
	w, ann, bob, _, g := reportWorld(t)
	admin := w.Admin()
	wantCode(t, admin.MutePlayer(t.Context(), "nobody"), models.CodeNotFound)
	if err := admin.MutePlayer(t.Context(), "Ann"); err != nil {
		t.Fatal(err)
	}
	wantCode(t, admin.MutePlayer(t.Context(), "ann"), models.CodeConflict)
	_, err := w.SendMessage(t.Context(), ann.ID, g.ID, "hello")
	wantCode(t, err, models.CodeForbidden)
	_, err = w.CreateChallenge(t.Context(), ann, challenge.NewChallenge{
		Ruleset: "hnefatafl", Opponent: "bob",
		Message: "hello",
	})
	wantCode(t, err, models.CodeForbidden)
	if _, err = w.CreateChallenge(t.Context(), ann, challenge.NewChallenge{
		Ruleset:  "hnefatafl",
		Opponent: "bob",
	}); err != nil {
		t.Error(err)
	}
	in := models.TurnInput{Game: g.ID, Player: ann.ID, Text: "d1-c1", Message: "hello", Via: models.ViaHTTP}
	if tried, err := w.TryTurn(t.Context(), in); err != nil || !tried.Withheld {
		t.Errorf("%+v, %v", tried, err)
	}
	played, err := w.PlayTurn(t.Context(), in)
	if err != nil || !played.Withheld || played.Ply != 1 || played.LastTurn.Message != "" {
		t.Errorf("%+v, %v", played, err)
	}
	if said, _ := w.said(bob, g); strings.Contains(said, "hello") {
		t.Errorf("said %s", said)
	}
	in = models.TurnInput{Game: g.ID, Player: bob.ID, Text: "d3-c3", Message: "?", Via: models.ViaHTTP}
	if played, err = w.PlayTurn(t.Context(), in); err != nil || played.Withheld || played.LastTurn.Message != "?" {
		t.Errorf("%+v, %v", played, err)
	}
	if err := admin.UnmutePlayer(t.Context(), "ann"); err != nil {
		t.Fatal(err)
	}
	wantCode(t, admin.UnmutePlayer(t.Context(), "ann"), models.CodeConflict)
	w.say(ann, g, "hello again")
}
