//go:build browser

package pages_test

import (
	"slices"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"turnpost/api/pages/pagestest"
	"turnpost/rules/catalog"
	"turnpost/rules/phrase"
)

// forceColors turns the browser's forced colors mode on or off.
func (b *tab) forceColors(active bool) {
	b.t.Helper()
	value := map[bool]string{false: "none", true: "active"}[active]
	_, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "forced-colors", Value: value}},
	})
	if err != nil {
		b.t.Fatal(err)
	}
}

// colours returns the colours of all elements of a board, including background and letters, and of all controls.
func (b *tab) colours() []string {
	b.t.Helper()
	return eval[[]string](b, `[...document.querySelectorAll(".board, .board svg *")].map(e => {
		const s = getComputedStyle(e);
		return [e.localName, e.getAttribute("class"), s.fill, s.stroke, s.backgroundColor].join(" ");
	})`)
}

// In forced colors mode a board keeps its colours, so that pieces, the chosen place and possible places remain
// distinct. All other controls have a visible border.
func TestBoardsKeepTheirColoursWhereColoursAreForced(t *testing.T) {
	browser := pagestest.Start(t)
	for _, r := range append(catalog.All(), addedGames()...) {
		info := r.Info(phrase.English)
		m := newMatch(t, info.ID, "", append(catalog.All(), addedGames()...)...)
		b := newTab(t, browser, m.url).as(m.ann)
		for _, path := range m.begun() {
			b.forceColors(false)
			b.open(path)
			own := b.colours()
			b.forceColors(true)
			if !eval[bool](b, `matchMedia("(forced-colors: active)").matches`) {
				t.Fatal("no colours are forced")
			}
			if forced := b.colours(); !slices.Equal(own, forced) {
				t.Errorf("%s: forced colours change the board", path)
			}
			flat := eval[[]string](b, `[...document.querySelectorAll("main button, main .button, main input, main textarea")]
				.filter(e => e.getClientRects().length && e.type !== "checkbox")
				.filter(e => { const s = getComputedStyle(e); return s.borderTopWidth === "0px" || s.borderTopStyle === "none"; })
				.map(e => e.outerHTML.slice(0, 100))`)
			if len(flat) > 0 {
				t.Errorf("%s: no edge shows %s", path, flat)
			}
		}
	}
}
