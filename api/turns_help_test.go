package api

import (
	"strings"
	"testing"
)

// TestAskForTurns sends a question in place of a turn, in every form that a turn can have.
func TestAskForTurns(t *testing.T) {
	m := newMatch(t)
	before := m.state()
	for _, ask := range []string{"?", "help", " HELP\n"} {
		text := m.call("POST", m.turns()).as(m.ann).accept("text/plain").text(ask).do().want(200)
		text.contains("d1-c1", "Play one:", m.turns())
		form := m.call("POST", m.turns()).as(m.ann).accept("text/plain").form(ask).do().want(200)
		named := m.call("POST", m.turns()).
			as(m.ann).
			accept("text/plain").
			form("turn=" + strings.TrimSpace(ask)).
			do().
			want(200)
		if form.body != text.body || named.body != text.body {
			t.Errorf("%q as a form: %s\nand with a name: %s", ask, form.body, named.body)
		}
	}
	for _, body := range []string{`{"turn":"?"}`, `{"turn":"Help","ply":7}`} {
		g := decoded[Game](m.call("POST", m.turns()).as(m.ann).json(body).do().want(200))
		if g.Played == nil || *g.Played || g.Ply != 0 || g.Next == nil || len(g.Next.Steps) == 0 || g.Next.MayEnd {
			t.Errorf("%s: %+v", body, g)
		}
	}
	waiting := decoded[Game](m.call("POST", m.turns()).as(m.bob).json(`{"turn":"?"}`).do().want(200))
	if waiting.Next == nil || len(waiting.Next.Steps) == 0 {
		t.Errorf("to the side that waits: %+v", waiting)
	}
	m.call("POST", m.turns()).json(`{"turn":"?"}`).do().problem(401, "unauthorized")
	m.call("POST", "/v1/games/zzzzzzzz/turns").as(m.ann).text("?").do().problem(404, "not_found")
	m.call("POST", m.turns()).as(m.ann).text("? d1-c1").do().problem(422, "unreadable_turn")
	if m.state() != before {
		t.Error("something changed")
	}
	m.call("POST", "/v1/games/"+m.id+"/resign").as(m.ann).do().want(200)
	m.call("POST", m.turns()).as(m.bob).json(`{"turn":"help"}`).do().problem(409, "game_over")
}

// A request that lacks its turn is answered with how to send one.
func TestTurnWithoutABody(t *testing.T) {
	m := newMatch(t)
	c := m.call("POST", m.turns()).as(m.ann).byCurl()
	c.anyForm = true
	c.do().want(400).contains("the body is missing; it must have turn", "-d 'YOUR TURN'", m.turns())
}

// Any other request that lacks its body is answered with what must be in it.
func TestRequestsWithoutABody(t *testing.T) {
	m := newMatch(t)
	for path, want := range map[string]string{
		"/v1/games/" + m.id + "/draw": "it must have action",
		"/v1/players":                 "it must have name and email",
		"/v1/tokens":                  "it must have email and code",
	} {
		c := m.call("POST", path).as(m.ann).byCurl()
		c.anyForm = true
		c.do().want(400).contains("the body is missing; " + want)
	}
}

// TestTurnsSentElsewhere sends turns to addresses that only look like the right one.
func TestTurnsSentElsewhere(t *testing.T) {
	m := newMatch(t)
	before := m.state()
	right := "POST " + m.turns()
	for path, status := range map[string]int{
		"/v1/games/" + m.id: 405, "/v1/games/" + m.id + "/": 404, "/v1/games/" + m.id + "/turn": 404,
	} {
		code := map[int]string{404: "not_found", 405: "method_not_allowed"}[status]
		p := m.call("POST", path).as(m.ann).json(`{"turn":"d1-c1"}`).do().problem(status, code)
		if !strings.Contains(p.Detail, right) {
			t.Errorf("POST %s: %s", path, p.Detail)
		}
		a := m.call("POST", path).as(m.ann).accept("text/plain").form("d1-c1").do().want(status)
		a.contains(right, "curl", "-d 'YOUR TURN'")
	}
	for _, other := range []struct {
		method, path string
		status       int
	}{
		{"DELETE", "/v1/games/" + m.id, 405},
		{"GET", "/v1/games/" + m.id + "/turn", 404},
		{"POST", "/v1/games/" + m.id + "/turn/1", 404},
		{"POST", "/v1/players/turn", 405},
	} {
		a := m.call(other.method, other.path).as(m.ann).do().want(other.status)
		if strings.Contains(a.body, right) {
			t.Errorf("%s %s: %s", other.method, other.path, a.body)
		}
	}
	if m.state() != before {
		t.Error("something changed")
	}
}
