//go:build browser

package pages_test

import (
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"turnpost/api/pages/pagestest"
	"turnpost/rules/catalog"
	"turnpost/rules/phrase"
)

// printed is the part of a sheet that is printed on, in CSS pixels: the height of a letter and the width of A4,
// without margins of half an inch.
var printed = struct{ width, height int64 }{697, 960}

// The board of every ruleset is on the first printed page, below the players and above the last turn.
func TestABoardIsOnTheFirstPrintedPage(t *testing.T) {
	browser := pagestest.Start(t)
	for _, r := range append(catalog.All(), addedGames()...) {
		info := r.Info(phrase.English)
		m := newMatch(t, info.ID, "", append(catalog.All(), addedGames()...)...)
		b := newTab(t, browser, m.url).as(m.ann).open(m.path())
		b.do(chromedp.EmulateViewport(printed.width, printed.height))
		b.print()
		const line = 25 // pixels for a line about the last turn
		bottom := eval[float64](b, `document.querySelector(".stage .board").getBoundingClientRect().bottom`)
		if bottom+line > float64(printed.height) {
			t.Errorf("the board of %s ends at %v px of %d", info.ID, bottom, printed.height)
		}
	}
}

// print shows the printed form of the pages of a tab.
func (b *tab) print() {
	b.t.Helper()
	if _, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Media: "print",
	}); err != nil {
		b.t.Fatal(err)
	}
}

// emptyHeadings returns the visible headings below which nothing is visible before the next one.
func (b *tab) emptyHeadings() []string {
	b.t.Helper()
	return eval[[]string](b, `[...document.querySelectorAll("main :is(h2, h3)")].filter(h => {
		if (!h.checkVisibility()) return false
		for (let e = (h.closest("summary") || h).nextElementSibling; e; e = e.nextElementSibling) {
			const isHeading = /^H[123]$/.test(e.tagName)
			if (isHeading && e.tagName <= h.tagName) break
			if (!isHeading && e.checkVisibility() && (e.innerText.trim() || e.querySelector("svg, img"))) return false
		}
		return true
	}).map(h => h.innerText)`)
}
