//go:build browser

package pages_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"

	"turnpost/api/pages/pagestest"
)

// From the first screen of a phone to one's own first move are three taps, and the house answers; after that the game
// goes on with an account. Each page passes the accessibility checker and is as wide as the window.
func TestThreeTapsToTheFirstMove(t *testing.T) {
	axe, browser := axeSource(t), pagestest.Start(t)
	for name, script := range map[string]bool{"with script": true, "without script": false} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			b := newTab(t, browser, w.url)
			if !script {
				b.withoutScript()
			}
			b.look(360, script)
			b.do(chromedp.EmulateViewport(360, 640))
			check := func(name string) {
				b.fits(360)
				if script {
					for _, v := range b.violations(axe) {
						t.Errorf("%s: %s", name, v)
					}
				}
			}
			b.open("/").wants("Board games by post", "a king in the middle")
			check("front")
			// The board and the sentence are in the window that opens.
			for _, selector := range []string{".stage .board", ".goal"} {
				if end := eval[float64](b, fmt.Sprintf("document.querySelector(%q).getBoundingClientRect().bottom", selector)); end > 640 {
					t.Errorf("%s ends %.0f px down", selector, end)
				}
			}
			b.click(place("a4"))
			if script {
				b.tapInPlace(place("a2"))
				b.tapInPlace(playButton)
			} else {
				b.click(place("a2"))
				b.click(playButton)
			}
			b.wants("Keep this game", "a4-a2", "Defence moved")
			check("after the first move")
			b.click("#keep button")
			b.wants("your game goes on")
			check("sign up")
			b.do(chromedp.SetValue(`form[action="/sign-in/new"] [name=name]`, "nora"),
				chromedp.SetValue(`form[action="/sign-in/new"] [name=email]`, "nora@example.org"))
			b.click(`form[action="/sign-in/new"] .go`)
			b.do(chromedp.SetValue(`[name=code]`, w.Code("nora@example.org")))
			b.click(`form[action="/sign-in"] .go`)
			b.until(`location.pathname.startsWith("/g/")`)
			b.wants("The game is kept", "nora", "house-easy", "a4-a2", "It is your turn")
			check("the game")
		})
	}
}

// tapInPlace clicks a link that changes the page in place.
func (b *tab) tapInPlace(selector string) {
	b.t.Helper()
	before := eval[string](b, "location.href")
	x, y := b.spot(selector)
	b.do(chromedp.MouseClickXY(x, y))
	b.until(fmt.Sprintf("location.href !== %s", quoted(before)))
}
