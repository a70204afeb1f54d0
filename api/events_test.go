package api

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"
)

// tally is what the results of games say about a player.
type tally struct {
	name       string
	points, sb float64
	wins, left int
}

// TestEventOverHTTP plays a double event by requests alone, and computes its table again from the games.
func TestEventOverHTTP(t *testing.T) {
	w := newWorld(t)
	tokens := map[string]string{}
	for _, name := range []string{"ann", "bob", "cat", "dan"} {
		tokens[name] = w.player(name)
	}
	const body = `{"kind":"round_robin","ruleset":"Hnefatafl","variant":"7x7","size":4,"double":true,"title":"Autumn"}`
	made := decoded[EventDetails](w.call("POST", "/v1/events").as(tokens["ann"]).json(body).do().want(201))
	if made.Joined != 0 || *made.Maker != "ann" || *made.Size != 4 || made.AtOnce != nil || len(made.Rules) < 8 ||
		made.EstimatedEnd == nil || made.LatestEnd == nil || !made.Vacation {
		t.Fatalf("%+v", made)
	}
	event := "/v1/events/" + made.ID
	for name, token := range tokens {
		w.call("POST", event+"/join").as(token).do().want(200)
		w.call("POST", event+"/join").as(token).do().problem(409, "conflict")
		w.call("GET", event).accept(typeText).do().want(200).contains(name, "id: "+made.ID)
	}
	shown := decoded[EventDetails](w.call("GET", event).do().want(200))
	if shown.Status != EventStatusRunning || shown.Games != 12 || len(shown.Players) != 4 || shown.BeganAt == nil {
		t.Fatalf("%+v", shown)
	}
	met := map[[2]string]int{}
	for i, g := range decoded[EventGameList](w.call("GET", event+"/games").do().want(200)).Games {
		met[[2]string{g.First, g.Second}]++
		w.Clock.Advance(time.Second)
		w.finishOne(i, tokens, g)
		checkTally(t, w, event)
	}
	for pair, n := range met {
		if n != 1 || met[[2]string{pair[1], pair[0]}] != 1 || len(met) != 12 {
			t.Errorf("%v meet %d times", pair, n)
		}
	}
	shown = decoded[EventDetails](w.call("GET", event).do().want(200))
	if shown.Status != EventStatusEnded || shown.Finished != 12 {
		t.Errorf("%+v", shown)
	}
	text := w.call("GET", event+"/table").accept(typeText).do().want(200).body
	table, _, _ := strings.Cut(text, "\n\n")
	if lines := strings.Split(table, "\n"); len(lines) != 5 ||
		strings.Join(strings.Fields(lines[0]), " ") != "place no player 01 02 03 04 points sb wins remaining" {
		t.Errorf("%s", text)
	}
	w.call("GET", event+"/games").accept(typeText).do().want(200).contains("½-½", "1-0", "0-1")
}

// finishOne ends a game of an event: by resignation of the first or the second player, or as a draw.
func (w *world) finishOne(i int, tokens map[string]string, g EventGame) {
	w.t.Helper()
	game := "/v1/games/" + *g.Game
	switch i % 3 {
	case 0:
		w.call("POST", game+"/resign").as(tokens[g.First]).do().want(200)
	case 1:
		w.call("POST", game+"/resign").as(tokens[g.Second]).do().want(200)
	default:
		w.call("POST", game+"/draw").as(tokens[g.First]).json(`{"action":"offer"}`).do().want(200)
		w.call("POST", game+"/draw").as(tokens[g.Second]).json(`{"action":"accept"}`).do().want(200)
	}
}

// checkTally compares the table with one that is computed from the games as the API shows them.
func checkTally(t *testing.T, w *world, event string) {
	t.Helper()
	results := map[[2]string]float64{}
	tallies := map[string]*tally{}
	for _, g := range decoded[EventGameList](w.call("GET", event+"/games").do().want(200)).Games {
		for _, name := range []string{g.First, g.Second} {
			if tallies[name] == nil {
				tallies[name] = &tally{name: name}
			}
		}
		game := decoded[Game](w.call("GET", "/v1/games/"+*g.Game).do().want(200))
		if game.Event != strings.TrimPrefix(event, "/v1/events/") || game.Players[0].Name != g.First {
			t.Fatalf("%+v", game)
		}
		if game.Result == nil {
			tallies[g.First].left++
			tallies[g.Second].left++
			continue
		}
		score := 0.5
		if game.Result.Winner != nil {
			score = map[bool]float64{true: 1}[*game.Result.Winner == game.Players[0].Seat]
		}
		results[[2]string{g.First, g.Second}] = score
		for name, points := range map[string]float64{g.First: score, g.Second: 1 - score} {
			tallies[name].points += points
			if points == 1 {
				tallies[name].wins++
			}
		}
	}
	for pair, score := range results {
		tallies[pair[0]].sb += score * tallies[pair[1]].points
		tallies[pair[1]].sb += (1 - score) * tallies[pair[0]].points
	}
	direct := func(a, b *tally) float64 { // among all who have the same points and number
		sum := 0.0
		for pair, score := range results {
			other, own := tallies[pair[1]], score
			if pair[1] == a.name {
				other, own = tallies[pair[0]], 1-score
			} else if pair[0] != a.name {
				continue
			}
			if other.points == b.points && other.sb == b.sb {
				sum += own
			}
		}
		return sum
	}
	order := func(a, b *tally) int {
		return cmp.Or(cmp.Compare(b.points, a.points), cmp.Compare(b.sb, a.sb), cmp.Compare(direct(b, b), direct(a, a)),
			b.wins-a.wins)
	}
	var want []*tally
	for _, one := range tallies {
		want = append(want, one)
	}
	slices.SortFunc(want, func(a, b *tally) int { return cmp.Or(order(a, b), strings.Compare(a.name, b.name)) })
	rows := decoded[EventTable](w.call("GET", event+"/table").do().want(200)).Rows
	place := 0
	for i, one := range want {
		if i == 0 || order(want[i-1], one) != 0 {
			place = i + 1
		}
		r := rows[i]
		got := fmt.Sprint(*r.Place, r.Player, r.Points, math.Round(r.Sb*100), r.Wins, r.Remaining)
		if text := fmt.Sprint(place, one.name, one.points, math.Round(one.sb*100), one.wins, one.left); got != text {
			t.Fatalf("row %d is %s, want %s", i, got, text)
		}
	}
}

func TestEventProblems(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	w.call("POST", "/v1/events").json(`{"ruleset":"hnefatafl"}`).do().problem(401, "unauthorized")
	for _, body := range []string{
		`{"ruleset":"chess"}`, `{"ruleset":"hnefatafl","size":0}`, `{"ruleset":"hnefatafl","size":1}`,
		`{"ruleset":"hnefatafl","size":49}`,
		`{"ruleset":"hnefatafl","at_once":101}`, `{"ruleset":"hnefatafl","kind":"cup"}`, `{"ruleset":"hnefatafl","pace":"x"}`,
		`{"ruleset":"hnefatafl","min_reliability":-1}`, `{"ruleset":"hnefatafl","sizes":3}`,
	} {
		w.call("POST", "/v1/events").as(ann).json(body).do().problem(400, "invalid")
	}
	none := w.call("POST", "/v1/events").as(ann).json(`{"ruleset":"hnefatafl","kind":"cup"}`).do()
	none.contains("round_robin", "ladder")
	var ids []string
	for i := range 2 {
		w.Clock.Advance(time.Minute)
		e := decoded[EventDetails](w.call("POST", "/v1/events").as(ann).json(
			fmt.Sprintf(`{"ruleset":"hnefatafl","variant":"7x7","size":2,"vacation":%t}`, i == 0)).do().want(201))
		ids = append(ids, e.ID)
	}
	third := w.call("POST", "/v1/events").as(ann).json(`{"ruleset":"hnefatafl"}`).do()
	third.problem(429, "too_many")
	third.contains("a ladder until the operator of this server ends it")
	w.call("POST", "/v1/events/"+ids[0]+"/leave").as(bob).do().problem(409, "conflict")
	w.call("POST", "/v1/events/"+ids[0]+"/join").do().problem(401, "unauthorized")
	w.call("GET", "/v1/events/nothere2").do().problem(404, "not_found")
	w.call("GET", "/v1/events/nothere2/table").do().problem(404, "not_found")
	w.call("GET", "/v1/events/nothere2/games").do().problem(404, "not_found")
	w.call("GET", "/v1/events?cursor=x").do().problem(400, "invalid")

	first := decoded[EventList](w.call("GET", "/v1/events?limit=1").do().want(200))
	if len(first.Events) != 1 || first.Events[0].ID != ids[1] || first.Events[0].Vacation || first.Next == nil {
		t.Fatalf("%+v", first)
	}
	rest := decoded[EventList](w.call("GET", "/v1/events?cursor="+*first.Next).do().want(200))
	if len(rest.Events) != 1 || rest.Events[0].ID != ids[0] || !rest.Events[0].Vacation || rest.Next != nil {
		t.Fatalf("%+v", rest)
	}
	w.call("GET", "/v1/events").accept(typeText).do().want(200).contains(ids[0], ids[1], "0/2")
	w.call("GET", "/v1/events?status=ended").accept(typeText).do().want(200).contains("Make one:", "/v1/events", "ruleset")

	for _, token := range []string{ann, bob} {
		w.call("POST", "/v1/events/"+ids[1]+"/join").as(token).with(headerIdempotencyKey, "join").do().want(200)
		w.call("POST", "/v1/events/"+ids[1]+"/join").as(token).with(headerIdempotencyKey, "join").do().want(200) // repeated
	}
	game := *decoded[EventGameList](w.call("GET", "/v1/events/"+ids[1]+"/games").do().want(200)).Games[0].Game
	w.call("POST", "/v1/games/"+game+"/abort").as(ann).do().problem(409, "conflict")
	w.call("POST", "/v1/events/"+ids[1]+"/leave").as(ann).do().want(200)
	over := decoded[Game](w.call("GET", "/v1/games/"+game).do().want(200))
	if over.Result == nil || over.Result.Reason != "withdrawn" || over.Rated || *over.UnratedBecause != "withdrawn" {
		t.Errorf("%+v", over)
	}
	w.call("POST", "/v1/games/"+game+"/rematch").as(bob).do().problem(409, "conflict")
	rows := decoded[EventTable](w.call("GET", "/v1/events/"+ids[1]+"/table").do().want(200)).Rows
	if rows[1].Player != "ann" || rows[1].Place != nil || rows[1].Withdrawn == nil || *rows[1].Withdrawn != "withdrawn" {
		t.Errorf("%+v", rows)
	}
	for language, words := range map[string]string{"ru": "урнира", "de": "Turnier"} {
		refused := w.call("GET", "/v1/events/nothere2").with("Accept-Language", language).do()
		refused.problem(404, "not_found")
		refused.contains(words)
	}
}

// A player joins a ladder at the bottom, and challenges the one above: the game begins at once, and once.
func TestChallengeOnALadder(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	e := decoded[EventDetails](w.call("POST", "/v1/events").as(ann).json(
		`{"kind":"ladder","ruleset":"hnefatafl","variant":"7x7"}`).do().want(201))
	path := "/v1/events/" + e.ID
	w.call("POST", path+"/join").as(ann).do().want(200)
	w.call("POST", path+"/challenge").as(bob).json(`{"opponent":"ann"}`).do().problem(409, "conflict")
	w.call("POST", path+"/join").as(bob).do().want(200)
	g := decoded[Game](w.call("POST", path+"/challenge").as(bob).json(`{"opponent":"ann"}`).do().want(201))
	w.call("POST", path+"/challenge").as(bob).json(`{"opponent":"ann"}`).do().problem(409, "conflict")
	w.call("POST", path+"/challenge").as(ann).json(`{"opponent":"bob"}`).do().problem(409, "conflict")
	w.call("POST", path+"/challenge").as(bob).json(`{"opponent":"nobody"}`).do().problem(404, "not_found")
	w.call("POST", path+"/challenge").json(`{"opponent":"ann"}`).do().problem(401, "unauthorized")
	for _, part := range []string{"/table", "/games"} {
		w.call("GET", path+part).accept(typeText).do().want(200).contains("turnpost.example" + path + "\n")
	}
	games := decoded[EventGameList](w.call("GET", path+"/games").do().want(200))
	if len(games.Games) != 1 || games.Games[0].Game == nil || *games.Games[0].Game != g.ID {
		t.Errorf("%+v", games)
	}
	refused := func(why string) {
		t.Helper()
		p := w.call("POST", path+"/challenge").as(bob).json(`{"opponent":"ann"}`).do().problem(409, "conflict")
		if !strings.Contains(p.Detail, why) {
			t.Errorf("%s, want %s", p.Detail, why)
		}
	}
	refused("your game against ann is still running")
	w.call("POST", "/v1/games/"+g.ID+"/resign").as(bob).do().want(200)
	refused("last challenged ann ended less than 30 days ago")
}
