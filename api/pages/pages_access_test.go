package pages_test

import (
	"net/http"
	"strings"
	"testing"

	"turnpost/rules/rulestest/sample"
)

// links returns the paths of the links in all mails.
func (m *match) links() (paths []string) {
	m.t.Helper()
	for _, mail := range m.Mails() {
		if mail.PageLink != "" && mail.Game != nil {
			paths = append(paths, "/g/"+mail.Game.ID+"?k="+mail.PageLink)
		}
		if mail.PageLink != "" && mail.Challenge != nil && mail.Game == nil {
			paths = append(paths, "/c/"+mail.Challenge.ID+"?k="+mail.PageLink)
		}
		for _, stop := range []string{mail.Unsubscribe, mail.UnsubscribeGame} {
			if stop != "" {
				paths = append(paths, "/unsubscribe/"+stop)
			}
		}
	}
	return paths
}

// gameLink returns the link to the match in the mails so far.
func (m *match) gameLink() (link string) {
	m.t.Helper()
	for _, path := range m.links() {
		if strings.HasPrefix(path, m.path()+"?") {
			link = path
		}
	}
	if link == "" {
		m.t.Fatal("no mail has a link to the game")
	}
	return link
}

func TestFollowingLinksChangesNothing(t *testing.T) {
	sample.Whole(t, "follows every link")
	m := newMatch(t, "hnefatafl", "7x7")
	links := m.links()
	if len(links) < 3 {
		t.Fatalf("the mails have %d links", len(links))
	}
	before := m.Dump()
	guest := m.visitor()
	for range 100 {
		for _, path := range links {
			p := guest.get(path).want(200)
			if cookies := p.header.Values("Set-Cookie"); len(cookies) > 0 {
				t.Fatalf("%s sets %v", path, cookies)
			}
			r, err := http.NewRequestWithContext(t.Context(), http.MethodHead, m.url+path, nil)
			if err != nil {
				t.Fatal(err)
			}
			guest.do(r).want(200)
		}
	}
	if after := m.Dump(); after != before {
		t.Error("following links has changed the database")
	}
}

func TestPlayingByLink(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	link, guest := m.gameLink(), m.visitor()
	p := guest.get(link).want(200, "It is your turn", "plays this game as ann, and opens nothing else")
	if p.header.Get("Cache-Control") != "no-store" || p.header.Get("Referrer-Policy") != "same-origin" ||
		!strings.Contains(p.body, `content="noindex"`) {
		t.Errorf("%v", p.header)
	}
	p = guest.tap(p, "a4")
	p = guest.tap(p, "a2")
	guest.post(m.path()+"/turns", p.form(m.path()+"/turns")...).want(200, "Your turn is played", "is to move")

	other := m.Begin(m.players[0], m.players[1], "bohnduell", "")
	_, key, _ := strings.Cut(link, "?")
	key = "?" + key
	guest.get("/g/"+other.ID+key).want(404, "no longer good")
	guest.get("/c/" + other.ID + key).want(404)
	guest.get("/inbox" + key).want(404)
	for _, deed := range []string{"resign", "sign-in", "rematch", "messages"} {
		guest.post("/g/"+other.ID+"/"+deed, "k", strings.TrimPrefix(key, "?k=")).want(404)
	}
	guest.get(m.path()+"?k="+strings.Repeat("a", 47)).want(404, "The newest mail about the game")

	m.ann.post("/settings/everywhere", "sure", "1").want(200, "Board games by post")
	guest.get(link).want(404, "no longer good")
	m.bob.get("/inbox").want(200, "Signed in as bob")
}

func TestOtherSitesAndStrangersCannotAct(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	before := m.Dump()
	for name, header := range map[string]string{"Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"} {
		r, err := http.NewRequestWithContext(
			t.Context(),
			http.MethodPost,
			m.url+m.path()+"/resign",
			strings.NewReader(""),
		)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set(name, header)
		m.ann.do(r).want(403, "another site")
	}
	m.visitor().post(m.path() + "/resign").want(401)
	m.visitor().post(m.path()+"/turns", "ply", "0", "takebacks", "0", "turn", "a4-a2").want(401)
	if m.Dump() != before {
		t.Error("something was changed")
	}
	m.ann.post("/sign-in", "email", "x", "code", "1", "next", "//evil.example/").want(400)
	for _, next := range []string{"//evil.example", "https://evil.example/", `/\evil.example`, "javascript:alert(1)"} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, m.url+"/sign-in", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.URL.RawQuery = "next=" + strings.ReplaceAll(next, `\`, "%5C")
		if p := m.ann.do(r); p.at.Path != "/inbox" {
			t.Errorf("%s leads to %s", next, p.at)
		}
	}
}

func TestSessionCookie(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	m.Clock.Advance(6 * 60 * 1e9)
	v := m.visitor()
	v.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	v.post("/sign-in/code", "email", "ann@example.org").want(200)
	p := v.post("/sign-in", "email", "ann@example.org", "code", m.Code("ann@example.org")).want(303)
	cookie := p.header.Get("Set-Cookie")
	for _, want := range []string{"session=tp_", "HttpOnly", "SameSite=Lax", "Path=/"} {
		if !strings.Contains(cookie, want) {
			t.Errorf("%q lacks %s", cookie, want)
		}
	}
	// Each form that it sends keeps the browser signed in for as long again; a page sets no cookie.
	if p := m.ann.get("/inbox").want(200); p.header.Get("Set-Cookie") != "" {
		t.Error("a page sets a cookie")
	}
	m.ann.client.CheckRedirect = v.client.CheckRedirect
	renewed := m.ann.post(m.path()+"/messages", "text", "hello", "once", "hello").header.Get("Set-Cookie")
	if !strings.HasPrefix(renewed, "session=tp_") || !strings.Contains(renewed, "Max-Age=7776000") {
		t.Errorf("a form answers with the cookie %q", renewed)
	}
}
