package api

import (
	"strings"
	"testing"
	"time"

	"turnpost/models"
)

func (m *match) messages() string { return "/v1/games/" + m.id + "/messages" }

func (m *match) say(token, text string) httpResponse {
	m.t.Helper()
	return m.call("POST", m.messages()).as(token).text(text).do().want(201)
}

func TestMessages(t *testing.T) {
	m := newMatch(t)
	first := decoded[Message](m.say(m.bob, "hello,\nann"))
	if first.Number != 1 || first.Author != "bob" || first.Ply != 0 || first.Text != "hello,\nann" || first.At.IsZero() {
		t.Errorf("%+v", first)
	}
	m.call("POST", m.turns()).as(m.ann).json(`{"turn":"d1-c1","message":"hello"}`).do().want(201)
	m.call("POST", m.messages()).as(m.ann).json(`{"text":"and good luck"}`).do().want(201)
	m.call("POST", m.messages()).as(m.ann).form("<b>x</b> & y=z").accept("text/plain").do().want(201).
		contains("4. ann, after turn 1, Fri 20 Nov 13:00 CET:\n  <b>x</b> & y=z\n")

	list := decoded[MessageList](m.call("GET", m.messages()).as(m.bob).do().want(200))
	if len(list.Messages) != 4 || list.Read != 0 || list.Unread != 3 || list.Next != nil ||
		list.Messages[1].Text != "hello" || list.Messages[1].Ply != 1 {
		t.Errorf("%+v", list)
	}
	page := decoded[MessageList](m.call("GET", m.messages()+"?limit=2&cursor=1").as(m.bob).do().want(200))
	if len(page.Messages) != 2 || page.Messages[0].Number != 2 || page.Next == nil || *page.Next != "3" {
		t.Errorf("%+v", page)
	}
	m.call("GET", m.messages()+"?limit=1").as(m.ann).accept("text/plain").do().want(200).
		contains("1. bob, before the first turn, Fri 20 Nov 13:00 CET (unread):\n  hello,\n  ann\nMore with ?cursor=1\n")
	mails := m.Mails() // the last mail is about bob's turn and includes ann's later message
	last := mails[len(mails)-1]
	if last.Kind != models.KindYourTurn || len(last.Secondary) != 1 || len(last.Secondary[0].Messages) != 2 {
		t.Errorf("%d mails, the last %+v", len(mails), last)
	}
}

func TestUnreadMessages(t *testing.T) {
	m := newMatch(t)
	game := "/v1/games/" + m.id
	m.call("GET", m.messages()).as(m.bob).accept("text/plain").do().want(200).contains("no messages")
	before := m.call("GET", game).as(m.bob).do().want(200)
	m.say(m.ann, "hello")
	m.say(m.ann, "are you there?")
	now := m.call("GET", game).as(m.bob).with("If-None-Match", before.header.Get("ETag")).do().want(200)
	if g := decoded[Game](now); g.Unread == nil || *g.Unread != 2 {
		t.Errorf("unread %v", g.Unread)
	}
	m.call("GET", game).as(m.bob).with("If-None-Match", now.header.Get("ETag")).do().want(304)
	m.call("GET", game).as(m.bob).accept("text/plain").do().want(200).contains("Unread messages: 2.\n")
	for _, reader := range []*call{m.call("GET", game), m.call("GET", game).as(m.player("eve"))} {
		if a := reader.do().want(200); strings.Contains(a.body, "unread") ||
			strings.Contains(a.header.Get("ETag"), "unread") {
			t.Errorf("a visitor sees %s, %v", a.body, a.header)
		}
	}
	if mine := decoded[Game](m.call("GET", game).as(m.ann).do().want(200)); mine.Unread == nil || *mine.Unread != 0 {
		t.Errorf("ann's own words are unread: %v", mine.Unread)
	}
	if box := decoded[Inbox](m.call("GET", "/v1/inbox").as(m.bob).do().want(200)); len(box.Messages) != 1 ||
		*box.Messages[0].Unread != 2 {
		t.Errorf("%+v", box.Messages)
	}
	m.call("GET", "/v1/inbox").as(m.bob).accept("text/plain").do().want(200).
		contains("Unread messages in:\n  "+m.id, "2 by ann")
	m.call("POST", m.turns()).as(m.ann).with("If-Match", now.header.Get("ETag")).text("d1-c1").do().want(201)

	read := func(c *call) ReadMarks {
		t.Helper()
		return decoded[ReadMarks](c.as(m.bob).do().want(200))
	}
	if got := read(m.call("POST", m.messages()+"/read").json(`{"up_to":1}`)); got != (ReadMarks{Read: 1, Unread: 1}) {
		t.Errorf("%+v", got)
	}
	if got := read(m.call("POST", m.messages()+"/read")); got != (ReadMarks{Read: 2, Unread: 0}) {
		t.Errorf("%+v", got)
	}
	if box := decoded[Inbox](m.call("GET", "/v1/inbox").as(m.bob).do().want(200)); len(box.Messages) != 0 {
		t.Errorf("%+v", box.Messages)
	}
}

func TestMessageOnce(t *testing.T) {
	m := newMatch(t)
	send := func(text string) httpResponse {
		return m.call("POST", m.messages()).as(m.ann).with("Idempotency-Key", "k1").text(text).do()
	}
	first := send("hello").want(201)
	if again := send("hello").want(201); again.body != first.body || again.header.Get("Idempotency-Replayed") != "true" {
		t.Errorf("%s, %v", again.body, again.header)
	}
	send("goodbye").problem(422, "idempotency_key_reused")
	if list := decoded[MessageList](m.call("GET", m.messages()).as(m.bob).do().want(200)); len(list.Messages) != 1 {
		t.Errorf("%+v", list)
	}
}

func TestRefusedMessages(t *testing.T) {
	m := newMatch(t)
	eve := m.player("eve")
	m.say(m.ann, "hello")
	see := func() string { return m.state() + m.call("GET", m.messages()).as(m.bob).do().want(200).body }
	before := see()
	post := func() *call { return m.call("POST", m.messages()) }
	read := func() *call { return m.call("POST", m.messages()+"/read") }
	for _, c := range []struct {
		name   string
		token  string
		call   *call
		status int
		code   string
		detail string
	}{
		{"no body", m.ann, post(), 400, "invalid", "missing"},
		{"white space", m.ann, post().text(" \n"), 400, "invalid", "says something"},
		{"no text", m.ann, post().json(`{}`), 400, "invalid", `"text"`},
		{"cut JSON", m.ann, post().json(`{"text":"hello`), 400, "invalid", "line 1"},
		{"a number", m.ann, post().json(`{"text":1}`), 400, "invalid", "string"},
		{"an unknown field", m.ann, post().json(`{"text":"hello","to":"eve"}`), 400, "invalid", `"to"`},
		{"no UTF-8", m.ann, post().text("hello\xff"), 400, "invalid", "UTF-8"},
		{"too long", m.ann, post().text(strings.Repeat("x", 2001)), 400, "invalid", "2000"},
		{"much too long", m.ann, post().text(strings.Repeat("x", 4001)), 400, "invalid", "2000"},
		{
			"another form", m.ann, post().text("hello").with("Content-Type", "text/csv"), 415, "unsupported_media_type",
			"text/plain",
		},
		{"someone else's game", eve, post().text("hello"), 403, "forbidden", "do not play"},
		{"an unknown game", m.ann, m.call("POST", "/v1/games/23456789/messages").text("hello"), 404, "not_found", ""},
		{"reading another's", eve, m.call("GET", m.messages()), 403, "forbidden", ""},
		{"a bad cursor", m.ann, m.call("GET", m.messages()+"?cursor=x"), 400, "invalid", "cursor"},
		{"marking another's", eve, read(), 403, "forbidden", ""},
		{"marking what is not there", m.bob, read().json(`{"up_to":2}`), 400, "invalid", "1 to 1"},
		{"marking below zero", m.bob, read().json(`{"up_to":-1}`), 400, "invalid", ""},
		{"marking a word", m.bob, read().json(`{"up_to":"1"}`), 400, "invalid", "integer"},
		{"marking with an unknown field", m.bob, read().json(`{"to":1}`), 400, "invalid", `"to"`},
		{"a wrong method", m.ann, m.call("DELETE", m.messages()), 405, "method_not_allowed", "POST"},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.call.w.t = t
			if p := c.call.as(c.token).do().problem(c.status, c.code); !strings.Contains(p.Detail+p.Field, c.detail) {
				t.Errorf("detail %q lacks %q", p.Detail, c.detail)
			}
		})
	}
	m.t = t
	if after := see(); after != before {
		t.Errorf("something changed:\n%s\n%s", before, after)
	}
	m.call("GET", m.messages()).do().problem(401, "unauthorized")
	m.call("POST", "/v1/games/"+m.id+"/resign").as(m.ann).do().want(200)
	m.say(m.bob, "thank you")
	m.Clock.Advance(15 * 24 * time.Hour)
	post().as(m.bob).text("hello?").do().problem(409, "game_over")
}
