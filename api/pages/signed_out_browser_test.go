//go:build browser

package pages_test

import (
	"strings"
	"testing"

	"turnpost/api/pages/pagestest"
)

// After a player has signed out, the Back button does not show the player's settings to the next user of the browser.
func TestBackDoesNotShowSettingsAfterSigningOut(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	b := newTab(t, pagestest.Start(t), m.url).as(m.ann).open("/settings")
	b.unfold()
	b.wants("ann@example.org")
	b.click(`form[action="/sign-out"] button`)
	b.until(`location.pathname !== "/settings" && document.readyState === "complete"`)
	b.back()
	b.until(`document.body.innerText.includes("You have played here before")`)
	if strings.Contains(b.text(), "ann@example.org") {
		t.Error("the settings of a player who has signed out are shown")
	}
}
