package pages_test

import (
	"io"
	"net/http"
	"slices"
	"testing"
	"time"

	"turnpost/rules/catalog"
	"turnpost/rules/phrase"
)

// maxPage is how large a page may be on its way, compressed.
const maxPage = 10 << 10

// compressed is how many bytes a page has on its way, and how long its first byte takes.
func (v *visitor) compressed(path string) (bytes int, first time.Duration) {
	v.t.Helper()
	r, err := http.NewRequestWithContext(v.t.Context(), http.MethodGet, v.url+path, nil)
	if err != nil {
		v.t.Fatal(err)
	}
	r.Header.Set("Accept", "text/html")
	r.Header.Set("Accept-Encoding", "gzip") // asked for by hand, it is not taken off by the client
	begin := time.Now()
	response, err := v.client.Do(r)
	if err != nil {
		v.t.Fatal(err)
	}
	defer response.Body.Close()
	first = time.Since(begin)
	body, err := io.ReadAll(response.Body)
	if err != nil || response.Header.Get("Content-Encoding") != "gzip" {
		v.t.Fatalf("%s: %v, %v", path, err, response.Header)
	}
	return len(body), first
}

func TestPagesAreSmall(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	paths := []string{"/", "/inbox", "/settings", "/p/bob"}
	for _, r := range catalog.All() {
		info := r.Info(phrase.English)
		g := m.Begin(m.players[0], m.players[1], info.ID, "")
		o, err := m.NextSteps(g, "")
		if err != nil {
			t.Fatal(err)
		}
		paths = append(
			paths,
			"/g/"+g.ID,
			"/g/"+g.ID+"?at="+o.Steps[0].Places[0],
			"/g/"+g.ID+"?turn="+o.Steps[0].Text,
			"/r/"+info.ID,
		)
	}
	for _, path := range paths {
		var times []time.Duration
		size := 0
		for range 21 {
			n, first := m.ann.compressed(path)
			size, times = n, append(times, first)
		}
		slices.Sort(times)
		t.Logf("%s: %d bytes, first byte after %v (median)", path, size, times[len(times)/2])
		if size > maxPage {
			t.Errorf("%s has %d bytes", path, size)
		}
	}
}
