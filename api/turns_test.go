package api

import (
	"strings"
	"sync"
	"testing"

	"turnpost/rules/rulestest/sample"
)

func TestPlayTurn(t *testing.T) {
	m := newMatch(t)
	first := m.call("POST", m.turns()).as(m.ann).form("D1-C1\n").do().want(201)
	g := decoded[Game](first)
	if g.Ply != 1 || g.LastTurn.Turn != "d1-c1" || g.LastTurn.Via != "http" || *g.ToMove != "defenders" ||
		first.state() != "ply-1" {
		t.Errorf("game %+v", g)
	}
	second := m.call("POST", m.turns()).as(m.bob).with("If-Match", `"ply-1"`).
		json(`{"turn":"d3-c3","ply":1,"message":"a secret","offer_draw":true}`).do().want(201)
	if g = decoded[Game](second); *g.Offers.Draw != "defenders" || g.LastTurn.Message != "a secret" {
		t.Errorf("game %+v", g)
	}
	third := m.call("POST", m.turns()).as(m.ann).accept("text/plain").form(`{"turn":"d2-c2"}`).do().want(201)
	third.contains("after turn 3", "ann", "is to move, by")
	if !strings.HasSuffix(third.body, "\n") || strings.HasSuffix(third.body, "\n\n") {
		t.Errorf("the text ends with %q", third.body[len(third.body)-5:])
	}
}

func TestMessagesArePrivate(t *testing.T) {
	m := newMatch(t)
	eve := m.player("eve")
	m.call("POST", m.turns()).as(m.ann).json(`{"turn":"d1-c1","message":"a secret"}`).do().want(201)
	for _, path := range []string{"/v1/games/" + m.id, m.turns(), "/v1/games", "/v1/games/" + m.id + "/board.txt"} {
		m.call("GET", path).as(m.bob).do().want(200).contains("a secret")
		for _, stranger := range []*call{m.call("GET", path), m.call("GET", path).as(eve)} {
			if a := stranger.do().want(200); strings.Contains(a.body, "secret") {
				t.Errorf("%s shows the message to others", path)
			}
		}
	}
}

func TestDryRun(t *testing.T) {
	m := newMatch(t)
	before := m.state()
	a := m.call("POST", m.turns()+"?dry_run=true").as(m.ann).text("d1-c1").do().want(200)
	if g := decoded[Game](a); g.Ply != 1 || g.LastTurn.Turn != "d1-c1" || a.header.Get("ETag") != "" {
		t.Errorf("game %+v, %v", g, a.header)
	}
	m.call("POST", m.turns()+"?dry_run=true").as(m.ann).text("d1-d9").do().problem(422, "illegal_turn")
	m.call("POST", m.turns()+"?dry_run=true").as(m.bob).text("d3-c3").do().problem(409, "not_your_turn")
	for _, typo := range []string{
		"?dryrun=true", "?dry_run", "?dry_run=yes!", "?dry_run=true;x", "?dry_run=%zz",
		"?dry_run=false&dry_run=true",
	} {
		m.call("POST", m.turns()+typo).as(m.ann).text("d1-c1").do().problem(400, "invalid")
	}
	if m.state() != before {
		t.Error("something changed")
	}
}

func TestStale(t *testing.T) {
	m := newMatch(t)
	m.play(m.ann, "d1-c1")
	before := m.state()
	for _, c := range []*call{
		m.call("POST", m.turns()).json(`{"turn":"d3-c3","ply":0}`),
		m.call("POST", m.turns()).with("If-Match", `"ply-0"`).text("d3-c3"),
		m.call("POST", m.turns()).with("If-Match", `"ply-7"`).text("d3-c3"),
		m.call("POST", m.turns()+"?dry_run=true").with("If-Match", `"ply-0"`).text("d3-c3"),
	} {
		p := c.as(m.bob).do().problem(409, "stale")
		if p.Game == nil || p.Game.Ply != 1 || p.Game.LastTurn.Turn != "d1-c1" {
			t.Errorf("state %+v", p.Game)
		}
	}
	m.call("POST", m.turns()).as(m.bob).with("If-Match", `"ply-1"`).json(`{"turn":"d3-c3","ply":0}`).do().
		problem(400, "invalid")
	m.call("POST", m.turns()).as(m.bob).with("If-Match", `"abc"`).text("d3-c3").do().problem(400, "invalid")
	if m.state() != before {
		t.Error("something changed")
	}
	m.call("POST", m.turns()).as(m.bob).with("If-Match", `*`).text("d3-c3").do().want(201)
}

func TestRefusedTurns(t *testing.T) {
	m := newMatch(t)
	eve := m.player("eve")
	before := m.state()
	refused := func(token, turn string, status int, code, reason string) {
		t.Helper()
		if p := m.call("POST", m.turns()).as(token).text(turn).do().problem(status, code); p.Reason != reason {
			t.Errorf("%s: reason %q, want %q", turn, p.Reason, reason)
		}
	}
	refused(m.bob, "d3-c3", 409, "not_your_turn", "")
	refused(eve, "d1-c1", 403, "forbidden", "")
	refused(m.ann, "hello there", 422, "unreadable_turn", "syntax")
	refused(m.ann, " \n", 422, "unreadable_turn", "syntax")
	refused(m.ann, "d3-c3", 422, "illegal_turn", "not_your_piece")
	refused(m.ann, "d1-d9", 422, "illegal_turn", "no_such_square")
	refused(m.ann, "c3-c4", 422, "illegal_turn", "no_piece")
	m.call("POST", m.turns()).text("d1-c1").do().problem(401, "unauthorized")
	m.call("POST", "/v1/games/23456789/turns").as(m.ann).text("d1-c1").do().problem(404, "not_found")
	m.call("POST", "/v1/games/23456789/resign").as(m.ann).do().problem(404, "not_found")
	m.call("POST", "/v1/games/"+m.id+"/resign").as(eve).do().problem(403, "forbidden")
	if m.state() != before {
		t.Error("something changed")
	}
	two := m.call("POST", m.turns()).as(m.ann).accept("text/plain").text("d3-c3").do().want(422)
	two.contains("Illegal turn [illegal_turn: not_your_piece]\n")
	if lines := strings.SplitAfter(two.body, "\n"); len(lines) < 4 || !strings.HasPrefix(lines[2], "  curl ") {
		t.Errorf("not two lines and a command: %q", two.body)
	}
	m.call("POST", "/v1/games/"+m.id+"/resign").as(m.bob).do().want(200)
	refused(m.ann, "d1-c1", 409, "game_over", "")
}

// TestTurnSentAgain sends turns again whose responses may have been lost, in every way in which clients name the ply.
func TestTurnSentAgain(t *testing.T) {
	m := newMatch(t)
	again := func(status int, turn *call) {
		t.Helper()
		m.Mails()
		before := m.state()
		turn.do().want(status)
		if m.state() != before || len(m.Mails()) != 0 {
			t.Error("something changed")
		}
	}
	m.call("POST", m.turns()).as(m.ann).json(`{"turn":"d1-c1","ply":0,"message":"hello"}`).do().want(201)
	again(201, m.call("POST", m.turns()).as(m.ann).json(`{"turn":"d1-c1","ply":0,"message":"hello"}`))
	again(201, m.call("POST", m.turns()).as(m.ann).json(`{"turn":"D1 c1","ply":0,"message":"hello"}`)) // another spelling
	again(409, m.call("POST", m.turns()).as(m.ann).json(`{"turn":"d1-c1","ply":0,"message":"bye"}`))
	again(409, m.call("POST", m.turns()).as(m.ann).json(`{"turn":"d1-c1","ply":0,"message":"hello","offer_draw":true}`))
	again(409, m.call("POST", m.turns()).as(m.ann).json(`{"turn":"d1-b1","ply":0,"message":"hello"}`))
	again(409, m.call("POST", m.turns()).as(m.bob).json(`{"turn":"d1-c1","ply":0,"message":"hello"}`))
	again(409, m.call("POST", m.turns()).as(m.ann).text("d1-c1")) // for no ply: another turn
	m.call("POST", m.turns()).as(m.bob).json(`{"turn":"d3-c3","ply":1,"offer_draw":true}`).do().want(201)
	again(201, m.call("POST", m.turns()).as(m.bob).with("If-Match", `"ply-1"`).json(`{"turn":"d3-c3","offer_draw":true}`))
	again(201, m.call("POST", m.turns()).as(m.ann).json(`{"turn":"d1-c1","ply":0,"message":"hello"}`)) // bob has answered
	m.call("POST", "/v1/games/"+m.id+"/resign").as(m.ann).do().want(200)
	m.Mails()
	again(201, m.call("POST", m.turns()).as(m.bob).json(`{"turn":"d3-c3","ply":1}`)) // the game is over
	again(409, m.call("POST", m.turns()).as(m.bob).json(`{"turn":"d3-b3","ply":1}`))
}

func TestManyAtOnce(t *testing.T) {
	sample.Together(t, "many requests at once")
	m := newMatch(t)
	m.Mails()
	var wait sync.WaitGroup
	statuses := make(chan int, 20)
	for range cap(statuses) {
		wait.Go(func() {
			statuses <- m.call("POST", m.turns()).as(m.ann).with("If-Match", `"ply-0"`).text("d1-c1").do().status
		})
	}
	wait.Wait()
	close(statuses)
	count := map[int]int{}
	for status := range statuses {
		count[status]++
	}
	if count[201] != 20 { // each is told that the turn is played
		t.Errorf("answers %v", count)
	}
	m.call("GET", "/v1/games/"+m.id).do().want(200).contains(`"ply":1`)
	if mails := m.Mails(); len(mails) != 1 || mails[0].To.Name != "bob" {
		t.Errorf("%d mails", len(mails))
	}
}

func TestIdempotency(t *testing.T) {
	m := newMatch(t)
	post := func(token, key, path, body string) httpResponse {
		return m.call("POST", path).as(token).with("Idempotency-Key", key).text(body).do()
	}
	first := post(m.ann, "k1", m.turns(), "d1-c1").want(201)
	m.Clock.Advance(1e9 * 60)
	m.play(m.bob, "d3-c3")
	again := post(m.ann, "k1", m.turns(), "d1-c1").want(201)
	if again.body != first.body || again.state() != "ply-1" ||
		again.header.Get("Idempotency-Replayed") != "true" {
		t.Errorf("replayed %v\n%s", again.header, again.body)
	}
	if first.header.Get("Idempotency-Replayed") != "" {
		t.Error("the first answer says it is a replay")
	}
	post(m.ann, "k1", m.turns(), "d2-c2").problem(422, "idempotency_key_reused")
	post(m.ann, "k1", m.turns()+"?style=ascii", "d1-c1").problem(422, "idempotency_key_reused")
	post(m.ann, strings.Repeat("k", 201), m.turns(), "d1-c1").problem(400, "invalid")

	post(m.ann, "k2", m.turns(), "nonsense").problem(422, "unreadable_turn")
	post(m.ann, "k2", m.turns(), "d2-c2").want(201) // a refusal does not use the key

	post(m.bob, "k1", m.turns(), "c3-d3").want(201) // keys belong to one player

	mail := func() httpResponse {
		return m.call("POST", "/v1/me/test-mail").as(m.ann).with("Idempotency-Key", "k3").do().want(202)
	}
	if first, again := mail(), mail(); first.body != again.body {
		t.Error("the replay differs")
	}
	tests := 0
	for _, mail := range m.Mails() {
		if mail.Kind == "test" {
			tests++
		}
	}
	if tests != 1 {
		t.Errorf("%d test mails", tests)
	}
}

// The text and JSON of a turn say first whether it was tried or played.
func TestATriedTurnIsNoPlayedOne(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	m := newMatch(t)
	for path, played := range map[string]bool{"?dry_run=true": false, "?dry_run=false": true, "": true} {
		m := &match{world: m.world, ann: m.ann, bob: m.bob, id: m.game(m.ann, m.bob, "bob").ID}
		a := m.call("POST", m.turns()+path).as(m.ann).json(`{"turn":"d1-c1"}`).do()
		if g := decoded[Game](a); g.Played == nil || *g.Played != played {
			t.Errorf("%s: %s", path, a.body)
		}
	}
	if g := decoded[Game](m.call("GET", "/v1/games/"+m.id).do().want(200)); g.Played != nil {
		t.Error("a game that is only read has the field played")
	}
	tried := m.call("POST", m.turns()+"?dry_run=true").as(m.ann).curl("d1 - c1").do().want(200)
	if !strings.HasPrefix(tried.body, "Not played. ") {
		t.Errorf("it reads like a played turn:\n%s", tried.body)
	}
	tried.contains("[a](.)", "bob (Defenders) would be to move.", "-d d1-c1")
	if strings.Contains(tried.body, "is to move") {
		t.Errorf("the response claims that the turn was played:\n%s", tried.body)
	}
	played := m.call("POST", m.turns()).as(m.ann).curl("d1-c1").do().want(201)
	if strings.Contains(played.body, "Not played") {
		t.Errorf("a played turn:\n%s", played.body)
	}
}

// The response to a tried winning turn includes the result.
func TestATriedTurnThatWouldWin(t *testing.T) {
	m := newMatch(t)
	for i, turn := range []string{"d2-c2", "d3-b3", "d1-e1", "d5-b5xb4", "f4-f1", "d4-d1"} {
		m.play([]string{m.ann, m.bob}[i%2], turn)
	}
	m.call("POST", m.turns()+"?dry_run=true").as(m.ann).curl("c2-c1").do().want(200).
		contains("Not played. ", "ann (Attackers) would win: ", "-d c2-c1xd1")
	g := decoded[Game](m.call("POST", m.turns()+"?dry_run=true").as(m.ann).json(`{"turn":"c2-c1"}`).do().want(200))
	if g.Played == nil || *g.Played || g.Result == nil || g.Result.Reason != "king_captured" {
		t.Errorf("%+v", g)
	}
	if g := decoded[Game](m.call("GET", "/v1/games/"+m.id).do().want(200)); g.Ply != 6 || g.Result != nil {
		t.Errorf("the game has ended: %+v", g)
	}
}
