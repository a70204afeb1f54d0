//go:build browser

package pages_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"turnpost/rules/catalog"
	"turnpost/rules/phrase"
	"turnpost/templates"
	"turnpost/templates/board"
	"turnpost/templates/view"
	"turnpost/templates/words"
)

// node is what a screen reader is told of an element.
type node struct{ role, name, text string }

// heard is the accessibility tree of a page in reading order, without what is hidden from
// screen readers.
func (b *tab) heard() (list []node) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, browserTime)
	defer cancel()
	tree, err := chromedp.Call(ctx, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
	if err != nil {
		b.t.Fatal(err)
	}
	byID := map[accessibility.NodeID]*accessibility.Node{}
	for _, n := range tree.Nodes {
		byID[n.NodeID] = n
	}
	var said func(n *accessibility.Node) string
	said = func(n *accessibility.Node) string {
		if word(n.Role) == "StaticText" {
			return word(n.Name)
		}
		text := ""
		for _, id := range n.ChildIDs {
			if child := byID[id]; child != nil {
				text += said(child)
			}
		}
		return text
	}
	for _, n := range tree.Nodes {
		if !n.Ignored {
			list = append(list, node{word(n.Role), word(n.Name), said(n)})
		}
	}
	return list
}

func word(v *accessibility.Value) string {
	if v == nil {
		return ""
	}
	var text string
	if json.Unmarshal([]byte(v.Value), &text) != nil {
		return ""
	}
	return text
}

// Who does not see the board hears the one that mails have, and reaches every place that may be chosen
// by a link that says what stands there.
func TestScreenReadersHearTheBoardOfTheMail(t *testing.T) {
	browser := startBrowser(t)
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
			for _, n := range b.heard() {
				if n.name == "The board as text" && n.role == "region" {
					found = true
					if got := strings.TrimSpace(n.text); got != want {
						t.Errorf("a screen reader says\n%s\nand the mail\n%s", got, want)
					}
				}
				if n.role == "link" {
					links[n.name] = true
				}
			}
			if !found {
				t.Errorf("a screen reader finds no board:\n%+v", b.heard())
			}
			o, err := m.NextSteps(m.stored(), "")
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range o.Steps {
				if !named(links, s.Places[0]) {
					t.Errorf("no link names %s and what stands there", s.Places[0])
				}
			}
		})
	}
}

// named tells whether a link says a place and what is on it.
func named(links map[string]bool, place string) bool {
	for name := range links {
		if rest, found := strings.CutPrefix(name, place+", "); found && strings.Contains(rest, ": ") {
			return true
		}
	}
	return false
}
