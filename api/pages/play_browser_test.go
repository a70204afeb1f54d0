//go:build browser

package pages_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"turnpost/api/pages/pagestest"
	"turnpost/models"
	"turnpost/rules"
	"turnpost/rules/catalog"
	"turnpost/rules/phrase"
)

// A whole game of every ruleset, to an end by its rules, between a browser without scripts that is
// only tapped and one that is used by keyboard only. In the game of HanniBall a turn of four steps
// carries and shoots; in the game of 7 Sages a kick bounces three times.
func TestAWholeGameByTapsAgainstKeys(t *testing.T) {
	browser := pagestest.Start(t)
	special := map[string]func([]rules.Step) bool{"hanniball": carriesAndShoots, "sevensages": bouncesThrice}
	for _, r := range catalog.All() {
		ruleset := r.Info(phrase.English).ID
		t.Run(ruleset, func(t *testing.T) {
			recorded := shortestGame(t, ruleset)
			m := newMatch(t, ruleset, recorded.Variant)
			ann, bob := newTab(t, browser, m.url).as(m.ann).withoutScript(), newTab(t, browser, m.url).as(m.bob)
			g, seen := m.game, special[ruleset] == nil
			for _, turn := range recorded.Turns {
				steps := m.stepsOf(g, turn.Canonical)
				seen = seen || special[ruleset](steps)
				g = m.playByTapsOrKeys(ann, bob, g, steps)
			}
			if g.Status != models.Finished || !seen {
				t.Errorf("status %s after %d turns, the special turn seen: %v", g.Status, g.Ply, seen)
			}
			for _, b := range []*tab{ann, bob} {
				b.open(m.path()).wants("Challenge")
			}
		})
	}
}

// playByTapsOrKeys plays a turn: ann taps, bob uses the keyboard.
func (m *match) playByTapsOrKeys(ann, bob *tab, g *models.Game, steps []rules.Step) *models.Game {
	m.t.Helper()
	if g.ToMove == rules.First {
		ann.open(m.path()).tapSteps(steps)
		ann.click(playButton)
		ann.wants("Your turn is played")
	} else {
		bob.open(m.path()).keySteps(steps)
		bob.tabTo(playButton)
		bob.follow(chromedp.KeyEvent(kb.Enter))
		bob.wants("Your turn is played")
	}
	texts := make([]string, len(steps))
	for i, s := range steps {
		texts[i] = s.Text
	}
	if g = m.stored(); g.LastTurn.Text != strings.Join(texts, " ") {
		m.t.Fatalf("%s was played, not %q", g.LastTurn.Text, texts)
	}
	return g
}

// ends reports whether the game goes from the setup to an end caused by a player.
func (g recordedGame) ends() bool {
	var outcome struct{ Reason string }
	return g.Start == "" && json.Unmarshal(g.Outcome, &outcome) == nil && outcome.Reason != rules.ReasonRepetition
}

// minPlies is the minimum length in which both sides play more than once.
const minPlies = 4

// shortestGame returns the shortest recorded game from the setup to an end by the rules in which both sides play
// more than once, or the longest game if all are shorter.
func shortestGame(t *testing.T, ruleset string) (found recordedGame) {
	t.Helper()
	for _, g := range recordedGames(t, ruleset) {
		switch n := len(g.Turns); {
		case !g.ends():
		case len(found.Turns) < minPlies && n > len(found.Turns), n >= minPlies && n < len(found.Turns):
			found = g
		}
	}
	if len(found.Turns) == 0 {
		t.Fatalf("no recorded game of %s ends", ruleset)
	}
	return found
}

// chosen returns the turn in the page's address and the number of chosen places of the next step.
func (b *tab) chosen() (turn string, places int) {
	b.t.Helper()
	query, err := url.ParseQuery(strings.TrimPrefix(eval[string](b, "location.search"), "?"))
	if err != nil {
		b.t.Fatal(err)
	}
	return query.Get("turn"), len(query["at"])
}

// choiceOf returns the selector of the link that chooses a step from the list.
func (b *tab) choiceOf(step string) string {
	b.t.Helper()
	n := eval[int](b, fmt.Sprintf(
		`[...document.querySelectorAll(".choices li")].findIndex(e => e.querySelector(".code").innerText.trim() === %s)`,
		quoted(step),
	))
	if n < 0 {
		b.t.Fatalf("%s cannot be chosen:\n%s", step, b.text())
	}
	return fmt.Sprintf(".choices li:nth-child(%d) a", n+1)
}

// byPlaces composes steps: it chooses the places of each step in order as far as possible, then the step from the list.
func (b *tab) byPlaces(steps []rules.Step, choose func(selector string)) {
	b.t.Helper()
	turn := ""
	for _, s := range steps {
		turn = strings.TrimSpace(turn + " " + s.Text)
		for range len(s.Places) + 1 {
			so, places := b.chosen()
			if so == turn {
				break
			}
			if places < len(s.Places) {
				choose(place(s.Places[places]))
			} else {
				choose(b.choiceOf(s.Text))
			}
		}
		if so, _ := b.chosen(); so != turn {
			b.t.Fatalf("the turn so far is %q, not %q", so, turn)
		}
	}
}

// tapSteps taps places of the board, and the list if places are ambiguous.
func (b *tab) tapSteps(steps []rules.Step) { b.t.Helper(); b.byPlaces(steps, b.click) }

// keySteps focuses links with the tab key and follows them with enter.
func (b *tab) keySteps(steps []rules.Step) {
	b.t.Helper()
	b.byPlaces(steps, func(selector string) {
		before := eval[string](b, "location.href")
		b.tabTo(selector)
		b.do(chromedp.KeyEvent(kb.Enter))
		b.until(fmt.Sprintf(
			`location.href !== %s && document.readyState === "complete" && !document.querySelector("main[aria-busy]")`,
			quoted(before),
		))
	})
}

// tabTo presses the tab key until an element has the focus.
func (b *tab) tabTo(selector string) {
	b.t.Helper()
	for range 400 {
		if eval[bool](b, fmt.Sprintf(`document.activeElement === `+visible, quoted(selector))) {
			return
		}
		b.do(chromedp.KeyEvent(kb.Tab))
	}
	b.t.Fatalf("the tab key does not reach %s", selector)
}

// until waits for a condition of the page. The browser may freeze a page that is left while it evaluates the
// condition; the condition is then evaluated again after a while.
func (b *tab) until(condition string) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, browserTime)
	defer cancel()
	for {
		once, stop := context.WithTimeout(ctx, browserTime/10)
		// Polled by time, not by frames: a background tab draws none.
		_, err := chromedp.Run(once, chromedp.Evaluate[bool](
			`new Promise(done => { const look = () => (`+condition+`) ? done(true) : setTimeout(look, 20); look(); })`,
			chromedp.EvalAwaitPromise,
		))
		stop()
		if err == nil {
			return
		}
		if ctx.Err() != nil {
			b.t.Fatalf("%s: %v\n%s", condition, err, b.text())
		}
	}
}

func TestDoubleClickTwoTabsAndBackAreOneTurn(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	browser := pagestest.Start(t)
	first := newTab(t, browser, m.url).withoutStream().as(m.ann)
	second := first.second().withoutStream()
	first.open(m.path() + "?turn=a4-a2")
	second.open(m.path() + "?turn=a4-a2")
	x, y := first.spot(playButton)
	first.follow(chromedp.MouseClickXY(x, y, chromedp.ClickCount(2)))
	first.wants("Your turn is played")
	second.click(playButton)
	second.wants("Your turn is played")
	first.back()
	first.until(`location.search === "?turn=a4-a2" && document.readyState === "complete"`)
	if eval[bool](first, `!!document.querySelector("#confirm")`) {
		first.click(playButton)
		first.wants("Your turn is played")
	}
	if n := m.stored().Ply; n != 1 {
		t.Errorf("%d turns were played", n)
	}
}

func TestArrowKeysLeafThroughAGame(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	g := m.Play(m.game, m.players[0], "a4-a3")
	m.Play(g, m.players[1], "d3-c3")
	b := newTab(t, pagestest.Start(t), m.url).as(m.ann).open(m.path())
	b.do(chromedp.KeyEvent(kb.ArrowLeft))
	b.until(`location.search === "?ply=1"`)
	b.until(`document.body.innerText.includes("This is an earlier position")`)
	b.do(chromedp.KeyEvent(kb.Home))
	b.until(`location.search === "?ply=0"`)
}

// Unsent text stays in its field while the script replaces the page, even across pages without that field.
func TestTypedWordsComeAlong(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	b := newTab(t, pagestest.Start(t), m.url).as(m.ann).open(m.path() + "?turn=a4-a2")
	b.do(chromedp.Click("#confirm summary"))
	b.do(chromedp.SendKeys("#confirm textarea[name=message]", "I thought long."))
	b.do(chromedp.SendKeys("#chat textarea", "Hello?"))
	x, y := b.spot("#turn .row .button")
	b.do(chromedp.MouseClickXY(x, y))
	b.until(`!document.querySelector("#confirm")`)
	b.hasText("Hello?")
	b.back()
	b.until(`!!document.querySelector("#confirm details[open]")`)
	b.hasText("I thought long.", "Hello?")
	// Text returned by a refused form is kept like typed text.
	b.do(chromedp.SendKeys("#confirm textarea[name=plan]", "nonsense"))
	b.click(playButton)
	b.wants("Plan: line 1")
	b.hasText("I thought long.", "nonsense")
	x, y = b.spot("#turn .row .button")
	b.do(chromedp.MouseClickXY(x, y))
	b.until(`!document.querySelector("#confirm") && document.readyState === "complete"`)
	eval[any](b, `document.querySelector("[data-smooth] a[href*='at=a4']").dispatchEvent(
		new MouseEvent("click", {bubbles: true, cancelable: true}));null`)
	b.until(`location.search.includes("at=a4")`)
	eval[any](b, `document.querySelector("[data-smooth] a[href*='turn=a4-a2']").dispatchEvent(
		new MouseEvent("click", {bubbles: true, cancelable: true}));null`)
	b.until(`!!document.querySelector("#confirm details[open]")`)
	b.hasText("I thought long.", "nonsense")
}

// A page that loads late does not replace a page that was requested after it.
func TestTheLastPageAskedForStays(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	m.Play(m.Play(m.game, m.players[0], "a4-a3"), m.players[1], "d3-c3")
	b := newTab(t, pagestest.Start(t), m.url).as(m.ann).open(m.path())
	eval[any](b, `{ const real = fetch;
		window.fetch = (url, how) => new Promise(done => {
			window.fetch = real;
			window.late = () => real(url, how).then(r => r.text()).then(text => done({ok: true, text: () => text}));
		}); null }`)
	b.do(chromedp.KeyEvent(kb.ArrowLeft)) // to turn 1
	b.do(chromedp.KeyEvent(kb.Home))
	b.until(`location.search === "?ply=0"`)
	eval[any](b, `late().then(() => new Promise(done => setTimeout(done))).then(() => null)`)
	if at := eval[string](b, "location.search"); at != "?ply=0" {
		t.Errorf("the page is at %s", at)
	}
}

// On a server reached by plain http and a host name, browsers send less information about a form's origin.
func TestPlainHTTPWithAName(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	_, port, err := net.SplitHostPort(strings.TrimPrefix(m.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	link := m.gameLink()
	browser := pagestest.Start(t, chromedp.Flag("host-resolver-rules", "MAP board.example 127.0.0.1"))
	b := newTab(t, browser, "http://board.example:"+port).open(link)
	b.open(link + "&turn=a4-a2")
	b.click(playButton)
	b.wants("Your turn is played")
}
