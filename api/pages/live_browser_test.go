//go:build browser

package pages_test

import (
	"testing"

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
