package pages_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"turnpost/models/account"
	"turnpost/rules/rulestest/sample"
)

// send sends a request with any method and body.
func (v *visitor) send(method, path, kind, body string) *page {
	v.t.Helper()
	r, err := http.NewRequestWithContext(v.t.Context(), method, v.url+path, strings.NewReader(body))
	if err != nil {
		v.t.Fatal(err)
	}
	if kind != "" {
		r.Header.Set("Content-Type", kind)
	}
	r.Header.Set("Origin", v.url)
	return v.do(r)
}

// Every value of a parameter, valid or not, gets a page.
func TestOddParameters(t *testing.T) {
	sample.Whole(t, "gives every page odd parameters")
	m := newMatch(t, "hnefatafl", "7x7")
	m.Play(m.game, m.players[0], "a4-a2")
	before := m.Dump()
	values := []string{
		"", "0", "1", "-1", "+1", " 1", "1.0", "1e3", "0x1", "00000000000001", "99999999999999999999",
		"-9223372036854775808",
		"٣", "a4", "A4", "a4,a2", "a4 a2", "../../etc/passwd", "%", "%00", "\xff\xfe", "null", "[]", "{}",
		"a4\r\nSet-Cookie: x=y",
		strings.Repeat("a", 8000), strings.Repeat("a4-a2 ", 1200),
	}
	names := []string{"at", "ply", "turn", "size", "from", "after", "before", "done", "in", "next", "k", "variant"}
	for _, name := range names {
		for _, value := range values {
			for _, path := range []string{m.path(), m.path() + "/all", m.path() + "/chat", "/p/bob", "/settings"} {
				p := m.bob.get(path + "?" + url.Values{name: {value}}.Encode())
				p.notBroken()
				if p.header.Get("Content-Type") != "text/html; charset=UTF-8" {
					t.Errorf("%s?%s=%.20q is %s", path, name, value, p.header.Get("Content-Type"))
				}
			}
		}
	}
	many := url.Values{"at": make([]string, 1500), "turn": make([]string, 500), "ply": {"0", "1", "x"}}
	m.bob.get(m.path() + "?" + many.Encode()).notBroken()
	m.bob.get(m.path() + "?turn=%zz&at=%").notBroken()
	m.bob.get(m.path() + "?;;;&&&===").notBroken()
	if m.Dump() != before {
		t.Error("an address has changed the database")
	}
}

// Methods and body types that no form has are refused with a page and change nothing.
func TestOddMethodsAndBodies(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	before := m.Dump()
	const form = "application/x-www-form-urlencoded"
	for _, method := range []string{"PUT", "PATCH", "DELETE", "PROPFIND", "get"} {
		for _, path := range []string{m.path(), m.path() + "/turns", "/inbox", "/settings/delete", "/"} {
			m.ann.send(method, path, form, "ply=0&takebacks=0&turn=a4-a2&confirm=ann").
				want(http.StatusMethodNotAllowed, "is not possible here").shape(0)
		}
	}
	fields := "ply=0&takebacks=0&turn=a4-a2&text=hello&confirm=ann&name=bob&action=set"
	for _, kind := range []string{
		"", "text/plain", "application/json", "multipart/form-data", "multipart/form-data; boundary=x", "a/b/c",
		form + ", text/plain",
	} {
		for _, path := range []string{m.path() + "/turns", m.path() + "/messages", m.path() + "/plan", "/settings/delete"} {
			m.ann.send(http.MethodPost, path, kind, fields).notBroken()
		}
	}
	for _, body := range []string{
		"turn=%zz&ply=0&takebacks=0", strings.Repeat("a=b&", 20_000), "turn=" + strings.Repeat("x", 70_000),
		"ply=0;takebacks=0",
		"ply=0&ply=1&takebacks=-1&turn=a4-a2", "ply=-1&takebacks=0&turn=a4-a2", "ply=99999999999999999999&takebacks=0",
	} {
		p := m.ann.send(http.MethodPost, m.path()+"/turns", form, body)
		p.notBroken()
		if p.status < 400 {
			t.Errorf("%.40s: %d", body, p.status)
		}
	}
	m.ann.send(http.MethodPost, m.path()+"/turns", form, "turn=%zz").want(400, "did not arrive as a browser sends it")
	m.ann.send(http.MethodPost, m.path()+"/turns", form, strings.Repeat("x", 70_000)).want(400, "larger than 64 KiB")
	if m.Dump() != before {
		t.Error("something was changed")
	}
}

// An ended session, a flood of cookies and foreign cookies are treated as no session.
func TestOddCookies(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	for _, cookie := range []string{
		"session=", "session=tp_nothing", "session=" + strings.Repeat("x", 3000), "__Host-session=tp_nothing; session=x",
		"session=\"a b\"; ;=;", strings.Repeat("a=b; ", 2000) + "session=tp_nothing",
	} {
		guest := m.visitor()
		guest.client.Jar = nil
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, m.url+"/inbox", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header["Cookie"] = []string{cookie}
		guest.do(r).want(200, "You are new here").shape(anyForms)
	}
	form := []string{"ply", "0", "takebacks", "0", "turn", "a4-a2", "message", "after a long time"}
	m.Clock.Advance(account.SessionLife + time.Hour)
	m.ann.get("/inbox").want(200, "You are new here")
	m.ann.post(m.path()+"/turns", form...).want(401, "after a long time", "a4-a2").shape(0)
	m.ann.post("/settings/profile", "name", "other", "zone", "UTC").want(401)
	if g := m.stored(); g.Ply != 0 {
		t.Errorf("a turn was played: %d", g.Ply)
	}
}
