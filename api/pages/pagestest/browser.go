//go:build browser

// Package pagestest starts browsers for tests of pages and reads the accessibility tree of a page.
package pagestest

import (
	"context"
	"encoding/json"
	"os/exec"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// Start starts a browser with the window of a usual screen, which runs until the test ends: Debian's Chromium without
// the parts that no page needs, if it is installed, which takes 0.6 of the time of Chromium. The test fails if there is
// no browser.
func Start(t testing.TB, flags ...chromedp.ExecAllocatorOption) context.Context {
	t.Helper()
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox, chromedp.WindowSize(1280, 900))
	if shell, err := exec.LookPath("chromium-headless-shell"); err == nil {
		options = append(options, chromedp.ExecPath(shell))
	}
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), append(options, flags...)...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("no browser: %v", err)
	}
	return ctx
}

// StartWhole starts the whole Chromium without a window. It shows notices, which Debian's chromium-headless-shell
// denies with any permission. The test fails if it is not installed.
func StartWhole(t testing.TB) context.Context {
	t.Helper()
	whole, err := exec.LookPath("chromium")
	if err != nil {
		t.Fatalf("no whole browser; .ci/browser installs it: %v", err)
	}
	return Start(t, chromedp.ExecPath(whole), chromedp.Flag("headless", "new"))
}

// WithoutStream keeps the pages of a tab as they were loaded: they do not hear of changes, which would replace them
// while a test reads.
func WithoutStream(t testing.TB, tab context.Context) {
	t.Helper()
	const source = "delete window.SharedWorker; window.EventSource = class { close() {} }"
	if _, err := chromedp.Call(tab, page.AddScriptToEvaluateOnNewDocument,
		page.AddScriptToEvaluateOnNewDocumentParams{Source: source}); err != nil {
		t.Fatal(err)
	}
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
