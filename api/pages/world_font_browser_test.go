//go:build browser

package pages_test

import (
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
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

// usualFontSize is the size of text in a browser whose user has not changed it, in CSS pixels.
const usualFontSize = 16

// fontSize sets the size of text that the user of the browser has chosen, in CSS pixels.
func (b *tab) fontSize(px int64) {
	b.t.Helper()
	if _, err := chromedp.Call(b.ctx, cdppage.SetFontSizes, cdppage.SetFontSizesParams{
		FontSizes: &cdppage.FontSizes{Standard: px},
	}); err != nil {
		b.t.Fatal(err)
	}
}
