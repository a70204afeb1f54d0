//go:build browser

package pages_test

import (
	"fmt"
	"net/url"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"

	"turnpost/api/pages/pagestest"
	"turnpost/models"
	"turnpost/rules"
	"turnpost/rules/catalog"
	"turnpost/rules/phrase"
)

// windows are sizes of windows from a small phone to a large screen, upright and across; some are larger ones at 200 %.
var windows = [][2]int64{
	{320, 568},
	{360, 640},
	{390, 844},
	{412, 915},
	{568, 320},
	{640, 360},
	{640, 400},
	{768, 1024},
	{1024, 768},
	{1280, 800},
	{1366, 633},
	{1920, 1080},
	{2560, 1440},
}

// outside lists which of the board, the players' bars and the button that acts are not wholly in the window.
const outside = `(() => {
	const acts = [...document.querySelectorAll(".quick .go, #confirm .go, .note .button")].filter(e => e.checkVisibility());
	const must = [...document.querySelectorAll(".stage .board svg, .seat"), ...acts.slice(0, 1)];
	if (must.length < 3) return ["nothing to look at"];
	return must.map(e => [e, e.getBoundingClientRect()]).filter(([e, r]) =>
		r.left < -.5 || r.top < -.5 || r.right > innerWidth + .5 || r.bottom > innerHeight + .5 || r.width < 40
	).map(([e, r]) => [e.className.baseVal ?? e.className, r.left, r.top, r.right, r.bottom].join(" "))
		.concat(document.documentElement.scrollWidth > innerWidth ? ["the page is too wide"] : []);
})()`

// The whole board, its players and the button that acts are in windows of every size, at every stage of a turn.
func TestTheBoardFitsTheWindow(t *testing.T) {
	browser := pagestest.Start(t)
	for _, r := range append(catalog.All(), addedGames()...) {
		info := r.Info(phrase.English)
		m := newMatch(t, info.ID, "", append(catalog.All(), addedGames()...)...)
		o, err := m.NextSteps(m.game, "")
		if err != nil {
			t.Fatal(err)
		}
		s := o.Steps[len(o.Steps)/2]
		next := m.Begin(m.players[0], m.players[1], info.ID, "")
		own := newTab(t, browser, m.url).as(m.ann)
		watcher := newTab(t, browser, m.url)
		for _, state := range []struct {
			name, path string
			b          *tab
			acts       bool
		}{
			{"turn", m.path(), own, false},
			{"chosen", "/g/" + next.ID + "?turn=" + s.Text, own, true},
			{"watcher", m.path(), watcher, false},
		} {
			state.b.fitsWindows(info.ID+"-"+state.name, state.path, state.acts)
		}
		m.Play(m.game, m.players[0], s.Text)
		own.fitsWindows(info.ID+"-played", m.path()+"?done=turn", m.stored().ToMove != 0)
	}
}

// The button with the longest kind of turn, in the language with the longest words for it, is in upright windows too.
func TestALongTurnFitsTheWindow(t *testing.T) {
	browser := pagestest.Start(t)
	for _, r := range catalog.All() {
		id := r.Info(phrase.English).ID
		m := newMatch(t, id, "")
		patch := models.ProfilePatch{Values: models.Values{"locale": {"ru"}}}
		if _, err := m.UpdateProfile(t.Context(), m.players[0].ID, patch); err != nil {
			t.Fatal(err)
		}
		p, err := m.Position(m.game)
		if err != nil {
			t.Fatal(err)
		}
		turns, _, _, err := rules.Turns(p, "", "", 1000)
		if err != nil {
			t.Fatal(err)
		}
		turn := slices.MaxFunc(turns, func(a, b string) int { return len(a) - len(b) })
		newTab(t, browser, m.url).as(m.ann).fitsWindows(id+"-long", m.path()+"?turn="+url.QueryEscape(turn), true)
	}
}

// A board has the same size before a turn is played, with its button, and afterwards, with the next game.
func TestABoardKeepsItsSize(t *testing.T) {
	browser := pagestest.Start(t)
	for _, r := range catalog.All() {
		info := r.Info(phrase.English)
		m := newMatch(t, info.ID, "")
		o, err := m.NextSteps(m.game, "")
		if err != nil {
			t.Fatal(err)
		}
		turn := o.Steps[len(o.Steps)/2].Text
		m.Begin(m.players[0], m.players[1], info.ID, "")
		b := newTab(t, browser, m.url).as(m.ann)
		sizes := func(path string) (list []float64) {
			b.open(path)
			for _, size := range windows {
				b.do(chromedp.EmulateViewport(size[0], size[1]))
				list = append(list, eval[float64](b, `document.querySelector(".board svg").getBoundingClientRect().width`))
			}
			return list
		}
		before := sizes(m.path() + "?turn=" + turn)
		m.Play(m.game, m.players[0], turn)
		if after := sizes(m.path() + "?done=turn"); !slices.Equal(before, after) {
			t.Errorf("%s: the board is %v px wide, and then %v px", info.ID, before, after)
		}
	}
}

// Beside the board of every game, wide windows have two columns rather than empty margins.
func TestWideWindowsAreUsed(t *testing.T) {
	browser := pagestest.Start(t)
	for _, r := range catalog.All() {
		id := r.Info(phrase.English).ID
		m := newMatch(t, id, "", catalog.All()...)
		b := newTab(t, browser, m.url).as(m.ann)
		b.open(m.path())
		for _, size := range windows[len(windows)-2:] {
			b.do(chromedp.EmulateViewport(size[0], size[1]))
			empty := eval[float64](b, `document.querySelector(".stage").getBoundingClientRect().left / innerWidth`)
			if empty > .15 {
				t.Errorf("%s in %d×%d: %.0f %% on each side are empty", id, size[0], size[1], empty*100)
			}
		}
	}
}

// fitsWindows checks a page in every window. acts means that it has a button that acts.
func (b *tab) fitsWindows(name, path string, acts bool) {
	b.t.Helper()
	b.open(path)
	for _, size := range windows {
		b.do(chromedp.EmulateViewport(size[0], size[1]))
		eval[any](b, `scrollTo(0, 0);null`)
		if out := eval[[]string](b, outside); len(out) > 0 {
			b.t.Errorf("%s in %d×%d: %v", name, size[0], size[1], out)
		}
		if acts && !eval[bool](b, `[...document.querySelectorAll(".quick .go, #confirm .go, .note .button")]
			.some(e => e.checkVisibility())`) {
			b.t.Fatalf("%s in %d×%d has no button", name, size[0], size[1])
		}
		b.shootWindow(fmt.Sprintf("fit-%s-%dx%d", name, size[0], size[1]))
	}
}
