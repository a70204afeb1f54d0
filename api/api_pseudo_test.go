package api

import (
	"regexp"
	"strings"
	"testing"

	"turnpost/rules/catalog"
	"turnpost/rules/phrase"
	"turnpost/rules/rulestest"
	"turnpost/rules/rulestest/sample"
)

// notWords matches text that is not translated: commands to their end, URLs, paths and methods of HTTP, codes
// and fields of problems, quoted input, media types, time zones.
var notWords = regexp.MustCompile(`(?s)curl (?:[^\n]*\\\n)*[^\n]*|\S*://\S+|/v1/\S*|/openapi\.json` +
	`|\b(?:GET|HEAD|POST|PUT|PATCH|DELETE)\b` +
	`|\[[a-z_]+(?:: [a-z_]+)?\]|"[^"\n]*"|` + "`[^`\n]*`" + `|\b[a-z]+/[a-z+-]+\b|\b(?:UTC|CET|CEST|ETag|KiB)\b` +
	`|Authorization: Bearer TOKEN|Content-Type|\bAccept\b|If-Match`)

// pseudoReader is a match whose players read the pseudo-language.
type pseudoReader struct {
	*match
	allowed []string // names and notation
}

// marked checks that a text has words and that each of them is marked.
func (r *pseudoReader) marked(what, text string) {
	r.t.Helper()
	if !strings.ContainsRune(text, phrase.MarkBegin) {
		r.t.Errorf("%s has no word of a phrase: %q", what, text)
	}
	if strings.Contains(text, "[error.") || strings.Contains(text, "{") {
		r.t.Errorf("%s lacks a phrase or an argument: %q", what, text)
	}
	rest := notWords.ReplaceAllString(text, " ")
	for _, name := range r.allowed {
		rest = regexp.MustCompile(`\b`+regexp.QuoteMeta(name)+`\b`).ReplaceAllString(rest, " ")
	}
	if words := phrase.Unmarked(rest); len(words) > 0 {
		r.t.Errorf("%s: %q are of no phrase in\n%s", what, words, text)
	}
}

// problem checks that a refusal is marked in both forms.
func (r *pseudoReader) problem(status int, code string, c func() *call) {
	r.t.Helper()
	p := c().do().problem(status, code)
	r.marked(code+" title", p.Title)
	r.marked(code+" detail", p.Detail)
	text := c().accept(typeText + ", */*;q=0.5").do().want(status).body
	if p.Field != "" {
		text = strings.Replace(text, p.Field+": ", "", 1)
	}
	r.marked(code+" as text", text)
}

func TestNoWordStandsOutsideThePhrases(t *testing.T) {
	sample.Whole(t, "reads every text in a pseudo-language")
	m := newMatch(t)
	r := &pseudoReader{match: m, allowed: []string{"ann", "bob", m.id, "cursor", "email", "code"}}
	for _, token := range []string{m.ann, m.bob} {
		m.call("PATCH", "/v1/me").as(token).json(`{"locale":"en-XA"}`).do().want(200)
	}
	r.playGame()
	r.refusals()
	r.pages()
}

// Cached responses are keyed by the language in which they were rendered.
func TestALanguageThatChangesChangesAllResponses(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	m := newMatch(t)
	seen := map[string]string{}
	for _, locale := range []string{"en", "en-XA", "en"} {
		m.call("PATCH", "/v1/me").as(m.ann).json(`{"locale":"` + locale + `"}`).do().want(200)
		for _, path := range []string{"/v1/games/" + m.id, "/v1/games/" + m.id + "/next", "/v1/inbox"} {
			for _, form := range []string{typeText, "application/json"} {
				got := m.call("GET", path).as(m.ann).accept(form).do().want(200).body
				if before, ok := seen[path+form+locale]; ok && got != before {
					t.Errorf("%s as %s in %s, again:\n%s\nwant\n%s", path, form, locale, got, before)
				}
				seen[path+form+locale] = got
				if form == typeText && strings.ContainsRune(got, phrase.MarkBegin) != (locale != "en") {
					t.Errorf("%s in %s:\n%s", path, locale, got)
				}
			}
		}
	}
}

// playGame plays a game and requests everything that shows it.
func (r *pseudoReader) playGame() {
	game := "/v1/games/" + r.id
	text := func(what, token, method, path, body string, status int) {
		r.t.Helper()
		c := r.call(method, path).as(token).accept(typeText)
		if body != "" {
			c = c.text(body)
			if strings.HasPrefix(body, "{") {
				c = c.json(body)
			}
		}
		r.marked(what, c.do().want(status).body)
	}
	text("the start", r.ann, "GET", game, "", 200)
	text("the inbox", r.ann, "GET", "/v1/inbox", "", 200)
	turn := decoded[Game](r.call("POST", r.turns()).as(r.ann).json(`{"turn":"d1-c1","message":"42"}`).do().want(201))
	r.marked("the description", turn.LastTurn.Description)
	text("a turn", r.bob, "GET", game, "", 200)
	text("a past board", r.bob, "GET", game+"?ply=0", "", 200)
	text("a dry run", r.bob, "POST", r.turns()+"?dry_run=true", "d3-b3", 200)
	text("an offer of a draw", r.ann, "POST", game+"/draw", `{"action":"offer"}`, 200)
	text("the inbox with an offer", r.bob, "GET", "/v1/inbox", "", 200)
	text("the draw declined", r.bob, "POST", game+"/draw", `{"action":"decline"}`, 200)
	text("a message", r.bob, "POST", game+"/messages", "42", 201)
	text("the messages", r.ann, "GET", game+"/messages", "", 200)
	text("a takeback", r.ann, "POST", game+"/takeback", `{"action":"offer","ply":0}`, 200)
	text("a takeback accepted", r.bob, "POST", game+"/takeback", `{"action":"accept","ply":0}`, 200)
	text("the log", r.ann, "GET", game+"/log", "", 200)
	for _, e := range decoded[GameLog](r.call("GET", game+"/log").as(r.ann).do().want(200)).Entries {
		r.marked("an entry of the log", e.Description)
	}
	text("a vacation", r.ann, "PUT", "/v1/me/away", `{"from":"2026-12-24","until":"2026-12-26"}`, 200)
	r.marked("the SVG's caption", titleOf(r.call("GET", game+"/board.svg").as(r.ann).do().want(200).body))
	text("the end", r.ann, "POST", game+"/resign", "", 200)
	text("a finished game", r.bob, "GET", game, "", 200)
	record := r.call("GET", game+"/record").accept(typeText).do().want(200).body
	verified := r.call("POST", "/v1/records/verify").as(r.ann).accept(typeText).text(record).do().want(200).body
	r.marked("a verified record", positionLine.ReplaceAllString(verified, ""))
	r.notices()
}

var (
	positionLine = regexp.MustCompile(`(?m)^⟦Position⟧.*$`)
	svgTitle     = regexp.MustCompile(`<title>(.*?)</title>`)
)

func titleOf(svg string) string { return svgTitle.FindStringSubmatch(svg)[1] }

// notices checks that the reasons in the list of notices are marked.
func (r *pseudoReader) notices() {
	reasons := 0
	for _, token := range []string{r.ann, r.bob} {
		for _, n := range decoded[NoticeList](r.call("GET", "/v1/me/notices").as(token).do().want(200)).Notices {
			if n.Reason != "" {
				reasons++
				r.marked("a notice's reason", n.Reason)
			}
		}
	}
	if reasons == 0 {
		r.t.Error("no notice was dropped")
	}
}

// refusals provokes an error in each layer, and each kind of schema error.
func (r *pseudoReader) refusals() {
	next := r.game(r.ann, r.bob, "bob")
	r.allowed = append(r.allowed, next.ID, "limit", "ply", "hnefatafl", "in", "out", "open", "instant", "digest", "off",
		"draw", "dry_run", "flip", "style", "message", "offer_draw", "plan", "turn")
	turns := "/v1/games/" + next.ID + "/turns"
	as := func(token, method, path, body string) func() *call {
		return func() *call {
			c := r.call(method, path).as(token)
			if strings.HasPrefix(body, "{") {
				return c.json(body)
			}
			if body != "" {
				return c.text(body)
			}
			return c
		}
	}
	r.problem(422, "illegal_turn", as(r.ann, "POST", turns, "d1-d7"))
	r.problem(422, "unreadable_turn", as(r.ann, "POST", turns, "hello"))
	r.problem(409, "not_your_turn", as(r.bob, "POST", turns, "d3-b3"))
	r.problem(409, "game_over", as(r.ann, "POST", r.turns(), "d1-c1"))
	r.problem(404, "not_found", as(r.ann, "GET", "/v1/games/zzzzzzzz/log", ""))
	r.problem(404, "not_found", as(r.ann, "GET", "/v1/nowhere", ""))
	r.problem(405, "method_not_allowed", as(r.ann, "DELETE", turns, ""))
	r.problem(400, "invalid", as(r.ann, "POST", turns, `{"tern":"d1-c1"}`))
	r.problem(400, "invalid", as(r.ann, "POST", turns, `{"turn":4}`))
	r.problem(400, "invalid", as(r.ann, "POST", turns, `{"turn":null}`))
	r.problem(400, "invalid", as(r.ann, "POST", turns, `{"turn":"d1-c1","ply":-1}`))
	r.problem(400, "invalid", as(r.ann, "POST", turns, `{"turn":`))
	r.problem(400, "invalid", as(r.ann, "GET", turns+"?limit=many", ""))
	r.problem(400, "invalid", as(r.ann, "GET", turns+"?limit=0", ""))
	r.problem(400, "invalid", as(r.ann, "GET", turns+"?gossip=1", ""))
	r.problem(400, "invalid", as(r.ann, "GET", "/v1/challenges?box=moon", ""))
	r.problem(400, "invalid", as(r.ann, "PATCH", "/v1/me", `{"time_zone":"Moon/Sea"}`))
	r.problem(400, "invalid", as(r.ann, "PUT", "/v1/me/away", `{"from":"never","until":"2026-12-26"}`))
	r.problem(422, "bad_position", as(r.ann, "POST", "/v1/analysis", `{"ruleset":"hnefatafl","position":"nonsense"}`))
	r.problem(422, "illegal_turn", as(r.bob, "PUT", "/v1/games/"+next.ID+"/plan", `{"lines":["d1-c1: d3-d7"]}`))
	r.problem(401, "unauthorized", func() *call { return r.call("GET", "/v1/me").with("Accept-Language", "en-XA") })
}

// pages requests the resources that belong to no ongoing game.
func (r *pseudoReader) pages() {
	anyone := func(path, form string) string {
		return r.call("GET", path).with("Accept-Language", "pl, en-XA;q=0.9").accept(form).do().want(200).body
	}
	c := decoded[Challenge](r.call("POST", "/v1/challenges").as(r.ann).
		json(`{"ruleset":"sevensages","opponent":"bob"}`).do().want(201))
	r.allowed = append(r.allowed, c.ID)
	r.marked("a challenge", r.call("GET", "/v1/challenges/"+c.ID).as(r.bob).accept(typeText).do().want(200).body)
	r.marked("a hint", decoded[Hint](r.call("POST", "/v1/codes").with("Accept-Language", "en-XA").
		json(`{"email":"x@example.org"}`).do().want(202)).Message)
	for _, ruleset := range catalog.All() {
		info := ruleset.Info(phrase.Pseudo)
		r.allowed = append(r.allowed, rulestest.NotationWords(r.t, ruleset)...)
		line := `{"ruleset":"` + info.ID + `","turns":[]}`
		text := r.call("POST", "/v1/analysis").as(r.ann).accept(typeText).json(line).do().want(200).body
		r.marked("an analysis of "+info.ID, positionLine.ReplaceAllString(text, ""))
		r.marked("the rules of "+info.ID, codeBlock.ReplaceAllString(anyone("/v1/rulesets/"+info.ID, typeMarkdown), ""))
		whole := r.call("GET", "/v1/rulesets/"+info.ID).with("Accept-Language", "en-XA").do().want(200)
		if got := decoded[Ruleset](whole); got.Summary != info.Summary {
			r.t.Errorf("the summary of %s is %q", info.ID, got.Summary)
		}
	}
}

var codeBlock = regexp.MustCompile("(?s)```.*?```|\\]\\([^)]*\\)")
