//go:build browser

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"testing"
	"time"

	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"turnpost/api/pages/pagestest"
)

// The number of visits to each link by the browser, of requests for it and its head by a script, and of tabs. A visit
// takes a browser some thirty times as long as a request.
const (
	browserRounds = 2 // or TURNPOST_TEST_VISITS
	browserAsks   = 20
	browserTabs   = 4
)

// Some scanners of mail open links in a browser that runs scripts, and may request the head of a page first.
// .ci/browser runs this.
func TestABrowserFollowingMailedLinksChangesNothing(t *testing.T) {
	b, links := newMailedLinks(t)
	browser := pagestest.Start(
		t, chromedp.Flag("process-per-site", true), chromedp.WindowSize(320, 480),
		chromedp.Flag("disable-features", "site-per-process,Translate,BackForwardCache,SpareRendererForSitePerProcess"),
	)
	rounds := browserRounds
	if visits := os.Getenv("TURNPOST_TEST_VISITS"); visits != "" {
		var err error
		if rounds, err = strconv.Atoi(visits); err != nil || rounds < 1 {
			t.Fatalf("TURNPOST_TEST_VISITS=%q is no number of visits", visits)
		}
	}
	t.Logf("%d times to each of %d links", rounds, len(links))
	before := b.Dump()
	done := make(chan error)
	for n := range browserTabs {
		var mine []string
		for i := n; i < len(links); i += browserTabs {
			mine = append(mine, links[i])
		}
		go func() { done <- followAll(browser, b.url, mine, rounds) }()
	}
	for range browserTabs {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	if b.Dump() != before {
		t.Error("following links in a browser has changed the database")
	}
}

// followAll requests every link and its head by a script, and then visits it, repeatedly in one tab.
func followAll(browser context.Context, home string, links []string, rounds int) error {
	tab, closeTab := chromedp.NewContext(browser)
	defer closeTab()
	list, err := json.Marshal(links)
	if err != nil {
		return err
	}
	times := max(1, browserAsks/rounds)
	asks := fmt.Sprintf(`(async () => {
		let answered = 0;
		for (let n = 0; n < %d; n++) {
			for (const method of ["HEAD", "GET"]) {
				const all = await Promise.all(%s.map(l =>
					fetch(l, {method, cache: "no-store", headers: {Accept: "text/html"}}).then(r => r.text())));
				answered += all.length;
			}
		}
		return answered;
	})()`, times, list)
	if err := chromedp.Do(tab); err != nil { // opens the tab for all steps
		return err
	}
	for range rounds {
		if err := visit(tab, home); err != nil {
			return err
		}
		n, err := chromedp.Run(tab, chromedp.Evaluate[int](asks, chromedp.EvalAwaitPromise))
		if err != nil || n != 2*times*len(links) {
			return fmt.Errorf("%d of %d requests: %w", n, 2*times*len(links), err)
		}
		for _, link := range links {
			if err := visit(tab, link); err != nil {
				return fmt.Errorf("%s: %w", link, err)
			}
		}
	}
	return nil
}

// visit opens a page and waits until it has loaded and its scripts have run.
func visit(tab context.Context, link string) error {
	ctx, cancel := context.WithTimeout(tab, time.Minute)
	defer cancel()
	loaded := chromedp.Events(ctx, cdppage.DomContentEventFired)
	if _, err := chromedp.Run(ctx, chromedp.Evaluate[string]("location.href = "+strconv.Quote(link))); err != nil {
		return err
	}
	for _, err := range loaded {
		return err
	}
	return ctx.Err()
}
