//go:build browser

package pages_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"turnpost/api/pages/pagestest"
)

// A line of play is built by taps on a phone, with and without script: from the game's page to its first turns, back
// and forth through it, kept with a name, shown again, deleted. No page is wider than the window, and each passes the
// accessibility checker, which needs script. Nothing is played.
func TestALineByTaps(t *testing.T) {
	axe, browser := axeSource(t), pagestest.Start(t)
	for name, c := range map[string]struct{ script, dark bool }{
		"light": {script: true}, "dark": {script: true, dark: true}, "without script": {},
	} {
		t.Run(name, func(t *testing.T) {
			m := newMatch(t, "hnefatafl", "7x7")
			m.Play(m.Play(m.game, m.players[0], "d1-c1"), m.players[1], "d3-c3")
			l := &lineByTaps{tab: newTab(t, browser, m.url).as(m.ann), match: m, axe: axe, name: "taps-" + name}
			if l.script = c.script; !c.script {
				l.withoutScript()
			}
			l.look(320, c.dark)
			l.build()
			l.leaf()
			l.keep()
			l.delete()
			if g := m.stored(); g.Ply != 2 {
				t.Errorf("a line was played: %d turns", g.Ply)
			}
		})
	}
}

// lineByTaps is a line of play in a browser.
type lineByTaps struct {
	*tab
	match     *match
	axe, name string
	script    bool
	pages     int
}

// fine checks the current page and takes a picture of it.
func (l *lineByTaps) fine(texts ...string) {
	l.t.Helper()
	l.wants(texts...)
	l.fits(320)
	if !l.script {
		return
	}
	for _, v := range l.violations(l.axe) {
		l.t.Errorf("%s: %s", eval[string](l.tab, "location.href"), v)
	}
	l.pages++
	l.shoot(fmt.Sprintf("%s-%d", l.name, l.pages))
}

// tap taps an element that leads to a page with a text. With script the page may change in place.
func (l *lineByTaps) tap(selector, text string) {
	l.t.Helper()
	if !l.script {
		l.click(selector)
		l.wants(text)
		return
	}
	x, y := l.spot(selector)
	l.do(chromedp.MouseClickXY(x, y))
	l.until(fmt.Sprintf(`document.readyState === "complete" && !document.querySelector("main[aria-busy]") &&
		document.body.innerText.includes(%s)`, quoted(text)))
}

// build opens a line from the game's page and adds three turns to it.
func (l *lineByTaps) build() {
	l.t.Helper()
	l.open(l.match.path())
	l.do(chromedp.Click("#notes summary")) // works without script
	l.fine("Your notes on this game", "Only you see them")
	l.tap(`#notes a[href*="/line?from=2"]`, "A line after turn 2")
	l.fine("The next turn of the line", "Tap a piece.")
	for n, turn := range []string{"c1-b1", "c3-d3", "b1-b2"} {
		from, to, _ := strings.Cut(turn, "-")
		l.tap(place(from), "Chosen: "+from+". Tap a place")
		l.tap(place(to), "Add "+turn)
		if n == 0 {
			l.fine("Add " + turn)
		}
		l.tap(`.go[href*="/line?"]`, fmt.Sprintf("%d / %d", n+1, n+1))
	}
	l.fine("3 / 3", "Keep this line")
}

// leaf goes through the line.
func (l *lineByTaps) leaf() {
	l.t.Helper()
	for _, step := range [][2]string{{"prev", "2 / 3"}, {"first", "0 / 3"}, {"next", "1 / 3"}, {"last", "3 / 3"}} {
		l.tap(fmt.Sprintf("[data-go=%s]", step[0]), step[1])
	}
}

// keep keeps the line by a name and opens it from the game's page.
func (l *lineByTaps) keep() {
	l.t.Helper()
	l.do(chromedp.SendKeys(`form[action$="/lines"] input[name=name]`, "Königsflucht <links>"))
	l.tap(`form[action$="/lines"] button`, "The line is kept.")
	l.fine("Königsflucht <links>", "3 / 3")
	l.open(l.match.path())
	l.fine("Königsflucht <links>", "c1-b1")
	l.tap(`#notes a[href*="/line?kept="]`, "3 / 3")
	l.tap("[data-go=prev]", "2 / 3")
	l.fine("Königsflucht <links>")
}

// delete deletes the line on the game's page.
func (l *lineByTaps) delete() {
	l.t.Helper()
	l.open(l.match.path())
	l.tap(`#notes form[action$="/lines"] button`, "The line is deleted.")
	l.fine("The line is deleted.")
	if strings.Contains(l.text(), "Königsflucht") {
		l.t.Error("the line is still shown")
	}
	l.open(l.match.path() + "/line?kept=1").wants("You keep no line 1 in this game.")
}
