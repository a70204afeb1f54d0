package pages_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"turnpost/rules/catalog"
	"turnpost/rules/phrase"
	"turnpost/rules/rulestest/oddboards"
	"turnpost/rules/rulestest/sample"
)

// The maximum size of a page and of the script, compressed. The page of a board of 19×19 links has
// nearly 10 KiB, and its random keys compress differently each time.
const (
	maxPage   = 14 << 10
	maxScript = 12 << 10
)

// compressed requests a page as browsers do. It returns the compressed body and the time to the first byte.
func (v *visitor) compressed(path string) (body []byte, first time.Duration) {
	v.t.Helper()
	r, err := http.NewRequestWithContext(v.t.Context(), http.MethodGet, v.url+path, nil)
	if err != nil {
		v.t.Fatal(err)
	}
	r.Header.Set("Accept", "text/html")
	r.Header.Set("Accept-Encoding", "gzip") // set by hand, so that the client does not decompress
	begin := time.Now()
	response, err := v.client.Do(r)
	if err != nil {
		v.t.Fatal(err)
	}
	defer response.Body.Close()
	first = time.Since(begin)
	body, err = io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK || response.Header.Get("Content-Encoding") != "gzip" {
		v.t.Fatalf("%s: %d, %v, %v", path, response.StatusCode, err, response.Header)
	}
	return body, first
}

// pagesOf returns the pages of a match and of one game of every ruleset, also while a turn is composed.
func (m *match) pagesOf() []string {
	m.t.Helper()
	c, err := m.CreateChallenge(m.t.Context(), m.players[0], newChallenge("bob"))
	if err != nil {
		m.t.Fatal(err)
	}
	paths := []string{
		"/", "/play", "/games", "/games?status=ongoing&ruleset=hnefatafl", "/players", "/rules", "/inbox", "/settings",
		"/p/bob", "/c/" + c.ID, m.path() + "/all",
	}
	for _, r := range catalog.All() {
		paths = append(paths, m.pagesOfRuleset(r.Info(phrase.English).ID)...)
	}
	return paths
}

// pagesOfRuleset returns the pages of a game at its start, also while a turn is composed, and of the rules.
func (m *match) pagesOfRuleset(ruleset string) []string {
	m.t.Helper()
	g := m.Begin(m.players[0], m.players[1], ruleset, "")
	o, err := m.NextSteps(g, "")
	if err != nil {
		m.t.Fatal(err)
	}
	s := o.Steps[len(o.Steps)/2]
	return []string{"/g/" + g.ID, "/g/" + g.ID + "?at=" + s.Places[0], "/g/" + g.ID + "?turn=" + s.Text, "/r/" + ruleset}
}

func TestPagesAreSmall(t *testing.T) {
	sample.Whole(t, "measures pages")
	m := newMatch(t, "hnefatafl", "7x7", append(catalog.All(), oddboards.New())...)
	asset := ""
	// With a board of 19×19 links, and with the style that a browser without a session finds in the page of a board.
	paths := append(m.pagesOf(), m.pagesOfRuleset("oddboards")...)
	for i, path := range append(paths, m.links()...) {
		reader := m.ann
		if i >= len(paths) {
			reader = m.visitor()
		}
		body, _ := reader.compressed(path)
		if len(body) > maxPage {
			t.Errorf("%s has %d bytes", path, len(body))
		}
		unpacked, err := gzip.NewReader(bytes.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(unpacked)
		if err != nil {
			t.Fatal(err)
		}
		if scripts := strings.Count(string(text), "<script"); scripts != 1 {
			t.Errorf("%s has %d scripts", path, scripts)
		}
		if sheets := strings.Count(string(text), `rel="stylesheet"`); sheets != 1 {
			t.Errorf("%s has %d style sheets", path, sheets)
		}
		_, after, _ := strings.Cut(string(text), `<script src="`)
		asset, _, _ = strings.Cut(after, `"`)
	}
	if script, _ := m.ann.compressed(asset); len(script) > maxScript {
		t.Errorf("the script has %d bytes", len(script))
	}
}

// BenchmarkFirstByte measures the time to the first byte over HTTP: the median of all pages and that of the slowest
// one.
func BenchmarkFirstByte(b *testing.B) {
	m := newMatch(b, "hnefatafl", "7x7")
	paths := m.pagesOf()
	for _, path := range paths {
		m.ann.compressed(path) // fills the caches
	}
	times := map[string][]time.Duration{}
	var all []time.Duration
	for b.Loop() {
		for _, path := range paths {
			_, first := m.ann.compressed(path)
			times[path], all = append(times[path], first), append(all, first)
		}
	}
	slowest, slowestPath := time.Duration(0), ""
	for path, list := range times {
		if p50 := median(list); p50 > slowest {
			slowest, slowestPath = p50, path
		}
	}
	b.Logf("the slowest page is %s", slowestPath)
	b.ReportMetric(float64(median(all).Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(slowest.Microseconds())/1000, "slowest-page-p50-ms")
}

func median(list []time.Duration) time.Duration {
	slices.Sort(list)
	return list[len(list)/2]
}
