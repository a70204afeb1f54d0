package api

import (
	"strconv"
	"strings"
	"testing"
	"time"
)

func TestTwoTokens(t *testing.T) {
	w := newWorld(t)
	laptop := w.player("ann")
	w.call("POST", "/v1/codes").json(`{"email":"ann@example.org"}`).do().want(202)
	phone := decoded[NewToken](w.call("POST", "/v1/tokens").
		json(`{"email":"ann@example.org","code":"` + w.Code("ann@example.org") + `","label":"phone"}`).do().want(201)).Token
	for _, token := range []string{laptop, phone} {
		w.call("GET", "/v1/me").as(token).do().want(200)
	}
	list := decoded[TokenList](w.call("GET", "/v1/tokens").as(laptop).do().want(200)).Tokens
	if len(list) != 2 || list[0].Label != "phone" || list[0].Current || !list[1].Current {
		t.Fatalf("%+v", list)
	}
	w.call("DELETE", "/v1/tokens/"+strconv.FormatInt(list[0].ID, 10)).as(laptop).do().want(204)
	w.call("GET", "/v1/me").as(phone).do().problem(401, "unauthorized")
	w.call("GET", "/v1/me").as(laptop).do().want(200)
}

func TestRename(t *testing.T) {
	m := newMatch(t)
	rename := func(name string) httpResponse {
		return m.call("PATCH", "/v1/me").as(m.ann).json(`{"name":` + name + `}`).do()
	}
	for name, code := range map[string]string{
		`"Bob"`: "name_taken", `"<b>"`: "invalid", `""`: "invalid", `1`: "invalid",
		`"gone-x"`: "invalid",
	} {
		status := 400
		if code == "name_taken" {
			status = 409
		}
		if p := rename(name).problem(status, code); p.Field != "name" {
			t.Errorf("%s: field %q", name, p.Field)
		}
	}
	if got := decoded[Me](rename(`"Anna"`).want(200)); got.Name != "Anna" {
		t.Errorf("%+v", got)
	}
	a := rename(`"annie"`)
	a.problem(429, "too_many")
	if a.header.Get("Retry-After") != "86401" {
		t.Errorf("Retry-After %q", a.header.Get("Retry-After"))
	}
	m.call("GET", "/v1/games/"+m.id).do().want(200).contains(`"name":"Anna"`)
	m.call("GET", "/v1/players/anna").do().want(200)
	m.call("GET", "/v1/players/ann").do().problem(404, "not_found")
	m.call("POST", "/v1/players").json(`{"name":"ann","email":"eve@example.org"}`).do().problem(409, "name_taken")
}

func TestDeleteMe(t *testing.T) {
	m := newMatch(t)
	m.play(m.ann, "d1-c1")
	m.play(m.bob, "d3-c3")
	before := m.state()
	remove := func() *call { return m.call("DELETE", "/v1/me") }
	for _, c := range []struct {
		name   string
		call   *call
		status int
		detail string
	}{
		{"no body", remove(), 400, "your own name"},
		{"no name", remove().json(`{}`), 400, "your own name: ann"},
		{"another name", remove().json(`{"confirm":"bob"}`), 400, "your own name: ann"},
		{"a word for a name", remove().json(`{"confirm":true}`), 400, "string"},
		{"an unknown field", remove().json(`{"confirm":"ann","force":true}`), 400, `"force"`},
		{"cut JSON", remove().json(`{"confirm":"ann"`), 400, "line 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.call.w.t = t
			if p := c.call.as(m.ann).do().problem(c.status, "invalid"); !strings.Contains(p.Detail, c.detail) {
				t.Errorf("detail %q lacks %q", p.Detail, c.detail)
			}
		})
	}
	m.t = t
	if after := m.state(); after != before {
		t.Errorf("something changed:\n%s\n%s", before, after)
	}
	remove().do().problem(401, "unauthorized")
	remove().as(m.ann).json(`{"confirm":"ann"}`).do().want(204)
	remove().as(m.ann).json(`{"confirm":"ann"}`).do().problem(401, "unauthorized")

	a := m.call("GET", "/v1/games/"+m.id).do().want(200)
	if g := decoded[Game](a); g.Result == nil || g.Result.Reason != "resignation" ||
		!strings.HasPrefix(g.Players[0].Name, "gone-") || strings.Contains(a.body, "ann") {
		t.Errorf("%s", a.body)
	}
	m.call("GET", "/v1/games/"+m.id).accept("text/plain").do().want(200).contains("gone-")
	m.call("GET", "/v1/players/ann").do().problem(404, "not_found")
	m.call("POST", m.messages()).as(m.bob).text("bye").do().problem(409, "conflict")
	mailed := ""
	for _, mail := range m.Mails() {
		mailed += string(mail.Kind) + ":" + mail.To.Name + " "
	}
	if !strings.Contains(mailed, "game_over:bob ") || strings.Contains(mailed, "ann") ||
		strings.Contains(mailed, "gone-") {
		t.Errorf("mailed %s", mailed)
	}
	// Before the address is confirmed, nothing reveals that the name belonged to it.
	m.call("POST", "/v1/players").json(`{"name":"ann","email":"ann@example.org"}`).do().problem(409, "name_taken")
	again := m.player("annette")
	m.call("GET", "/v1/inbox").as(again).do().want(200)
}

func TestBlocks(t *testing.T) {
	m := newMatch(t)
	blocks := func() BlockList { return decoded[BlockList](m.call("GET", "/v1/me/blocks").as(m.ann).do().want(200)) }
	put := func(name string) httpResponse { return m.call("PUT", "/v1/me/blocks/"+name).as(m.ann).do() }
	put("nobody").problem(404, "not_found")
	put("ann").problem(400, "invalid")
	m.call("PUT", "/v1/me/blocks/bob").as(m.ann).json(`{}`).do().problem(400, "invalid")
	m.call("PUT", "/v1/me/blocks/bob").do().problem(401, "unauthorized")
	if got := blocks(); len(got.Blocks) != 0 {
		t.Errorf("%+v", got)
	}
	put("Bob").want(200)
	m.Clock.Advance(time.Hour)
	if again := decoded[Block](put("bob").want(200)); again.Name != "bob" ||
		!again.CreatedAt.Equal(m.Clock.Now().Add(-time.Hour)) {
		t.Errorf("%+v", again)
	}
	if got := blocks(); len(got.Blocks) != 1 {
		t.Errorf("%+v", got)
	}
	p := m.call("POST", "/v1/challenges").as(m.bob).json(`{"ruleset":"hnefatafl","opponent":"ann"}`).do().
		problem(403, "forbidden")
	if p.Detail != "ann does not take challenges from you" {
		t.Error(p.Detail)
	}
	m.call("POST", m.messages()).as(m.bob).text("hello").do().problem(403, "forbidden")
	m.play(m.ann, "d1-c1")
	m.call("POST", m.turns()).as(m.bob).json(`{"turn":"d3-c3","message":"hello"}`).do().problem(403, "forbidden")
	m.play(m.bob, "d3-c3")
	m.call("DELETE", "/v1/me/blocks/bob").as(m.ann).do().want(204)
	m.call("DELETE", "/v1/me/blocks/bob").as(m.ann).do().problem(404, "not_found")
	m.call("POST", m.messages()).as(m.bob).text("hello").do().want(201)
}

// A bot says that it is one. A challenge that names it is made unrated, and it cannot accept a rated one.
func TestABot(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	if got := decoded[Me](w.call("GET", "/v1/me").as(bob).do().want(200)); got.Bot {
		t.Errorf("%+v", got)
	}
	got := decoded[Me](w.call("PATCH", "/v1/me").as(bob).json(`{"bot":true}`).do().want(200))
	if !got.Bot || got.Name != "bob[bot]" {
		t.Errorf("%+v", got)
	}
	for _, path := range []string{"/v1/players/bob", "/v1/players/bob%5Bbot%5D"} {
		w.call("GET", path).do().want(200).contains(`"name":"bob[bot]","bot":true`)
	}
	w.call("GET", "/v1/players").do().want(200).contains(`"name":"bob[bot]"`)
	asked := w.call("POST", "/v1/challenges").as(ann).json(`{"ruleset":"hnefatafl","opponent":"bob","rated":true}`)
	made := decoded[Challenge](asked.do().want(201))
	if made.Rated {
		t.Errorf("%+v", made)
	}
	w.call("GET", "/v1/challenges/"+made.ID).as(bob).accept("text/plain").do().want(200).contains("because a bot plays")
	g := decoded[Game](w.call("POST", "/v1/challenges/"+made.ID+"/accept").as(bob).do().want(201))
	if g.Rated || g.UnratedBecause == nil || *g.UnratedBecause != "bot" {
		t.Errorf("%v because %v", g.Rated, g.UnratedBecause)
	}
	open := decoded[Challenge](w.call("POST", "/v1/challenges").as(ann).json(`{"ruleset":"hnefatafl"}`).do().want(201))
	p := w.call("POST", "/v1/challenges/"+open.ID+"/accept").as(bob).do().problem(409, "not_eligible")
	if !strings.Contains(p.Detail, "bot") {
		t.Errorf("%+v", p)
	}
	w.call("PATCH", "/v1/me").as(bob).json(`{"bot":false}`).do().problem(409, "conflict")
}
