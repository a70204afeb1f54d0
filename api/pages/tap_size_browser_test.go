//go:build browser

package pages_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"turnpost/api/pages/pagestest"
	"turnpost/rules"
	"turnpost/rules/catalog"
	"turnpost/rules/phrase"
)

// smallPlaces returns the links of the board that are too small for a finger, with their sizes, unless the list beside
// the board has the same link (WCAG 2.2, 2.5.8), or leads there after a step back.
func (b *tab) smallPlaces() []string {
	b.t.Helper()
	return eval[[]string](b, `[...document.querySelectorAll(".board a")].map(e => [e, e.getBoundingClientRect()])
		.filter(([e, r]) => r.width < 23.99 || r.height < 23.99)
		.filter(([e]) => !e.matches(".other") &&
			![...document.querySelectorAll(".rest a")].some(a => a.getAttribute("href") === e.getAttribute("href")))
		.map(([e, r]) => e.getAttribute("aria-label") + " " + r.width + "×" + r.height)`)
}

// fits checks that every place of the board is large enough and that the page is no wider than its window.
func (b *tab) fits(width int) {
	b.t.Helper()
	if small := b.smallPlaces(); len(small) > 0 {
		b.t.Errorf("%d px: %d places are small: %s in %s", width, len(small), small[0], eval[string](b, "location.href"))
	}
	if wide := eval[int](b, "document.documentElement.scrollWidth"); wide > width {
		b.t.Errorf("the page is %d px wide in a window of %d", wide, width)
	}
}

// Every place of every board, including those of added games, is large enough in windows of all widths, at every stage
// of a turn.
func TestEveryPlaceToTapIsLargeEnough(t *testing.T) {
	axe, browser := axeSource(t), pagestest.Start(t)
	for _, r := range append(catalog.All(), addedGames()...) {
		info := r.Info(phrase.English)
		for _, v := range info.Variants {
			t.Run(info.ID+" "+v.ID, func(t *testing.T) {
				m := newMatch(t, info.ID, v.ID, append(catalog.All(), addedGames()...)...)
				b := newTab(t, browser, m.url).as(m.ann)
				for _, path := range m.begun() {
					b.look(320, false)
					b.open(path)
					for _, width := range []int{256, 320, 390, 641, 960, 1280} {
						b.look(width, false)
						b.fits(width)
					}
				}
				b.look(320, false)
				for _, v := range b.open(m.path()).violations(axe) {
					t.Error(v)
				}
			})
		}
	}
}

// A page enlarged to four times its size in a window of 1280×900 is no wider than the window, and fixed elements
// take little of its height.
func TestPagesEnlargedFourTimes(t *testing.T) {
	browser := pagestest.Start(t)
	for _, r := range append(catalog.All(), addedGames()...) {
		info := r.Info(phrase.English)
		m := newMatch(t, info.ID, "", append(catalog.All(), addedGames()...)...)
		b := newTab(t, browser, m.url).as(m.ann)
		for _, path := range m.begun() {
			b.do(chromedp.EmulateViewport(320, 225, chromedp.EmulateScale(4)))
			b.open(path)
			b.fits(320)
			stays := eval[float64](b, `[...document.querySelectorAll("body *")]
				.filter(e => /sticky|fixed/.test(getComputedStyle(e).position))
				.reduce((sum, e) => sum + e.getBoundingClientRect().height, 0)`)
			if stays > 225/3 {
				t.Errorf("%s: %v px of 225 stay where they are", path, stays)
			}
			b.shoot("zoomed-" + info.ID)
		}
	}
}

// begun returns the paths of a game with nothing chosen, with a piece and with a step of its longest
// kind, in both sizes.
func (m *match) begun() (paths []string) {
	m.t.Helper()
	o, err := m.NextSteps(m.game, "")
	if err != nil {
		m.t.Fatal(err)
	}
	longest := rules.Step{}
	for _, s := range o.Steps {
		if len(s.Places) >= len(longest.Places) {
			longest = s
		}
	}
	for _, size := range []string{"?", "?size=large&"} {
		paths = append(paths, m.path()+size, m.path()+size+"turn="+longest.Text)
		if len(longest.Places) > 0 {
			paths = append(paths, m.path()+size+"at="+longest.Places[0])
		}
	}
	return paths
}

// inSight reports whether the middle of an element is in the visible part of the board, and that part in the window.
func (b *tab) inSight(selector string) bool {
	b.t.Helper()
	return eval[bool](b, fmt.Sprintf(`(() => {
		const r = document.querySelector(%s).getBoundingClientRect();
		const box = document.querySelector(".board").getBoundingClientRect();
		const x = r.x + r.width / 2, y = r.y + r.height / 2;
		return x > Math.max(box.left, 0) && x < Math.min(box.right, innerWidth) &&
			y > Math.max(box.top, 0) && y < Math.min(box.bottom, innerHeight);
	})()`, quoted(selector)))
}

// A tapped place of a board that is larger than the window is visible on the next page, with the possible places
// around it, with and without scripts.
func TestWhatIsTappedStaysInSight(t *testing.T) {
	browser := pagestest.Start(t)
	m := newMatch(t, "sevensages", "")
	o, err := m.NextSteps(m.game, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, script := range []bool{false, true} {
		for _, size := range []string{"", "?size=large"} {
			b := newTab(t, browser, m.url).as(m.ann)
			if !script {
				b.withoutScript()
			}
			b.look(320, false)
			tapped := map[string]bool{}
			for _, s := range o.Steps {
				if at := s.Places[0]; !tapped[at] {
					tapped[at] = true
					b.open(m.path() + size)
					b.tapPiece(at, script)
					if !b.inSight(".board .chosen") {
						t.Errorf("script %v, %s: %s is out of sight", script, size, at)
					}
				}
			}
		}
	}
}

// waitForScroll waits until a newly loaded board has scrolled to its initial part.
func (b *tab) waitForScroll() {
	b.t.Helper()
	for eval[bool](b, `document.getAnimations().some(a => /^spot/.test(a.animationName))`) {
	}
}

// tapPiece scrolls to a piece and taps it; with script, the page changes in place.
func (b *tab) tapPiece(name string, script bool) {
	b.t.Helper()
	b.waitForScroll()
	if !script {
		b.click(place(name))
		return
	}
	x, y := b.spot(place(name))
	b.do(chromedp.MouseClickXY(x, y))
	b.until(`!!document.querySelector(".board .chosen")`)
}

// A board that is larger than the window first shows the end of the last turn, with an overview of the whole board that
// is hidden from screen readers.
func TestABoardBeginsWhereTheLastTurnWent(t *testing.T) {
	axe, browser := axeSource(t), pagestest.Start(t)
	m := newMatch(t, "sevensages", "")
	m.Play(m.game, m.players[0], "d5-b5")
	b := newTab(t, browser, m.url).as(m.bob)
	b.look(320, false)
	b.open(m.path() + "?size=large")
	if left := eval[float64](b, `document.querySelector(".board").scrollLeft`); left == 0 {
		t.Error("the board shows its left edge")
	}
	b.wants("Whole board")
	b.do(chromedp.Click(".glance summary"))
	if links := eval[int](b, `document.querySelectorAll(".glance a").length`); links > 0 {
		t.Errorf("the small picture has %d links", links)
	}
	box := eval[[]float64](b, `(() => { const r = document.querySelector(".glance svg").getBoundingClientRect();
		return [r.left, r.right, r.height]; })()`)
	if box[0] < 0 || box[1] > 320 || box[2] < 200 {
		t.Errorf("the small picture lies at %v", box)
	}
	for _, dark := range []bool{false, true} {
		b.look(320, dark)
		for _, v := range b.violations(axe) {
			t.Errorf("dark %v: %s", dark, v)
		}
		b.shoot(fmt.Sprintf("game-glance-320-dark-%v", dark))
	}
	b.look(1280, false)
	if strings.Contains(b.text(), "Whole board") {
		t.Error("a board that fits is offered once more")
	}
	b.look(320, false)
	b.until(`document.querySelector(".board").scrollLeft > 0`)
}
