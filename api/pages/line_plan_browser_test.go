//go:build browser

package pages_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"turnpost/api/pages/pagestest"
)

// A plan of two branches is made by taps alone, on a phone, with and without script. Its branches are small boards; one
// of them is answered in another way, and one is removed by its control.
func TestAPlanByTaps(t *testing.T) {
	axe, browser := axeSource(t), pagestest.Start(t)
	for name, c := range map[string]struct{ script, dark bool }{
		"light": {script: true}, "dark": {script: true, dark: true}, "without script": {},
	} {
		t.Run(name, func(t *testing.T) {
			m := newMatch(t, "hnefatafl", "7x7")
			m.Play(m.game, m.players[0], "d1-c1")
			l := &planByTaps{lineByTaps{tab: newTab(t, browser, m.url).as(m.ann), match: m, axe: axe, name: "plan-" + name}}
			if l.script = c.script; !c.script {
				l.withoutScript()
			}
			l.look(320, c.dark)
			l.add("Make this my plan", "d3-c3", "c1-b1")
			l.holds("d3-c3 : c1-b1")
			l.fine("d3-c3 : c1-b1", "Plan on the board")
			l.add("Add this to my plan", "d5-c5", "c1-c2")
			l.holds("d3-c3 : c1-b1", "d5-c5 : c1-c2")
			l.fine("d5-c5 : c1-c2")
			l.add("Put this in my plan instead of d3-c3 : c1-b1", "d3-c3", "c1-c2")
			l.holds("d5-c5 : c1-c2", "d3-c3 : c1-c2")
			l.tap("#plan .boards a", "2 / 2") // a branch leads to its line
			l.open(m.path())
			l.tap("#plan .boards form button", "Your plan is kept.")
			l.holds("d3-c3 : c1-c2")
			l.tap("#plan .boards form button", "Your plan is deleted.")
			l.holds()
		})
	}
}

// planByTaps is a plan in a browser.
type planByTaps struct{ lineByTaps }

// add builds a line from the game's page and stores it by a button.
func (l *planByTaps) add(button string, turns ...string) {
	l.t.Helper()
	l.open(l.match.path())
	if eval[bool](l.tab, `!document.querySelector("#plan").open`) {
		l.do(chromedp.Click("#plan summary"))
	}
	l.tap(`#plan .button[href*="/line?from=1"]`, "A line after turn 1")
	for i, turn := range turns {
		from, to, _ := strings.Cut(turn, "-")
		l.tap(place(from), "Chosen: "+from+". Tap a place")
		l.tap(place(to), "Add "+turn)
		l.tap(`.go[href*="/line?"]`, fmt.Sprintf("%d / %d", i+1, i+1))
	}
	l.fine(button)
	l.tap("#to-plan button", "Your plan is kept.")
}

// holds checks the stored plan and that each of its branches is shown as a board.
func (l *planByTaps) holds(lines ...string) {
	l.t.Helper()
	plan, err := l.match.Plan(l.t.Context(), l.match.players[0].ID, l.match.game.ID)
	if (err == nil) != (len(lines) > 0) || strings.Join(plan.Lines, "\n") != strings.Join(lines, "\n") {
		l.t.Errorf("the plan is %q, %v; want %q", plan.Lines, err, lines)
	}
	const boards = `Promise.all([...document.querySelectorAll("#plan .boards img")].map(i => {
		i.loading = "eager"
		return i.decode().then(() => i.naturalWidth > 0)
	})).then(all => all.filter(drawn => drawn).length)`
	if n := eval[int](l.tab, boards); n != len(lines) {
		l.t.Errorf("%d of %d branches are shown as boards", n, len(lines))
	}
}
