//go:build browser

package pages_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"turnpost/api/pages/pagestest"
)

// send types into a field of a form and sends it.
func (b *tab) send(field, text string) {
	b.t.Helper()
	b.do(chromedp.SetValue(field, text), chromedp.Focus(field))
	b.follow(chromedp.KeyEvent(kb.Enter))
}

// showsRefusal waits until the refusal is in the window, which is 600 px high.
func (b *tab) showsRefusal(form string) {
	b.t.Helper()
	for begin := time.Now(); ; {
		at := eval[[]float64](b, `(() => { const r = document.querySelector("#refusal").getBoundingClientRect();
			return [r.top, r.bottom]; })()`)
		if at[0] > -1 && at[1] < 601 { // scrolled by whole pixels
			return
		}
		if time.Since(begin) > browserTime/10 {
			b.t.Errorf("%s: the refusal is at %v", form, at)
			return
		}
	}
}

// A refusal on a long page is visible without scrolling, with and without scripts.
func TestARefusalIsInSight(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	browser := pagestest.Start(t)
	for _, script := range []bool{false, true} {
		b := newTab(t, browser, m.url).as(m.ann)
		if !script {
			b.withoutScript()
		}
		for _, width := range []int64{390, 1100} {
			b.do(chromedp.EmulateViewport(width, 600))
			for _, form := range [][3]string{
				{m.path(), "#turn input[name=turn]", "a1-z9"},
				{"/settings?in=blocks", "#blocks input[name=name]", "nobody"},
				{"/settings?in=profile", "#profile input[name=zone]", "Atlantis"},
				{"/r/hnefatafl?play=1", "#play input[name=opponent]", "nobody"},
			} {
				b.open(form[0])
				b.send(form[1], form[2])
				b.showsRefusal(fmt.Sprint(form[1], " at ", width, " px, script ", script))
			}
		}
	}
}
