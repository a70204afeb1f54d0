package api

import (
	"encoding/json"
	"net/url"
	"strings"
	"testing"

	"turnpost/rules/catalog"
	"turnpost/rules/phrase"
	"turnpost/rules/rulestest"
	"turnpost/rules/rulestest/sample"
)

// TestTyped checks that turns as typed by phones, word processors and other keyboards are parsed over HTTP as by the
// rules.
func TestTyped(t *testing.T) {
	w := newWorld(t)
	for _, r := range catalog.All() {
		info := r.Info(phrase.English)
		typed := rulestest.TypedTurns(t, r)
		if len(typed) == 0 {
			t.Errorf("no typed turns of %s", info.ID)
		}
		for i, c := range typed {
			if sample.Short() && i%16 != 0 {
				continue
			}
			request := AnalysisRequest{Ruleset: c.Game, Variant: c.Variant, Position: c.Position, Turns: []string{c.Typed}}
			body, err := json.Marshal(request)
			if err != nil {
				t.Fatal(err)
			}
			a := decoded[Analysis](w.call("POST", "/v1/analysis").json(string(body)).do().want(200))
			if a.Played[0].Turn != c.Canonical {
				t.Errorf("%s %s: %q is read as %q, not %q", c.Game, c.Way, c.Typed, a.Played[0].Turn, c.Canonical)
			}
		}
	}
}

// A whole game works with such input: turns, dry runs, partial turns and plans.
func TestTypedInAGame(t *testing.T) {
	m := newMatch(t)
	partial := "/v1/games/" + m.id + "/next?prefix=" + url.QueryEscape("d1 – ")
	next := decoded[TurnOptions](m.call("GET", partial).do().want(200))
	if len(next.Steps) == 0 || next.Steps[0].Places[0] != "d1" || next.Steps[0].Kind != "move" {
		t.Errorf("%+v", next)
	}
	tried := decoded[Game](m.call("POST", m.turns()+"?dry_run=true").as(m.ann).text("d1 → c1.").do().want(200))
	if tried.LastTurn == nil || tried.LastTurn.Turn != "d1-c1" {
		t.Errorf("tried %+v", tried.LastTurn)
	}
	if g := m.play(m.ann, "“1. d1 – с1.”\r\n"); g.LastTurn.Turn != "d1-c1" {
		t.Errorf("played %+v", g.LastTurn)
	}
	m.call("PUT", "/v1/games/"+m.id+"/plan").as(m.ann).text("d3 to c3 : c1–b1 : * : ｂ１→c1").do().want(200).
		contains("d3-c3 : c1-b1 : * : b1-c1")
	body, _ := json.Marshal(NewTurn{Turn: "Ｄ３－Ｃ３"})
	if g := decoded[Game](m.call("POST", m.turns()).as(m.bob).json(string(body)).do().want(201)); g.Ply != 3 {
		t.Errorf("the plan has not answered: %+v", g.LastTurn)
	}
}

// A refusal names the legal continuations, the parsed turn, and the command that was probably meant.
func TestRefusalTeaches(t *testing.T) {
	m := newMatch(t)
	refuse := func(turn, code string) Problem {
		return m.call("POST", m.turns()).as(m.ann).text(turn).do().problem(422, code)
	}
	p := refuse("d1 – d3", "illegal_turn")
	if p.Reason != "blocked" || p.Read != "d1-d3" || !strings.Contains(p.Detail, "d1-d3") ||
		strings.Join(p.Options, " ") == "" {
		t.Errorf("%+v", p)
	}
	for _, option := range p.Options {
		if !strings.HasPrefix(option, "d1-") {
			t.Errorf("the piece on d1 cannot do %s", option)
		}
	}
	if p := refuse("resign", "unreadable_turn"); p.Command != "resign" ||
		!strings.Contains(p.Detail, "/v1/games/ID/resign") {
		t.Errorf("%+v", p)
	}
	if p := refuse("ж1-ж4", "unreadable_turn"); !strings.Contains(p.Detail, "ж is a Cyrillic letter") {
		t.Errorf("%+v", p)
	}
	m.call("POST", m.turns()).as(m.ann).accept("text/plain").text("d1-d3").do().want(422).contains("possible instead: d1-")
}
