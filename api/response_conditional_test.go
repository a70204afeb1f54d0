package api

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"turnpost/rules/rulestest/sample"
)

// variant is a request and the ETag and body of its response.
type variant struct {
	what   string
	header http.Header
	answer httpResponse
}

// variants requests one path in every form, as every reader, in two languages.
func (m *match) variants(path string, accepts ...string) (list []variant) {
	m.t.Helper()
	for _, accept := range accepts {
		for name, token := range map[string]string{"ann": m.ann, "bob": m.bob, "nobody": ""} {
			for _, language := range []string{"en", "en-XA"} {
				c := m.call("GET", path).accept(accept).with("Accept-Language", language)
				if token != "" {
					c = c.as(token)
				}
				list = append(list, variant{fmt.Sprint(accept, " to ", name, " in ", language), c.header, c.do().want(200)})
			}
		}
	}
	return list
}

// repeat repeats the request of a variant with an If-None-Match header.
func (m *match) repeat(path string, v variant, tag string) httpResponse {
	m.t.Helper()
	c := m.call("GET", path)
	c.header = v.header.Clone()
	return c.with("If-None-Match", tag).do()
}

// Two bodies that differ have two ETags; otherwise a cache could serve one for the other.
func TestEveryFormHasAnETagOfItsOwn(t *testing.T) {
	sample.Whole(t, "reads every path in every form")
	m := newMatch(t)
	m.call("POST", m.turns()).as(m.ann).json(`{"turn":"d1-c1","message":"for bob alone"}`).do().want(201)
	m.call("PATCH", "/v1/me").as(m.bob).json(`{"time_zone":"Asia/Tokyo","locale":"en-XA"}`).do().want(200)
	path := "/v1/games/" + m.id
	list := m.variants(path, typeJSON, typeText, typeSVG, typePNG)
	forms := map[string]string{}
	for _, v := range list {
		tag := v.answer.header.Get("ETag")
		form := v.answer.header.Get("Content-Type")
		if other := forms[tag]; other != "" && other != form {
			t.Errorf("%s and %s are both %s", form, other, tag)
		}
		forms[tag] = form
		for _, other := range list {
			if other.answer.body != v.answer.body && other.answer.header.Get("ETag") == tag {
				t.Errorf("%s and %s are both %s", v.what, other.what, tag)
			}
		}
		same := m.repeat(path, v, tag).want(304)
		for _, answer := range []httpResponse{v.answer, same} {
			vary := strings.Join(answer.header.Values("Vary"), ", ")
			for _, name := range []string{"Accept", "Accept-Language", "Authorization"} {
				if !strings.Contains(vary, name) {
					t.Errorf("%s: %d varies by %q", v.what, answer.status, vary)
				}
			}
			if answer.header.Get("Cache-Control") == "" || answer.header.Get("ETag") != tag {
				t.Errorf("%s: %d %v", v.what, answer.status, answer.header)
			}
		}
		for _, other := range list {
			if other.answer.body != v.answer.body {
				m.repeat(path, v, other.answer.header.Get("ETag")).want(200)
			}
		}
	}
	if len(forms) < 8 {
		t.Errorf("%d ETags of %d responses", len(forms), len(list))
	}
}

// With the ETag of any representation of a game, a program can send a turn for its ply.
func TestEveryETagOfAGameNamesItsPly(t *testing.T) {
	m := newMatch(t)
	path := "/v1/games/" + m.id
	for i, turn := range []string{"d1-c1", "d3-c3", "c1-b1", "c3-b3"} {
		accept := []string{typeJSON, typeText, typeSVG, typePNG}[i]
		mover := []string{m.ann, m.bob}[i%2]
		tag := m.call("GET", path).as(mover).accept(accept).do().want(200).header.Get("ETag")
		played := m.call("POST", m.turns()).as(mover).with("If-Match", tag).text(turn).do().want(201)
		m.call("POST", m.turns()).as(mover).with("If-Match", tag).text("a1-b1").do().problem(409, "stale")
		fresh := m.call("GET", path).as(mover).accept(typeJSON).do().want(200).header.Get("ETag")
		if got := played.header.Get("ETag"); got != fresh {
			t.Errorf("a turn is answered with %s, the game then has %s", got, fresh)
		}
	}
}

// The plan's ETag identifies its version in each form.
func TestThePlansETagHasAForm(t *testing.T) {
	m := newMatch(t)
	m.play(m.ann, "d1-c1")
	path := "/v1/games/" + m.id + "/plan"
	plan := m.call("PUT", path).as(m.ann).json(`{"lines":["d3-c3 : c1-b1"]}`).do().want(200).header.Get("ETag")
	text := m.call("GET", path).as(m.ann).accept(typeText).do().want(200).header.Get("ETag")
	if plan == text {
		t.Errorf("both forms are %s", plan)
	}
	next := m.call("PUT", path).as(m.ann).with("If-Match", text).json(`{"lines":["d3-c3 : c1-c2"]}`).do().want(200)
	m.call("PUT", path).as(m.ann).with("If-Match", text).json(`{"lines":["* : c1-c2"]}`).do().problem(409, "stale")
	m.call("DELETE", path).as(m.ann).with("If-Match", next.header.Get("ETag")).do().want(204)
}

// The inbox's ETag ignores running clocks and changes with everything else in the inbox.
func TestInboxHasAnETag(t *testing.T) {
	m := newMatch(t)
	first := map[string]string{}
	for _, accept := range []string{typeJSON, typeText} {
		a := m.call("GET", "/v1/inbox").as(m.ann).accept(accept).do().want(200)
		first[accept] = a.header.Get("ETag")
		v := variant{header: http.Header{"Authorization": {"Bearer " + m.ann}, "Accept": {accept}}}
		if same := m.repeat("/v1/inbox", v, first[accept]).want(304); same.body != "" || same.header.Get("Vary") == "" {
			t.Errorf("%s: %q %v", accept, same.body, same.header)
		}
		m.repeat("/v1/inbox", v, `"other", `+first[accept]).want(304)
		m.repeat("/v1/inbox", v, `"other"`).want(200)
	}
	if first[typeJSON] == first[typeText] {
		t.Errorf("both forms are %s", first[typeJSON])
	}
	tag := func() string {
		return m.call("GET", "/v1/inbox").as(m.ann).accept(typeJSON).do().want(200).header.Get("ETag")
	}
	m.Clock.Advance(time.Hour)
	if tag() != first[typeJSON] {
		t.Error("a running clock changes the ETag")
	}
	seen := map[string]string{tag(): "the start"}
	for _, change := range []struct {
		what string
		do   func()
	}{
		{"a message", func() { m.call("POST", "/v1/games/"+m.id+"/messages").as(m.bob).text("hello").do().want(201) }},
		{"its mark", func() { m.call("POST", "/v1/games/"+m.id+"/messages/read").as(m.ann).do().want(200) }},
		{"a challenge", func() {
			m.call("POST", "/v1/challenges").as(m.bob).json(`{"ruleset":"hnefatafl","opponent":"ann"}`).do().want(201)
		}},
		{"a name", func() {
			m.Clock.Advance(48 * time.Hour)
			m.call("PATCH", "/v1/me").as(m.bob).json(`{"name":"bobby"}`).do().want(200)
		}},
		{"a turn", func() { m.play(m.ann, "d1-c1") }},
		{"the answer", func() { m.play(m.bob, "d3-c3") }},
	} {
		change.do()
		now := tag()
		if before := seen[now]; before != "" && change.what != "its mark" {
			t.Errorf("after %s the ETag is that of %s", change.what, before)
		}
		seen[now] = change.what
	}
}

// time_left is in whole seconds and reaches 0 at the deadline, also in cached responses.
func TestTimeLeftIsSeconds(t *testing.T) {
	m := newMatch(t)
	m.game(m.ann, m.bob, "bob")
	m.play(m.ann, "d1-c1")
	check := func(what string, g Game) {
		t.Helper()
		if left := int(g.Deadline.Sub(m.Clock.Now()) / time.Second); g.TimeLeft["defenders"] != left {
			t.Errorf("%s: %d s left, %d s to the deadline", what, g.TimeLeft["defenders"], left)
		}
		if g.TimeLeft["attackers"] != 72*3600 {
			t.Errorf("%s: %d s left to who does not move", what, g.TimeLeft["attackers"])
		}
	}
	for _, d := range []time.Duration{0, time.Second, 7 * time.Second, 90 * time.Second, 71*time.Hour + 58*time.Minute} {
		m.Clock.Advance(d)
		check("the game", decoded[Game](m.call("GET", "/v1/games/"+m.id).do().want(200)))
		for _, g := range decoded[Inbox](m.call("GET", "/v1/inbox").as(m.bob).do().want(200)).Games {
			if g.ID == m.id {
				check("the inbox", g)
			}
		}
		for _, g := range decoded[GameList](m.call("GET", "/v1/games").do().want(200)).Games {
			if g.ID == m.id {
				check("the list", g)
			}
		}
	}
	m.Clock.Advance(time.Hour)
	if g := decoded[Game](m.call("GET", "/v1/games/"+m.id).do().want(200)); g.TimeLeft["defenders"] != 0 {
		t.Errorf("%d s after the deadline", g.TimeLeft["defenders"])
	}
}

// The lines of a list are one list.
func TestListsInSeveralHeaderLines(t *testing.T) {
	m := newMatch(t)
	path := "/v1/games/" + m.id
	tag := m.call("GET", path).accept(typeText).do().want(200).header.Get("ETag")
	m.call("GET", path).accept("image/webp").add("Accept", typeText).add("If-None-Match", `"x"`).add("If-None-Match", tag).
		do().want(http.StatusNotModified)
}
