package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"golang.org/x/time/rate"

	"turnpost/models/play"
)

// played returns a match of four turns that bob resigned.
func played(t *testing.T) (m *match, path string) {
	t.Helper()
	m = newMatch(t)
	for i, turn := range []string{"d1-c1", "d3-c3", "c1-b1", "c3-b3"} {
		m.play([]string{m.ann, m.bob}[i%2], turn)
	}
	m.call("POST", "/v1/games/"+m.id+"/resign").as(m.bob).do().want(200)
	return m, "/v1/games/" + m.id + "/record"
}

func TestRecordForms(t *testing.T) {
	m, path := played(t)
	text := m.call("GET", path).accept("text/plain").do().want(200)
	text.contains(`[Game "`+m.id+`"]`, `[Ruleset "hnefatafl"]`, `[Variant "7x7"]`, `[Version "1"]`, `[Attackers "ann"]`,
		`[Defenders "bob"]`,
		`[Date "2026-11-20"]`, `[EndDate "2026-11-20"]`, `[Pace "3d"]`, `[Result "attackers"]`, `[Reason "resignation"]`,
		`[Hash "`,
		"\n\n1. d1-c1 d3-c3 2. c1-b1 c3-b3 attackers\n")
	if got := text.header.Get("Content-Disposition"); got != `inline; filename="hnefatafl-7x7-`+m.id+`.txt"` {
		t.Errorf("Content-Disposition %q", got)
	}
	a := m.call("GET", path).do().want(200)
	r := decoded[GameRecord](a)
	if r.ID != m.id || len(r.Turns) != 4 || r.Turns[1].Seat != "defenders" || r.Turns[3].Hash != r.Hash ||
		r.Start.Hash == "" || *r.Result.Winner != "attackers" {
		t.Errorf("%+v", r)
	}
	if got := a.header.Get("Content-Disposition"); !strings.HasSuffix(got, `.json"`) {
		t.Errorf("Content-Disposition %q", got)
	}
	m.call("GET", "/v1/games/nothere1/record").do().problem(404, "not_found")
	m.call("GET", path).accept("image/png").do().problem(406, "not_acceptable")

	for _, form := range []string{"text/plain", "application/json"} {
		body := m.call("GET", path).accept(form).do().want(200).body
		for _, send := range []*call{
			m.call("POST", "/v1/records/verify").text(body).with("Content-Type", form),
			m.call("POST", "/v1/records/verify").form(body),
		} {
			v := decoded[Verification](send.do().want(200))
			if !v.Ok || v.Fault != nil || v.Plies != 4 || !v.Stored || v.Hashed != (form == typeJSON) ||
				v.Position != r.Turns[3].Position || v.ToMove != nil || v.Result.Reason != "resignation" {
				t.Errorf("%s: %+v", form, v)
			}
		}
		m.call("POST", "/v1/records/verify").form(body).accept("text/plain").do().want(200).
			contains("Hnefatafl 7×7 (Brandubh) · 4 turns, no fault · Attackers won: Defenders resigned\n",
				"This server has the same game.\nPosition: ")
	}
}

func TestRecordOfAGameUnderWay(t *testing.T) {
	m := newMatch(t)
	path := "/v1/games/" + m.id + "/record"
	m.call("GET", path).accept("text/plain").do().want(200).contains(`[Result "*"]`, "\n\n*\n")
	m.play(m.ann, "d1-c1")
	body := m.call("GET", path).do().want(200).body
	m.play(m.bob, "d3-c3")
	v := decoded[Verification](m.call("POST", "/v1/records/verify").json(body).do().want(200))
	if !v.Ok || !v.Stored || !v.Hashed || v.Plies != 1 || *v.ToMove != "defenders" || v.Result != nil {
		t.Errorf("%+v", v)
	}
}

func TestFaultsOfRecords(t *testing.T) {
	m, path := played(t)
	text := m.call("GET", path).accept("text/plain").do().want(200).body
	whole := m.call("GET", path).do().want(200).body
	changed := func(change func(r map[string]any, turns []any)) string {
		var r map[string]any
		if err := json.Unmarshal([]byte(whole), &r); err != nil {
			t.Fatal(err)
		}
		change(r, r["turns"].([]any))
		body, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		return string(body)
	}
	set := func(i int, field string, value any) string {
		return changed(func(_ map[string]any, turns []any) { turns[i].(map[string]any)[field] = value })
	}
	for _, c := range []struct {
		name, body   string
		ply          int
		kind, reason string
	}{
		{"illegal turn", strings.Replace(text, "c1-b1", "c1-a1", 1), 3, "turn", "corner_only_king"},
		{"unreadable turn", strings.Replace(text, "c1-b1", "castle", 1), 3, "turn", "syntax"},
		{"the other's piece", strings.Replace(text, "d3-c3", "b4-b3", 1), 2, "turn", "not_your_piece"},
		{"skipped side", strings.Replace(text, "d3-c3 2.", "… 2.", 1), 2, "seat", ""},
		{
			"result", strings.Replace(strings.Replace(text, "resignation", "escape", 1), "attackers", "defenders", 2), 4,
			"result", "",
		},
		{"version", strings.Replace(text, `[Version "1"]`, `[Version "2"]`, 1), 0, "version", ""},
		{"another turn than stored", strings.Replace(text, "c3-b3", "c3-c2", 1), 4, "stored", ""},
		{"time", set(1, "at", "2026-11-20T12:00:01Z"), 2, "hash", ""},
		{"position", set(1, "position", "3t3/7/7/7/7/7/7 a"), 2, "position", ""},
		{"ply", set(1, "ply", 3), 2, "ply", ""},
		{"seat", set(1, "seat", "attackers"), 2, "seat", ""},
		{"hash", set(1, "hash", strings.Repeat("0", 64)), 2, "hash", ""},
		{
			"start", changed(func(r map[string]any, _ []any) { r["start"].(map[string]any)["position"] = "7/7/7/7/7/7/7 a" }),
			0, "start", "",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			m.t = t
			v := decoded[Verification](m.call("POST", "/v1/records/verify").form(c.body).do().want(200))
			if v.Ok || v.Stored || v.Fault == nil || v.Fault.Ply != c.ply || string(v.Fault.Kind) != c.kind ||
				v.Fault.Reason != c.reason || v.Fault.Detail == "" {
				t.Fatalf("%+v %+v", v, v.Fault)
			}
			where := "the start is at fault ["
			if c.ply > 0 {
				where = fmt.Sprintf("turn %d is at fault [%s", c.ply, c.kind)
			}
			m.call("POST", "/v1/records/verify").form(c.body).accept("text/plain").do().want(200).
				contains(where, v.Fault.Detail, "Position after ")
		})
	}
}

func TestBadRecords(t *testing.T) {
	w := newWorld(t)
	w.call("POST", "/v1/records/verify").
		json(`{"ruleset":"hnefatafl","variant":"7x7","turns":[{"turn":"D1-C1"},{"turn":"d3-c3"}]}`).do().want(200).
		contains(`"ok":true`)
	for _, c := range []struct {
		name, body string
		status     int
		code       string
		detail     string
	}{
		{"nothing", "", 400, "invalid", "missing"},
		{"no record", "Dear Sir", 400, "invalid", "ruleset"},
		{"fault in a tag", "[Ruleset \"hnefatafl\"]\n[Variant 7x7]", 400, "invalid", "line 2"},
		{"tags in one line", "[Ruleset \"hnefatafl\"][Variant \"7x7\"]", 400, "invalid", "one in a line"},
		{"unknown ruleset", "[Ruleset \"chess\"]", 400, "invalid", "chess"},
		{"cut JSON", `{"ruleset":"hnefatafl"`, 400, "invalid", "line 1"},
		{
			"unknown ruleset in JSON", `{"ruleset":"chess","turns":[],"players":[{"seat":"white","name":"x"}]}`, 400, "invalid",
			"chess",
		},
		{"unknown variant", `{"ruleset":"hnefatafl","variant":"8x8","turns":[]}`, 400, "invalid", "8x8"},
		{"unknown field", `{"ruleset":"hnefatafl","turns":[],"moves":[]}`, 400, "invalid", "moves"},
		{"no turns", `{"ruleset":"hnefatafl"}`, 400, "invalid", "turns"},
		{"turns of another type", `{"ruleset":"hnefatafl","turns":["d1-d2"]}`, 400, "invalid", "object"},
		{"unknown side", `{"ruleset":"hnefatafl","turns":[{"turn":"d1-d2","seat":"white"}]}`, 400, "invalid", "attackers"},
		{
			"unknown player's side", `{"ruleset":"hnefatafl","turns":[],"players":[{"seat":"white","name":"x"}]}`, 400,
			"invalid", "attackers",
		},
		{
			"unknown winner", `{"ruleset":"hnefatafl","turns":[],"result":{"winner":"white","reason":"x"}}`, 400, "invalid",
			"attackers",
		},
		{"bad hash", `{"ruleset":"hnefatafl","turns":[],"hash":"xyz"}`, 400, "invalid", "hash"},
		{"bad time", `{"ruleset":"hnefatafl","turns":[{"turn":"d1-d2","at":"yesterday"}]}`, 400, "invalid", "at"},
		{"too many turns", "[Ruleset \"hnefatafl\"]\n" + strings.Repeat("a1-a2 ", 2501), 400, "invalid", "2500"},
		{"too large", strings.Repeat("x", play.MaxRecordBytes+1), 413, "too_large", "384 KiB"},
		{"no UTF-8", "[Ruleset \"\xff\"]", 400, "invalid", "byte 11"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w.t = t
			if p := w.call("POST", "/v1/records/verify").form(c.body).do().
				problem(c.status, c.code); !strings.Contains(p.Field+" "+p.Detail, c.detail) {
				t.Errorf("%+v", p)
			}
		})
	}
	w.t = t
	w.call("POST", "/v1/records/verify").json(`{}`).with("Content-Type", "application/pdf").do().
		problem(http.StatusUnsupportedMediaType, "unsupported_media_type")
}

func TestVerifyingIsLimitedAsAnalysis(t *testing.T) {
	limits := noLimits
	limits.Analysis = Rate{PerSecond: rate.Limit(0.001), Burst: 1}
	w := newWorld(t, limits)
	w.call("POST", "/v1/records/verify").json(`{"ruleset":"hnefatafl","turns":[]}`).do().want(200)
	w.call("POST", "/v1/records/verify").json(`{"ruleset":"hnefatafl","turns":[]}`).do().problem(429, "too_many")
}
