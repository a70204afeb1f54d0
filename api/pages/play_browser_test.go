//go:build browser

package pages_test

import (
	"context"
	"fmt"
	"net"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"turnpost/models"
	"turnpost/rules"
	"turnpost/rules/catalog"
	"turnpost/rules/phrase"
)

// maxPlies is how many turns of a game are played in the browsers; then a side resigns there.
const maxPlies = 12

// A game of every ruleset between a browser without scripts that is only tapped, and one
// that is driven by keys alone.
func TestAGameByTapsAgainstOneByKeys(t *testing.T) {
	browser := startBrowser(t)
	for _, r := range catalog.All() {
		info := r.Info(phrase.English)
		t.Run(info.ID, func(t *testing.T) {
			m := newMatch(t, info.ID, info.Variants[0].ID)
			ann, bob := newTab(t, browser, m.url).as(m.ann).withoutScript(), newTab(t, browser, m.url).as(m.bob)
			for ply := 0; ; ply++ {
				g, err := m.Game(t.Context(), m.game.ID)
				if err != nil {
					t.Fatal(err)
				}
				mover := ann
				if g.ToMove == rules.Second {
					mover = bob
				}
				mover.open(m.path())
				if g.Status != models.Ongoing {
					mover.wants("Challenge")
					return
				}
				if ply == maxPlies {
					m.resign(mover)
					return
				}
				if mover == ann {
					mover.playByTaps(ply)
				} else {
					mover.playByKeys(ply)
				}
				mover.wants("Your turn is played")
			}
		})
	}
}

func (m *match) resign(b *tab) {
	b.t.Helper()
	b.do(chromedp.Click("details.card > summary"))
	b.click(`form[action$="/resign"] button`)
	b.wants("You have resigned")
}

// playByTaps taps places of the board until there is a whole turn, then plays it.
func (b *tab) playByTaps(ply int) {
	b.t.Helper()
	for range 40 {
		if eval[bool](b, `!!document.querySelector("#confirm")`) {
			b.click("#confirm .go")
			return
		}
		places := eval[[]string](
			b,
			`[...document.querySelectorAll(".board a.from, .board a.next")].map(a => a.getAttribute("aria-label").split(",")[0])`,
		)
		if len(places) == 0 { // several steps have these places: chosen by kind
			b.click(".choices a")
			continue
		}
		b.click(place(places[(ply*7+3)%len(places)]))
	}
	b.t.Fatalf("no turn after 40 taps:\n%s", b.text())
}

// playByKeys reaches links with the tab key and follows them with enter.
func (b *tab) playByKeys(ply int) {
	b.t.Helper()
	for range 40 {
		if eval[bool](b, `!!document.querySelector("#confirm")`) {
			b.tabTo(`#confirm .go`)
			b.follow(chromedp.KeyEvent(kb.Enter))
			return
		}
		before := eval[string](b, "location.href")
		links := eval[int](b, `document.querySelectorAll(".board a.from, .board a.next").length`)
		if links == 0 {
			b.tabTo(`.choices a`)
		} else {
			name := eval[string](b, fmt.Sprintf(`document.querySelectorAll(".board a.from, .board a.next")[%d].getAttribute("aria-label").split(",")[0]`, (ply*5+1)%links))
			b.tabTo(place(name))
		}
		b.do(chromedp.KeyEvent(kb.Enter))
		b.until(
			fmt.Sprintf(
				`location.href !== %s && document.readyState === "complete" && !document.querySelector("main[aria-busy]")`,
				quoted(before),
			),
		)
	}
	b.t.Fatalf("no turn after 40 keys:\n%s", b.text())
}

// tabTo presses the tab key until an element has the focus.
func (b *tab) tabTo(selector string) {
	b.t.Helper()
	for range 400 {
		if eval[bool](b, fmt.Sprintf(`document.activeElement === document.querySelector(%s)`, quoted(selector))) {
			return
		}
		b.do(chromedp.KeyEvent(kb.Tab))
	}
	b.t.Fatalf("the tab key does not reach %s", selector)
}

// until waits for a condition of the page.
func (b *tab) until(condition string) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, browserTime)
	defer cancel()
	for {
		_, err := chromedp.Run(ctx, chromedp.Poll[any]("("+condition+") || null"))
		if err == nil {
			return
		}
		if ctx.Err() != nil { // else the page was left while it was asked
			b.t.Fatalf("%s: %v", condition, err)
		}
	}
}

func (m *match) plies() int {
	m.t.Helper()
	g, err := m.Game(m.t.Context(), m.game.ID)
	if err != nil {
		m.t.Fatal(err)
	}
	return g.Ply
}

func TestDoubleClickTwoTabsAndBackAreOneTurn(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	browser := startBrowser(t)
	first := newTab(t, browser, m.url).as(m.ann)
	second := first.second()
	first.open(m.path() + "?turn=a4-a2")
	second.open(m.path() + "?turn=a4-a2")
	x, y := first.spot("#confirm .go")
	first.follow(chromedp.MouseClickXY(x, y, chromedp.ClickCount(2)))
	first.wants("Your turn is played")
	second.click("#confirm .go")
	second.wants("Your turn is played")
	eval[any](first, "history.back();null")
	first.until(`location.search === "?turn=a4-a2" && document.readyState === "complete"`)
	if eval[bool](first, `!!document.querySelector("#confirm")`) {
		first.click("#confirm .go")
		first.wants("Your turn is played")
	}
	if n := m.plies(); n != 1 {
		t.Errorf("%d turns were played", n)
	}
}

func TestArrowKeysLeafThroughAGame(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	g := m.Play(m.game, m.players[0], "a4-a3")
	m.Play(g, m.players[1], "d3-c3")
	b := newTab(t, startBrowser(t), m.url).as(m.ann).open(m.path())
	b.do(chromedp.KeyEvent(kb.ArrowLeft))
	b.until(`location.search === "?ply=1"`)
	b.until(`document.body.innerText.includes("This is an earlier position")`)
	b.do(chromedp.KeyEvent(kb.Home))
	b.until(`location.search === "?ply=0"`)
}

// A server that is reached by plain http and a name: a browser tells less of where a form comes from.
func TestPlainHTTPWithAName(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	_, port, err := net.SplitHostPort(strings.TrimPrefix(m.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	link := ""
	for _, path := range m.links() {
		if strings.HasPrefix(path, m.path()) {
			link = path
		}
	}
	browser := startBrowser(t, chromedp.Flag("host-resolver-rules", "MAP board.example 127.0.0.1"))
	b := newTab(t, browser, "http://board.example:"+port).open(link)
	b.open(link + "&turn=a4-a2")
	b.click("#confirm .go")
	b.wants("Your turn is played")
}
