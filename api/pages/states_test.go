//go:build browser

package pages_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"turnpost/models"
)

func setCookie(url, name, value string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, network.SetCookie, network.SetCookieParams{Name: name, Value: value, URL: url})
		return err
	})
}

// state is a page in one of its states.
type state struct {
	name  string
	who   *visitor // nil: nobody known
	path  string
	after func(b *tab) // what the reader does there
}

// scene is two players with something of everything.
func scene(t *testing.T) (*world, []state) {
	t.Helper()
	w := newWorld(t)
	players := map[string]models.Player{}
	for _, name := range []string{"ann", "bob", "cleo"} {
		players[name] = w.SignUp(name)
	}
	ann, cleo := w.visitor().signIn(players["ann"]), w.visitor().signIn(players["cleo"])
	w.Mails()
	path := func(g *models.Game) string { return "/g/" + g.ID }
	begin := func(ruleset, variant string) *models.Game {
		return w.Begin(players["ann"], players["bob"], ruleset, variant)
	}
	states := []state{
		{"front", nil, "/", nil},
		{"front-signed", ann, "/", nil},
		{"sign-in", nil, "/sign-in", nil},
		{"sign-in-code", nil, "/sign-in", func(b *tab) {
			b.do(chromedp.SendKeys(`form[action="/sign-in/code"] input[type=email]`, "ann@example.org"))
			b.click(`form[action="/sign-in/code"] button`)
		}},
		{"inbox-empty", cleo, "/inbox", nil},
		{"not-found", nil, "/g/nothing9", nil},
		{"player", ann, "/p/bob", nil},
		{"link-bad", nil, "/g/nothing9?k=" + strings.Repeat("a", 47), nil},
	}
	add := func(s ...state) { states = append(states, s...) }

	hanniball, sages, bowls, tafl := begin(
		"hanniball",
		"",
	), begin(
		"sevensages",
		"",
	), begin(
		"bohnduell",
		"",
	), begin(
		"hnefatafl",
		"11x11",
	)
	first := func(g *models.Game) string { // a place that several steps begin at
		o, err := w.NextSteps(g, "")
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range o.Steps {
			if n := 0; s.Places[0] != o.Steps[0].Places[0] || n > 0 || len(o.Steps) < 5 {
				return s.Places[0]
			}
		}
		return o.Steps[0].Places[0]
	}
	for _, g := range []*models.Game{hanniball, sages, bowls, tafl} {
		o, err := w.NextSteps(g, "")
		if err != nil {
			t.Fatal(err)
		}
		add(state{"game-" + g.Ruleset, ann, path(g), nil},
			state{"game-" + g.Ruleset + "-piece", ann, path(g) + "?at=" + first(g), nil},
			state{"game-" + g.Ruleset + "-whole", ann, path(g) + "?turn=" + o.Steps[len(o.Steps)/2].Text, nil},
			state{"rules-" + g.Ruleset, nil, "/r/" + g.Ruleset, nil})
	}
	add(
		state{"game-illegal", ann, path(tafl) + "?turn=a1-b1", nil},
		state{"game-unreadable", ann, path(tafl) + "?turn=what+now", nil},
	)
	sages, tafl = begin("sevensages", ""), begin("hnefatafl", "11x11")
	w.Play(sages, players["ann"], "d3-a3")
	seen := w.Play(tafl, players["ann"], "a4-a3")
	seen = w.Play(seen, players["bob"], "f4-e4")
	if _, err := w.SendMessage(t.Context(), players["bob"].ID, tafl.ID, "Good luck! <b>not bold</b> & a rather long line of talk"); err != nil {
		t.Fatal(err)
	}
	if _, err := w.NegotiateDraw(t.Context(), players["bob"].ID, tafl.ID, models.MakeOffer); err != nil {
		t.Fatal(err)
	}
	if _, err := w.NegotiateTakeback(t.Context(), players["bob"].ID, tafl.ID, models.MakeOffer, 1); err != nil {
		t.Fatal(err)
	}
	add(
		state{"game-offers", ann, path(seen), nil},
		state{"game-past", ann, path(seen) + "?ply=1", nil},
		state{"turns", ann, path(seen) + "/all", nil},
		state{"game-waiting", ann, path(sages), nil},
		state{"game-watched", nil, path(seen), nil},
		state{"game-plan-refused", ann, path(sages), func(b *tab) {
			b.do(chromedp.SendKeys(`#plan textarea`, "a1-b9 : nonsense"))
			b.click(`#plan button[value=set]`)
		}},
	)
	over := begin("hnefatafl", "7x7")
	over = w.Play(over, players["ann"], "a4-a3")
	over = w.Play(over, players["bob"], "d3-c3")
	if _, err := w.ResignGame(t.Context(), players["bob"].ID, over.ID); err != nil {
		t.Fatal(err)
	}
	add(state{"game-over", ann, path(over), nil})
	var link string
	for _, mail := range w.Mails() {
		if mail.To.ID == players["ann"].ID && mail.Game != nil && mail.Game.ID == hanniball.ID &&
			mail.PageLink != "" {
			link = mail.PageLink
		}
		if mail.Unsubscribe != "" && len(states) < 60 {
			add(state{"unsubscribe", nil, "/unsubscribe/" + mail.Unsubscribe, nil})
		}
	}
	if link == "" {
		t.Fatal("no mail has a link to the game")
	}
	add(state{"game-linked", nil, path(hanniball) + "?k=" + link, nil})
	c, err := w.CreateChallenge(
		t.Context(),
		players["ann"],
		models.NewChallenge{Ruleset: "sevensages", Message: "Come and play!"},
	)
	if err != nil {
		t.Fatal(err)
	}
	d, err := w.CreateChallenge(
		t.Context(),
		players["bob"],
		models.NewChallenge{Ruleset: "bohnduell", Opponent: "ann", Seat: "first", Pace: "14d+1d/21d"},
	)
	if err != nil {
		t.Fatal(err)
	}
	add(
		state{"challenge-mine", ann, "/c/" + c.ID, nil},
		state{"challenge-guest", nil, "/c/" + c.ID, nil},
		state{"challenge-theirs", ann, "/c/" + d.ID, nil},
		state{
			"rules-play",
			ann,
			"/r/hnefatafl?opponent=bob",
			nil,
		},
		state{"inbox", ann, "/inbox", nil},
		state{"settings", ann, "/settings", nil},
		state{"settings-refused", ann, "/settings", func(b *tab) {
			b.do(chromedp.SetValue(`#profile input[name=zone]`, "Atlantis"))
			b.click(`#profile button`)
		}},
		state{"done-turn", ann, path(hanniball) + "?turn=e1-d1", func(b *tab) { b.click("#confirm .go") }},
	)
	return w, states
}

func TestEveryStateIsAccessible(t *testing.T) {
	w, states := scene(t)
	axe, browser := axeSource(t), startBrowser(t)
	for _, s := range states {
		t.Run(s.name, func(t *testing.T) {
			b := newTab(t, browser, w.url)
			if s.who != nil {
				b.as(s.who)
			}
			b.open(s.path)
			if s.after != nil {
				s.after(b)
			}
			for _, dark := range []bool{false, true} {
				for _, width := range []int{320, 1280} {
					b.look(width, dark)
					for _, v := range b.violations(axe) {
						t.Errorf("%d px, dark %v: %s", width, dark, v)
					}
					if wide := eval[int](b, "document.documentElement.scrollWidth"); wide > width {
						t.Errorf("the page is %d px wide in a window of %d", wide, width)
					}
					b.shoot(
						fmt.Sprintf("%s-%d-%s", s.name, width, map[bool]string{false: "light", true: "dark"}[dark]),
					)
				}
			}
		})
	}
}
