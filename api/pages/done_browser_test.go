//go:build browser

package pages_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"turnpost/api/pages/pagestest"
)

// A page says once what a form has done: not again when it is loaded again after the opponent's turn.
func TestAPageSaysOnceWhatWasDone(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	b := newTab(t, pagestest.Start(t), m.url).as(m.ann).open(m.path() + "?turn=a4-a3")
	b.click(playButton)
	b.wants("Your turn is played")
	if at := eval[string](b, "location.href"); at != m.url+m.path() {
		t.Errorf("the page is at %s", at)
	}
	m.Play(m.stored(), m.players[1], "d3-c3")
	b.do(chromedp.Reload())
	b.wants("It is your turn")
	if strings.Contains(b.text(), "Your turn is played") {
		t.Error("the opponent's turn is shown as the reader's own")
	}
	b.open(m.path() + "?ply=1&done=message&size=large")
	b.wants("Your message is sent")
	if query := eval[string](b, "location.search"); query != "?ply=1&size=large" {
		t.Errorf("the query is %s", query)
	}
}

// A form whose sending was stopped can be sent again.
func TestAStoppedFormIsSentAgain(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	b := newTab(t, pagestest.Start(t), m.url).as(m.ann).open(m.path() + "?turn=a4-a3")
	eval[any](b, `document.querySelector("#confirm .go").click(); stop(); null`)
	b.until(`!document.querySelector("#confirm").dataset.sent`)
	b.click(playButton)
	b.wants("Your turn is played")
	if n := m.stored().Ply; n != 1 {
		t.Errorf("%d turns were played", n)
	}
}
