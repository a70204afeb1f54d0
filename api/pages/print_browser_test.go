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
		if _, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Media: "print",
		}); err != nil {
			t.Fatal(err)
		}
		const line = 25 // pixels for a line about the last turn
		bottom := eval[float64](b, `document.querySelector(".stage .board").getBoundingClientRect().bottom`)
		if bottom+line > float64(printed.height) {
			t.Errorf("the board of %s ends at %v px of %d", info.ID, bottom, printed.height)
		}
	}
}
