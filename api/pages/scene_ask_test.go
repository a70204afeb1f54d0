//go:build browser

package pages_test

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"turnpost/api/pages/pagestest"
	"turnpost/models"
	"turnpost/models/challenge"
)

// addAsked adds the questions before irreversible actions, and the refusals of mailed links.
func (s *scene) addAsked() {
	ctx, ann, bob := s.t.Context(), s.players["ann"], s.players["bob"]
	g := s.begin("hnefatafl", "7x7")
	s.add("ask-abort", s.ann, pathOf(g)+"/abort", nil)
	s.Mails()
	g = s.Play(s.Play(g, ann, "a4-a3"), bob, "d3-c3")
	link := ""
	for _, mail := range s.Mails() {
		if mail.To.ID == ann.ID && mail.Game != nil && mail.Game.ID == g.ID {
			link = mail.PageLink
		}
	}
	g = s.Play(s.Play(g, ann, "a3-a2"), bob, "c3-d3")
	_, err := s.NegotiateDraw(ctx, bob.ID, g.ID, models.MakeOffer)
	s.must(err)
	_, err = s.NegotiateTakeback(ctx, bob.ID, g.ID, models.MakeOffer, 1)
	s.must(err)
	for _, name := range []string{"resign", "draw", "takeback"} {
		s.add("ask-"+name, s.ann, pathOf(g)+"/"+name, nil)
	}
	s.add("link-of-earlier-turn", nil, pathOf(g)+"/resign?k="+link, nil)
	s.add("link-code", nil, pathOf(g)+"?k="+link, func(b *tab) { b.click(`form[action$="/sign-in"] button`) })
	s.add("link-code-wrong", nil, pathOf(g)+"?k="+link, func(b *tab) {
		b.click(`form[action$="/sign-in"] button`)
		b.do(chromedp.SendKeys(`input[name=code]`, "00000000"))
		b.click(`form[action$="/sign-in"] .go`)
	})
	s.add("link-of-finished-game", nil, blank, func(b *tab) {
		over := s.begin("bohnduell", "")
		for _, mail := range s.Mails() {
			if mail.To.ID == ann.ID && mail.Game != nil && mail.Game.ID == over.ID {
				link = mail.PageLink
			}
		}
		_, err := s.AbortGame(ctx, bob.ID, over.ID)
		s.must(err)
		b.open(pathOf(over) + "?k=" + link)
	})
	s.addInvited()
	s.add("ask-everywhere", s.ann, "/settings/everywhere", nil)
	s.add("ask-delete", s.ann, "/settings/delete", nil)
	s.add("ask-delete-refused", s.ann, "/settings/delete", func(b *tab) {
		b.do(chromedp.SendKeys(`input[name=confirm]`, "somebody"))
		b.click(`main form button`)
	})
}

// addInvited adds the pages for a stranger who accepts, and for a later visitor with the same link.
func (s *scene) addInvited() {
	path := ""
	s.add("joined", nil, blank, func(b *tab) {
		_, err := s.CreateChallenge(s.t.Context(), s.players["ann"], challenge.NewChallenge{
			Ruleset: "hnefatafl", Variant: "7x7", Opponent: "zoe@example.net", Seat: "first",
		})
		s.must(err)
		path = s.challengeLink("zoe@example.net")
		b.open(path)
		b.do(chromedp.SendKeys(`input[name=name]`, "Zoe"))
		b.click(`form[action$="/accept"] .go`)
		b.wants("Welcome, Zoe", "a mail with the board comes when it is your turn")
	})
	s.add("challenge-spent", nil, blank, func(b *tab) { b.open(path).wants("has done its work") })
}

// A game can be resigned by keyboard and without scripts: the question has the button and a way back.
func TestResigningByKeys(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	m.Play(m.Play(m.game, m.players[0], "a4-a3"), m.players[1], "d3-c3")
	b := newTab(t, pagestest.Start(t), m.url).as(m.ann)
	press := func(selector string) {
		t.Helper()
		b.tabTo(selector)
		b.follow(chromedp.KeyEvent(kb.Enter))
	}
	b.look(320, false)
	b.open(m.path()+"/resign").wants("Give up this game against bob?", "bob wins")
	press(`main form a`)
	b.wants("It is your turn")
	b.withoutScript()
	b.open(m.path() + "/resign")
	b.follow(chromedp.Click(`main form button`))
	if g := m.stored(); g.Result.Reason != models.ReasonResignation {
		t.Errorf("%+v", g.Result)
	}
}
