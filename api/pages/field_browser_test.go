//go:build browser

package pages_test

import (
	"testing"

	"turnpost/api/pages/pagestest"
)

// Every kind of field that text is typed into is large enough for a finger.
func TestEveryFieldIsLargeEnough(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	b := newTab(t, pagestest.Start(t), m.url).as(m.ann)
	b.look(390, false)
	for _, path := range []string{"/settings", "/events/new", "/r/hnefatafl?play=1", m.path() + "?turn=a4-a3"} {
		b.open(path).unfold()
		small := eval[[]string](b, `[...document.querySelectorAll("input, select, textarea")]
			.filter(e => !/hidden|checkbox|radio/.test(e.type) && e.offsetParent && e.getBoundingClientRect().height < 43.99)
			.map(e => e.name + " (" + e.type + "): " + e.getBoundingClientRect().height)`)
		if len(small) > 0 {
			t.Errorf("%s: %q", path, small)
		}
	}
}
