//go:build browser

// Package pagestest starts browsers for tests of pages and reads the accessibility tree of a page.
package pagestest

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/chromedp"
)

// Start starts a browser that runs until the test ends. The test fails if no browser is installed.
func Start(t testing.TB, flags ...chromedp.ExecAllocatorOption) context.Context {
	t.Helper()
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox)
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), append(options, flags...)...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("no browser: %v", err)
	}
	return ctx
}

// Node is an element of the accessibility tree. Text is all the text in it.
type Node struct{ Role, Name, Text string }

// AccessibilityTree returns the accessibility tree of the current page in reading order, without elements that are
// hidden from screen readers.
func AccessibilityTree(ctx context.Context) (list []Node, err error) {
	tree, err := chromedp.Call(ctx, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
	if err != nil {
		return nil, err
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
			list = append(list, Node{word(n.Role), word(n.Name), said(n)})
		}
	}
	return list, nil
}

// word returns a value that is a string, or "".
func word(v *accessibility.Value) string {
	var text string
	if v == nil || json.Unmarshal([]byte(v.Value), &text) != nil {
		return ""
	}
	return text
}
