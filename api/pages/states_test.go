//go:build browser

package pages_test

import (
	"context"
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"turnpost/api/pages/pagestest"
)

func setCookie(url, name, value string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, network.SetCookie, network.SetCookieParams{Name: name, Value: value, URL: url})
		return err
	})
}

// Every page in every state passes the accessibility checker, is no wider than its window and breaks no word of its
// forms, in two widths, light and dark. If SHOTS names a folder, it receives screenshots of all states, in three
// widths.
func TestEveryStateIsAccessible(t *testing.T) {
	s := newScene(t)
	axe, browser := axeSource(t), pagestest.Start(t)
	widths := []int{320, 1280}
	if os.Getenv("SHOTS") != "" {
		widths = []int{320, 768, 1280}
	}
	for _, state := range s.states {
		t.Run(state.name, func(t *testing.T) {
			b := newTab(t, browser, s.url)
			if state.who != nil {
				b.as(state.who)
			}
			b.open(state.path)
			if state.after != nil {
				state.after(b)
			}
			if words := b.runsTogether(); len(words) > 0 {
				t.Errorf("without the style sheet words run together: %q", words)
			}
			for _, dark := range []bool{false, true} {
				for _, width := range widths {
					b.look(width, dark)
					for _, v := range b.violations(axe) {
						t.Errorf("%d px, dark %v: %s", width, dark, v)
					}
					b.fits(width)
					if words := b.brokenWords(); len(words) > 0 {
						t.Errorf("%d px: words of forms are broken: %q", width, words)
					}
					scheme := map[bool]string{false: "light", true: "dark"}[dark]
					b.shoot(fmt.Sprintf("%s-%d-%s", state.name, width, scheme))
				}
			}
		})
	}
}

// A printed page has the board, the turns and the rules, but no controls.
func TestPagesPrintWithoutControls(t *testing.T) {
	s := newScene(t)
	browser := pagestest.Start(t)
	for _, state := range s.states {
		if !slices.Contains([]string{"game-offers", "game-over", "rules-hnefatafl"}, state.name) {
			continue
		}
		b := newTab(t, browser, s.url)
		if state.who != nil {
			b.as(state.who)
		}
		b.open(state.path)
		b.look(800, true)
		b.print()
		shown := eval[string](b, `[...document.querySelectorAll("button, input, textarea, nav, footer")]
			.filter(e => e.getClientRects().length).map(e => e.outerHTML.slice(0, 80)).join("\n")`)
		if shown != "" {
			t.Errorf("%s is printed with %s", state.name, shown)
		}
		if !eval[bool](b, `[...document.querySelectorAll(".board svg, .prose img")].some(e => e.clientWidth > 200)`) {
			t.Errorf("%s is printed without its board", state.name)
		}
		b.shoot(state.name + "-print")
	}
}
