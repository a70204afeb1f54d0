package store

import (
	"testing"

	"turnpost/models"
	"turnpost/models/linktext"
	"turnpost/rules/rulestest/sample"
)

// linkedGame is a game of ann and bob that is played by links.
type linkedGame struct {
	*world
	ann, bob models.Player
	g        *models.Game
}

func newLinkedGame(t *testing.T) *linkedGame {
	w := newWorld(t)
	m := &linkedGame{world: w, ann: w.player("ann"), bob: w.player("bob")}
	m.g = w.play(w.game(m.ann, m.bob, "hnefatafl", "7x7"), m.ann, "d1-c1")
	m.g = w.play(m.g, m.bob, "d3-c3")
	return m
}

// now returns a link as in a mail sent now.
func (m *linkedGame) now(p models.Player, purpose models.LinkPurpose) models.Link {
	m.t.Helper()
	g, err := m.Game(m.t.Context(), m.g.ID)
	if err != nil {
		m.t.Fatal(err)
	}
	return models.Link{
		Purpose: purpose, Player: p.ID, Game: g.ID, Ply: g.Ply, Takebacks: g.Takebacks, Offers: g.Offers % linktext.MaxOffers,
	}
}

func (m *linkedGame) ongoing() {
	m.t.Helper()
	if g, err := m.Game(m.t.Context(), m.g.ID); err != nil || g.Status != models.Ongoing {
		m.t.Fatalf("%+v, %v", g, err)
	}
}

// takeBack takes one turn back.
func (m *linkedGame) takeBack() {
	m.t.Helper()
	ply := m.now(m.ann, models.LinkPage).Ply - 1
	if _, err := m.NegotiateTakeback(m.t.Context(), m.ann.ID, m.g.ID, models.MakeOffer, ply); err != nil {
		m.t.Fatal(err)
	}
	if _, err := m.NegotiateTakeback(m.t.Context(), m.bob.ID, m.g.ID, models.AcceptOffer, ply); err != nil {
		m.t.Fatal(err)
	}
}

// Every action that ends a game or takes turns back needs the link of the current turn.
func TestLinksEndOnlyAtTheirTurn(t *testing.T) {
	sample.Whole(t, "follows many links")
	ends := map[string]func(m *linkedGame, s *Store) error{
		"resign": func(m *linkedGame, s *Store) error {
			_, err := s.ResignGame(m.t.Context(), m.ann.ID, m.g.ID)
			return err
		},
		"draw": func(m *linkedGame, s *Store) error {
			_, err := s.NegotiateDraw(m.t.Context(), m.ann.ID, m.g.ID, models.AcceptOffer)
			return err
		},
		"offer a draw that is offered": func(m *linkedGame, s *Store) error {
			_, err := s.NegotiateDraw(m.t.Context(), m.ann.ID, m.g.ID, models.MakeOffer)
			return err
		},
		"takeback": func(m *linkedGame, s *Store) error {
			_, err := s.NegotiateTakeback(m.t.Context(), m.ann.ID, m.g.ID, models.AcceptOffer, 1)
			return err
		},
	}
	changes := map[string]func(m *linkedGame){
		"another turn": func(m *linkedGame) { m.play(m.g, m.ann, "c1-b1") },
		"a turn back and again": func(m *linkedGame) {
			m.takeBack()
			m.play(m.g, m.bob, "d3-c3")
		},
	}
	offers := func(m *linkedGame) {
		m.t.Helper()
		if _, err := m.NegotiateDraw(m.t.Context(), m.bob.ID, m.g.ID, models.MakeOffer); err != nil {
			m.t.Fatal(err)
		}
		if _, err := m.NegotiateTakeback(m.t.Context(), m.bob.ID, m.g.ID, models.MakeOffer, 1); err != nil {
			m.t.Fatal(err)
		}
	}
	for name, end := range ends {
		for what, change := range changes {
			for _, purpose := range []models.LinkPurpose{models.LinkPage, models.LinkReply} {
				m := newLinkedGame(t)
				old := m.now(m.ann, purpose)
				seen := models.Seen{Ply: old.Ply, Takebacks: old.Takebacks, Offers: old.Offers}
				change(m)
				offers(m)
				for _, s := range []*Store{m.ByLink(old), m.AsSeen(seen), m.AsSeen(seen).ByLink(old)} {
					wantCode(t, end(m, s), models.CodeStale)
				}
				m.ongoing()
				if err := end(m, m.ByLink(m.now(m.ann, purpose))); err != nil {
					t.Errorf("%s after %s by the newest link: %v", name, what, err)
				}
			}
		}
	}
}

// The link of the current turn can abort a game if that is possible.
func TestAbortByLink(t *testing.T) {
	m := newLinkedGame(t)
	m.g = m.game(m.ann, m.bob, "hnefatafl", "7x7")
	old := m.now(m.bob, models.LinkPage)
	m.play(m.g, m.ann, "d1-c1")
	_, err := m.ByLink(old).AbortGame(t.Context(), m.bob.ID, m.g.ID)
	wantCode(t, err, models.CodeStale)
	if _, err := m.ByLink(m.now(m.bob, models.LinkPage)).AbortGame(t.Context(), m.bob.ID, m.g.ID); err != nil {
		t.Error(err)
	}
}

// A reply to a mail that could not show an offer neither accepts nor declines it, even at the same turn.
func TestReplyDecidesOnlyWhatItsMailCouldShow(t *testing.T) {
	for _, action := range []models.OfferAction{models.AcceptOffer, models.DeclineOffer, models.MakeOffer} {
		m := newLinkedGame(t)
		before := m.now(m.ann, models.LinkReply)
		if _, err := m.NegotiateDraw(t.Context(), m.bob.ID, m.g.ID, models.MakeOffer); err != nil {
			t.Fatal(err)
		}
		first := m.now(m.ann, models.LinkReply)
		for _, again := range []models.OfferAction{models.WithdrawOffer, models.MakeOffer} {
			if _, err := m.NegotiateDraw(t.Context(), m.bob.ID, m.g.ID, again); err != nil {
				t.Fatal(err)
			}
		}
		for _, old := range []models.Link{before, first} {
			_, err := m.ByLink(old).NegotiateDraw(t.Context(), m.ann.ID, m.g.ID, action)
			wantCode(t, err, models.CodeConflict)
		}
		m.ongoing()
		if _, err := m.ByLink(m.now(m.ann, models.LinkReply)).NegotiateDraw(t.Context(), m.ann.ID, m.g.ID,
			action); err != nil {
			t.Errorf("%s: %v", action, err)
		}
	}
}

// An offer with a turn counts, and a decision in a browser applies to the state that it was asked about.
func TestDecidedAsSeen(t *testing.T) {
	m := newLinkedGame(t)
	_, err := m.PlayTurn(t.Context(), models.TurnInput{
		Game: m.g.ID, Player: m.ann.ID, Text: "c1-b1", OfferDraw: true, Via: models.ViaHTTP,
	})
	if err != nil {
		t.Fatal(err)
	}
	g, err := m.Game(t.Context(), m.g.ID)
	if err != nil || g.Offers != 1 {
		t.Fatalf("%d offers, %v", g.Offers, err)
	}
	old := g.Seen()
	old.Offers--
	_, err = m.AsSeen(old).NegotiateDraw(t.Context(), m.bob.ID, g.ID, models.AcceptOffer)
	wantCode(t, err, models.CodeConflict)
	m.ongoing()
	if _, err = m.AsSeen(g.Seen()).NegotiateDraw(t.Context(), m.bob.ID, g.ID, models.AcceptOffer); err != nil {
		t.Fatal(err)
	}
}

// An old link can still play, send messages, plan and offer.
func TestOldLinksPlayOn(t *testing.T) {
	m := newLinkedGame(t)
	old := m.now(m.ann, models.LinkPage)
	m.play(m.g, m.ann, "c1-b1")
	m.play(m.g, m.bob, "c3-d3")
	s := m.ByLink(old)
	if _, err := s.SendMessage(t.Context(), m.ann.ID, m.g.ID, "hello"); err != nil {
		t.Error(err)
	}
	if _, err := s.Messages(t.Context(), m.ann.ID, m.g.ID, 0, 10); err != nil {
		t.Error(err)
	}
	if _, err := s.NegotiateDraw(t.Context(), m.ann.ID, m.g.ID, models.MakeOffer); err != nil {
		t.Error(err)
	}
	in := models.TurnInput{Game: m.g.ID, Player: m.ann.ID, Text: "b1-c1", Via: models.ViaWeb}
	if _, err := s.PlayTurn(t.Context(), in); err != nil {
		t.Error(err)
	}
}

// A page link to a finished game shows it; a reply can still send messages.
func TestLinksOfFinishedGames(t *testing.T) {
	m := newLinkedGame(t)
	page, reply := m.now(m.ann, models.LinkPage), m.now(m.ann, models.LinkReply)
	over, err := m.ResignGame(t.Context(), m.bob.ID, m.g.ID)
	if err != nil {
		t.Fatal(err)
	}
	ctx, id := t.Context(), m.g.ID
	for name, act := range map[string]func(s *Store) error{
		"say":           func(s *Store) error { _, err := s.SendMessage(ctx, m.ann.ID, id, "hello"); return err },
		"read":          func(s *Store) error { _, err := s.Messages(ctx, m.ann.ID, id, 0, 10); return err },
		"read the last": func(s *Store) error { _, err := s.LastMessages(ctx, m.ann.ID, over, 10); return err },
		"mark":          func(s *Store) error { _, err := s.MarkMessagesRead(ctx, m.ann.ID, id, nil); return err },
		"rematch":       func(s *Store) error { _, err := s.OfferRematch(ctx, m.ann, id); return err },
		"resign":        func(s *Store) error { _, err := s.ResignGame(ctx, m.ann.ID, id); return err },
		"play": func(s *Store) error {
			_, err := s.PlayTurn(ctx, models.TurnInput{Game: id, Player: m.ann.ID, Text: "c1-b1", Via: models.ViaWeb})
			return err
		},
	} {
		if err := act(m.ByLink(page)); models.CodeOf(err) != models.CodeGameOver {
			t.Errorf("%s: %v", name, err)
		}
	}
	if chat, err := m.Messages(ctx, m.bob.ID, id, 0, 10); err != nil || len(chat.Messages) != 0 {
		t.Errorf("the link has said %+v, %v", chat.Messages, err)
	}
	if _, err := m.ByLink(reply).SendMessage(ctx, m.ann.ID, id, "Thank you"); err != nil {
		t.Error(err)
	}
	if _, err := m.ByLink(reply).OfferRematch(ctx, m.ann, id); err != nil {
		t.Error(err)
	}
}
