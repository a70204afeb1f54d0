//go:build browser

package pages_test

import (
	"context"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"turnpost/api/pages/pagestest"
	"turnpost/rules/catalog"
	"turnpost/rules/phrase"
	"turnpost/templates"
	"turnpost/templates/board"
	"turnpost/templates/view"
	"turnpost/templates/words"
)

// accessibilityTree returns the accessibility tree of the page.
func (b *tab) accessibilityTree() []pagestest.Node {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, browserTime)
	defer cancel()
	list, err := pagestest.AccessibilityTree(ctx)
	if err != nil {
		b.t.Fatal(err)
	}
	return list
}

// A screen reader presents the board as in mails and reaches every possible place by a link that names
// its content.
func TestScreenReadersHearTheBoardOfTheMail(t *testing.T) {
	browser := pagestest.Start(t)
	for _, r := range catalog.All() {
		ruleset := r.Info(phrase.English).ID
		t.Run(ruleset, func(t *testing.T) {
			m := newMatch(t, ruleset, "")
			drawn, err := view.New(m.Store).Drawn(m.stored(), false, view.ReaderOf(m.players[0]))
			if err != nil {
				t.Fatal(err)
			}
			style := drawn.Board.Style
			style.Legend, style.Caption = true, templates.BoardCaption(drawn, words.For(""))
			want := strings.TrimSpace(board.Text(drawn.Board.Diagram, style))
			b := newTab(t, browser, m.url).as(m.ann).open(m.path())
			b.tabTo("#board-text summary")
			b.do(chromedp.KeyEvent(kb.Enter))
			found, links := false, map[string]bool{}
			for _, n := range b.accessibilityTree() {
				if n.Name == "The board as text" && n.Role == "region" {
					found = true
					if got := strings.TrimSpace(n.Text); got != want {
						t.Errorf("a screen reader says\n%s\nand the mail\n%s", got, want)
					}
				}
				if n.Role == "link" {
					links[n.Name] = true
				}
			}
			if !found {
				t.Errorf("a screen reader finds no board:\n%+v", b.accessibilityTree())
			}
			o, err := m.NextSteps(m.stored(), "")
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range o.Steps {
				if len(s.Places) > 0 && !named(links, s.Places[0]) {
					t.Errorf("no link names %s and its content", s.Places[0])
				}
			}
		})
	}
}

// named reports whether a link names a place and its content.
func named(links map[string]bool, place string) bool {
	for name := range links {
		if rest, found := strings.CutPrefix(name, place+", "); found && strings.Contains(rest, ": ") {
			return true
		}
	}
	return false
}
