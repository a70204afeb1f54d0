//go:build browser

package pages_test

import (
	"testing"

	"github.com/chromedp/chromedp"

	"turnpost/api/pages/pagestest"
)

// Each line that a player writes runs as its own letters do, on the page and while it is written.
func TestWrittenLinesRunAsTheirLettersDo(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	if _, err := m.SendMessage(t.Context(), m.players[1].ID, m.game.ID, "שלום (hello)!\nGood luck!"); err != nil {
		t.Fatal(err)
	}
	b := newTab(t, pagestest.Start(t), m.url).as(m.ann)
	b.do(chromedp.EmulateViewport(320, 900))
	b.open(m.path())
	// The distances of each line from the left and from the right edge.
	edges := eval[[][]float64](b, `(() => { const said = document.querySelector("#chat .text");
		const box = said.getBoundingClientRect(), text = said.firstChild, lines = text.data.split("\n");
		let from = 0;
		return lines.map(line => { const range = document.createRange();
			range.setStart(text, from); range.setEnd(text, from + line.length); from += line.length + 1;
			const at = range.getBoundingClientRect(); return [at.left - box.left, box.right - at.right]; }); })()`)
	if len(edges) != 2 || edges[0][1] > 1 || edges[0][0] < 1 || edges[1][0] > 1 || edges[1][1] < 1 {
		t.Errorf("the lines lie at %v from the edges", edges)
	}
	field := `getComputedStyle(document.querySelector("#chat textarea"))`
	if bidi := eval[string](b, field+".unicodeBidi"); bidi != "plaintext" {
		t.Errorf("the field for a message has unicode-bidi %s", bidi)
	}
}
