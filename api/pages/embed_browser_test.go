//go:build browser

package pages_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"turnpost/api/pages/pagestest"
)

// A page of another origin shows the board in a frame, and no other page.
func TestAnotherOriginFramesTheBoard(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	framed := ""
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, `<!DOCTYPE html><title>other</title><iframe src="%s" width="480" height="620"></iframe>`, framed)
	}))
	defer other.Close()
	b := newTab(t, pagestest.Start(t), other.URL)
	for path, shown := range map[string]bool{"/embed" + m.path(): true, m.path(): false} {
		framed = m.url + path
		b.open("/")
		tree, err := chromedp.Call(b.ctx, cdppage.GetFrameTree, cdp.Empty{})
		if err != nil || len(tree.FrameTree.ChildFrames) != 1 {
			t.Fatalf("%+v, %v", tree, err)
		}
		frame := tree.FrameTree.ChildFrames[0].Frame
		if loaded := frame.URL == framed && frame.UnreachableURL == ""; loaded != shown {
			t.Errorf("%s is shown: %v (%s, %s)", path, loaded, frame.URL, frame.UnreachableURL)
		}
	}
}
