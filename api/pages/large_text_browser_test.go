//go:build browser

package pages_test

import (
	"testing"

	"github.com/chromedp/chromedp"

	"turnpost/api/pages/pagestest"
)

// brokenWords returns words of labels and buttons that do not fit into one line, without very long names.
func (b *tab) brokenWords() []string {
	b.t.Helper()
	return eval[[]string](b, `(() => {
		const found = []
		for (const e of document.querySelectorAll("main label, main legend, main button")) {
			const texts = document.createTreeWalker(e, NodeFilter.SHOW_TEXT)
			while (texts.nextNode()) {
				const node = texts.currentNode, range = document.createRange()
				if (node.parentNode.closest("select, option, textarea, .hide")) continue
				for (const word of node.data.matchAll(/[\p{L}\p{N}]+/gu)) {
					if (word[0].length > 20) continue // the name of a player
					range.setStart(node, word.index)
					range.setEnd(node, word.index + word[0].length)
					if (new Set([...range.getClientRects()].map(r => r.top)).size > 1) found.push(word[0])
				}
			}
		}
		return found
	})()`)
}

// On a phone with text twice as large, every page is no wider than its window.
func TestPagesFitLargeTextOnAPhone(t *testing.T) {
	s := newScene(t)
	browser := pagestest.Start(t, chromedp.Flag("blink-settings", "defaultFontSize=32"))
	for _, state := range s.states {
		if state.after != nil { // actions are tried with text of the usual size
			continue
		}
		t.Run(state.name, func(t *testing.T) {
			b := newTab(t, browser, s.url)
			if state.who != nil {
				b.as(state.who)
			}
			b.open(state.path)
			b.look(320, false)
			b.fits(320)
		})
	}
}
