//go:build browser

package pages_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"turnpost/api/pages/pagestest"
)

// focused checks which element has the focus.
func (b *tab) focused(selector string) {
	b.t.Helper()
	if !eval[bool](b, fmt.Sprintf(`document.activeElement.matches(%s)`, quoted(selector))) {
		b.t.Fatalf("%s: not %s but %s has the focus", eval[string](b, "location.href"), selector,
			eval[string](b, "document.activeElement.outerHTML.slice(0, 200)"))
	}
}

// enter presses the focused link and waits until the script has replaced the page.
func (b *tab) enter() {
	b.t.Helper()
	eval[any](b, `document.querySelector("main").dataset.old = "1";null`)
	b.do(chromedp.KeyEvent(kb.Enter))
	b.until(`!document.querySelector("main").dataset.old`)
}

// Who leafs through a game by keys keeps the link that leafs; at an end, its neighbor.
func TestTheKeyboardLeafsThroughAGame(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	m.Play(m.Play(m.game, m.players[0], "a4-a3"), m.players[1], "d3-c3")
	b := newTab(t, pagestest.Start(t), m.url).as(m.ann).open(m.path())
	b.tabTo(".steps [data-go=prev]")
	b.enter()
	b.focused(".steps [data-go=prev]")
	b.enter()
	b.wants("0 / 2")
	b.focused(".steps [data-go=next]")
	b.tabTo(".moves li:last-child a")
	b.enter()
	b.focused(".moves li:last-child [aria-current]")
}

// What gets the focus is marked after a key and not after a tap, of which Safari has to be told.
func TestTheFocusIsMarkedAfterKeys(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	b := newTab(t, pagestest.Start(t), m.url).as(m.ann).begun(`const focus = HTMLElement.prototype.focus;
		HTMLElement.prototype.focus = function (how) { window.marked = how.focusVisible; focus.call(this, how) }`)
	b.open(m.path()).tapPiece("d1", true)
	b.until("window.marked === false")
	b.open(m.path()).tabTo(place("d1"))
	b.enter()
	b.until("window.marked === true")
}

// When no turn can be composed any more, the focus is where the page says how the game ended.
func TestTheKeyboardEndsATrial(t *testing.T) {
	w := newWorld(t)
	b := newTab(t, pagestest.Start(t), w.url).open("/try/bohnduell")
	const most = 200 // links in a whole game
	for range most {
		if eval[bool](b, `!document.querySelector("#turn")`) {
			break
		}
		eval[any](b, `["#confirm a", "#turn > .choices a", ".board a"]
			.map(s => document.querySelector(s)).find(a => a).focus();null`)
		b.enter()
	}
	b.wants("neither side had a turn left")
	b.focused(".standing")
}
