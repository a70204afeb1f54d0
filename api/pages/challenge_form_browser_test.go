//go:build browser

package pages_test

import (
	"testing"

	"github.com/chromedp/chromedp"

	"turnpost/api/pages/pagestest"
	"turnpost/rules/catalog"
	"turnpost/rules/phrase"
)

// On a phone the form of a challenge has at most five controls up to its button, which is near; the settings show what
// there is without scrolling far; signing in takes one field; and what is folded passes the accessibility checker too.
func TestFormsFitOnOneSheet(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	axe, browser := axeSource(t), pagestest.Start(t)
	b, guest := newTab(t, browser, m.url).as(m.ann), newTab(t, browser, m.url)
	for _, one := range []*tab{b, guest} {
		one.look(360, false)
		one.do(chromedp.EmulateViewport(360, 640))
	}
	check := func(b *tab, path string) {
		t.Helper()
		b.fits(360)
		b.unfold()
		b.fits(360)
		for _, v := range b.violations(axe) {
			t.Errorf("%s: %s", path, v)
		}
	}
	const controls = `[...document.querySelectorAll("main input, main select, main textarea, main button, main summary")]
		.filter(e => e.type !== "hidden" && e.checkVisibility())`
	for _, r := range catalog.All() {
		path := "/r/" + r.Info(phrase.English).ID + "?play=1"
		b.open(path)
		if n := eval[int](b, controls+`.findIndex(e => e.matches("form[action$=challenge] > .go"))`); n < 0 || n > 5 {
			t.Errorf("%s: %d controls before the button", path, n)
		}
		end := eval[float64](b, `document.querySelector("form[action$=challenge] > .go").getBoundingClientRect().bottom + scrollY`)
		if end > 1300 {
			t.Errorf("%s: the button ends %.0f px down", path, end)
		}
		check(b, path)
	}
	b.open("/settings")
	if high := eval[float64](b, "document.documentElement.scrollHeight"); high > 1600 {
		t.Errorf("the settings are %.0f px high", high)
	}
	check(b, "/settings")
	b.open("/settings#mail").until(`document.querySelector("#mail select").checkVisibility()`)
	guest.open("/sign-in")
	if n := eval[int](guest, controls+`.filter(e => e.matches("input, select")).length`); n != 1 {
		t.Errorf("signing in takes %d fields", n)
	}
	check(guest, "/sign-in")
	guest.open("/sign-in#new").until(`document.querySelector("#new input[name=name]").checkVisibility()`)
	guest.open("/r/hnefatafl")
	if n := eval[int](guest, `document.querySelectorAll("main form").length`); n > 0 {
		t.Errorf("the rules have %d forms", n)
	}
}
