//go:build browser

package pages_test

import (
	"testing"

	"turnpost/api/pages/pagestest"
)

// The Back button shows how a game stands now, and nothing of a player who has signed out.
func TestBackShowsNothingOutdated(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	b := newTab(t, pagestest.Start(t), m.url).as(m.ann).open(m.path())
	b.wants("It is your turn")
	b.open("/settings")
	m.Play(m.stored(), m.players[0], "a4-a3")
	eval[any](b, "history.back();null")
	b.until(`document.querySelector(".standing").innerText.includes("bob")`)
	b.open("/settings")
	b.click(`form[action="/sign-out"] button`)
	eval[any](b, "history.back();null")
	b.until(`location.pathname === "/sign-in"`)
}
