//go:build browser

package main

import (
	"context"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// browserRounds is how often the browser follows each link; a page takes it some hundred times as
// long as a program without one.
const browserRounds = 4

// A scanner of mail that opens pages in a browser, with its scripts, is one that follows links too. .ci/browser
// runs this.
func TestABrowserFollowingMailedLinksChangesNothing(t *testing.T) {
	b, links := newMailedLinks(t)
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox)
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("no browser: %v", err)
	}
	before := b.Dump()
	for range browserRounds {
		for _, link := range links {
			page, stop := context.WithTimeout(ctx, time.Minute)
			err := chromedp.Do(page, chromedp.Navigate(link))
			if err == nil { // its script has run
				_, err = chromedp.Run(page, chromedp.Evaluate[string]("document.readyState"))
			}
			stop()
			if err != nil {
				t.Fatalf("%s: %v", link, err)
			}
		}
	}
	if b.Dump() != before {
		t.Error("following links in a browser has changed the database")
	}
}
