//go:build browser

package pages_test

import (
	"testing"

	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"turnpost/api/pages/pagestest"
)

// An open page shows a turn, a message and the number of waiting games without a reload, says so to a screen reader,
// and keeps unsent text.
func TestAnOpenPageShowsChanges(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	b := newTab(t, pagestest.Start(t), m.url).as(m.bob).open(m.path())
	eval[any](b, `window.same = 1; document.querySelector("textarea[name=text]").closest("details")?.setAttribute("open", "");
		const field = document.querySelector("textarea[name=text]");
		field.value = "dear ann"; field.focus(); field.setSelectionRange(4, 4); null`)
	inbox, watcher := b.second().open("/inbox"), newTab(t, pagestest.Start(t), m.url).open(m.path())
	m.Play(m.game, m.players[0], "d1-c1")
	b.until(`document.title.startsWith("(1)") && document.body.innerText.includes("It is your turn")`)
	b.until(`document.activeElement.name === "text" && document.activeElement.value === "dear ann" &&
		document.activeElement.selectionStart === 4 && window.same === 1`)
	inbox.until(`document.title.startsWith("(1)") && !!document.querySelector("main a[href*='/g/']")`)
	watcher.until(`document.body.innerText.includes("c1")`)
	// A screen reader reads what a status says once it changes, if the status was in the page before.
	b.until(`/d1-c1.*It is your turn/s.test(document.querySelector("body > [role=status]")?.textContent)`)
	m.Play(m.stored(), m.players[1], "d3-c3")
	inbox.until(`!document.title.startsWith("(")`)
}

// Browsers allow six connections to a host over plain HTTP; all tabs share one stream.
func TestManyTabsShareOneStream(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	b := newTab(t, pagestest.Start(t), m.url).as(m.bob).open(m.path())
	var tabs []*tab
	for range 10 {
		tabs = append(tabs, b.second().open(m.path()))
	}
	m.Play(m.game, m.players[0], "d1-c1")
	for _, other := range tabs {
		other.until(`document.body.innerText.includes("It is your turn")`)
		other.open("/games").wants("Games")
	}
}

// A page that shows a turn already does not load it again when another tab hears of it: a tap would be lost between
// press and release.
func TestAPageStaysThatShowsAChangeAlready(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	stale := newTab(t, pagestest.Start(t), m.url).as(m.bob).counting("new Promise(() => {})").open(m.path())
	m.Play(m.game, m.players[0], "d1-c1")
	stale.until("asked === 1")
	fresh := stale.second().counting("ask(...what)").open(m.path())
	stale.until("asked === 2") // by the stream that begins anew for both
	if n := eval[int](fresh, "asked"); n > 0 {
		t.Errorf("the page was loaded again %d times", n)
	}
	m.Play(m.stored(), m.players[1], "d3-c3")
	fresh.until(`asked === 1 && document.body.innerText.includes("d3-c3")`)
}

// A browser that lets the site store nothing refuses shared workers. Its page hears of changes by a separate stream,
// and the rest of the script runs.
func TestAPageHearsWithoutSharedWorker(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	b := newTab(t, pagestest.Start(t), m.url).as(m.bob).
		begun(`window.SharedWorker = class { constructor() { throw new DOMException("", "SecurityError") } }`).open(m.path())
	m.Play(m.game, m.players[0], "d1-c1")
	b.until(`document.body.innerText.includes("d1-c1")`)
	b.do(chromedp.KeyEvent(kb.Home))
	b.until(`document.querySelector(".stage").dataset.ply === "0"`)
}

// counting makes the next pages of a tab count in asked what their scripts load, and answer it by a script.
func (b *tab) counting(answer string) *tab {
	b.t.Helper()
	return b.begun("window.asked = 0; const ask = fetch; window.fetch = (...what) => { asked++; return " + answer + " }")
}

// begun makes the next pages of a tab begin with a script.
func (b *tab) begun(source string) *tab {
	b.t.Helper()
	if _, err := chromedp.Call(b.ctx, cdppage.AddScriptToEvaluateOnNewDocument,
		cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: source}); err != nil {
		b.t.Fatal(err)
	}
	return b
}
