//go:build browser

package pages_test

import (
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"turnpost/models"
	"turnpost/models/challenge"
	"turnpost/rules/catalog"
	"turnpost/rules/phrase"
)

// state is a page in one of its states.
type state struct {
	name  string
	who   *visitor // nil: an anonymous visitor
	path  string
	after func(b *tab) // actions of the reader on the page
}

// scene is a world with every kind of content, and the list of all pages in all their states.
type scene struct {
	*world
	players   map[string]models.Player
	ann, cleo *visitor
	states    []state
}

func newScene(t *testing.T) *scene {
	t.Helper()
	s := &scene{world: newWorld(t), players: map[string]models.Player{}}
	for _, name := range []string{"ann", "bob", "cleo"} {
		s.players[name] = s.SignUp(name)
	}
	s.ann, s.cleo = s.visitor().signIn(s.players["ann"]), s.visitor().signIn(s.players["cleo"])
	s.Mails()
	s.addAccount()
	s.addBoards()
	s.addGames()
	s.addOver()
	s.addLinks()
	s.addOffers()
	s.addLongNames()
	s.addAway()
	s.addChallenges()
	s.add("inbox", s.ann, "/inbox", nil)
	s.addSettings()
	s.addAsked()
	s.addFailures()
	s.addEnds()
	s.addChanges()
	s.addMuch()
	s.addZones()
	s.addClockRunsOut()
	s.addHouse()
	s.addEvents()
	s.addLists()
	s.addNotebook()
	s.addReports()
	s.addOperator()
	s.addRatings()
	return s
}

func (s *scene) add(name string, who *visitor, path string, after func(*tab)) {
	s.states = append(s.states, state{name, who, path, after})
}

func (s *scene) begin(ruleset, variant string) *models.Game {
	return s.Begin(s.players["ann"], s.players["bob"], ruleset, variant)
}

func (s *scene) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

func pathOf(g *models.Game) string { return "/g/" + g.ID }

// addAccount adds the pages that belong to no game.
func (s *scene) addAccount() {
	s.add("front", nil, "/", nil)
	s.add("front-signed", s.ann, "/", nil)
	s.add("sign-in", nil, "/sign-in", nil)
	s.add("sign-in-code", nil, "/sign-in", func(b *tab) {
		b.do(chromedp.SendKeys(`form[action="/sign-in/code"] input[type=email]`, "ann@example.org"))
		b.click(`form[action="/sign-in/code"] button`)
	})
	s.add("sign-in-wrong", nil, "/sign-in#new", func(b *tab) {
		b.do(chromedp.SendKeys(`form[action="/sign-in/new"] input[name=name]`, "!!"))
		b.do(chromedp.SendKeys(`form[action="/sign-in/new"] input[type=email]`, "new@example.org"))
		b.click(`form[action="/sign-in/new"] button`)
	})
	s.add("sign-in-code-wrong", nil, "/sign-in", func(b *tab) {
		b.do(chromedp.SendKeys(`form[action="/sign-in/code"] input[type=email]`, "bob@example.org"))
		b.click(`form[action="/sign-in/code"] button`)
		b.do(chromedp.SendKeys(`form[action="/sign-in"] input[name=code]`, "00000000"))
		b.click(`form[action="/sign-in"] button`)
	})
	s.add("inbox-empty", s.cleo, "/inbox", nil)
	s.add("not-found", nil, "/g/nothing9", nil)
	s.add("link-bad", nil, "/g/nothing9?k="+strings.Repeat("a", 47), nil)
	s.add("player", s.ann, "/p/bob", nil)
	s.add("player-none", nil, "/p/cleo", nil)
}

// addBoards adds the board of each ruleset while a turn is composed, and its rules.
func (s *scene) addBoards() {
	for _, r := range catalog.All() {
		g := s.begin(r.Info(phrase.English).ID, "")
		o, err := s.NextSteps(g, "")
		s.must(err)
		middle := o.Steps[len(o.Steps)/2]
		s.add("game-"+g.Ruleset, s.ann, pathOf(g), nil)
		s.add("game-"+g.Ruleset+"-piece", s.ann, pathOf(g)+"?at="+middle.Places[0], nil)
		s.add("game-"+g.Ruleset+"-whole", s.ann, pathOf(g)+"?turn="+middle.Text, nil)
		s.add("rules-"+g.Ruleset, nil, "/r/"+g.Ruleset, nil)
		if g.Ruleset == "sevensages" {
			s.add("game-large", s.ann, pathOf(g)+"?size=large&at="+middle.Places[0], nil)
		}
	}
	s.addTrials()
	s.add("rules-play", s.ann, "/r/hnefatafl?opponent=bob", nil)
	s.add("rules-play-guest", nil, "/r/bohnduell?play=1", nil)
	s.add("rules-refused", s.ann, "/r/hnefatafl?opponent=nobody", func(b *tab) { b.click("#play form .go") })
}

// addGames adds ongoing games.
func (s *scene) addGames() {
	ctx, ann, bob := s.t.Context(), s.players["ann"], s.players["bob"]
	wrong := s.begin("hnefatafl", "11x11")
	s.add("game-illegal", s.ann, pathOf(wrong)+"?turn=a1-b1", nil)
	s.add("game-unreadable", s.ann, pathOf(wrong)+"?turn=what+now", nil)
	sages, tafl := s.begin("sevensages", ""), s.begin("hnefatafl", "11x11")
	s.Play(sages, ann, "d3-a3")
	tafl = s.Play(s.Play(tafl, ann, "a4-a3"), bob, "f4-e4")
	_, err := s.SendMessage(ctx, bob.ID, tafl.ID, "Good luck! <b>not bold</b> & a rather long line of talk")
	s.must(err)
	_, err = s.NegotiateDraw(ctx, bob.ID, tafl.ID, models.MakeOffer)
	s.must(err)
	_, err = s.NegotiateTakeback(ctx, bob.ID, tafl.ID, models.MakeOffer, 1)
	s.must(err)
	s.add("game-offers", s.ann, pathOf(tafl), nil)
	s.add("game-past", s.ann, pathOf(tafl)+"?ply=1", nil)
	s.add("game-watched", nil, pathOf(tafl), nil)
	s.add("game-stale", s.ann, pathOf(tafl)+"?turn=a3-a2", func(b *tab) {
		eval[any](b, `document.querySelector("#confirm [name=ply]").value = "0";null`)
		b.click(playButton)
	})
	s.add("turns", s.ann, pathOf(tafl)+"/all", nil)
	s.add("game-waiting", s.ann, pathOf(sages), nil)
	s.add("game-plan-refused", s.ann, pathOf(sages), func(b *tab) {
		b.do(chromedp.Click("#plan summary"))
		b.do(chromedp.SendKeys(`#plan textarea`, "a1-b9 : nonsense"))
		b.click(`#plan button[value=set]`)
	})
	several := s.begin("hanniball", "")
	s.Play(several, ann, "h4-g6")
	several = s.Play(several, bob, "h12-g10 g10-h8 c14-d14")
	s.add("game-arrows", s.ann, pathOf(several), nil)
	s.add("game-building", s.ann, pathOf(several)+"?turn=g6-e7", nil)
}

// addOver adds finished games.
func (s *scene) addOver() {
	ctx, ann, bob := s.t.Context(), s.players["ann"], s.players["bob"]
	for _, name := range []string{"game-over", "game-over-asked", "game-over-again"} {
		g := s.begin("hnefatafl", "7x7")
		s.Play(s.Play(g, ann, "a4-a3"), bob, "d3-c3")
		_, err := s.ResignGame(ctx, bob.ID, g.ID)
		s.must(err)
		if name != "game-over" {
			_, err = s.OfferRematch(ctx, bob, g.ID)
			s.must(err)
		}
		if name == "game-over-again" {
			_, err = s.OfferRematch(ctx, ann, g.ID)
			s.must(err)
		}
		s.add(name, s.ann, pathOf(g), nil)
	}
}

// addOffers adds ann's offers and plan, and a turn that ends the game.
func (s *scene) addOffers() {
	ctx, ann, bob := s.t.Context(), s.players["ann"], s.players["bob"]
	g := s.begin("hnefatafl", "7x7")
	g = s.Play(s.Play(g, ann, "a4-a3"), bob, "d3-c3")
	g = s.Play(g, ann, "a3-a2")
	_, err := s.NegotiateDraw(ctx, ann.ID, g.ID, models.MakeOffer)
	s.must(err)
	_, err = s.NegotiateTakeback(ctx, ann.ID, g.ID, models.MakeOffer, 2)
	s.must(err)
	s.add("game-offered", s.ann, pathOf(g), nil)
	called := s.begin("bohnduell", "")
	_, err = s.AbortGame(ctx, ann.ID, called.ID)
	s.must(err)
	s.add("game-aborted", s.ann, pathOf(called), nil)
	s.add("game-messaged", s.ann, pathOf(g), func(b *tab) {
		b.do(chromedp.SendKeys(`#chat textarea`, "Well played so far."))
		b.click(`#chat form button`)
	})
}

// addLongNames adds the pages of players with names of maximum length.
func (s *scene) addLongNames() {
	first, second := s.SignUp("Wolfeschlegelsteinhausen"), s.SignUp("wwwwwwwwwwwwmmmmmmmmmmmm")
	reader := s.visitor().signIn(first)
	g := s.Begin(first, second, "hnefatafl", "7x7")
	s.add("long-game", reader, pathOf(g), nil)
	g = s.Play(s.Begin(first, second, "hanniball", ""), first, "h4-g6")
	s.add("long-waiting", reader, pathOf(g), nil)
	s.add("long-inbox", reader, "/inbox", nil)
	s.add("long-player", reader, "/p/"+second.Name, nil)
}

// addLinks adds the pages that links in mails open.
func (s *scene) addLinks() {
	g := s.begin("hanniball", "")
	page, stop := "", ""
	for _, mail := range s.Mails() {
		if mail.To.Name == "ann" && mail.Game != nil && mail.Game.ID == g.ID && mail.PageLink != "" {
			page, stop = mail.PageLink, mail.Unsubscribe
		}
	}
	if page == "" || stop == "" {
		s.t.Fatal("no mail has a link to the game")
	}
	s.add("game-linked", nil, pathOf(g)+"?k="+page, nil)
	s.add("done-turn", s.ann, pathOf(g)+"?turn=e1-d1", func(b *tab) { b.click(playButton) })
	s.add("unsubscribe", nil, "/unsubscribe/"+stop, nil)
	s.add("unsubscribed", nil, "/unsubscribe/"+stop, func(b *tab) { b.click("main form button") })
}

// addChallenges adds challenges in all states, for all their readers.
func (s *scene) addChallenges() {
	ctx := s.t.Context()
	issue := func(by string, n challenge.NewChallenge) string {
		c, err := s.CreateChallenge(ctx, s.players[by], n)
		s.must(err)
		return c.ID
	}
	late := issue("bob", challenge.NewChallenge{Ruleset: "hanniball", Opponent: "ann", Expires: "1h"})
	fast := challenge.NewChallenge{
		Ruleset: "hnefatafl", Variant: "7x7", Opponent: "ann", Seat: "first", Terms: models.Terms{Pace: "1h"},
	}
	timed, err := s.AcceptChallenge(ctx, s.players["ann"], issue("bob", fast))
	s.must(err)
	timed = s.Play(s.Play(timed, s.players["bob"], "a4-a3"), s.players["ann"], "d3-c3")
	s.add("game-time-out", s.ann, pathOf(timed), nil)
	s.Mails() // the clock of a turn starts when its mail is sent
	for range 20 {
		s.Clock.Advance(4 * time.Minute)
		_, err := s.SweepClocks(ctx)
		s.must(err)
	}
	s.add("challenge-expired", s.ann, "/c/"+late, nil)
	taken := issue("bob", challenge.NewChallenge{Ruleset: "bohnduell"})
	_, err = s.AcceptChallenge(ctx, s.players["ann"], taken)
	s.must(err)
	s.add("challenge-taken", s.cleo, "/c/"+taken, nil)
	withdrawn := issue("bob", challenge.NewChallenge{Ruleset: "sevensages"})
	_, err = s.WithdrawChallenge(ctx, s.players["bob"], withdrawn)
	s.must(err)
	s.add("challenge-withdrawn", nil, "/c/"+withdrawn, nil)
	open := issue("ann", challenge.NewChallenge{Ruleset: "sevensages", Message: "Come and play!"})
	s.add("challenge-mine", s.ann, "/c/"+open, nil)
	s.add("challenge-guest", nil, "/c/"+open, nil)
	s.add("challenge-theirs", s.ann, "/c/"+issue("bob", challenge.NewChallenge{
		Ruleset: "bohnduell", Opponent: "ann", Seat: "first", Terms: models.Terms{Pace: "14d+1d/21d"},
	}), nil)
	issue("bob", challenge.NewChallenge{Ruleset: "hnefatafl", Opponent: "stranger@example.com", Message: "It is me."})
	for _, mail := range s.Mails() {
		if mail.To.Email == "stranger@example.com" && mail.PageLink != "" {
			s.add("challenge-stranger", nil, "/c/"+mail.Challenge.ID+"?k="+mail.PageLink, nil)
		}
	}
}

// addSettings adds the settings. They must be last, because they change other pages.
func (s *scene) addSettings() {
	_, err := s.BlockPlayer(s.t.Context(), s.players["ann"].ID, "cleo")
	s.must(err)
	s.add("settings", s.ann, "/settings", nil)
	s.add("settings-refused", s.ann, "/settings?in=profile", func(b *tab) {
		b.do(chromedp.SetValue(`#profile input[name=zone]`, "Atlantis"))
		b.click(`#profile button`)
	})
	s.add("settings-delete", s.ann, "/settings", func(b *tab) { b.do(chromedp.Click("#delete summary")) })
	s.add("settings-saved", s.ann, "/settings?in=mail", func(b *tab) { b.click(`#mail form > button`) })
	s.add("settings-away", s.ann, "/settings?in=away", func(b *tab) {
		day := func(n int) string { return s.Clock.Now().AddDate(0, 0, n).Format(time.DateOnly) }
		eval[any](b, `document.querySelector("#away [name=from]").value = "`+day(3)+`";null`)
		eval[any](b, `document.querySelector("#away [name=until]").value = "`+day(9)+`";null`)
		b.click(`#away button[value=set]`)
	})
}
