package api

import (
	"strings"
	"testing"
)

func TestReports(t *testing.T) {
	m := newMatch(t)
	m.say(m.bob, "you fool")
	report := func(token, body string) httpResponse {
		return m.call("POST", "/v1/reports").as(token).json(body).do()
	}
	made := decoded[Report](report(m.ann, `{"game":"`+m.id+`","message":1,"reason":"insults"}`).want(201))
	if *made.Player != "bob" || *made.Game != m.id || *made.Message != 1 || made.Reason != "insults" || made.ID == 0 {
		t.Errorf("%+v", made)
	}
	about := decoded[Report](report(m.player("eve"), `{"game":"`+m.id+`","reason":"odd"}`).want(201))
	if about.Player != nil || about.Message != nil {
		t.Errorf("%+v", about)
	}
	m.call("POST", "/v1/reports").as(m.ann).form("player=bob&reason=rude").accept("text/plain").do().want(201).
		contains("bob", "rude")
	report("", `{"player":"bob","reason":"x"}`).problem(401, "unauthorized")
	report(m.ann, `{"player":"bob"}`).problem(400, "invalid")
	report(m.ann, `{"player":"ann","reason":"x"}`).problem(400, "invalid")
	report(m.ann, `{"player":"nobody","reason":"x"}`).problem(404, "not_found")
	again := func() httpResponse {
		return m.call("POST", "/v1/reports").as(m.ann).json(`{"player":"bob","reason":"again"}`).
			with("Idempotency-Key", "k").do().want(201)
	}
	first, second := again(), again()
	if first.body != second.body {
		t.Errorf("%s, then %s", first.body, second.body)
	}
	for range 7 {
		report(m.ann, `{"player":"bob","reason":"x"}`).want(201)
	}
	last := report(m.ann, `{"player":"bob","reason":"x"}`)
	if last.problem(429, "too_many"); last.header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
}

// TestMutedPlayers sends messages of a muted player with and without a turn.
func TestMutedPlayers(t *testing.T) {
	m := newMatch(t)
	if err := m.Admin().MutePlayer(t.Context(), "ann"); err != nil {
		t.Fatal(err)
	}
	m.call("POST", m.messages()).as(m.ann).text("hello").do().problem(403, "forbidden")
	body := `{"turn":"d1-c1","message":"hello"}`
	m.call("POST", m.turns()+"?dry_run=true").as(m.ann).json(body).accept("text/plain").do().want(200).
		contains("Your message was not delivered")
	a := m.call("POST", m.turns()).as(m.ann).json(body).do().want(201)
	if g := decoded[Game](a); !g.MessageWithheld || g.Ply != 1 || g.LastTurn.Message != "" {
		t.Errorf("%s", a.body)
	}
	m.call("GET", m.messages()).as(m.bob).accept("text/plain").do().want(200).contains("no messages")
	a = m.call("POST", m.turns()).as(m.bob).json(`{"turn":"d3-c3","message":"hello"}`).do().want(201)
	if strings.Contains(a.body, "message_withheld") {
		t.Errorf("%s", a.body)
	}
}
