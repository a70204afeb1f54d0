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

// forceColors makes the browser draw pages in the few colours that a reader has chosen, or as they are.
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

// paints are the colours of all that a board is made of, ground and letters included, and of what can be tapped.
func (b *tab) paints() []string {
	b.t.Helper()
	return eval[[]string](b, `[...document.querySelectorAll(".board, .board svg *")].map(e => {
		const s = getComputedStyle(e);
		return [e.localName, e.getAttribute("class"), s.fill, s.stroke, s.backgroundColor].join(" ");
	})`)
}

// Where the reader's system forces its colours on pages, a board keeps its own: its pieces, the chosen place and those
// that may follow are told apart as ever. Whatever else can be pressed has an edge that is seen.
func TestBoardsKeepTheirColoursWhereColoursAreForced(t *testing.T) {
	browser := pagestest.Start(t)
	for _, r := range append(catalog.All(), addedGames()...) {
		info := r.Info(phrase.English)
		m := newMatch(t, info.ID, "", append(catalog.All(), addedGames()...)...)
		b := newTab(t, browser, m.url).as(m.ann)
		for _, path := range m.begun() {
			b.forceColors(false)
			b.open(path)
			own := b.paints()
			b.forceColors(true)
			if !eval[bool](b, `matchMedia("(forced-colors: active)").matches`) {
				t.Fatal("no colours are forced")
			}
			if forced := b.paints(); !slices.Equal(own, forced) {
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
