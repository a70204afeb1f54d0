package api

import (
	"strings"
	"testing"

	"turnpost/rules"
	"turnpost/rules/rulestest/tictactoe"
)

func TestChallenge(t *testing.T) {
	w := newWorld(t)
	ann, bob, eve := w.player("ann"), w.player("bob"), w.player("eve")
	made := w.call("POST", "/v1/challenges").as(ann).json(`{"ruleset":"hnefatafl","opponent":"bob","message":"hello"}`).
		do().want(201)
	c := decoded[Challenge](made)
	path := "/v1/challenges/" + c.ID
	if made.header.Get("Location") != path || c.Variant != "11x11" || c.Pace != "3d" || c.Seat != Random {
		t.Errorf("challenge %+v at %q", c, made.header.Get("Location"))
	}
	w.call("GET", path).as(eve).do().problem(404, "not_found")
	w.call("POST", path+"/accept").as(eve).do().problem(404, "not_found")
	w.call("POST", path+"/accept").as(ann).do().problem(403, "forbidden")
	w.call("POST", path+"/decline").as(ann).do().problem(403, "forbidden")
	w.call("DELETE", path).as(bob).do().problem(403, "forbidden")
	text := w.call("GET", path).as(bob).accept("text/plain").do().want(200)
	text.contains("ann challenges bob", "hello", "a  b  c  d", "/accept\n")

	accepted := w.call("POST", path+"/accept").as(bob).do().want(201)
	g := decoded[Game](accepted)
	if accepted.header.Get("Location") != "/v1/games/"+g.ID || accepted.state() != "ply-0" {
		t.Errorf("headers %v", accepted.header)
	}
	w.call("POST", path+"/accept").as(bob).do().problem(409, "conflict")
	if now := decoded[Challenge](w.call("GET", path).as(ann).do().want(200)); now.Game != g.ID ||
		now.Status != ChallengeStatusAccepted {
		t.Errorf("challenge %+v", now)
	}
}

func TestChallengeBoxes(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	offer := func(body string) Challenge {
		return decoded[Challenge](w.call("POST", "/v1/challenges").as(ann).json(body).do().want(201))
	}
	open := offer(`{"ruleset":"bohnduell"}`)
	named := offer(`{"ruleset":"bohnduell","opponent":"bob"}`)
	invited := offer(`{"ruleset":"bohnduell","opponent":"new@example.org"}`)
	box := func(token, query string) string {
		var ids []string
		for _, c := range decoded[ChallengeList](w.call("GET", "/v1/challenges"+query).as(token).do().want(200)).Challenges {
			ids = append(ids, c.ID)
		}
		return strings.Join(ids, " ")
	}
	if got := box(bob, ""); got != named.ID {
		t.Errorf("in: %s", got)
	}
	if got := box(bob, "?box=open"); got != open.ID {
		t.Errorf("open: %s", got)
	}
	for _, c := range []Challenge{open, named, invited} {
		if !strings.Contains(box(ann, "?box=out"), c.ID) {
			t.Errorf("out lacks %s", c.ID)
		}
	}
	if invited.Invited != "new@example.org" || invited.Opponent != nil {
		t.Errorf("challenge %+v", invited)
	}
	w.call("GET", "/v1/challenges?box=all").as(ann).do().problem(400, "invalid")
	w.call("GET", "/v1/challenges?cursor=x").as(ann).do().problem(400, "invalid")

	page := decoded[ChallengeList](w.call("GET", "/v1/challenges?box=out&limit=2").as(ann).do().want(200))
	if len(page.Challenges) != 2 || page.Next == nil {
		t.Fatalf("page %+v", page)
	}
	if rest := decoded[ChallengeList](w.call("GET", "/v1/challenges?box=out&limit=2&cursor="+*page.Next).as(ann).do().
		want(200)); len(rest.Challenges) != 1 || rest.Next != nil {
		t.Errorf("rest %+v", rest)
	}

	declined := decoded[Challenge](w.call("POST", "/v1/challenges/"+named.ID+"/decline").as(bob).do().want(200))
	withdrawn := decoded[Challenge](w.call("DELETE", "/v1/challenges/"+open.ID).as(ann).do().want(200))
	if declined.Status != ChallengeStatusDeclined || withdrawn.Status != ChallengeStatusWithdrawn {
		t.Errorf("%s, %s", declined.Status, withdrawn.Status)
	}
}

// The side of a challenge is called side, as in texts, or seat.
func TestChallengeSide(t *testing.T) {
	w := newWorld(t)
	ann := w.player("ann")
	for _, name := range []string{"side", "seat"} {
		c := decoded[Challenge](w.call("POST", "/v1/challenges").as(ann).
			json(`{"ruleset":"hnefatafl","` + name + `":"defenders"}`).do().want(201))
		if c.Seat != "second" {
			t.Errorf("%s: %+v", name, c)
		}
		p := w.call("POST", "/v1/challenges").as(ann).json(`{"ruleset":"hnefatafl","`+name+`":"red"}`).do().
			problem(400, "invalid")
		if p.Field != name {
			t.Errorf("%s: the problem names %s", name, p.Field)
		}
	}
	w.call("POST", "/v1/challenges").as(ann).json(`{"ruleset":"hnefatafl","side":"first","seat":"first"}`).do().
		problem(400, "invalid")
}

func TestChallengeRefused(t *testing.T) {
	w := newWorld(t)
	ann := w.player("ann")
	for body, field := range map[string]string{
		`{"ruleset":"chess"}`:                                  "ruleset",
		`{"ruleset":"hnefatafl","variant":"8x8"}`:              "variant",
		`{"ruleset":"hnefatafl","opponent":"nobody"}`:          "opponent",
		`{"ruleset":"hnefatafl","opponent":"ann"}`:             "opponent",
		`{"ruleset":"hnefatafl","opponent":"ann@example.org"}`: "opponent",
		`{"ruleset":"hnefatafl","pace":"1m"}`:                  "pace",
		`{"ruleset":"hnefatafl","seat":"third"}`:               "seat",
	} {
		if p := w.call("POST", "/v1/challenges").as(ann).json(body).do().problem(400, "invalid"); p.Field != field {
			t.Errorf("%s: field %q: %s", body, p.Field, p.Detail)
		}
	}
	if list := decoded[ChallengeList](w.call("GET", "/v1/challenges?box=out").as(ann).do().
		want(200)); len(list.Challenges) != 0 {
		t.Errorf("stored %+v", list.Challenges)
	}
}

// A challenge to the house begins a game at once: as a challenge in JSON, as the game in text.
func TestChallengeToTheHouse(t *testing.T) {
	w := newWorldOf(t, []rules.Ruleset{tictactoe.New()})
	ann := w.player("ann")
	body := `{"ruleset":"tictactoe","opponent":"house-easy","seat":"first"}`
	c := decoded[Challenge](w.call("POST", "/v1/challenges").as(ann).json(body).do().want(201))
	if c.Status != ChallengeStatusAccepted || c.Game == "" || *c.Opponent != "house-easy" {
		t.Fatalf("%+v", c)
	}
	w.call("POST", "/v1/challenges").as(ann).accept("text/plain").json(body).do().want(201).
		contains("house-easy", "your turn")
	if got := decoded[Ruleset](w.call("GET", "/v1/rulesets/tictactoe").do().want(200)).House; len(got) != 3 {
		t.Errorf("levels %v", got)
	}
	if p := w.call("POST", "/v1/challenges").as(ann).json(`{"ruleset":"tictactoe","opponent":"house-easy","message":"x"}`).
		do().problem(400, "invalid"); p.Field != "message" {
		t.Errorf("%+v", p)
	}
}

// What is meant for a mail address and is none is refused as such, not as the name of a player.
func TestInvitingABadAddress(t *testing.T) {
	w := newWorld(t)
	ann := w.player("ann")
	for _, address := range []string{"zoë@example.org", "new@example@org", "new@"} {
		a := w.call("POST", "/v1/challenges").as(ann).json(`{"ruleset":"hnefatafl","opponent":"` + address + `"}`).do()
		a.problem(400, "invalid")
		a.contains(address, "is no email address")
	}
}
