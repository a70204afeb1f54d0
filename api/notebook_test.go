package api

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"turnpost/models/play"
)

func (m *match) notes() string { return "/v1/games/" + m.id + "/notes" }
func (m *match) lines() string { return "/v1/games/" + m.id + "/lines" }

func TestNotes(t *testing.T) {
	m := newMatch(t)
	none := m.call("GET", m.notes()).as(m.ann).do().want(200)
	if n := decoded[Notes](none); n.Game != m.id || n.Text != "" || n.Version != 0 || n.UpdatedAt != nil {
		t.Errorf("%+v", n)
	}
	if a := m.call("GET", m.notes()).as(m.ann).accept("text/plain").do().want(200); a.body != "" {
		t.Errorf("%q", a.body)
	}
	first := m.call("PUT", m.notes()).as(m.ann).json(`{"text":"the king\ngoes left"}`).do().want(200)
	if n := decoded[Notes](first); n.Text != "the king\ngoes left" || n.Version != 1 || n.UpdatedAt == nil ||
		!strings.HasPrefix(first.header.Get("ETag"), `"notes-1.`) {
		t.Errorf("%+v, %v", n, first.header)
	}
	for i, c := range []*call{
		m.call("PUT", m.notes()).text("watch d1: 50% + x=1\n"),
		m.call("PUT", m.notes()).form("watch d2: 50% + x=1"),
		m.call("PUT", m.notes()).with("If-Match", `"notes-3"`).text("watch d3: 50% + x=1"),
	} {
		a := c.as(m.ann).accept("text/plain").do().want(200)
		if want := fmt.Sprintf("watch d%d: 50%% + x=1\n", i+1); a.body != want {
			t.Errorf("%q, want %q", a.body, want)
		}
	}
	for tag, code := range map[string]int{
		first.header.Get("ETag"): 409, `"notes-3"`: 409, `"ply-1"`: 400, "x": 400, "*": 200,
	} {
		m.call("PUT", m.notes()).as(m.ann).with("If-Match", tag).text("again").do().want(code)
	}
	m.call("PUT", m.notes()).as(m.ann).text("").do().want(200)
	if n := decoded[Notes](m.call("GET", m.notes()).as(m.ann).do().want(200)); n.Text != "" || n.Version != 6 {
		t.Errorf("%+v", n)
	}
	long := strings.Repeat("\U0001F984", play.MaxNotes)
	m.call("PUT", m.notes()).as(m.ann).json(`{"text":"` + long + `"}`).do().want(200)
	escaped := strings.Repeat(`\ud83e\udd84`, play.MaxNotes)
	m.call("PUT", m.notes()).as(m.ann).json(`{"text":"` + escaped + `"}`).do().want(200)
	p := m.call("PUT", m.notes()).as(m.ann).text(long+"x").do().problem(400, "invalid")
	if p.Field != "text" {
		t.Errorf("%+v", p)
	}
	m.call("GET", m.notes()).do().problem(401, "unauthorized")
	m.call("GET", m.notes()).as(m.player("eve")).do().problem(403, "forbidden")
	reader := m.token("ann", `,"scope":"read"`).Token
	m.call("GET", m.notes()).as(reader).do().want(200)
	m.call("PUT", m.notes()).as(reader).text("x").do().problem(403, "token_read_only")
}

func TestKeptLines(t *testing.T) {
	m := newMatch(t)
	m.play(m.ann, "d1-c1")
	if l := decoded[KeptLineList](m.call("GET", m.lines()).as(m.ann).do().want(200)); l.Lines == nil || len(l.Lines) != 0 {
		t.Errorf("%+v", l)
	}
	keep := func(body string) *call { return m.call("POST", m.lines()).as(m.ann).json(body) }
	made := keep(`{"ply":1,"turns":["D3-C3","c1-b1"],"name":"quiet"}`).with("Idempotency-Key", "k").do().want(201)
	line := decoded[KeptLine](made)
	if line.Ply != 1 || line.Name != "quiet" || line.Position == "" ||
		!slices.Equal(line.Turns, []string{"d3-c3", "c1-b1"}) {
		t.Errorf("%+v", line)
	}
	again := keep(`{"ply":1,"turns":["D3-C3","c1-b1"],"name":"quiet"}`).with("Idempotency-Key", "k").do().want(201)
	if again.body != made.body {
		t.Errorf("%s", again.body)
	}
	keep(`{"ply":0,"turns":["d2-c2"]}`).accept("text/plain").do().want(201).contains("turns: d2-c2")
	m.call("GET", m.lines()).as(m.ann).accept("text/plain").do().want(200).contains("quiet", "d3-c3 / c1-b1")
	if l := decoded[KeptLineList](m.call("GET", m.lines()).as(m.ann).do().want(200)); len(l.Lines) != 2 ||
		l.Lines[0].ID != line.ID {
		t.Errorf("%+v", l)
	}
	p := keep(`{"ply":1,"turns":["d3-c3","d3-c3"]}`).do().problem(422, "illegal_turn")
	if p.Index == nil || *p.Index != 1 {
		t.Errorf("%+v", p)
	}
	for body, status := range map[string]int{
		`{"ply":9,"turns":["d3-c3"]}`: 400, `{"ply":1,"turns":[]}`: 400, `{"turns":["d3-c3"]}`: 400,
		`{"ply":1,"turns":["what"]}`: 422, `{"ply":1,"turns":["d3-c3"],"name":"` + strings.Repeat("x", 61) + `"}`: 400,
	} {
		keep(body).do().want(status)
	}
	path := fmt.Sprintf("%s/%d", m.lines(), line.ID)
	m.call("DELETE", path).as(m.bob).do().problem(404, "not_found")
	m.call("DELETE", path).as(m.ann).do().want(204)
	m.call("DELETE", path).as(m.ann).do().problem(404, "not_found")
	m.call("GET", m.lines()).as(m.player("eve")).do().problem(403, "forbidden")
	if g := decoded[Game](m.call("GET", "/v1/games/"+m.id).do().want(200)); g.Ply != 1 {
		t.Errorf("a line was played: %+v", g)
	}
}

func TestFeedAddresses(t *testing.T) {
	m := newMatch(t)
	made := decoded[Feeds](m.call("POST", "/v1/me/feeds").as(m.ann).do().want(201))
	paths := func(f Feeds) []string {
		const site = "https://turnpost.example"
		return []string{strings.TrimPrefix(f.Atom, site), strings.TrimPrefix(f.Ics, site)}
	}
	for i, kind := range []string{"application/atom+xml; charset=utf-8", "text/calendar; charset=utf-8"} {
		for _, accept := range []string{"*/*", "text/html", "text/calendar", "application/json"} {
			a := m.call("GET", paths(made)[i]).accept(accept).do().want(200)
			if a.header.Get("Content-Type") != kind || a.header.Get("Cache-Control") != "private, max-age=300" {
				t.Errorf("%v", a.header)
			}
		}
	}
	if strings.Contains(m.Dump(), paths(made)[0][7:30]) {
		t.Error("a secret is stored")
	}
	text := m.call("POST", "/v1/me/feeds").as(m.ann).accept("text/plain").do().want(201).
		contains("atom: http", "ics: http")
	if text.header.Get("Cache-Control") != "no-store" {
		t.Errorf("%v", text.header)
	}
	for _, path := range paths(made) {
		m.call("GET", path).do().want(404)
	}
	made = decoded[Feeds](m.call("POST", "/v1/me/feeds").as(m.ann).do().want(201))
	m.call("DELETE", "/v1/me/feeds").as(m.ann).do().want(204)
	m.call("DELETE", "/v1/me/feeds").as(m.ann).do().want(204)
	for _, path := range paths(made) {
		m.call("GET", path).do().want(404)
	}
}
