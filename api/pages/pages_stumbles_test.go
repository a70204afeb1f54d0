package pages_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/rules/rulestest/sample"
)

// A GET for the target of a form, typed or bookmarked, leads to the page of the form.
func TestAddressesOfFormsLeadToTheirPages(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	for path, want := range map[string]string{
		m.path() + "/turns": m.path(), m.path() + "/messages": m.path(), "/settings/profile": "/settings",
		"/r/hnefatafl/challenge": "/r/hnefatafl", "/sign-in/code": "/inbox", "/sign-out": "/",
	} {
		if p := m.ann.get(path).want(200); p.at.Path != want {
			t.Errorf("%s leads to %s, not %s", path, p.at, want)
		}
	}
	m.ann.get("/inbox").want(200, "Signed in as ann") // signing out takes a form
}

// A mistyped address gets a page in a browser and a problem in a program.
func TestAddressesWithNothing(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	for _, path := range []string{"/nothing", "/inbox/", "/g/", m.path() + "/nothing", "/%ff"} {
		m.ann.get(path).want(404, "There is no such page").shape(0)
	}
	for path, accept := range map[string]string{"/nothing": "application/json", "/v1/nothing": "text/html"} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, m.url+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Accept", accept)
		p := m.ann.do(r).want(404)
		if kind := p.header.Get("Content-Type"); !strings.HasPrefix(kind, "application/problem+json") {
			t.Errorf("%s as %s is %s", path, accept, kind)
		}
	}
}

// A button that is tapped twice before the next page loads acts once.
func TestTwoTapsAreOneDeed(t *testing.T) {
	sample.Together(t, "taps at once")
	m := newMatch(t, "hnefatafl", "7x7")
	said := m.ann.get(m.path()).form(m.path() + "/messages")
	said[len(said)-1] = "Hello"
	for range 2 {
		m.ann.post(m.path()+"/messages", said...).want(200, "Your message is sent", "Hello")
	}
	said[len(said)-1] = "Hello again" // after the back button
	p := m.ann.post(m.path()+"/messages", said...).want(200, "Hello again")
	if n := len(p.find("p", "class", "text")); n != 2 {
		t.Errorf("%d messages", n)
	}
	again := m.ann.get(m.path()).form(m.path() + "/messages")
	again[len(again)-1] = "Hello"
	if p = m.ann.post(m.path()+"/messages", again...).want(200); len(p.find("p", "class", "text")) != 3 {
		t.Error("the same words cannot be said once more")
	}
	dare := append(
		[]string{"once", once(t, m.ann.get("/r/sevensages?play=1"))},
		"opponent", "bob", "pace", "3d", "variant", "", "seat", "first", "message", "",
	)
	at := m.ann.post("/r/sevensages/challenge", dare...).want(200, "Your challenge is out").at.Path
	if p = m.ann.post("/r/sevensages/challenge", dare...).want(200, "Your challenge is out"); p.at.Path != at {
		t.Errorf("a second challenge at %s", p.at)
	}
	out, _, err := m.Challenges(t.Context(), m.players[0], models.BoxOut, "", 10)
	open := 0
	for _, c := range out {
		if c.Status == models.ChallengeOpen {
			open++
		}
	}
	if err != nil || open != 1 {
		t.Errorf("%d challenges, %v", open, err)
	}
}

// once returns the name of a page's form.
func once(t *testing.T, p *page) string {
	t.Helper()
	fields := p.find("input", "name", "once")
	if len(fields) == 0 {
		t.Fatal("the form has no name")
	}
	value, _ := attr(fields[0], "value")
	return value
}

// Text written before a session ended is returned.
func TestWordsAreGivenBackAfterASessionEnds(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	form := []string{"ply", "0", "takebacks", "0", "turn", "a4-a2", "message", "a long <letter>", "plan", "* : d3-c3"}
	p := m.visitor().post(m.path()+"/turns", form...).want(401, "What you wrote", "a4-a2", "a long <letter>", "* : d3-c3")
	p.shape(0)
	m.visitor().post(m.path()+"/messages", "text", "Are you there?").want(401, "Are you there?")
}

// A browser without cookies is told so instead of being asked to sign in repeatedly.
func TestWithoutCookies(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	_, key, _ := strings.Cut(m.gameLink(), "?k=")
	guest := m.visitor()
	guest.client.Jar = nil
	guest.post("/sign-in", "email", "ann@example.org", "code", m.newCode("ann@example.org"), "next", m.path()).
		want(200, "Allow cookies for this site")
	m.Clock.Advance(6 * time.Minute)
	p := guest.post(m.path()+"/sign-in", "k", key).want(200)
	form := filled(p.form(m.path()+"/sign-in"), "code", m.Code("ann@example.org"))
	guest.post(m.path()+"/sign-in", form...).want(200, "Allow cookies for this site")
	m.visitor().post("/sign-in", "email", "ann@example.org", "code", m.newCode("ann@example.org"), "next", m.path()).
		want(200, "Hnefatafl", "Signed in as ann")
}
