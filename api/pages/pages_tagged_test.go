package pages_test

import (
	"net/http"
	"testing"

	"turnpost/rules/rulestest/sample"
)

// An onlooker's pages are not sent again until something on them changes. A page with a form is sent each time,
// because the key of a form is used once.
func TestPagesAreSentAgainWhenTheyChange(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	m := newMatch(t, "hnefatafl", "7x7")
	fetch := func(v *visitor, path, tag string) *page {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, m.url+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("If-None-Match", tag)
		return v.do(r)
	}
	stranger := m.visitor()
	for _, path := range []string{m.path(), m.path() + "?ply=0", "/games", "/players", "/p/bob", "/rules"} {
		p := stranger.get(path).want(http.StatusOK)
		tag := p.header.Get("ETag")
		if again := fetch(stranger, path, tag); again.status != http.StatusNotModified || again.body != "" {
			t.Errorf("%s, tag %q: status %d, %d bytes", path, tag, again.status, len(again.body))
		}
		if other := fetch(m.ann, path, tag); other.status != http.StatusOK {
			t.Errorf("%s: a player gets %d for a stranger's tag", path, other.status)
		}
	}
	watched := stranger.get(m.path()).header.Get("ETag")
	mine := m.ann.get(m.path()).header.Get("ETag")
	if p := fetch(m.ann, m.path(), mine); p.status != http.StatusOK {
		t.Errorf("a player's page with forms is answered %d", p.status)
	}
	m.Play(m.stored(), m.players[0], "d1-c1")
	if p := fetch(stranger, m.path(), watched); p.status != http.StatusOK {
		t.Errorf("after a turn the page is answered %d", p.status)
	}
}
