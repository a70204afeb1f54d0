package api

import (
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"turnpost/rules/rulestest/sample"
)

// probe requests an operation whose response depends on a parameter.
type probe struct {
	other string                                     // a value that is not the default
	ask   func(p *plenty, query string) (got string) // query contains the parameter or is ""
}

// reading returns a function that sends a GET as ann. path may have a query.
func reading(path, accept string) func(*plenty, string) string {
	return func(p *plenty, query string) string {
		path := strings.NewReplacer("GAME", p.id, "LONG", p.long, "TAKEN", p.taken).Replace(path)
		if !strings.Contains(path, "?") {
			path += "?"
		}
		a := p.call("GET", strings.TrimRight(path+query, "?&")).as(p.ann).accept(accept).do().want(200)
		return a.body
	}
}

// posting returns a function that sends a POST that changes nothing.
func posting(path, body, accept string) func(*plenty, string) string {
	return func(p *plenty, query string) string {
		path := strings.ReplaceAll(path, "GAME", p.id)
		return p.call("POST", path+query).as(p.ann).json(body).accept(accept).do().want(200).body
	}
}

const tryLine = `{"ruleset":"hanniball","turns":["e1-d1"]}`

// probes covers each default of a query parameter, by operation and parameter.
var probes = map[string]probe{
	"getSpec forms":        {"all", reading("/openapi.json", typeJSON)},
	"listNotices limit":    {"1", reading("/v1/me/notices", typeJSON)},
	"listInbound limit":    {"1", reading("/v1/me/inbound", typeJSON)},
	"listChallenges limit": {"1", reading("/v1/challenges?box=out&", typeJSON)},
	"listChallenges box":   {"out", reading("/v1/challenges", typeJSON)},
	"listPlayers limit":    {"1", reading("/v1/players", typeJSON)},
	"listRatings limit": {"1", func(p *plenty, query string) string {
		p.rate()
		return reading("/v1/players/ann/ratings", typeJSON)(p, query)
	}},
	"listGames limit": {"1", reading("/v1/games", typeJSON)},
	"listEvents limit": {"1", func(p *plenty, query string) string {
		p.hold()
		return reading("/v1/events", typeJSON)(p, query)
	}},
	"nextSteps all":      {"true", reading("/v1/games/GAME/next", typeJSON)},
	"nextSteps limit":    {"1", reading("/v1/games/GAME/next?all=true&", typeJSON)},
	"listTurns limit":    {"1", reading("/v1/games/LONG/turns", typeJSON)},
	"listMessages limit": {"1", reading("/v1/games/LONG/messages", typeJSON)},
	"getGameLog limit":   {"1", reading("/v1/games/TAKEN/log", typeJSON)},
	"getInbox style":     {"unicode", reading("/v1/inbox", typeText)},
	"getGame flip":       {"true", reading("/v1/games/GAME", typeText)},
	"getGame style":      {"unicode", reading("/v1/games/GAME", typeText)},
	"getGame scale":      {"1", reading("/v1/games/GAME", typePNG)},
	"getGame theme":      {"dark", reading("/v1/games/GAME", typeSVG)},
	"getBoardText flip":  {"true", reading("/v1/games/GAME/board.txt", typeText)},
	"getBoardText style": {"unicode", reading("/v1/games/GAME/board.txt", typeText)},
	"getBoardSVG flip":   {"true", reading("/v1/games/GAME/board.svg", typeSVG)},
	"getBoardSVG theme":  {"dark", reading("/v1/games/GAME/board.svg", typeSVG)},
	"getBoardPNG flip":   {"true", reading("/v1/games/GAME/board.png", typePNG)},
	"getBoardPNG scale":  {"1", reading("/v1/games/GAME/board.png", typePNG)},
	"getBoardPNG theme":  {"dark", reading("/v1/games/GAME/board.png", typePNG)},
	"analyse flip":       {"true", posting("/v1/analysis?", tryLine, typeText)},
	"analyse style":      {"unicode", posting("/v1/analysis?", tryLine, typeText)},
	"analyse scale":      {"1", posting("/v1/analysis?", tryLine, typePNG)},
	"analyse theme":      {"dark", posting("/v1/analysis?", tryLine, typeSVG)},
	"playTurn style":     {"unicode", posting("/v1/games/GAME/turns?dry_run=true&", `{"turn":"e1-d1"}`, typeText)},
	"playTurn flip":      {"true", posting("/v1/games/GAME/turns?dry_run=true&", `{"turn":"e1-d1"}`, typeText)},
	"playTurn dry_run": {"true", func(p *plenty, query string) string {
		id := p.begin("hnefatafl", "7x7")
		p.call("POST", "/v1/games/"+id+"/turns?"+query).as(p.ann).json(`{"turn":"d1-c1"}`).do()
		return fmt.Sprint(decoded[Game](p.call("GET", "/v1/games/"+id).do().want(200)).Ply)
	}},
}

// TestEveryDefaultIsWhatHappens leaves out each parameter that has a default, and each field whose absence has a
// documented meaning.
func TestEveryDefaultIsWhatHappens(t *testing.T) {
	sample.Whole(t, "makes more than a page of everything")
	spec, err := readSpec()
	if err != nil {
		t.Fatal(err)
	}
	p := newPlenty(t)
	checkDefaults(p, spec)
	checkAbsentFields(p, spec)
}

// checkDefaults fails unless the response without a parameter is the response to its default, and another value has
// another response.
func checkDefaults(p *plenty, spec *openapi3.T) {
	p.t.Helper()
	left := map[string]bool{}
	for name := range probes {
		left[name] = true
	}
	for _, item := range spec.Paths.Map() {
		for _, operation := range item.Operations() {
			for _, of := range []openapi3.Parameters{item.Parameters, operation.Parameters} {
				for _, parameter := range of {
					if parameter.Value.Schema.Value.Default == nil {
						continue
					}
					name := operation.OperationID + " " + parameter.Value.Name
					delete(left, name)
					probes[name].check(p, name, parameter.Value)
				}
			}
		}
	}
	if len(left) > 0 {
		p.t.Errorf("no parameters with defaults: %v", left)
	}
}

func (b probe) check(p *plenty, name string, parameter *openapi3.Parameter) {
	p.t.Helper()
	if b.ask == nil {
		p.t.Errorf("nothing asks for %s", name)
		return
	}
	query := func(value any) string { return url.Values{parameter.Name: {fmt.Sprint(value)}}.Encode() }
	absent := b.ask(p, "")
	if given := b.ask(p, query(parameter.Schema.Value.Default)); given != absent {
		p.t.Errorf("%s: %v is not what happens:\n%.300q\nwithout it\n%.300q", name, parameter.Schema.Value.Default,
			given, absent)
	}
	if b.ask(p, query(b.other)) == absent {
		p.t.Errorf("%s: %s makes no difference", name, b.other)
	}
}

// absentFields maps each documented meaning of an absent field to the value documented and the value observed.
var absentFields = map[string]func(p *plenty) (got, said any){
	"Registration.locale": func(p *plenty) (any, any) {
		return decoded[Me](p.call("GET", "/v1/me").as(p.registered()).do().want(200)).Locale, "en"
	},
	"Registration.time_zone": func(p *plenty) (any, any) {
		return decoded[Me](p.call("GET", "/v1/me").as(p.registered()).do().want(200)).TimeZone, "UTC"
	},
	"AnalysisRequest.position": func(p *plenty) (any, any) {
		a := decoded[Analysis](p.call("POST", "/v1/analysis").json(`{"ruleset":"hnefatafl","variant":"7x7"}`).do().want(200))
		return a.Position, decoded[Ruleset](p.call("GET", "/v1/rulesets/hnefatafl").do().want(200)).Variants[2].Position
	},
	"NewChallenge.variant": func(p *plenty) (any, any) {
		return p.bareChallenge().Variant,
			decoded[Ruleset](p.call("GET", "/v1/rulesets/sevensages").do().want(200)).Variants[0].ID
	},
	"NewEvent.kind": func(p *plenty) (any, any) { return string(p.bareEvent().Kind), "round_robin" },
	"NewEvent.size": func(p *plenty) (any, any) { return *p.bareEvent().Size, 6 },
	"NewEvent.pace": func(p *plenty) (any, any) { return p.bareEvent().Pace, "3d" },
	"NewEvent.variant": func(p *plenty) (any, any) {
		return p.bareEvent().Variant,
			decoded[Ruleset](p.call("GET", "/v1/rulesets/sevensages").do().want(200)).Variants[0].ID
	},
	"NewChallenge.opponent": func(p *plenty) (any, any) { return p.bareChallenge().Opponent == nil, true },
	"NewChallenge.side":     func(p *plenty) (any, any) { return string(p.bareChallenge().Seat), "random" },
	"NewChallenge.vacation": func(p *plenty) (any, any) { return p.bareChallenge().Vacation, true },
	"NewChallenge.pace":     func(p *plenty) (any, any) { return p.bareChallenge().Pace, "3d" },
	"NewChallenge.expires": func(p *plenty) (any, any) {
		c := p.bareChallenge()
		return c.ExpiresAt.Sub(c.CreatedAt).String(), "336h0m0s"
	},
	"NewTrial.variant": func(p *plenty) (any, any) { return p.bareTrial().Variant, "standard" },
	"NewTrial.side":    func(p *plenty) (any, any) { return p.bareTrial().Players[0].Name, "ann" },
	"NewTrial.level":   func(p *plenty) (any, any) { return p.bareTrial().Players[1].Name, "house-easy" },
	"SignIn.scope":     func(p *plenty) (any, any) { return string(p.token("ann", "").Scope), "play" },
	"SignIn.expires":   func(p *plenty) (any, any) { return p.token("ann", "").ExpiresAt == nil, true },
	"ReadUpTo.up_to": func(p *plenty) (any, any) {
		marks := decoded[ReadMarks](p.call("POST", "/v1/games/"+p.long+"/messages/read").as(p.ann).json(`{}`).do().want(200))
		return marks.Unread, 0
	},
}

var saysAbsent = regexp.MustCompile(`(?i)(if|where|which it is if) absent`)

// checkAbsentFields checks every documented meaning of an absent field and every default of a field.
func checkAbsentFields(p *plenty, spec *openapi3.T) {
	p.t.Helper()
	left := map[string]bool{}
	for name := range absentFields {
		left[name] = true
	}
	for schema, ref := range spec.Components.Schemas {
		for property, value := range ref.Value.Properties {
			if value.Value.Default == nil && !saysAbsent.MatchString(value.Value.Description) {
				continue
			}
			name := schema + "." + property
			if !left[name] {
				p.t.Errorf("nothing shows what an absent %s means: %s", name, value.Value.Description)
				continue
			}
			delete(left, name)
			if got, said := absentFields[name](p); got != said {
				p.t.Errorf("%s: %v, it is said to be %v", name, got, said)
			}
		}
	}
	if len(left) > 0 {
		p.t.Errorf("nothing is said of the absent %v", left)
	}
}

// rate lets ann have two rated games, if she has none.
func (p *plenty) rate() {
	p.t.Helper()
	list := decoded[RatingList](p.call("GET", "/v1/players/ann/ratings").do().want(200))
	for range 2 - min(2, len(*list.Ratings)) {
		at := "/v1/games/" + p.begin("hnefatafl", "7x7")
		p.call("POST", at+"/turns").as(p.ann).json(`{"turn":"d1-c1"}`).do().want(201)
		p.call("POST", at+"/turns").as(p.bob).json(`{"turn":"d3-c3"}`).do().want(201)
		p.call("POST", at+"/resign").as(p.bob).json(`{}`).do().want(200)
	}
}
