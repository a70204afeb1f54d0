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
// forms, in turn on a phone and light or on a wide screen and dark; it is no wider than a phone with text twice as
// large, and prints no heading whose content is for the screen only. If SHOTS names a folder, each state is looked at
// in three widths, light and dark, and the folder receives the pictures.
func TestEveryStateIsAccessible(t *testing.T) {
	s := newScene(t)
	axe, browser := axeSource(t), pagestest.Start(t)
	type look struct {
		width int
		dark  bool
	}
	all := []look{{320, false}, {1280, true}, {320, true}, {768, false}, {768, true}, {1280, false}}
	for i, state := range s.states {
		looks := all[i%2 : i%2+1]
		if os.Getenv("SHOTS") != "" {
			looks = all
		}
		t.Run(state.name, func(t *testing.T) {
			b := newTab(t, browser, s.url).withoutStream()
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
			for _, l := range looks {
				b.look(l.width, l.dark)
				for _, v := range b.violations(axe) {
					t.Errorf("%d px, dark %v: %s", l.width, l.dark, v)
				}
				b.fits(l.width)
				if words := b.brokenWords(); len(words) > 0 {
					t.Errorf("%d px: words of forms are broken: %q", l.width, words)
				}
				b.shoot(fmt.Sprintf("%s-%d-%s", state.name, l.width, map[bool]string{false: "light", true: "dark"}[l.dark]))
			}
			b.look(320, false)
			b.fontSize(2 * usualFontSize)
			b.fits(320)
			b.fontSize(usualFontSize)
			b.print()
			for _, heading := range b.emptyHeadings() {
				t.Errorf("nothing is printed below %q", heading)
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
