package pages_test

import (
	"encoding/json"
	"fmt"
	"image/png"
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
	for query, width := range map[string]int{
		"": 480, "&maxwidth=300&format=json": 300, "&maxwidth=9000": 480,
		"&maxwidth=x": 480,
	} {
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
	for _, bad := range []string{
		"", "https://elsewhere.example" + m.path(), m.url + "/inbox",
		m.url + m.path() + "/all", m.url + "/g/none",
	} {
		m.visitor().get("/oembed?url=" + url.QueryEscape(bad)).want(http.StatusNotFound)
	}
}

// The page of a game names a picture for links to it, in the size that other sites expect. It shows what everybody sees
// of the position that the address names.
func TestACardForLinks(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	property := func(p *page, name string) string {
		t.Helper()
		found := p.find("meta", "property", name)
		if len(found) != 1 {
			t.Fatalf("%s: %d", name, len(found))
		}
		content, _ := attr(found[0], "content")
		return content
	}
	p := m.visitor().get(m.path()).want(http.StatusOK)
	address := strings.TrimPrefix(property(p, "og:image"), m.url)
	got := m.visitor().get(address).want(http.StatusOK)
	c, err := png.DecodeConfig(strings.NewReader(got.body))
	if err != nil || fmt.Sprint(c.Width) != property(p, "og:image:width") ||
		fmt.Sprint(c.Height) != property(p, "og:image:height") {
		t.Errorf("%dx%d, %v", c.Width, c.Height, err)
	}
	if own := m.ann.get(address); own.body != got.body || own.header.Get("Set-Cookie") != "" {
		t.Errorf("the card depends on its reader: %v", own.header)
	}
	m.game = m.Play(m.game, m.players[0], "d1-c1")
	if again := m.visitor().get(address); again.body != got.body {
		t.Error("a link to a position shows a later one")
	}
	if next := property(m.visitor().get(m.path()), "og:image"); next == m.url+address ||
		m.visitor().get(strings.TrimPrefix(next, m.url)).body == got.body {
		t.Errorf("%s after a turn", next)
	}
	for _, bad := range []string{"/g/nothing1/card.png", m.path() + "/card.png?ply=x"} {
		m.visitor().get(bad).want(http.StatusNotFound)
	}
	m.visitor().get(m.path() + "/card.png?ply=7").want(http.StatusBadRequest)
}
