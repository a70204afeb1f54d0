package store

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/challenge"
	"turnpost/models/notice"
	"turnpost/rules/rulestest/sample"
)

// mailsTo delivers the mail and counts what reaches an address.
func (w *world) mailsTo(kind models.Kind, address string) (n int) {
	w.t.Helper()
	for _, c := range contents(w.deliver()) {
		if c.Kind == kind && strings.EqualFold(c.To.Email, address) {
			n++
		}
	}
	return n
}

// dropped counts the dropped notices of a player's ledger by reason.
func (w *world) dropped(p models.Player, kind models.Kind) map[string]int {
	w.t.Helper()
	list, _, err := w.Notices(w.t.Context(), p.ID, 0, 1000)
	if err != nil {
		w.t.Fatal(err)
	}
	reasons := map[string]int{}
	for _, n := range list {
		if n.Status == models.Dropped && n.Kind == kind {
			reasons[string(n.Reason)]++
		}
	}
	return reasons
}

// Mail that one player can cause to another at will is bounded; the rest is in the ledger.
func TestNobodyIsFlooded(t *testing.T) {
	sample.Whole(t, "sends hundreds of mails")
	const tries, most = 60, 10
	for name, flood := range map[string]struct {
		kind models.Kind
		act  func(w *world, ann, bob models.Player, g *models.Game, i int)
	}{
		"challenge and withdraw": {models.KindChallenge, func(w *world, ann, _ models.Player, _ *models.Game, _ int) {
			c, err := w.CreateChallenge(t.Context(), ann, challenge.NewChallenge{Ruleset: "hnefatafl", Opponent: "bob"})
			if err != nil {
				t.Fatal(err)
			}
			w.flooded += w.mailsTo(models.KindChallenge, "bob@example.org") // before it is withdrawn
			if _, err := w.WithdrawChallenge(t.Context(), ann, c.ID); err != nil {
				t.Fatal(err)
			}
		}},
		"draw and withdraw": {models.KindOffer, func(w *world, ann, _ models.Player, g *models.Game, _ int) {
			for _, action := range []models.OfferAction{models.MakeOffer, models.WithdrawOffer} {
				if _, err := w.NegotiateDraw(t.Context(), ann.ID, g.ID, action); err != nil {
					t.Fatal(err)
				}
				w.flooded += w.mailsTo(models.KindOffer, "bob@example.org")
			}
		}},
		"takeback and withdraw": {models.KindOffer, func(w *world, ann, _ models.Player, g *models.Game, _ int) {
			for _, action := range []models.OfferAction{models.MakeOffer, models.WithdrawOffer} {
				if _, err := w.NegotiateTakeback(t.Context(), ann.ID, g.ID, action, 0); err != nil {
					t.Fatal(err)
				}
				w.flooded += w.mailsTo(models.KindOffer, "bob@example.org")
			}
		}},
		"away and back": {models.KindAway, func(w *world, ann, _ models.Player, _ *models.Game, i int) {
			if _, err := w.SetVacation(t.Context(), ann.ID, "2026-12-24", fmt.Sprintf("2026-12-%d", 24+i%5)); err != nil {
				t.Fatal(err)
			}
			w.flooded += w.mailsTo(models.KindAway, "bob@example.org")
			if err := w.EndVacation(t.Context(), ann.ID); err != nil {
				t.Fatal(err)
			}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			ann, bob := w.player("ann"), w.player("bob")
			g := w.game(ann, bob, "hnefatafl", "7x7")
			w.play(g, ann, "d1-c1")
			w.deliver()
			for i := range tries {
				flood.act(w, ann, bob, g, i)
				w.pass(100 * time.Millisecond)
			}
			if w.flooded > most || w.flooded == 0 {
				t.Errorf("%d mails from %d acts", w.flooded, tries)
			}
			if held := w.dropped(bob, flood.kind)["sender_bounded"]; w.flooded+held < tries {
				t.Errorf("%d mails and %d in the ledger: some are nowhere", w.flooded, held)
			}
		})
	}
}

// Strangers are invited a few times a day, by any number of players and with any number of address labels.
func TestStrangersAreLeftInPeace(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	w := newWorld(t)
	var mails int
	for i := range 3 {
		p := w.player(fmt.Sprintf("guest%d", i))
		w.deliver()
		for j := range 10 {
			address := fmt.Sprintf("One+%d@Example.org", j)
			_, err := w.CreateChallenge(t.Context(), p, challenge.NewChallenge{Ruleset: "hnefatafl", Opponent: address})
			if err != nil && models.CodeOf(err) != models.CodeTooMany {
				t.Fatal(err)
			}
			mails += len(contents(w.deliver()))
		}
	}
	if mails == 0 || mails > 5 {
		t.Errorf("%d invitations reached one mailbox", mails)
	}
	mails = 0
	for i := range 20 {
		victim := account.NewPlayer{Name: fmt.Sprintf("victim%c", 'a'+i), Email: fmt.Sprintf("two+%d@example.org", i)}
		if err := w.Register(t.Context(), victim); err != nil {
			t.Fatal(err)
		}
		mails += len(w.deliver())
	}
	if mails == 0 || mails > 5 {
		t.Errorf("%d codes reached one mailbox", mails)
	}
}

// An account without a finished game cannot write to an address.
func TestNoWordsToStrangers(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	invite := func() error {
		_, err := w.CreateChallenge(t.Context(), ann, challenge.NewChallenge{
			Ruleset: "hnefatafl", Opponent: "zoe@example.org", Message: "buy this",
		})
		return err
	}
	wantCode(t, invite(), models.CodeForbidden)
	g := w.game(ann, bob, "hnefatafl", "7x7")
	w.play(g, ann, "d1-c1")
	w.play(g, bob, "d3-c3")
	if _, err := w.ResignGame(t.Context(), ann.ID, g.ID); err != nil {
		t.Fatal(err)
	}
	if err := invite(); err != nil {
		t.Fatal(err)
	}
}

// Many players whom bob has not played with cannot fill his mailbox.
func TestChallengesOfStrangersAreBounded(t *testing.T) {
	sample.Whole(t, "floods up to a limit")
	w := newWorld(t)
	bob := w.player("bob")
	mails := 0
	for i := range 25 {
		p := w.player(fmt.Sprintf("guest%c", 'a'+i))
		if _, err := w.CreateChallenge(t.Context(), p, challenge.NewChallenge{
			Ruleset:  "hnefatafl",
			Opponent: "bob",
		}); err != nil {
			t.Fatal(err)
		}
		mails += w.mailsTo(models.KindChallenge, bob.Email)
	}
	if mails > 12 {
		t.Errorf("%d mails from strangers", mails)
	}
	if held := w.dropped(bob, models.KindChallenge)["stranger_bounded"]; mails+held != 25 {
		t.Errorf("%d mailed, %d in the ledger", mails, held)
	}
	box, err := w.Inbox(t.Context(), bob)
	if err != nil || len(box.Challenges) == 0 {
		t.Errorf("%+v, %v", box, err)
	}
}

// A blocked player cannot make offers in an ongoing game.
func TestBlocksHoldForOffers(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.game(ann, bob, "hnefatafl", "7x7")
	w.play(g, ann, "d1-c1")
	if _, err := w.BlockPlayer(t.Context(), bob.ID, "ann"); err != nil {
		t.Fatal(err)
	}
	w.deliver()
	_, err := w.NegotiateDraw(t.Context(), ann.ID, g.ID, models.MakeOffer)
	wantCode(t, err, models.CodeForbidden)
	_, err = w.NegotiateTakeback(t.Context(), ann.ID, g.ID, models.MakeOffer, 0)
	wantCode(t, err, models.CodeForbidden)
	if _, err := w.SetVacation(t.Context(), ann.ID, "2026-12-24", "2026-12-26"); err != nil {
		t.Fatal(err)
	}
	if got := kinds(w.deliver()); got != "" {
		t.Errorf("mailed %s", got)
	}
	if _, err := w.ResignGame(t.Context(), ann.ID, g.ID); err != nil { // which is not an offer
		t.Error(err)
	}
}

// The number of games and challenges between two accounts is limited.
func TestGamesTogetherAreBounded(t *testing.T) {
	w := newWorld(t)
	w.Limits.GamesTogether, w.Limits.ChallengesTogether = 3, 2
	ann, bob := w.player("ann"), w.player("bob")
	for range 3 {
		w.game(ann, bob, "bohnduell", "")
	}
	challenge := func() (models.Challenge, error) {
		return w.CreateChallenge(t.Context(), ann, challenge.NewChallenge{Ruleset: "bohnduell", Opponent: "bob"})
	}
	c, err := challenge()
	if err != nil {
		t.Fatal(err)
	}
	_, err = w.AcceptChallenge(t.Context(), bob, c.ID)
	wantCode(t, err, models.CodeTooMany)
	if _, err := challenge(); err != nil {
		t.Fatal(err)
	}
	_, err = challenge()
	wantCode(t, err, models.CodeTooMany)
}

// Challenges of a player whom one has played with do not count among those of strangers.
func TestChallengesOfKnownPlayersAreNoStrangers(t *testing.T) {
	w := newWorld(t)
	w.Limits.NeverPlayed = models.Bound{Count: 2, Per: models.Day} // one is the challenge of the game
	ann, bob, eve := w.player("ann"), w.player("bob"), w.player("eve")
	w.game(ann, bob, "hnefatafl", "7x7")
	for _, p := range []models.Player{ann, ann, eve, eve} {
		if _, err := w.CreateChallenge(t.Context(), p, challenge.NewChallenge{
			Ruleset:  "hnefatafl",
			Opponent: "bob",
		}); err != nil {
			t.Fatal(err)
		}
	}
	if got := w.mailsTo(models.KindChallenge, bob.Email); got != 3 {
		t.Errorf("%d challenges were mailed", got)
	}
	if got := w.Refusals(); len(got) != 1 || got[string(notice.DropNeverPlayed)] != 1 {
		t.Errorf("counted as refused: %v", got)
	}
}
