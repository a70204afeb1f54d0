package api

import (
	"bytes"
	"image/png"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"

	"turnpost/rules/rulestest/sample"
)

func TestGameForms(t *testing.T) {
	m := newMatch(t)
	path := "/v1/games/" + m.id
	g := decoded[Game](m.call("GET", path).do().want(200))
	first := Seated{Seat: "attackers", Name: "ann", DaysOff: []string{}}
	if !reflect.DeepEqual(g.Players[0], first) || *g.ToMove != "attackers" || g.LastTurn != nil ||
		g.Result != nil ||
		g.TimeLeft["attackers"] != 72*3600 || g.Deadline == nil || g.Offers.Draw != nil || g.Pace != "3d" {
		t.Errorf("game %+v", g)
	}
	m.play(m.ann, "d1-c1")
	text := m.call("GET", path).accept("text/plain").do().want(200)
	text.contains("Hnefatafl 7×7", "[a]", "ann", "bob (Defenders) is to move, by Mon 23 Nov 12:00 UTC; 3 days left.")
	if other := m.call("GET", path+"/board.txt").do().want(200); other.body != text.body {
		t.Errorf("board.txt differs:\n%s", other.body)
	}
	mine := m.call("GET", path).as(m.bob).accept("text/plain").do().want(200)
	mine.contains("It is your turn (Defenders), due Mon 23 Nov 13:00 CET")
	if unicode := m.call("GET", path+"?style=unicode").accept("text/plain").do().want(200); unicode.body == text.body {
		t.Error("style=unicode changes nothing")
	}
	if flipped := m.call("GET", path+"?flip=true").accept("text/plain").do().want(200); flipped.body == text.body {
		t.Error("flip changes nothing")
	}
	svg := m.call("GET", path).accept("image/png;q=0.5, image/svg+xml").do().want(200)
	svg.contains("<svg", "Defenders to move")
	if again := m.call("GET", path+"/board.svg").do().want(200); again.body != svg.body {
		t.Error("board.svg differs")
	}
	small := m.call("GET", path+"/board.png?scale=1").do().want(200)
	large := m.call("GET", path+"/board.png").do().want(200)
	for _, picture := range []httpResponse{small, large} {
		if _, err := png.Decode(bytes.NewReader([]byte(picture.body))); err != nil ||
			picture.header.Get("Content-Type") != typePNG {
			t.Errorf("%v, %v", err, picture.header)
		}
	}
	if small.body == large.body {
		t.Error("scale changes nothing")
	}
	m.call("GET", path).accept("application/pdf").do().problem(406, "not_acceptable")
	head := m.call("HEAD", path).do().want(200)
	if head.body != "" || head.state() != "ply-1" || head.header.Get("Content-Type") != typeJSON {
		t.Errorf("HEAD %v %q", head.header, head.body)
	}
}

func TestGameCaching(t *testing.T) {
	m := newMatch(t)
	path := "/v1/games/" + m.id
	m.play(m.ann, "d1-c1")
	for _, form := range []string{"", "/board.txt", "/board.svg", "/board.png"} {
		fresh := m.call("GET", path+form).do().want(200)
		tag := fresh.header.Get("ETag")
		if fresh.state() != "ply-1" || fresh.header.Get("Cache-Control") != "no-cache" {
			t.Errorf("%s: %v", form, fresh.header)
		}
		m.call("GET", path+form).with("If-None-Match", `"ply-0", W/`+tag).do().want(304)
		m.call("GET", path+form).with("If-None-Match", `"ply-0"`).do().want(200)
		past := m.call("GET", path+form+"?ply=0").do().want(200)
		if past.state() != "ply-0" || past.header.Get("Cache-Control") != "no-cache" {
			t.Errorf("%s: %v", form, past.header)
		}
		m.call("GET", path+form+"?ply=2").do().problem(400, "invalid")
	}
	before := m.call("GET", path).do().header.Get("ETag")
	m.call("POST", path+"/draw").as(m.ann).json(`{"action":"offer"}`).do().want(200)
	offered := m.call("GET", path).with("If-None-Match", before).do().want(200).header.Get("ETag")
	m.call("POST", path+"/takeback").as(m.ann).json(`{"action":"offer","ply":0}`).do().want(200)
	both := m.call("GET", path).with("If-None-Match", offered).do().want(200).header.Get("ETag")
	m.call("POST", path+"/resign").as(m.ann).do().want(200)
	m.call("GET", path).with("If-None-Match", both).do().want(200)
	for _, form := range []string{"", "/board.txt", "/board.svg", "/board.png"} { // a finished game allows no takeback
		past := m.call("GET", path+form+"?ply=0").do().want(200)
		if (form != "") != strings.Contains(past.header.Get("Cache-Control"), "immutable") {
			t.Errorf("%s: %v", form, past.header)
		}
	}
}

func TestPastText(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	m := newMatch(t)
	path := "/v1/games/" + m.id + "/board.txt?ply=1"
	m.play(m.ann, "d1-c1")
	m.play(m.bob, "d3-c3")
	before := m.call("GET", path).do().want(200)
	before.contains("after turn 1", "Then bob (Defenders) was to move.")
	m.call("POST", "/v1/games/"+m.id+"/draw").as(m.ann).json(`{"action":"offer"}`).do().want(200)
	m.call("POST", "/v1/games/"+m.id+"/resign").as(m.bob).do().want(200)
	if after := m.call("GET", path).do().want(200); after.body != before.body {
		t.Errorf("the past has changed:\n%s", after.body)
	}
}

func TestGameLists(t *testing.T) {
	m := newMatch(t)
	eve := m.player("eve")
	other := m.game(m.ann, eve, "eve").ID
	ids := func(query string) string {
		var ids []string
		for _, g := range decoded[GameList](m.call("GET", "/v1/games"+query).do().want(200)).Games {
			ids = append(ids, g.ID)
		}
		return strings.Join(ids, " ")
	}
	for query, want := range map[string]string{
		"?player=bob": m.id, "?player=eve&status=ongoing": other, "?status=finished": "", "?to_move=bob": "",
		"?player=nobody":     "",
		"?ruleset=bohnduell": "", "?player=EVE&ruleset=hnefatafl&to_move=ann": other,
	} {
		if got := ids(query); got != want {
			t.Errorf("%s: %q, want %q", query, got, want)
		}
	}
	first := decoded[GameList](m.call("GET", "/v1/games?limit=1").do().want(200))
	if len(first.Games) != 1 || first.Next == nil {
		t.Fatalf("page %+v", first)
	}
	second := decoded[GameList](m.call("GET", "/v1/games?limit=1&cursor="+*first.Next).do().want(200))
	if len(second.Games) != 1 || second.Next != nil || second.Games[0].ID == first.Games[0].ID {
		t.Errorf("page %+v", second)
	}
	m.play(m.ann, "d1-c1")
	m.play(m.bob, "d3-c3")
	turns := decoded[TurnList](m.call("GET", m.turns()+"?limit=1").do().want(200))
	if len(turns.Turns) != 1 || turns.Next == nil || turns.Turns[0].Turn != "d1-c1" || turns.Turns[0].Description == "" {
		t.Fatalf("turns %+v", turns)
	}
	rest := decoded[TurnList](m.call("GET", m.turns()+"?cursor="+*turns.Next).do().want(200))
	if len(rest.Turns) != 1 || rest.Next != nil || rest.Turns[0].Seat != "defenders" ||
		rest.Turns[0].Events[0].Seat != "defenders" {
		t.Errorf("turns %+v", rest)
	}
	whole := decoded[TurnList](m.call("GET", m.turns()+"?limit=2").do().want(200))
	if len(whole.Turns) != 2 || whole.Next != nil { // a full page that is the last has no next one
		t.Errorf("turns %+v", whole)
	}
}

func TestNextSteps(t *testing.T) {
	m := newMatch(t)
	path := "/v1/games/" + m.id + "/next"
	all := decoded[TurnOptions](m.call("GET", path).do().want(200))
	same := decoded[TurnOptions](m.call("GET", path+"?prefix=").do().want(200))
	some := decoded[TurnOptions](m.call("GET", path+"?prefix=d1").do().want(200))
	if len(all.Steps) == 0 || len(same.Steps) != len(all.Steps) || len(some.Steps) == 0 ||
		len(some.Steps) >= len(all.Steps) {
		t.Errorf("%d, %d, %d steps", len(all.Steps), len(same.Steps), len(some.Steps))
	}
	m.call("GET", path+"?prefix=zz").do().problem(422, "unreadable_turn")
	m.call("POST", "/v1/games/"+m.id+"/resign").as(m.ann).do().want(200)
	m.call("GET", path).do().problem(409, "game_over")
}

func TestWholeTurns(t *testing.T) {
	m := newMatch(t)
	path := "/v1/games/" + m.id + "/next?all=true"
	all := decoded[TurnOptions](m.call("GET", path).do().want(200))
	if len(all.Turns) < 20 || all.Next != "" || len(all.Turns) != len(all.Steps) {
		t.Errorf("%d turns and %d steps, next %q", len(all.Turns), len(all.Steps), all.Next)
	}
	var paged []string
	for cursor, more := "", true; more; more = cursor != "" {
		page := decoded[TurnOptions](m.call("GET", path+"&limit=7&cursor="+url.QueryEscape(cursor)).do().want(200))
		paged, cursor = append(paged, page.Turns...), page.Next
	}
	if !slices.Equal(paged, all.Turns) {
		t.Errorf("pages of 7 list %q, not %q", paged, all.Turns)
	}
	some := decoded[TurnOptions](m.call("GET", path+"&prefix=d1").do().want(200))
	if len(some.Turns) == 0 || len(some.Turns) >= len(all.Turns) || !strings.HasPrefix(some.Turns[0], "d1-") {
		t.Errorf("turns from d1: %q", some.Turns)
	}
	text := m.call("GET", path+"&limit=2").accept("text/plain").do().want(200)
	text.contains(all.Turns[0]+"\n"+all.Turns[1]+"\n", "More with ?all=true&cursor=0.0+"+all.Turns[1])
	cursor := decoded[TurnOptions](m.call("GET", path+"&limit=7").do().want(200)).Next
	for _, bad := range []string{"x", "0.0 ", "0.0 zz", "1.0 " + all.Turns[0]} {
		m.call("GET", path+"&cursor="+url.QueryEscape(bad)).do().problem(400, "invalid")
	}
	m.call("GET", path+"&prefix=zz").do().problem(422, "unreadable_turn")
	m.play(m.ann, "d1-c1")
	m.call("GET", path+"&cursor="+url.QueryEscape(cursor)).do().problem(400, "invalid")
}

func TestInbox(t *testing.T) {
	m := newMatch(t)
	empty := m.call("GET", "/v1/inbox").as(m.bob).accept("text/plain").do().want(200)
	empty.contains("It is your turn in no game.")
	m.play(m.ann, "d1-c1")
	m.call("POST", "/v1/games/"+m.id+"/draw").as(m.ann).json(`{"action":"offer"}`).do().want(200)
	m.call("POST", "/v1/challenges").as(m.ann).json(`{"ruleset":"sevensages","opponent":"bob"}`).do().want(201)
	box := decoded[Inbox](m.call("GET", "/v1/inbox").as(m.bob).do().want(200))
	if len(box.Games) != 1 || len(box.Offers) != 1 || len(box.Challenges) != 1 ||
		*box.Offers[0].Offers.Draw != "attackers" {
		t.Errorf("inbox %+v", box)
	}
	text := m.call("GET", "/v1/inbox").as(m.bob).accept("text/plain").do().want(200)
	text.contains("It is your turn in:", m.id, "A draw is offered in:", "Challenges to answer:", "d  e  f  g",
		"https://turnpost.example/v1/games/"+m.id+"/turns")
}

// TestInboxShowsChallengesThatComeAndGo requests the inbox repeatedly while no game changes.
func TestInboxShowsChallengesThatComeAndGo(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	m := newMatch(t)
	m.play(m.ann, "d1-c1")
	shown := func(want int) {
		t.Helper()
		for range 2 {
			box := decoded[Inbox](m.call("GET", "/v1/inbox").as(m.bob).do().want(200))
			if len(box.Games) != 1 || len(box.Challenges) != want {
				t.Errorf("inbox %+v, want %d challenges", box, want)
			}
		}
	}
	shown(0)
	var made Challenge
	for n := range 2 {
		made = decoded[Challenge](m.call("POST", "/v1/challenges").as(m.ann).
			json(`{"ruleset":"sevensages","opponent":"bob"}`).do().want(201))
		shown(n + 1)
	}
	m.call("DELETE", "/v1/challenges/"+made.ID).as(m.ann).do().want(200)
	shown(1)
}

func TestDraw(t *testing.T) {
	m := newMatch(t)
	draw := func(token, action string) httpResponse {
		return m.call("POST", "/v1/games/"+m.id+"/draw").as(token).json(`{"action":"` + action + `"}`).do()
	}
	draw(m.ann, "accept").problem(409, "conflict")
	draw(m.ann, "bribe").problem(400, "invalid")
	draw(m.ann, "offer").want(200)
	draw(m.ann, "offer").problem(409, "conflict")
	draw(m.ann, "withdraw").want(200)
	draw(m.ann, "offer").want(200)
	draw(m.bob, "decline").want(200)
	draw(m.bob, "offer").want(200)
	over := decoded[Game](draw(m.ann, "accept").want(200))
	if over.Status != Finished || over.Result.Winner != nil || over.Result.Reason != "agreement" || over.ToMove != nil ||
		over.Deadline != nil {
		t.Errorf("game %+v", over)
	}
	m.call("GET", "/v1/games/"+m.id).accept("text/plain").do().contains("The game was drawn: the players agreed on it.")
	draw(m.ann, "offer").problem(409, "game_over")
	m.call("POST", "/v1/games/"+m.id+"/resign").as(m.ann).do().problem(409, "game_over")
}
