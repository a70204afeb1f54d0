//go:build browser

package pages_test

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"turnpost/api/pages/pagestest"
)

// The script shows a focused place of the board also in browsers that do not scroll to a part of a picture, and leaves
// the page alone when a pointer brings the focus.
func TestTheFocusedPlaceIsInSight(t *testing.T) {
	m := newMatch(t, "hnefatafl", "")
	b := newTab(t, pagestest.Start(t), m.url).as(m.ann)
	for _, page := range []struct {
		width int64
		query string
	}{{700, ""}, {320, "?size=large"}, {320, "?turn=d11-d10&size=large"}} {
		b.do(chromedp.EmulateViewport(page.width, 400))
		b.open(m.path() + page.query)
		b.waitForScroll()
		b.do(chromedp.KeyEvent(kb.Tab)) // from now on, focus is shown
		if at := eval[string](b, `(() => {
			for (const place of document.querySelectorAll(".board a")) {
				place.focus({preventScroll: true});
				const at = place.getBoundingClientRect();
				const on = document.elementFromPoint((at.left + at.right) / 2, (at.top + at.bottom) / 2);
				if (!place.contains(on)) return place.getAttribute("aria-label");
			}
			return ""; })()`); at != "" {
			t.Errorf("%d wide, %s: %s has the focus out of sight", page.width, page.query, at)
		}
	}
	b.do(chromedp.EmulateViewport(320, 400))
	b.open(m.path() + "?size=large")
	b.waitForScroll()
	at := eval[[]float64](b, `(() => { for (const place of document.querySelectorAll(".board a")) {
		const r = place.getBoundingClientRect();
		if (r.top < innerHeight - 2 && r.bottom > innerHeight && r.left > 0 && r.right < innerWidth)
			return [(r.left + r.right) / 2, innerHeight - 2]; } return []; })()`)
	if len(at) != 2 {
		t.Fatal("no place is cut off by the window")
	}
	b.do(chromedp.MouseEvent(chromedp.MousePressed, at[0], at[1], chromedp.ButtonLeft))
	if moved := eval[float64](b, `document.activeElement.closest(".board") ? scrollY : -1`); moved != 0 {
		t.Errorf("pressing a place moved the page by %v", moved)
	}
}
