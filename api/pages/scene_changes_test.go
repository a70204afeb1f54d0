//go:build browser

package pages_test

import (
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/chromedp/chromedp"

	"turnpost/models"
	"turnpost/models/challenge"
)

// addAway adds the pages that show the opponent's vacation.
func (s *scene) addAway() {
	dan := s.SignUp("dan")
	g := s.Begin(dan, s.players["ann"], "sevensages", "")
	day := func(n int) string { return s.Clock.Now().AddDate(0, 0, n).Format(time.DateOnly) }
	_, err := s.SetVacation(s.t.Context(), dan.ID, day(0), day(5))
	s.must(err)
	s.add("game-away", s.ann, pathOf(g), nil)
}

// addEnds adds turns that end a game, before and after they are played.
func (s *scene) addEnds() {
	eve, finn := s.SignUp("eve"), s.SignUp("finn")
	readers := [2]*visitor{s.visitor().signIn(eve), s.visitor().signIn(finn)}
	for _, r := range []struct{ ruleset, reason, winner string }{
		{"hanniball", "goal", "white"},
		{"bohnduell", "count", "draw"},
		{"sevensages", "points", "black"},
	} {
		game := shortestEnds(s.t, r.ruleset)[ending{r.reason, r.winner}]
		g, last := s.upToLast(eve, finn, r.ruleset, game)
		who := readers[g.ToMove]
		s.add("ends-"+r.ruleset, who, pathOf(g)+"?turn="+url.QueryEscape(last), nil)
		if r.reason == "points" {
			s.add("ended", who, pathOf(g)+"?turn="+url.QueryEscape(last), func(b *tab) { b.click(playButton) })
			s.add("ended-for-loser", readers[g.ToMove.Other()], pathOf(g), nil)
			s.add("ended-shared", nil, pathOf(g)+"?ply="+strconv.Itoa(g.Ply+1), nil)
		}
	}
}

// addChanges adds stale turns: something happened after their page was opened.
func (s *scene) addChanges() {
	ctx := s.t.Context()
	kim, lou := s.SignUp("kim"), s.SignUp("lou")
	reader := s.visitor().signIn(kim)
	begin := func() *models.Game {
		g := s.Begin(kim, lou, "hnefatafl", "7x7")
		return s.Play(s.Play(g, kim, "a4-a3"), lou, "d3-c3")
	}
	late := func(name string, meanwhile func(g *models.Game), says ...string) {
		s.add(name, reader, blank, func(b *tab) {
			g := begin()
			b.open(pathOf(g) + "?turn=a3-a2")
			b.do(chromedp.Click("#confirm summary"))
			b.do(chromedp.SendKeys("#confirm textarea[name=message]", "My best turn so far."))
			b.do(chromedp.SendKeys("#confirm textarea[name=plan]", "* : a2-a1"))
			meanwhile(g)
			b.click(playButton)
			b.wants(says...)
			b.hasText("My best turn so far.", "* : a2-a1")
		})
	}
	late("late-other-device", func(g *models.Game) { s.Play(g, kim, "a3-b3") }, "a3-a2 was not played")
	late("late-takeback", func(g *models.Game) {
		_, err := s.NegotiateTakeback(ctx, lou.ID, g.ID, models.MakeOffer, 1)
		s.must(err)
		_, err = s.NegotiateTakeback(ctx, kim.ID, g.ID, models.AcceptOffer, 1)
		s.must(err)
	}, "a3-a2 was not played")
	late("late-resigned", func(g *models.Game) {
		_, err := s.ResignGame(ctx, lou.ID, g.ID)
		s.must(err)
	}, "a3-a2 was not played")
	late("late-answered", func(g *models.Game) {
		s.Play(s.Play(g, kim, "a3-b3"), lou, "c3-c2")
	}, "a3-a2 was not played")
}

// hasText checks that written text is on the page or in a field of it.
func (b *tab) hasText(texts ...string) {
	b.t.Helper()
	has := eval[string](b, `document.body.innerText + "\n" +
		[...document.querySelectorAll("textarea, input:not([type=hidden])")].map(e => e.value).join("\n")`)
	for _, text := range texts {
		if !strings.Contains(has, text) {
			b.t.Errorf("%q is gone:\n%s", text, has)
		}
	}
}

// addClockRunsOut adds a turn whose time ran out while its page was open. It advances the clock, so it must be last.
func (s *scene) addClockRunsOut() {
	mia := s.SignUp("mia")
	reader := s.visitor().signIn(mia)
	s.add("late-time-out", reader, blank, func(b *tab) {
		c, err := s.CreateChallenge(s.t.Context(), mia, challenge.NewChallenge{
			Ruleset: "hnefatafl", Variant: "7x7", Opponent: "bob", Seat: "first", Terms: models.Terms{Pace: "1h"},
		})
		s.must(err)
		g, err := s.AcceptChallenge(s.t.Context(), s.players["bob"], c.ID)
		s.must(err)
		g = s.Play(s.Play(g, mia, "a4-a3"), s.players["bob"], "d3-c3")
		s.Mails() // the clock of a turn starts when its mail is sent
		b.open(pathOf(g) + "?turn=a3-a2").wants("It is your turn")
		b.do(chromedp.Click("#confirm summary"))
		b.do(chromedp.SendKeys("#confirm textarea[name=message]", "Just in time?"))
		for range 20 {
			s.Clock.Advance(4 * time.Minute)
			s.must(s.Heartbeat(s.t.Context()))
		}
		b.click(playButton)
		b.wants("Your time has run out", "a3-a2 was not played", "bob won: you ran out of time")
		b.hasText("Just in time?")
	})
}
