package api

import (
	"strings"
	"testing"
	"time"

	"turnpost/rules/rulestest/sample"
)

// TestOpenChallengesWithoutToken lists the open challenges to readers without and with a token, as JSON, as text and on
// the front page, and accepts one by the command that the front page shows.
func TestOpenChallengesWithoutToken(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	offer := func(body string) Challenge {
		return decoded[Challenge](w.call("POST", "/v1/challenges").as(ann).json(body).do().want(201))
	}
	small := offer(`{"ruleset":"hnefatafl","variant":"7x7","seat":"attackers","pace":"5d"}`)
	w.Clock.Advance(time.Minute)
	duel := offer(`{"ruleset":"bohnduell"}`)
	ids := func(token, query string) string {
		call := w.call("GET", "/v1/challenges?box=open"+query)
		if token != "" {
			call = call.as(token)
		}
		var list []string
		for _, c := range decoded[ChallengeList](call.do().want(200)).Challenges {
			list = append(list, c.ID)
		}
		return strings.Join(list, " ")
	}
	for _, c := range []struct{ token, query, want string }{
		{"", "", duel.ID + " " + small.ID},
		{bob, "", duel.ID + " " + small.ID},
		{ann, "", ""},
		{"", "&ruleset=hnefatafl", small.ID},
		{"", "&ruleset=hnefatafl&variant=9x9", ""},
		{"", "&variant=7x7", small.ID},
	} {
		if got := ids(c.token, c.query); got != c.want {
			t.Errorf("%q %q: %q, want %q", c.token, c.query, got, c.want)
		}
	}
	first := decoded[ChallengeList](w.call("GET", "/v1/challenges?box=open&limit=1").do().want(200))
	if first.Next == nil {
		t.Fatal("no next page")
	}
	if got := ids("", "&limit=1&cursor="+*first.Next); got != small.ID {
		t.Errorf("second page: %s", got)
	}
	w.call("GET", "/v1/challenges?box=open").accept(typeText).do().want(200).contains(small.ID, "ann ", "/accept")
	w.call("GET", "/v1/challenges").do().problem(401, "unauthorized")
	w.call("GET", "/v1/challenges?box=out").do().problem(401, "unauthorized")
	w.call("GET", "/v1/challenges?box=out&ruleset=hnefatafl").as(ann).do().problem(400, "invalid")

	accept := "/v1/challenges/" + small.ID + "/accept"
	front := w.call("GET", "/").accept("*/*").do().want(200)
	front.contains("# Hnefatafl 7×7 (Brandubh), by ann, pace 5d, you play Defenders:\n",
		"\ncurl -X POST -H \"Authorization: Bearer $TOKEN\" ", accept+"\n")
	w.call("POST", accept).as(bob).do().want(201)
	if after := w.call("GET", "/").accept("*/*").do().want(200).body; strings.Contains(after, small.ID) {
		t.Errorf("an accepted challenge is still offered:\n%s", after)
	}
}

// TestListsOfGamesAsText checks the columns of lists of ongoing games, of games that are over, and of both.
func TestListsOfGamesAsText(t *testing.T) {
	m := newMatch(t)
	g := decoded[Game](m.call("GET", "/v1/games/"+m.id).do().want(200))
	list := func(query string) []string {
		text := m.call("GET", "/v1/games?"+query).accept(typeText).do().want(200).body
		return strings.Split(text, "\n")
	}
	columns := func(line string) string { return strings.Join(strings.Fields(line), " ") }
	if got := list("status=ongoing"); columns(got[0]) != "id variant ply deadline to_move players" {
		t.Errorf("ongoing: %q", got)
	}
	m.call("POST", "/v1/games/"+m.id+"/resign").as(m.ann).do().want(200)
	if got := list("status=finished"); columns(got[0]) != "id variant ply winner reason players" ||
		columns(got[1]) != m.id+" "+g.Ruleset+" "+g.Variant+" 0 bob resignation ann, bob" {
		t.Errorf("over: %q", got)
	}
	c := decoded[Challenge](m.call("POST", "/v1/challenges").as(m.ann).json(
		`{"ruleset":"hnefatafl","variant":"7x7","opponent":"bob","seat":"first"}`).do().want(201))
	m.Clock.Advance(time.Minute)
	m.call("POST", "/v1/challenges/"+c.ID+"/accept").as(m.bob).do().want(201)
	got := list("variant=" + g.Variant)
	if !strings.Contains(strings.Join(got, "\n"), "bob     resignation") {
		t.Errorf("by variant: %q", got)
	}
	if got := list(""); columns(got[0]) != "id variant ply to_move winner reason players" ||
		!strings.Contains(columns(got[1]), "hnefatafl 7x7 0 attackers - - ann, bob") {
		t.Errorf("both: %q", got)
	}
}

// TestListOfPlayers lists players by the beginning of their names, and one who does not want to be listed.
func TestListOfPlayers(t *testing.T) {
	w := newWorld(t)
	ann := w.player("ann")
	w.player("anton")
	w.player("bob")
	list := func(query string) string {
		var names []string
		for _, p := range decoded[PlayerList](w.call("GET", "/v1/players"+query).do().want(200)).Players {
			names = append(names, p.Name)
		}
		return strings.Join(names, " ")
	}
	if got := list("?name=AN"); got != "ann anton" {
		t.Errorf("by name: %s", got)
	}
	page := decoded[PlayerList](w.call("GET", "/v1/players?limit=2").do().want(200))
	if page.Next == nil || list("?limit=2&cursor="+*page.Next) != "bob" {
		t.Errorf("first page %+v", page)
	}
	me := decoded[Me](w.call("PATCH", "/v1/me").as(ann).json(`{"listed":false}`).do().want(200))
	if me.Listed || list("") != "anton bob" {
		t.Errorf("%+v; listed: %s", me, list(""))
	}
	w.call("GET", "/v1/players/ann").do().want(200)
	w.call("GET", "/v1/players").accept(typeText).do().want(200).contains("name   won  lost  drawn  since\n", "/p/")
}

// TestListsBehindPages requests the pages of lists as curl does, which gets text, and as a program that wants JSON.
func TestListsBehindPages(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	m := newMatch(t)
	c := decoded[Challenge](m.call("POST", "/v1/challenges").as(m.ann).json(
		`{"ruleset":"hnefatafl","variant":"7x7"}`).do().want(201))
	for path, want := range map[string]string{
		"/play": c.ID, "/play?ruleset=hnefatafl": c.ID, "/play?ruleset=bohnduell": "Nothing to list.",
		"/games": m.id, "/games?status=ongoing": m.id, "/games?status=finished": "Nothing to list.",
		"/players?name=a": "ann", "/players?after=ann": "bob", "/rules": "hnefatafl",
		"/games?limit=1": m.id, "/play?limit=1": c.ID,
	} {
		m.call("GET", path).accept("*/*").do().want(200).contains(want)
	}
	if list := decoded[GameList](m.call("GET", "/games").accept(typeJSON).do().want(200)); len(list.Games) != 1 {
		t.Errorf("%+v", list)
	}
	if text := m.call("GET", "/players?after=ann").accept("*/*").do().body; strings.Contains(text, "ann ") {
		t.Errorf("the second page begins with the first player:\n%s", text)
	}
	first := decoded[PlayerList](m.call("GET", "/players?limit=1").accept(typeJSON).do().want(200))
	if first.Next == nil || len(first.Players) != 1 {
		t.Fatalf("%+v", first)
	}
	next := m.call("GET", "/players?cursor="+*first.Next).accept("*/*").do().want(200)
	next.contains("bob")
	m.call("GET", "/games?before=x").accept("*/*").do().want(400).contains("x")
}
