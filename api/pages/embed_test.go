package pages_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// The board of a game may be framed by every site. It has no form, no script and nothing of who looks at it.
func TestABoardForOtherSites(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	path := "/embed" + m.path()
	p := m.ann.get(path).want(http.StatusOK, "ann", "bob", "Hnefatafl 7×7")
	if h := p.header; h.Get("X-Frame-Options") != "" || h.Get("Set-Cookie") != "" ||
		!strings.Contains(h.Get("Content-Security-Policy"), "frame-ancestors *") {
		t.Errorf("%v", h)
	}
	if p.body != m.visitor().get(path).body || strings.Contains(p.body, "<form") || strings.Contains(p.body, "<script") {
		t.Errorf("it depends on its reader:\n%s", p.body)
	}
	m.visitor().get("/embed/g/nothing1").want(http.StatusNotFound)
	for _, other := range []string{m.path(), "/inbox", "/"} {
		if got := m.ann.get(other).header.Get("X-Frame-Options"); got != "DENY" {
			t.Errorf("%s may be framed: %q", other, got)
		}
	}
}

// A game's page leads to the description of its board, which other sites show in a frame of its size.
func TestOEmbed(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	link := m.visitor().get(m.path()).want(http.StatusOK).find("link", "type", "application/json+oembed")
	if len(link) != 1 {
		t.Fatalf("%d links", len(link))
	}
	href, _ := attr(link[0], "href")
	address := strings.TrimPrefix(href, m.url)
	for query, width := range map[string]int{"": 480, "&maxwidth=300&format=json": 300, "&maxwidth=9000": 480, "&maxwidth=x": 480} {
		var got struct {
			Version, Type, HTML string
			Width, Height       int
		}
		p := m.visitor().get(address + query).want(http.StatusOK)
		if err := json.Unmarshal([]byte(p.body), &got); err != nil || got.Version != "1.0" || got.Type != "rich" ||
			got.Width != width || got.Height <= width || !strings.Contains(got.HTML, m.url+"/embed"+m.path()) {
			t.Errorf("%s: %+v, %v", query, got, err)
		}
	}
	m.visitor().get(address + "&format=xml").want(http.StatusNotImplemented)
	for _, bad := range []string{"", "https://elsewhere.example" + m.path(), m.url + "/inbox", m.url + m.path() + "/all", m.url + "/g/none"} {
		m.visitor().get("/oembed?url=" + url.QueryEscape(bad)).want(http.StatusNotFound)
	}
}
