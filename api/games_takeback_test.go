package api

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"turnpost/models/mailbox"
	"turnpost/rules/rulestest/sample"
)

func (m *match) takeback(token, body string) httpResponse {
	m.t.Helper()
	return m.call("POST", "/v1/games/"+m.id+"/takeback").as(token).json(body).do()
}

func TestTakeback(t *testing.T) {
	m := newMatch(t)
	path := "/v1/games/" + m.id
	m.play(m.ann, "d1-c1")
	m.play(m.bob, "d3-c3")
	seen := m.call("GET", path).do().want(200).header.Get("ETag")
	m.Mails()
	a := m.takeback(m.bob, `{"action":"offer","ply":1}`).want(200)
	if g := decoded[Game](a); g.Offers.Takeback == nil || *g.Offers.Takeback != (Takeback{By: "defenders", Ply: 1}) ||
		a.header.Get("ETag") == seen {
		t.Errorf("game %+v, %v", g, a.header)
	}
	m.call("GET", path).accept("text/plain").do().want(200).
		contains("bob (Defenders) offers to go back to the position after turn 1, so that turn 2 is played again.\n")
	if box := decoded[Inbox](m.call("GET", "/v1/inbox").as(m.ann).do().want(200)); len(box.Offers) != 1 {
		t.Errorf("inbox %+v", box)
	}
	if box := decoded[Inbox](m.call("GET", "/v1/inbox").as(m.bob).do().want(200)); len(box.Offers) != 0 {
		t.Errorf("inbox %+v", box)
	}
	text := m.call("GET", "/v1/inbox").as(m.ann).accept("text/plain").do().want(200)
	text.contains("A takeback is offered in:\n  "+m.id, "by bob (Defenders), to the position after turn 1\n")
	if strings.Contains(text.body, "A draw is offered") {
		t.Errorf("inbox\n%s", text.body)
	}
	m.takeback(m.bob, `{"action":"offer","ply":1}`).problem(409, "conflict")
	m.takeback(m.ann, `{"action":"accept","ply":0}`).problem(409, "conflict")
	m.takeback(m.ann, `{"action":"decline"}`).want(200)
	m.takeback(m.bob, `{"action":"offer","ply":1}`).want(200)
	m.takeback(m.bob, `{"action":"withdraw"}`).want(200)
	m.takeback(m.bob, `{"action":"offer","ply":1}`).want(200)
	back := m.takeback(m.ann, `{"action":"accept","ply":1}`).want(200)
	if g := decoded[Game](back); g.Ply != 1 || *g.ToMove != "defenders" || g.Offers.Takeback != nil ||
		back.state() != "ply-1.r1" {
		t.Errorf("game %+v, %v", g, back.header)
	}
	// Ply 2 now has another position; the ETag of the previous one is stale.
	m.play(m.bob, "d3-b3")
	again := m.call("GET", path).with("If-None-Match", seen).do().want(200)
	p := m.call("POST", m.turns()).as(m.ann).with("If-Match", seen).text("c1-b1").do().problem(409, "stale")
	if p.Game == nil || p.Game.Ply != 2 {
		t.Errorf("problem %+v", p)
	}
	m.call("POST", m.turns()).as(m.ann).with("If-Match", again.header.Get("ETag")).text("c1-b1").do().want(201)
}

func TestTakebackLetters(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	m := newMatch(t)
	m.play(m.ann, "d1-c1")
	m.Mails()
	m.takeback(m.ann, `{"action":"offer","ply":0}`).want(200)
	m.call("POST", "/v1/games/"+m.id+"/draw").as(m.ann).json(`{"action":"offer"}`).do().want(200)
	mailed := func() string {
		var mailed []string
		for _, l := range m.Mails() {
			for _, l := range append([]*mailbox.Content{l}, l.Secondary...) {
				mailed = append(mailed, strings.TrimSpace(fmt.Sprint(l.Kind, " ", l.Offer, " ", l.Decision))+" "+l.To.Name)
			}
		}
		return strings.Join(mailed, ", ")
	}
	if got := mailed(); got != "offer takeback bob, offer draw bob" {
		t.Errorf("mailed %q", got)
	}
	m.takeback(m.bob, `{"action":"accept","ply":0}`).want(200)
	if got := mailed(); got != "your_turn ann, offer_answer takeback accepted ann" {
		t.Errorf("mailed %q", got)
	}
}

func TestTakebackBadInput(t *testing.T) {
	m := newMatch(t)
	m.play(m.ann, "d1-c1")
	eve := m.player("eve")
	before := m.state()
	for _, c := range []struct {
		token, body string
		status      int
		code        string
	}{
		{m.ann, `{"action":"offer"`, 400, "invalid"},
		{m.ann, `{"action":"offer"}`, 400, "invalid"},
		{m.ann, `{"action":"accept"}`, 400, "invalid"},
		{m.ann, `{"ply":0}`, 400, "invalid"},
		{m.ann, `{"action":"beg","ply":0}`, 400, "invalid"},
		{m.ann, `{"action":"offer","ply":"0"}`, 400, "invalid"},
		{m.ann, `{"action":"offer","ply":0.5}`, 400, "invalid"},
		{m.ann, `{"action":"offer","ply":-1}`, 400, "invalid"},
		{m.ann, `{"action":"offer","ply":1}`, 400, "invalid"},
		{m.ann, `{"action":"offer","ply":99999999999999999999}`, 400, "invalid"},
		{m.ann, `{"action":"offer","ply":0,"turn":1}`, 400, "invalid"},
		{m.ann, `[]`, 400, "invalid"},
		{m.ann, `{"action":"accept","ply":0}`, 409, "conflict"},
		{m.ann, `{"action":"decline"}`, 409, "conflict"},
		{m.ann, `{"action":"withdraw"}`, 409, "conflict"},
		{eve, `{"action":"offer","ply":0}`, 403, "forbidden"},
	} {
		m.takeback(c.token, c.body).problem(c.status, c.code)
	}
	for _, action := range []string{"takeback", "abort"} {
		path := "/v1/games/" + m.id + "/" + action
		body := `{"action":"offer","ply":0}`
		m.call("POST", path).text(body).as(m.ann).do().want(map[string]int{"takeback": 415, "abort": 400}[action])
		anyone, other := m.call("POST", path), m.call("POST", "/v1/games/nothing/"+action).as(m.ann)
		if action == "takeback" {
			anyone.json(body)
			other.json(body)
		}
		anyone.do().problem(401, "unauthorized")
		other.do().problem(404, "not_found")
	}
	m.call("POST", "/v1/games/"+m.id+"/abort").as(eve).do().problem(403, "forbidden")
	m.call("GET", "/v1/games/nothing/log").do().problem(404, "not_found")
	m.call("GET", "/v1/games/"+m.id+"/log?cursor=x").do().problem(400, "invalid")
	if after := m.state(); after != before {
		t.Errorf("something changed:\n%s\n%s", before, after)
	}
	m.call("POST", "/v1/games/"+m.id+"/resign").as(m.ann).do().want(200)
	m.takeback(m.ann, `{"action":"offer","ply":0}`).problem(409, "game_over")
	m.call("POST", "/v1/games/"+m.id+"/abort").as(m.ann).do().problem(409, "game_over")
}

func TestAbort(t *testing.T) {
	m := newMatch(t)
	path := "/v1/games/" + m.id
	m.play(m.ann, "d1-c1")
	a := m.call("POST", path+"/abort").as(m.bob).with("Idempotency-Key", "k").do().want(200)
	if g := decoded[Game](a); g.Status != Aborted || g.Result == nil || g.Result.Winner != nil ||
		g.Result.Reason != "aborted" || g.Deadline != nil {
		t.Errorf("game %+v", g)
	}
	if again := m.call("POST", path+"/abort").as(m.bob).with("Idempotency-Key", "k").do().want(200); again.body != a.body {
		t.Errorf("the replay differs:\n%s", again.body)
	}
	m.call("GET", path).accept("text/plain").do().want(200).
		contains("The game was aborted: it ended before both had played.")
	m.id = m.game(m.ann, m.bob, "bob").ID
	m.play(m.ann, "d1-c1")
	m.play(m.bob, "d3-c3")
	m.call("POST", "/v1/games/"+m.id+"/abort").as(m.ann).do().problem(409, "conflict")
}

// keepClocks lets the server check its clocks as often as counts as uninterrupted operation.
func (m *match) keepClocks(d time.Duration) {
	m.t.Helper()
	for end := m.Clock.Now().Add(d); m.Clock.Now().Before(end); {
		m.Clock.Advance(min(4*time.Minute, end.Sub(m.Clock.Now())))
		if _, err := m.SweepClocks(m.t.Context()); err != nil {
			m.t.Fatal(err)
		}
	}
}

func TestAbortedByTime(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	m := newMatch(t)
	c := decoded[Challenge](m.call("POST", "/v1/challenges").as(m.ann).
		json(`{"ruleset":"hnefatafl","variant":"7x7","opponent":"bob","seat":"first","pace":"1h"}`).do().want(201))
	path := "/v1/games/" + decoded[Game](m.call("POST", "/v1/challenges/"+c.ID+"/accept").as(m.bob).do().want(201)).ID
	m.Mails()
	m.keepClocks(time.Hour + 5*time.Minute)
	if g := decoded[Game](m.call("GET", path).do().want(200)); g.Status != Aborted || g.Result.Winner != nil ||
		g.Result.Reason != "aborted" {
		t.Errorf("game %+v", g)
	}
	m.call("GET", path).accept("text/plain").do().want(200).
		contains("The game was aborted: it ended before both had played.")
}

func TestGameLog(t *testing.T) {
	m := newMatch(t)
	path := "/v1/games/" + m.id + "/log"
	m.call("GET", path).accept("text/plain").do().want(200).contains("Nothing has happened beside the turns.")
	m.Mails()
	m.keepClocks(time.Minute)
	m.Clock.Advance(5*time.Hour + 30*time.Minute) // while the server is down
	m.keepClocks(time.Minute)
	m.play(m.ann, "d1-c1")
	m.keepClocks(20 * time.Minute) // the mail is delayed
	m.Mails()
	m.play(m.bob, "d3-c3")
	m.takeback(m.ann, `{"action":"offer","ply":0}`).want(200)
	m.takeback(m.bob, `{"action":"accept","ply":0}`).want(200)
	m.call("PUT", "/v1/me/away").as(m.bob).json(`{"from":"2026-12-01","until":"2026-12-02"}`).do().want(200)
	m.call("DELETE", "/v1/me/away").as(m.bob).do().want(204)
	log := decoded[GameLog](m.call("GET", path).do().want(200))
	var kinds []LogEntryKind
	for _, e := range log.Entries {
		kinds = append(kinds, e.Kind)
	}
	if !slices.Equal(kinds, []LogEntryKind{LogOutage, LogMailDelay, LogTakeback, LogAway, LogAway}) || log.Next != nil {
		t.Fatalf("log %+v", log)
	}
	e := log.Entries
	if e[0].Back != "5h31m0s" || e[0].Seat != "attackers" || e[1].Seat != "defenders" || e[1].Back == "" ||
		e[3].Away == nil || e[4].Away != nil ||
		e[2].Ply != 2 || !slices.Equal(e[2].Turns, []string{"d1-c1", "d3-c3"}) {
		t.Errorf("log %+v", log)
	}
	m.call("GET", path).as(m.ann).accept("text/plain").do().want(200).contains(
		"Hnefatafl 7×7 (Brandubh) · game "+m.id+"\n",
		"CET · after turn 0 · The server was out of reach: ann (Attackers) has 5h 31m back.\n",
		"The mail about the turn was late: bob (Defenders) has ",
		"after turn 2 · Turns were taken back to the position after turn 0, as ann (Attackers) had offered: d1-c1, d3-c3.\n",
		"bob (Defenders) takes a vacation from Tue 1 Dec until the end of Wed 2 Dec; "+
			"in that time their clock stands still.\n",
		"bob (Defenders) has ended the vacation or called it off.\n")
	first := decoded[GameLog](m.call("GET", path+"?limit=2").do().want(200))
	if len(first.Entries) != 2 || first.Next == nil {
		t.Fatalf("page %+v", first)
	}
	rest := decoded[GameLog](m.call("GET", path+"?cursor="+*first.Next).do().want(200))
	if len(rest.Entries) != 3 || rest.Next != nil || rest.Entries[0].Kind != LogTakeback {
		t.Errorf("page %+v", rest)
	}
}

// A declined offer is said to both players until the next turn, and stays in the log.
func TestADeclinedOfferIsSaid(t *testing.T) {
	m := newMatch(t)
	draw, said := "/v1/games/"+m.id+"/draw", "bob (Defenders) declines the draw."
	before := m.call("GET", "/g/"+m.id).as(m.ann).byCurl().do().want(200)
	m.call("POST", draw).as(m.ann).curl("action=offer").do().want(200).contains("withdraw the draw", "-d action=withdraw")
	m.call("GET", "/g/"+m.id).as(m.bob).byCurl().do().want(200).contains("-d action=accept", "-d action=decline")
	m.call("POST", draw).as(m.bob).curl("action=decline").do().want(200).contains(said)
	after := m.call("GET", "/g/"+m.id).as(m.ann).byCurl().with("If-None-Match", before.header.Get("Etag")).do().want(200).
		contains(said, "offer a draw")
	m.call("GET", "/g/"+m.id).as(m.ann).byCurl().with("If-None-Match", after.header.Get("Etag")).do().want(304)
	m.call("GET", "/v1/games/"+m.id+"/log").accept("text/plain").do().want(200).contains(said)
	log := decoded[GameLog](m.call("GET", "/v1/games/"+m.id+"/log").do().want(200))
	if e := log.Entries[0]; e.Kind != LogDrawDeclined || e.Seat != "defenders" {
		t.Errorf("%+v", e)
	}
	m.call("POST", m.turns()).as(m.ann).curl("d1-c1").do().want(201)
	if a := m.call("GET", "/g/"+m.id).as(m.ann).byCurl().do().want(200); strings.Contains(a.body, said) {
		t.Errorf("a turn was played since:\n%s", a.body)
	}
	back := "/v1/games/" + m.id + "/takeback"
	m.call("POST", back).as(m.ann).curl("action=offer&ply=0").do().want(200)
	m.call("POST", back).as(m.bob).curl("action=decline").do().want(200).contains("bob (Defenders) declines the takeback.")
}
