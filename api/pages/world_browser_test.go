//go:build browser

package pages_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"turnpost/api/pages/pagestest"
)

// These tests drive a real browser; .ci/browser runs them.

// browserTime limits one step in a browser; the machine may be busy.
const browserTime = 30 * time.Second

// tab is a tab of a browser with a separate cookie store.
type tab struct {
	t   *testing.T
	ctx context.Context
	url string
}

func newTab(t *testing.T, browser context.Context, url string) *tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	t.Cleanup(cancel)
	return openTab(t, ctx, url)
}

// openTab opens a tab that lives until the test ends, because a tab closes with the context that opened it.
func openTab(t *testing.T, ctx context.Context, url string) *tab {
	t.Helper()
	if err := chromedp.Do(ctx); err != nil {
		t.Fatal(err)
	}
	return &tab{t, ctx, url}
}

// second opens another tab of the same browser, with the same cookies.
func (b *tab) second() *tab {
	b.t.Helper()
	ctx, cancel := chromedp.NewContext(b.ctx)
	b.t.Cleanup(cancel)
	return openTab(b.t, ctx, b.url)
}

func (b *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, browserTime)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		b.t.Fatal(err)
	}
}

func eval[T any](b *tab, js string) T {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, browserTime)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](js, chromedp.EvalAwaitPromise))
	if err != nil {
		b.t.Fatalf("%s: %v", js, err)
	}
	return v
}

func (b *tab) open(path string) *tab {
	b.t.Helper()
	b.do(chromedp.Navigate(b.url + path))
	return b
}

func (b *tab) text() string { b.t.Helper(); return eval[string](b, "document.body.innerText") }

func (b *tab) wants(texts ...string) {
	b.t.Helper()
	said := b.text()
	for _, text := range texts {
		if !strings.Contains(said, text) {
			b.t.Fatalf("%s lacks %q:\n%s", eval[string](b, "location.href"), text, said)
		}
	}
}

// follow runs steps that lead to another page and waits for it.
func (b *tab) follow(steps ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, browserTime)
	defer cancel()
	loaded := chromedp.Events(ctx, cdppage.LoadEventFired)
	if err := chromedp.Do(ctx, steps...); err != nil {
		b.t.Fatal(err)
	}
	for _, err := range loaded {
		if err != nil {
			b.t.Fatal(err)
		}
		return
	}
}

// visible is a script for the first visible element of a selector.
const visible = `[...document.querySelectorAll(%s)].find(e => e.checkVisibility())`

// playButton selects the button that plays a turn: it is below the board or in the list beside it.
const playButton = ".quick .go, #confirm .go"

// spot returns a point of the window where an element can be clicked.
func (b *tab) spot(selector string) (x, y float64) {
	b.t.Helper()
	js := fmt.Sprintf(
		`(() => { const e = `+visible+`; if (!e) return null; e.scrollIntoView({block: "center",
		inline: "center"});
		const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()`,
		quoted(selector),
	)
	at := eval[[]float64](b, js)
	if len(at) != 2 {
		b.t.Fatalf("%s has no %s:\n%s", eval[string](b, "location.href"), selector, b.text())
	}
	return at[0], at[1]
}

func quoted(s string) string {
	text, _ := json.Marshal(s) // a string always encodes
	return string(text)
}

// back goes to the page before. It begins after the script that asks for it has ended: a script that does not end is
// an error.
func (b *tab) back() {
	b.t.Helper()
	eval[any](b, "setTimeout(() => history.back()); null")
}

// click clicks an element that leads to another page.
func (b *tab) click(selector string) {
	b.t.Helper()
	x, y := b.spot(selector)
	b.follow(chromedp.MouseClickXY(x, y))
}

// unfold shows what the page has folded away.
func (b *tab) unfold() {
	b.t.Helper()
	eval[any](b, `document.querySelectorAll("details").forEach(d => { d.open = true; });null`)
}

// place returns the selector of a place's link on the board.
func place(name string) string {
	return `.board a[aria-label^="` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(name) + `, "]`
}

func (b *tab) withoutScript() *tab {
	b.t.Helper()
	if _, err := chromedp.Call(b.ctx, emulation.SetScriptExecutionDisabled,
		emulation.SetScriptExecutionDisabledParams{Value: true}); err != nil {
		b.t.Fatal(err)
	}
	return b
}

// withoutStream keeps pages as they were loaded: they do not hear of changes.
func (b *tab) withoutStream() *tab {
	b.t.Helper()
	pagestest.WithoutStream(b.t, b.ctx)
	return b
}

// as gives the browser the session of a visitor.
func (b *tab) as(v *visitor) *tab {
	b.t.Helper()
	u, _ := url.Parse(v.url)
	b.do(chromedp.Navigate(b.url + "/robots.txt"))
	for _, c := range v.client.Jar.Cookies(u) {
		b.do(setCookie(b.url, c.Name, c.Value))
	}
	return b
}

func (b *tab) look(width int, dark bool) {
	b.t.Helper()
	b.do(chromedp.EmulateViewport(int64(width), 900))
	scheme := "light"
	if dark {
		scheme = "dark"
	}
	if _, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
	}); err != nil {
		b.t.Fatal(err)
	}
}

// axeSource returns the accessibility checker, which .ci/browser fetches.
func axeSource(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(os.Getenv("AXE"))
	if err != nil {
		t.Fatalf("AXE must name axe.min.js; .ci/browser fetches it: %v", err)
	}
	return string(text)
}

// violations returns the checker's findings on a page.
func (b *tab) violations(axe string) []string {
	b.t.Helper()
	if !eval[bool](b, "!!window.axe") {
		eval[any](b, axe+";null")
	}
	return eval[[]string](
		b,
		`axe.run(document, {resultTypes: ["violations"],
		runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}).then(r =>
		r.violations.map(v => v.id + ": " + v.help + ": " + v.nodes.slice(0, 3).map(n =>
		n.html.slice(0, 160) + " " + n.failureSummary.slice(0, 300)).join(" | ")))`,
	)
}

// shootWindow saves a screenshot of what the window shows if SHOTS names a folder.
func (b *tab) shootWindow(name string) {
	b.t.Helper()
	b.save(name, chromedp.CaptureScreenshot())
}

// shoot saves a screenshot of the whole page if SHOTS names a folder.
func (b *tab) shoot(name string) {
	b.t.Helper()
	b.save(name, chromedp.FullScreenshot(100))
}

func (b *tab) save(name string, take chromedp.Action[[]byte]) {
	b.t.Helper()
	folder := os.Getenv("SHOTS")
	if folder == "" {
		return
	}
	// Pictures that wait until they are seen would be missing from the screenshot.
	eval[bool](b, `Promise.all([...document.images].filter(i => i.offsetParent).map(i => {
		i.loading = "eager"
		return i.complete || new Promise(loaded => { i.onload = i.onerror = loaded })
	})).then(() => true)`)
	ctx, cancel := context.WithTimeout(b.ctx, browserTime)
	defer cancel()
	png, err := chromedp.Run(ctx, take)
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, name+".png"), png, 0o600)
	}
	if err != nil {
		b.t.Fatal(err)
	}
}
