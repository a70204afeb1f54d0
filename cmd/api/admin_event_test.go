package main

import (
	"strings"
	"testing"

	"turnpost/cmd/api/programtest"
)

// TestAdminOpensEvents opens events beyond the limit of players, with the names of the API, and refuses what it does.
func TestAdminOpensEvents(t *testing.T) {
	p, database := programtest.NewPost(t), databaseFile(t)
	i := serveOn(t, database, p)
	create := func(want int, text string, args ...string) string {
		t.Helper()
		exit, out := command(t, "", false, append([]string{"admin", "--database", database, "event", "create"}, args...)...)
		if exit != want || !strings.Contains(out, text) {
			t.Fatalf("%v: %d: %s; want %q", args, exit, out, text)
		}
		return out
	}
	create(1, "add --yes", "--ruleset", "hnefatafl")
	for _, size := range []string{"0", "1"} {
		create(1, "size: must be 2 to 48", "--ruleset", "hnefatafl", "--size", size, "--yes")
	}
	for range 3 {
		create(0, " is open", "--ruleset", "hnefatafl", "--variant", "7x7", "--size", "3", "--double", "--at-once", "2",
			"--repeat", "--min-reliability", "80", "--no-vacation", "--title", "Winter", "--pace", "5d", "--yes")
	}
	var list struct {
		Events []struct {
			Variant, Title, Pace string
			Maker                *string
			Double, Repeat       bool
			Vacation             bool
			Size                 int
			AtOnce               int `json:"at_once"`
			MinReliability       int `json:"min_reliability"`
		}
	}
	i.Call("GET", "/v1/events", "", "", 200, &list)
	if len(list.Events) != 3 {
		t.Fatalf("%+v", list)
	}
	e := list.Events[0]
	if e.Variant != "7x7" || e.Title != "Winter" || e.Pace != "5d" || e.Maker != nil ||
		!e.Double || !e.Repeat || e.Vacation || e.Size != 3 || e.AtOnce != 2 || e.MinReliability != 80 {
		t.Errorf("%+v", e)
	}
}

// TestAdminClosesEvents closes an event with a game under way and one that waits for players: the game ends without a
// result, each player is told once, and the log of operators' acts has it.
func TestAdminClosesEvents(t *testing.T) {
	p, database := programtest.NewPost(t), databaseFile(t)
	i := serveOn(t, database, p)
	ann, bob := i.SignUp(p, "ann"), i.SignUp(p, "bob")
	var running, open struct{ ID, Status string }
	i.Call("POST", "/v1/events", ann, `{"ruleset":"hnefatafl","variant":"7x7","size":2}`, 201, &running)
	i.Call("POST", "/v1/events", ann, `{"ruleset":"hnefatafl","variant":"7x7","size":3,"repeat":true}`, 201, &open)
	i.Call("POST", "/v1/events/"+running.ID+"/join", ann, "", 200, nil)
	i.Call("POST", "/v1/events/"+running.ID+"/join", bob, "", 200, nil)
	i.Call("POST", "/v1/events/"+open.ID+"/join", ann, "", 200, nil)
	admin := func(want int, text string, args ...string) {
		t.Helper()
		exit, out := command(t, "", false, append([]string{"admin", "--database", database}, args...)...)
		if exit != want || !strings.Contains(out, text) {
			t.Fatalf("%v: %d: %s; want %q", args, exit, out, text)
		}
	}
	admin(1, "there is no event", "event", "close", "nothing9", "--yes")
	admin(1, "add --yes", "event", "close", running.ID)
	for _, id := range []string{running.ID, open.ID} {
		admin(0, "event "+id+" is closed", "event", "close", id, "--yes")
		admin(1, "is over", "event", "close", id, "--yes")
	}
	admin(0, "event close", "log")
	var round struct {
		Games []struct{ Game, State string }
	}
	i.Call("GET", "/v1/events/"+running.ID+"/games", "", "", 200, &round)
	if len(round.Games) != 1 || round.Games[0].State != "void" {
		t.Fatalf("%+v", round)
	}
	var game struct {
		Status         string
		UnratedBecause string `json:"unrated_because"`
	}
	i.Call("GET", "/v1/games/"+round.Games[0].Game, "", "", 200, &game)
	if game.Status != "aborted" || game.UnratedBecause != "annulled" {
		t.Errorf("%+v", game)
	}
	for _, id := range []string{running.ID, open.ID} {
		var e struct{ ID, Status string }
		i.Call("GET", "/v1/events/"+id, "", "", 200, &e)
		i.Call("POST", "/v1/events/"+id+"/join", bob, "", 409, nil)
		if e.Status != "ended" {
			t.Errorf("%+v", e)
		}
	}
	for token, want := range map[string]int{ann: 2, bob: 1} {
		var list struct{ Notices []struct{ Kind string } }
		i.Call("GET", "/v1/me/notices?limit=100", token, "", 200, &list)
		kinds := map[string]int{}
		for _, n := range list.Notices {
			kinds[n.Kind]++
		}
		if kinds["event_ended"] != want || kinds["game_over"] != 1 {
			t.Errorf("notices %v, want %d event_ended", kinds, want)
		}
	}
	if exit, out := command(t, "", false, "check", "--database", database); exit != 0 {
		t.Errorf("check: %s", out)
	}
}
