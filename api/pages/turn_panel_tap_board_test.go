package pages_test

import (
	"strings"
	"testing"
)

// A board that is small in a small window can be enlarged and stays so while a turn is composed.
func TestLargerBoard(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	if p := m.ann.get(m.path()).want(200); len(p.find("a", "class", "size")) > 0 {
		t.Error("a board of seven files is offered larger")
	}
	g := m.Begin(m.players[0], m.players[1], "sevensages", "")
	path := "/g/" + g.ID
	resize := func(p *page) string {
		t.Helper()
		links := p.find("a", "class", "size")
		if len(links) != 1 {
			t.Fatalf("%s has %d links to the other size", p.at, len(links))
		}
		href, _ := attr(links[0], "href")
		to, _, _ := strings.Cut(href, "#")
		return to
	}
	large := func(p *page) bool {
		for _, n := range p.find("div", "class", "") {
			if class, _ := attr(n, "class"); strings.Contains(class, "board ") {
				return strings.Contains(class+" ", " large ")
			}
		}
		return false
	}
	p := m.ann.get(path).want(200, "White points 0", "Larger board")
	if large(p) {
		t.Error("a board is large unasked")
	}
	p = m.ann.tap(m.ann.get(resize(p)).want(200, "Whole board"), "h5")
	if !large(p) || p.at.Query().Get("at") != "h5" {
		t.Errorf("%s does not keep the size", p.at)
	}
	p = m.ann.get(resize(p)).want(200, "Larger board")
	if large(p) || p.at.Query().Get("at") != "h5" {
		t.Errorf("%s is not the same page with the whole board", p.at)
	}
	p = m.ann.tap(m.ann.tap(m.ann.get(path+"?size=large"), "h5"), "h6").want(200, "Play this turn?", "Smaller board")
	if buttons := p.find("button", "form", "confirm"); len(buttons) != 1 {
		t.Errorf("%s has %d buttons under the board that play", p.at, len(buttons))
	}
}
