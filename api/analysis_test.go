package api

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"turnpost/rules"
	"turnpost/rules/catalog"
	"turnpost/rules/hnefatafl"
	"turnpost/rules/phrase"
	"turnpost/rules/rulestest"
	"turnpost/rules/rulestest/sample"
)

func TestAnalysis(t *testing.T) {
	w := newWorld(t)
	analyse := func(body string) *call { return w.call("POST", "/v1/analysis").json(body) }
	a := decoded[Analysis](analyse(`{"ruleset":"hnefatafl","variant":"7x7","turns":["D1-C1","d3-c3"],"prefix":"d2"}`).
		do().want(200))
	if len(a.Played) != 2 || a.Played[0].Turn != "d1-c1" ||
		!strings.Contains(a.Played[1].Description, "Defence moved a defender") || *a.ToMove != "attackers" ||
		a.Result != nil || len(a.Next.Steps) == 0 || a.Diagram.Files != 7 || len(a.Diagram.Marks.From) != 1 ||
		a.Position != a.Played[1].Position {
		t.Errorf("analysis %+v", a)
	}
	for _, p := range a.Diagram.Pieces {
		if p.Seat != "attackers" && p.Seat != "defenders" {
			t.Fatalf("piece %+v", p)
		}
	}
	p := analyse(`{"ruleset":"hnefatafl","turns":["d1-d2","nonsense"]}`).do().problem(422, "unreadable_turn")
	if p.Index == nil || *p.Index != 1 {
		t.Errorf("index %v", p.Index)
	}
	p = analyse(`{"ruleset":"hnefatafl","turns":["f6-f7"]}`).do().problem(422, "illegal_turn")
	if p.Index == nil || *p.Index != 0 {
		t.Errorf("index %v", p.Index)
	}
	if p = analyse(`{"ruleset":"hnefatafl","prefix":"zz"}`).do().problem(422, "unreadable_turn"); p.Index != nil {
		t.Errorf("index %v", *p.Index)
	}
	if p = analyse(`{"ruleset":"hnefatafl","position":"KKK a"}`).do().problem(422, "bad_position"); p.Field != "position" {
		t.Errorf("field %q", p.Field)
	}
	analyse(`{"ruleset":"chess"}`).do().problem(400, "invalid")
	analyse(`{"ruleset":"hnefatafl","turns":["nonsense"]}`).accept("text/plain").do().want(422).contains("turn 1: ")
}

func TestAnalysisForms(t *testing.T) {
	w := newWorld(t)
	for _, ruleset := range []string{"hanniball", "sevensages", "bohnduell", "hnefatafl"} {
		body := `{"ruleset":"` + ruleset + `"}`
		w.call("POST", "/v1/analysis").json(body).do().want(200)
		w.call("POST", "/v1/analysis").json(body).accept("text/plain").do().want(200).contains("to move", "Position: ")
		w.call("POST", "/v1/analysis").json(body).accept("image/svg+xml").do().want(200).contains("<svg")
		w.call("POST", "/v1/analysis?scale=2&flip=true").json(body).accept("image/*").do().want(200)
		w.call("POST", "/v1/analysis").json(body).accept("image/png").do().want(200).contains("\x89PNG")
	}
}

// TestEveryFault sends each refused turn of all rulesets' vectors and checks its code.
func TestEveryFault(t *testing.T) {
	w := newWorld(t)
	seen := map[string]bool{}
	refused := func(request AnalysisRequest, reason string) {
		t.Helper()
		body, err := json.Marshal(request)
		if err != nil {
			t.Fatal(err)
		}
		code := "illegal_turn"
		if reason == rules.CodeSyntax {
			code = "unreadable_turn"
		}
		if p := w.call("POST", "/v1/analysis").json(string(body)).do().problem(422, code); p.Reason != reason {
			t.Errorf("%s: %q, want %q", body, p.Reason, reason)
		}
		seen[reason] = true
	}
	for _, r := range catalog.All() {
		info, tried := r.Info(phrase.English), map[string]bool{}
		for _, v := range info.Variants {
			for _, c := range rulestest.Illegal(t, info.ID, v.ID) {
				if sample.Short() && tried[c.Code] {
					continue // a short run tries each code of a ruleset once
				}
				tried[c.Code] = true
				refused(AnalysisRequest{Ruleset: info.ID, Variant: v.ID, Position: c.Position, Turns: []string{c.Input}}, c.Code)
			}
		}
	}
	refused(AnalysisRequest{
		Ruleset: "hnefatafl", Variant: "7x7", Position: "K6/7/7/7/7/7/3t3 a",
		Turns: []string{"d1-d2"},
	}, rules.CodeGameOver)
	for _, fault := range hnefatafl.New().Info(phrase.English).Faults {
		if !seen[fault.Code] {
			t.Errorf("code %s was not seen", fault.Code)
		}
	}
}

// TestEveryRecordedGame analyses each game of the vectors in one request and checks each turn's canonical text
// and position, and the outcome.
func TestEveryRecordedGame(t *testing.T) {
	w := newWorld(t)
	for _, r := range catalog.All() {
		info := r.Info(phrase.English)
		for _, v := range info.Variants {
			games := rulestest.Games(t, info.ID, v.ID)
			if len(games) == 0 {
				t.Errorf("no games of %s %s", info.ID, v.ID)
			}
			for i, g := range games {
				if sample.Short() && i%16 != 0 {
					continue
				}
				w.replay(info, g)
			}
		}
	}
}

func (w *world) replay(info rules.Info, g rulestest.Game) {
	w.t.Helper()
	request := AnalysisRequest{Ruleset: g.Game, Variant: g.Variant, Position: g.Start}
	for _, turn := range g.Turns {
		request.Turns = append(request.Turns, turn.Input)
	}
	body, err := json.Marshal(request)
	if err != nil {
		w.t.Fatal(err)
	}
	a := decoded[Analysis](w.call("POST", "/v1/analysis").json(string(body)).do().want(200))
	for i, turn := range g.Turns {
		if a.Played[i].Turn != turn.Canonical || a.Played[i].Position != turn.Position {
			w.t.Fatalf("%s %s%s, turn %d: %+v, want %+v", g.Game, g.Seed, g.Name, i+1, a.Played[i], turn)
		}
	}
	result := rules.Result{}
	if a.Result != nil {
		result = rules.Drawn(a.Result.Reason)
		if a.Result.Winner != nil {
			result.Winner, _ = info.Seat(*a.Result.Winner)
		}
	}
	var want, got any
	if json.Unmarshal(g.Outcome, &want) != nil || json.Unmarshal([]byte(rulestest.Outcome(info, result)), &got) != nil ||
		!reflect.DeepEqual(got, want) {
		w.t.Fatalf("%s %s%s ends as %v, want %v", g.Game, g.Seed, g.Name, got, want)
	}
}
