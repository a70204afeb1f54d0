package api

import (
	"strings"
	"testing"

	"turnpost/rules"
)

// The text of a line of play against the house says by which commands it is kept, with those of signing up for a
// stranger, and the commands do it.
func TestKeepTrial(t *testing.T) {
	w := newWorld(t)
	ann := w.player("ann")
	board := w.call("GET", "/try/bohnduell").byCurl().do().want(200).contains(
		"variant=standard -d opponent=house-easy", "/v1/players", "-d variant=long -d side=red",
		"variant standard and long; side green and red",
	)
	if strings.Contains(board.body, "/v1/trials") {
		t.Error("nothing was played that could be kept")
	}
	line := "/try/bohnduell?variant=standard&side=green&t=p1"
	w.call("GET", line).byCurl().do().want(200).
		contains("/v1/trials\n", "-d turns=p1 -d turns=", "/v1/players", "/v1/tokens")
	shown := w.call("GET", line).as(ann).byCurl().do().want(200).contains("/v1/trials\n")
	if strings.Contains(shown.body, "/v1/players") {
		t.Errorf("ann has an account:\n%s", shown.body)
	}
	kept := w.call("POST", "/v1/trials").as(ann).
		curl(`ruleset=bohnduell&variant=standard&side=red&turns=p1&turns=p1`).do().want(201).
		contains("ann (Red)", "house-easy (Green)", "after turn 3", "games against the house are not rated")
	id := strings.TrimPrefix(kept.header.Get("Location"), "/v1/games/")
	g, err := w.Game(t.Context(), id)
	if err != nil || g.Ply != 3 || g.HouseSeat() != rules.First || g.Rated {
		t.Errorf("%+v, %v", g, err)
	}
	for body, field := range map[string]string{
		`{"ruleset":"bohnduell","turns":["p1"],"level":"brutal"}`: "level",
		`{"ruleset":"bohnduell","turns":["p9"]}`:                  "",
		`{"ruleset":"bohnduell","turns":["p1"],"side":"blue"}`:    "",
	} {
		a := w.call("POST", "/v1/trials").as(ann).json(body).do()
		if a.status < 400 || a.status >= 500 || field != "" && !strings.Contains(a.body, `"field":"`+field+`"`) {
			t.Errorf("%s: %d %s", body, a.status, a.body)
		}
	}
	w.call("POST", "/v1/trials").json(`{"ruleset":"bohnduell","turns":["p1"]}`).do().problem(401, "unauthorized")
}

// A refusal says by which command one finds what is possible.
func TestRefusalsOfNewcomersHelp(t *testing.T) {
	w := newWorld(t)
	ann := w.player("ann")
	w.call("GET", "/try/bohnduell?variant=standard&t=p1&t=p1&t=p9").byCurl().do().want(422).
		contains("-G -d variant=standard -d t=p1 -d t=p1 -d 't=?'", "/try/bohnduell\n")
	w.call("GET", "/try/chess").byCurl().do().want(404).contains("/v1/rulesets\n")
	for body, command := range map[string]string{
		"ruleset=chess": "/v1/rulesets\n", "ruleset=hnefatafl&variant=VARIANT": "/v1/rulesets\n",
		"ruleset=hnefatafl&opponent=bob": "/players\n",
	} {
		w.call("POST", "/v1/challenges").as(ann).curl(body).do().want(400).contains(command)
	}
	w.call("GET", "/p/bob").byCurl().do().want(404).contains("/players\n")
}

// The list of the games that can be tried has the command for each.
func TestTrialsAsText(t *testing.T) {
	w := newWorld(t)
	w.call("GET", "/try").byCurl().do().want(200).contains("/try/hanniball\n", "/try/sevensages\n", "/try/hnefatafl\n")
	list := w.call("GET", "/r").byCurl().do().want(200).contains("/try/GAME\n", "-d ruleset=GAME -d opponent=OPPONENT")
	if strings.Contains(list.body, "/try/hanniball") {
		t.Error("the list of the rules is not that of the boards to try")
	}
	w.call("GET", "/r/hnefatafl").byCurl().do().want(200).contains("-d variant=7x7 -d pace=3d -d opponent=OPPONENT",
		"variant: 7x7, 11x11 and 9x9 · side: attackers, defenders and random · pace: 3d", "-d opponent=house-easy")
}
