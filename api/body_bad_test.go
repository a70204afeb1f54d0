package api

import (
	"net/http"
	"strings"
	"testing"
)

// badInput is a request and the refusal that it must get.
type badInput struct {
	name   string
	call   *call
	status int
	code   string
	detail string
}

// badBodies returns requests with invalid bodies, types and Accept headers.
func badBodies(m *match) []badInput {
	draw, big := "/v1/games/"+m.id+"/draw", strings.Repeat("x", bodyLimit+1)
	return []badInput{
		{"cut JSON", m.call("POST", m.turns()).json(`{"turn": "d1-c1"`), 400, "invalid", "line 1, column 16"},
		{
			"JSON fault in a later line", m.call("POST", m.turns()).json("{\n  \"turn\" \"d1-c1\"}"), 400, "invalid",
			"line 2, column 10",
		},
		{"more after the JSON", m.call("POST", m.turns()).json(`{"turn":"d1-c1"}{}`), 400, "invalid", "column 17"},
		{"deep JSON", m.call("POST", m.turns()).json(strings.Repeat("[", 20000)), 400, "invalid", ""},
		{"a list for an object", m.call("POST", m.turns()).json(`["d1-c1"]`), 400, "invalid", "object"},
		{"null", m.call("POST", m.turns()).json(`null`), 400, "invalid", ""},
		{"a number for a text", m.call("POST", m.turns()).json(`{"turn":1}`), 400, "invalid", "string"},
		{"a text for a number", m.call("POST", m.turns()).json(`{"turn":"d1-c1","ply":"0"}`), 400, "invalid", "integer"},
		{"a fraction for a ply", m.call("POST", m.turns()).json(`{"turn":"d1-c1","ply":0.5}`), 400, "invalid", "integer"},
		{"a ply below zero", m.call("POST", m.turns()).json(`{"turn":"d1-c1","ply":-1}`), 400, "invalid", ""},
		{"a huge ply", m.call("POST", m.turns()).json(`{"turn":"d1-c1","ply":1e300}`), 400, "invalid", "exponent ply"},
		{"a ply with a point", m.call("POST", m.turns()).json(`{"turn":"d1-c1","ply":0.0}`), 400, "invalid", "point"},
		{"an unknown field", m.call("POST", m.turns()).json(`{"turn":"d1-c1","plans":"x"}`), 400, "invalid", `"plans"`},
		{
			"what fields there are", m.call("POST", m.turns()).json(`{"turn":"d1-c1","plans":"x"}`), 400, "invalid",
			"plan, ply",
		},
		{
			"a scope there is not", m.call("POST", "/v1/tokens").json(`{"email":"a@b.org","code":"1","scope":"all"}`), 400,
			"invalid", "play and read scope",
		},
		{"another case of a field", m.call("POST", m.turns()).json(`{"Turn":"d1-c1"}`), 400, "invalid", ""},
		{"a field given twice", m.call("POST", m.turns()).json(`{"turn":"d1-c1","turn":"d1-b1"}`), 400, "invalid", `"turn"`},
		{
			"a field given twice, once escaped", m.call("POST", m.turns()).json(`{"turn":"d1-c1","t\u0075rn":"d1-b1"}`), 400,
			"invalid", `"turn"`,
		},
		{"a missing field", m.call("POST", m.turns()).json(`{"ply":0}`), 400, "invalid", `"turn"`},
		{"no body", m.call("POST", m.turns()), 400, "invalid", "missing"},
		{"a long turn", m.call("POST", m.turns()).text(strings.Repeat("a", 1001)), 400, "invalid", "1000"},
		{
			"a long message", m.call("POST", m.turns()).json(`{"turn":"d1-c1","message":"` + strings.Repeat("a", 2001) + `"}`),
			400, "invalid", "2000",
		},
		{"no UTF-8", m.call("POST", m.turns()).text("d1-c1\xff"), 400, "invalid", "byte 6"},
		{"no UTF-8 in JSON", m.call("POST", draw).json("{\"action\":\"\xc0\"}"), 400, "invalid", "UTF-8"},
		{"a large body", m.call("POST", m.turns()).text(big), 413, "too_large", "64 KiB"},
		{"no form", m.call("POST", draw).form(`offer`), 400, "invalid", "such as action=…"},
		{"JSON that is labelled as a form", m.call("POST", draw).form(`null`), 400, "invalid", "null"},
		{"a form with an unknown field", m.call("POST", draw).form(`action=offer&ply=3`), 400, "invalid", `"ply"`},
		{
			"a form with a field given twice", m.call("POST", draw).form(`action=offer&action=offer`), 400, "invalid",
			"2 times action",
		},
		{
			"a form with a number given twice", m.call("PATCH", "/v1/me").form(`digest_hour=8&digest_hour=9`), 400,
			"invalid", "2 times digest_hour",
		},
		{"a JSON list with the signs of a form", m.call("POST", draw).form(`["&action=&action="]`), 400, "invalid", "object"},
		{"a form with a word for a number", m.call("POST", m.turns()).form(`turn=d1-c1&ply=none`), 400, "invalid", "integer"},
		{"text where JSON is due", m.call("POST", draw).text(`offer`), 415, "unsupported_media_type", ""},
		{
			"another form of a turn", m.call("POST", m.turns()).text("d1-c1").with("Content-Type", "application/xml"), 415,
			"unsupported_media_type", "text/plain",
		},
		{"no media type", m.call("POST", draw).text("offer").with("Content-Type", ";;"), 415, "unsupported_media_type", ""},
		{
			"a compressed body", m.call("POST", m.turns()).text("d1-c1").with("Content-Encoding", "gzip"), 415,
			"unsupported_media_type", "without compression",
		},
		{
			"a body in another charset", m.call("POST", m.turns()).text("d1-c1").with("Content-Type",
				"text/plain; charset=UTF-16"), 415, "unsupported_media_type", "utf-16",
		},
		{
			"a form in another charset", m.call("POST", draw).form("action=offer").with("Content-Type",
				"application/x-www-form-urlencoded; charset=koi8-r"), 415, "unsupported_media_type", "koi8-r",
		},
		{
			"Latin-1 that is no ASCII", m.call("POST", m.turns()).text("d1-c1é").with("Content-Type",
				"text/plain; charset=ISO-8859-1"), 415, "unsupported_media_type", "iso-8859-1",
		},
		{
			"a key that is no text", m.call("POST", m.turns()).text("d1-c1").add("Idempotency-Key", "\xff"), 400, "invalid",
			"is not UTF-8",
		},
		{
			"two keys", m.call("POST", m.turns()).text("d1-c1").add("Idempotency-Key", "a").add("Idempotency-Key", "b"), 400,
			"invalid", "2 times Idempotency-Key",
		},
		{
			"JSON of a type with a broken parameter", m.call("POST", m.turns()).json(`{"turn": "d1-c1"`).with("Content-Type",
				"application/json; charset"), 400, "invalid", "line 1, column 16",
		},
		{
			"a body where none is due", m.call("POST", "/v1/games/"+m.id+"/resign").json(`{"sure":true}`), 400, "invalid",
			"no body",
		},
		{
			"a form of answer there is not", m.call("POST", m.turns()).text("d1-c1").accept("image/png"), 406, "not_acceptable",
			"text/plain",
		},
		{"no form of answer", m.call("POST", m.turns()).text("d1-c1").accept("*/*;q=0"), 406, "not_acceptable", ""},
	}
}

// badAddresses returns requests with invalid paths, methods and parameters.
func badAddresses(m *match) []badInput {
	return []badInput{
		{"an unknown path", m.call("GET", "/v1/nothing"), 404, "not_found", ""},
		{"an unknown game", m.call("POST", "/v1/games/nothing/turns").text("d1-c1"), 404, "not_found", ""},
		{"an id that is none", m.call("DELETE", "/v1/tokens/first"), 404, "not_found", ""},
		{"a long id", m.call("GET", "/v1/games/"+strings.Repeat("a", 101)), 404, "not_found", ""},
		{"an id with a slash", m.call("GET", "/v1/games/"+m.id+"%2Fresign"), 404, "not_found", ""},
		{"an id with odd mails", m.call("GET", "/v1/games/%00%ff%27--"), 404, "not_found", ""},
		{"an id that is no text after a sign", m.call("GET", "/v1/games/%25%FF"), 404, "not_found", ""},
		{"a wrong method", m.call("DELETE", "/v1/games/"+m.id), 405, "method_not_allowed", "GET, HEAD"},
		{"an unknown method", m.call("BREW", m.turns()), 405, "method_not_allowed", "POST"},
		{"a limit over 100", m.call("GET", "/v1/games?limit=101"), 400, "invalid", "100"},
		{"a limit that is no number", m.call("GET", "/v1/games?limit=all"), 400, "invalid", ""},
		{"a ply that is no number", m.call("GET", "/v1/games/"+m.id+"?ply=last"), 400, "invalid", ""},
		{"a huge number", m.call("GET", "/v1/games/"+m.id+"?ply=99999999999999999999"), 400, "invalid", ""},
		{"an unknown style", m.call("GET", "/v1/games/"+m.id+"?style=gothic"), 400, "invalid", ""},
		{"an unknown parameter", m.call("GET", "/v1/games/"+m.id+"?turn=1"), 400, "invalid", "ply, flip"},
		{"a query with a semicolon", m.call("GET", "/v1/games?limit=1;cursor=2"), 400, "invalid", "%3B"},
		{"a parameter where there are none", m.call("GET", "/v1/me?x=1"), 400, "invalid", "none"},
		{"a bad cursor", m.call("GET", "/v1/games?cursor=x"), 400, "invalid", "cursor"},
		{"a bad cursor of turns", m.call("GET", m.turns()+"?cursor=-1"), 400, "invalid", "cursor"},
	}
}

// TestBadInput sends invalid requests and checks that nothing changes.
func TestBadInput(t *testing.T) {
	m := newMatch(t)
	before := m.state()
	for _, c := range append(badBodies(m), badAddresses(m)...) {
		t.Run(c.name, func(t *testing.T) {
			c.call.w.t = t
			if p := c.call.as(m.ann).do().problem(c.status, c.code); !strings.Contains(p.Detail+" "+p.Field, c.detail) {
				t.Errorf("detail %q lacks %q", p.Detail, c.detail)
			}
		})
	}
	m.t = t
	if after := m.state(); after != before {
		t.Errorf("something changed:\n%s\n%s", before, after)
	}
}

func TestAllowHeader(t *testing.T) {
	w := newWorld(t)
	a := w.call("PUT", "/v1/rulesets").do()
	a.problem(405, "method_not_allowed")
	if allow := a.header.Get("Allow"); !strings.Contains(allow, "GET, HEAD") {
		t.Errorf("Allow %q", allow)
	}
	if options := w.call("OPTIONS", "/v1/rulesets").do().
		want(http.StatusNoContent); options.header.Get("Allow") != "OPTIONS, GET, HEAD" {
		t.Errorf("Allow %q", options.header.Get("Allow"))
	}
}

func TestErrorForms(t *testing.T) {
	w := newWorld(t)
	for accept, form := range map[string]string{
		"":                            typeProblem,
		"*/*":                         typeProblem,
		"application/json":            typeJSON,
		"image/png":                   typeProblem,
		"text/plain":                  "text/plain; charset=utf-8",
		"text/plain, */*;q=0.1":       "text/plain; charset=utf-8",
		"text/plain;q=0.1, */*;q=0.5": typeProblem,
	} {
		a := w.call("GET", "/v1/games/23456789").accept(accept).do().want(404)
		if got := a.header.Get("Content-Type"); got != form && (form != typeJSON || got != typeProblem) {
			t.Errorf("Accept %q: %s, want %s", accept, got, form)
		}
	}
}

// Labels that change nothing about the bytes are accepted.
func TestLabelsOfPlainBodies(t *testing.T) {
	m := newMatch(t)
	for _, name := range []string{"utf-8", "UTF8", "us-ascii", "ISO-8859-1"} {
		m.call("POST", m.turns()+"?dry_run=true").as(m.ann).text("d1-c1").
			with("Content-Type", "text/plain; charset="+name).with("Content-Encoding", "identity").do().want(200)
	}
}

// A request that names two players is from neither.
func TestTokensOfTwoPlayers(t *testing.T) {
	m := newMatch(t)
	p := m.call("GET", "/v1/me").as(m.ann).add("Authorization", "Bearer "+m.bob).do().problem(400, "invalid")
	if p.Field != "Authorization" {
		t.Errorf("the field is %q", p.Field)
	}
}

// A byte order mark is no part of what follows it.
func TestByteOrderMark(t *testing.T) {
	m := newMatch(t)
	for _, c := range []*call{
		m.call("POST", m.turns()+"?dry_run=true").json("\ufeff" + `{"turn":"d1-c1"}`),
		m.call("POST", m.turns()+"?dry_run=true").form("\ufeffturn=d1-c1"),
		m.call("POST", m.turns()+"?dry_run=true").text("\ufeffd1-c1"),
		m.call("POST", "/v1/records/verify").text("\ufeff[Ruleset \"hnefatafl\"]\n[Variant \"7x7\"]\n\n1. d1-c1 *\n"),
	} {
		c.as(m.ann).do().want(200)
	}
}
