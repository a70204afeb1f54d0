package api

import (
	"slices"
	"strings"
	"testing"
)

func (m *match) plan() string { return "/v1/games/" + m.id + "/plan" }

func TestPlan(t *testing.T) {
	m := newMatch(t)
	m.play(m.ann, "d1-c1")
	m.call("GET", m.plan()).as(m.ann).do().problem(404, "not_found")
	stored := m.call("PUT", m.plan()).as(m.ann).with("If-Match", `"ply-1"`).
		json(`{"lines":["D3-C3 : c1-b1 : c3-b3 : b1-c1","* : c1-c2"],"ply":1}`).do().want(200)
	p := decoded[Plan](stored)
	if p.Game != m.id || p.Ply != 1 || p.Version != 1 ||
		!slices.Equal(p.Lines, []string{"d3-c3 : c1-b1 : c3-b3 : b1-c1", "* : c1-c2"}) ||
		stored.state() != "ply-1.plan-1" {
		t.Errorf("%+v, %v", p, stored.header)
	}
	m.call("GET", m.plan()).as(m.bob).do().problem(404, "not_found")
	m.Mails()
	a := m.call("POST", m.turns()).as(m.bob).with("Idempotency-Key", "k").text("d3-c3").do().want(201)
	if g := decoded[Game](a); g.Ply != 3 || g.LastTurn.Turn != "c1-b1" || g.LastTurn.Via != "plan" ||
		*g.ToMove != "defenders" || a.state() != "ply-3" {
		t.Errorf("game %+v", g)
	}
	again := m.call("POST", m.turns()).as(m.bob).with("Idempotency-Key", "k").text("d3-c3").do().want(201)
	if again.body != a.body {
		t.Errorf("the replay differs:\n%s", again.body)
	}
	text := m.call("GET", m.plan()).as(m.ann).accept("text/plain").do().want(200)
	if text.body != "c3-b3 : b1-c1\n" || text.state() != "ply-3.plan-2" {
		t.Errorf("%q, %v", text.body, text.header)
	}
	m.call("DELETE", m.plan()).as(m.ann).with("If-Match", `"ply-3.plan-2"`).do().want(204)
	m.call("DELETE", m.plan()).as(m.ann).do().problem(404, "not_found")
	kinds := ""
	for _, mail := range m.Mails() {
		kinds += string(mail.Kind) + ":" + mail.To.Name + " "
	}
	if kinds != "plan:ann your_turn:bob " {
		t.Errorf("mailed %q", kinds)
	}
}

func TestPlanAsText(t *testing.T) {
	m := newMatch(t)
	m.play(m.ann, "d1-c1")
	body := "d3-c3 : c1-b1\r\n\r\nd3-b3 : c1-c2\r\n"
	for _, c := range []*call{
		m.call("PUT", m.plan()).text(body),
		m.call("PUT", m.plan()).form(body),
		m.call("PUT", m.plan()).form(`{"lines":["d3-c3 : c1-b1","d3-b3 : c1-c2"]}`),
	} {
		if a := c.as(m.ann).accept("text/plain").do().want(200); a.body != "d3-c3 : c1-b1\nd3-b3 : c1-c2\n" {
			t.Errorf("%q", a.body)
		}
	}
}

func TestPlanWithATurn(t *testing.T) {
	m := newMatch(t)
	m.call("PUT", m.plan()).as(m.bob).text("d1-c1 : d3-c3").do().want(200)
	before := m.state()
	for _, query := range []string{"", "?dry_run=true"} {
		p := m.call("POST", m.turns()+query).as(m.ann).json(`{"turn":"d1-c1","plan":"d3-c3 : c1-b1\nd3-c3 : c1-c7"}`).do().
			problem(422, "illegal_turn")
		if p.Field != "plan" || p.Index == nil || *p.Index != 1 || p.Reason == "" ||
			!strings.HasPrefix(p.Detail, "line 2: turn 2, c1-c7: ") {
			t.Errorf("%+v", p)
		}
	}
	if m.state() != before {
		t.Error("something changed")
	}
	body := `{"turn":"d1-c1","plan":"d3-c3 : c1-b1 : c3-b3 : b1-c1"}`
	if g := decoded[Game](m.call("POST", m.turns()+"?dry_run=true").as(m.ann).json(body).do().want(200)); g.Ply != 1 {
		t.Errorf("a dry run shows what the opponent plans: %+v", g)
	}
	if g := decoded[Game](m.call("POST", m.turns()).as(m.ann).json(body).do().want(201)); g.Ply != 3 ||
		g.LastTurn.Turn != "c1-b1" {
		t.Errorf("game %+v", g)
	}
	m.call("GET", m.plan()).as(m.bob).do().problem(404, "not_found")
	m.call("GET", m.plan()).as(m.ann).accept("text/plain").do().want(200).contains("c3-b3 : b1-c1\n")
}

// TestPlansAreSecret searches every response to other readers for a plan.
func TestPlansAreSecret(t *testing.T) {
	m := newMatch(t)
	eve := m.player("eve")
	m.play(m.ann, "d1-c1")
	paths := []string{"/v1/games/" + m.id, m.turns(), "/v1/games", "/v1/games/" + m.id + "/board.txt", "/v1/players/ann"}
	read := func() string {
		body := ""
		for _, path := range paths {
			for _, token := range []string{m.bob, eve} {
				a := m.call("GET", path).as(token).do().want(200)
				body += a.body + a.header.Get("ETag")
			}
		}
		return body + m.call("GET", "/v1/inbox").as(m.bob).do().want(200).body + m.call("GET", "/v1/me/notices").as(m.bob).
			do().want(200).body
	}
	before := read()
	m.call("PUT", m.plan()).as(m.ann).text("d3-c3 : c1-b1").do().want(200)
	if read() != before {
		t.Error("others see that there is a plan")
	}
	m.call("GET", m.plan()).as(eve).do().problem(403, "forbidden")
	m.call("GET", m.plan()).do().problem(401, "unauthorized")
}

func TestRefusedPlans(t *testing.T) {
	m := newMatch(t)
	eve := m.player("eve")
	m.play(m.ann, "d1-c1")
	m.call("PUT", m.plan()).as(m.ann).text("d3-c3 : c1-b1").do().want(200)
	before := m.state() + m.call("GET", m.plan()).as(m.ann).do().want(200).body
	put := func() *call { return m.call("PUT", m.plan()) }
	line := "d3-c3 : c1-b1\n"
	for _, c := range []struct {
		name   string
		token  string
		call   *call
		status int
		code   string
		detail string
	}{
		{"no body", m.ann, put(), 400, "invalid", "missing"},
		{"white space", m.ann, put().text(" \n"), 400, "invalid", "at least one line"},
		{"no lines", m.ann, put().json(`{"lines":[]}`), 400, "invalid", "at least one line"},
		{"a missing field", m.ann, put().json(`{}`), 400, "invalid", `"lines"`},
		{"cut JSON", m.ann, put().json(`{"lines":["d3-c3 : c1-b1"]`), 400, "invalid", "line 1, column 26"},
		{"a text for a list", m.ann, put().json(`{"lines":"d3-c3 : c1-b1"}`), 400, "invalid", "array"},
		{"a number for a line", m.ann, put().json(`{"lines":[1]}`), 400, "invalid", "string"},
		{"an unknown field", m.ann, put().json(`{"lines":["d3-c3 : c1-b1"],"turn":"x"}`), 400, "invalid", `"turn"`},
		{"no UTF-8", m.ann, put().text("d3-c3 : c1-b1\xff"), 400, "invalid", "UTF-8"},
		{
			"another form", m.ann, put().text(line).with("Content-Type", "text/csv"), 415, "unsupported_media_type",
			"text/plain",
		},
		{"many lines", m.ann, put().text(strings.Repeat(line, 51)), 400, "invalid", "line 51: a plan has at most 50 lines"},
		{"many lines in JSON", m.ann, put().json(`{"lines":["a"` + strings.Repeat(`,"a"`, 50) + `]}`), 400, "invalid", "50"},
		{"a long text", m.ann, put().text(strings.Repeat("x", 32001)), 400, "invalid", "32000"},
		{"half a line", m.ann, put().text(line + "d3-b3"), 400, "invalid", "line 2: it ends with a turn of the opponent"},
		{"two answers", m.ann, put().text(line + "d3-c3 : c1-c2"), 400, "invalid", "line 2: turn 2"},
		{"an illegal turn", m.ann, put().text("d3-c7 : c1-b1"), 422, "illegal_turn", "line 1: turn 1, d3-c7: "},
		{"an unreadable turn", m.ann, put().text("hello : c1-b1"), 422, "unreadable_turn", "line 1: turn 1, hello: "},
		{"unreadable after any turn", m.ann, put().text("* : hello"), 422, "unreadable_turn", "line 1: turn 2, hello: "},
		{"my own turn", m.bob, put().text("c1-b1 : d3-c3"), 409, "conflict", "a plan begins with a turn of ann"},
		{"someone else's game", eve, put().text(line), 403, "forbidden", ""},
		{"an unknown game", m.ann, m.call("PUT", "/v1/games/23456789/plan").text(line), 404, "not_found", ""},
		{"a stale ETag", m.ann, put().text(line).with("If-Match", `"ply-0"`), 409, "stale", "stands at ply 1"},
		{"a stale ply", m.ann, put().json(`{"lines":["d3-c3 : c1-b1"],"ply":2}`), 409, "stale", "stands at ply 1"},
		{"a stale version", m.ann, put().text(line).with("If-Match", `"ply-1.plan-9"`), 409, "stale", "your plan"},
		{
			"two plies", m.ann, put().json(`{"lines":["d3-c3 : c1-b1"],"ply":1}`).with("If-Match", `"ply-0"`), 400, "invalid",
			"If-Match",
		},
		{"no ETag", m.ann, put().text(line).with("If-Match", `"abc"`), 400, "invalid", "ETag"},
		{"dropping a stale one", m.ann, m.call("DELETE", m.plan()).with("If-Match", `"ply-0"`), 409, "stale", ""},
		{"dropping someone else's", eve, m.call("DELETE", m.plan()), 403, "forbidden", ""},
		{"dropping none", m.bob, m.call("DELETE", m.plan()), 404, "not_found", "no plan"},
		{"a wrong method", m.ann, m.call("POST", m.plan()).text(line), 405, "method_not_allowed", "PUT"},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.call.w.t = t
			p := c.call.as(c.token).do().problem(c.status, c.code)
			if !strings.Contains(p.Detail, c.detail) {
				t.Errorf("detail %q lacks %q", p.Detail, c.detail)
			}
			if (p.Game != nil) != (c.code == "stale") {
				t.Errorf("game %+v", p.Game)
			}
		})
	}
	m.t = t
	if after := m.state() + m.call("GET", m.plan()).as(m.ann).do().want(200).body; after != before {
		t.Errorf("something changed:\n%s\n%s", before, after)
	}
	two := put().as(m.ann).accept("text/plain").text(line + "d3-b3 : c1-c7").do().want(422)
	two.contains("Illegal turn [illegal_turn: ", "plan: line 2: turn 2, c1-c7: ")
	m.call("POST", "/v1/games/"+m.id+"/resign").as(m.bob).do().want(200)
	put().as(m.ann).text(line).do().problem(409, "game_over")
}
