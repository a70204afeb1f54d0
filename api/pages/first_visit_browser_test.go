//go:build browser

package pages_test

import (
	"math"
	"os"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"turnpost/api/pages/pagestest"
	"turnpost/rules/catalog"
	"turnpost/rules/phrase"
)

// The limits of a player's first visit of a game.
const (
	maxVisitBytes = 60_000
	maxVisitPaint = 1500 // milliseconds until the largest contentful paint
	visits        = 3    // of which the fastest counts
)

// slow4G are the conditions by which browsers emulate a slow 4G connection.
type slow4G struct {
	Offline            bool    `json:"offline"`
	Latency            float64 `json:"latency"`            // milliseconds
	DownloadThroughput float64 `json:"downloadThroughput"` // bytes per second
	UploadThroughput   float64 `json:"uploadThroughput"`
}

var emulateNetwork = cdp.Command[slow4G, cdp.Empty]{Method: "Network.emulateNetworkConditions"}

// A player's first visit of a game, by the link of a mail or with a session, loads few bytes. On a quiet machine,
// with TURNPOST_TEST_PAINT set, it also paints the board soon by a slow 4G connection and a processor that is four
// times slower.
func TestFirstVisit(t *testing.T) {
	browser, timed := pagestest.Start(t), os.Getenv("TURNPOST_TEST_PAINT") != ""
	for _, r := range catalog.All() {
		ruleset := r.Info(phrase.English).ID
		m := newMatch(t, ruleset, "")
		for path, reader := range m.comers() {
			first := []float64{math.Inf(1), 0}
			for range visits {
				// A tab that is still open slows down the next one.
				t.Run(ruleset, func(t *testing.T) {
					seen := newTab(t, browser, m.url).as(reader).visit(path, timed)
					first = []float64{min(first[0], seen[0]), seen[1]}
				})
			}
			t.Logf("%s: %.0f bytes, painted after %.0f ms, slow: %v", path, first[1], first[0], timed)
			if first[1] == 0 || first[1] > maxVisitBytes || timed && first[0] > maxVisitPaint {
				t.Errorf("%s of %s: a first visit loads %.0f bytes and paints after %.0f ms", path, ruleset, first[1], first[0])
			}
		}
	}
}

// comers returns who may come to the game without a style sheet, by their path.
func (m *match) comers() map[string]*visitor {
	return map[string]*visitor{m.gameLink(): m.visitor(), m.path(): m.bob}
}

// visit opens a page for the first time, slowed down if the visit is timed. It returns the time until the largest
// contentful paint in milliseconds and the number of bytes sent.
func (b *tab) visit(path string, timed bool) []float64 {
	b.t.Helper()
	if timed {
		_, err := chromedp.Call(b.ctx, emulateNetwork, slow4G{
			Latency: 562.5, DownloadThroughput: 180_000, UploadThroughput: 84_375,
		})
		if err == nil {
			slower := emulation.SetCPUThrottlingRateParams{Rate: 4}
			_, err = chromedp.Call(b.ctx, emulation.SetCPUThrottlingRate, slower)
		}
		if err != nil {
			b.t.Fatal(err)
		}
	}
	b.open(path)
	return eval[[]float64](b, `new Promise(done => new PerformanceObserver(list => done([
		list.getEntries().at(-1).startTime,
		performance.getEntries().reduce((sum, e) => sum + (e.transferSize || 0), 0),
	])).observe({type: "largest-contentful-paint", buffered: true}))`)
}

// The first window of a game looks the same before the style sheet has come as after it.
func TestFirstWindowNeedsNoSheet(t *testing.T) {
	browser := pagestest.Start(t)
	for _, r := range catalog.All() {
		m := newMatch(t, r.Info(phrase.English).ID, "")
		for path, reader := range m.comers() {
			b := newTab(t, browser, m.url).as(reader)
			for _, window := range [][2]int64{{320, 568}, {360, 740}, {740, 360}, {1280, 800}, {2560, 1440}} {
				b.do(chromedp.EmulateViewport(window[0], window[1]))
				b.open(path)
				if moved := b.movedBySheet(); len(moved) > 0 {
					t.Errorf("%s at %v: these are elsewhere without the style sheet: %q", m.game.Ruleset, window, moved)
				}
			}
		}
	}
}

// movedBySheet returns what is elsewhere in the first window without the style sheet.
func (b *tab) movedBySheet() []string {
	b.t.Helper()
	return eval[[]string](b, `(() => {
		const shown = "header,.bar a,h1,.stage,.board svg,.seat,.seat>*,.quick,.acts>*,.past>*"
		const places = () => [...document.querySelectorAll(shown)]
			.map(e => [e.className.baseVal || e.className || e.tagName, e.getBoundingClientRect()])
			.filter(([, r]) => r.top < innerHeight && r.width > 1)
			.map(([name, r]) => name + " " + [r.x, r.y, r.width].map(Math.round))
		const last = [...document.styleSheets].at(-1), whole = places()
		last.disabled = true
		const first = places()
		last.disabled = false
		return last.href ? whole.filter(p => !first.includes(p)) : ["the style sheet is not the last one"]
	})()`)
}
