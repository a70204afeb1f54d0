package api

import (
	"net/http"
	"strings"
	"testing"
	"unicode/utf8"

	"turnpost/rules/rulestest/sample"
)

// TestEveryOperationSpeaksText checks that each operation that returns JSON also returns text.
func TestEveryOperationSpeaksText(t *testing.T) {
	spec, err := readSpec()
	if err != nil {
		t.Fatal(err)
	}
	for path, item := range spec.Paths.Map() {
		for method, operation := range item.Operations() {
			for status, response := range operation.Responses.Map() {
				content := response.Value.Content
				if content[typeJSON] != nil && content[typeText] == nil {
					t.Errorf("%s %s %s speaks no text", method, path, status)
				}
			}
		}
	}
}

// TestTextOnceAndForAll requests every readable resource as text and checks that lines have at most 80 columns, except
// commands and notation.
func TestTextOnceAndForAll(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	m := newMatch(t)
	m.play(m.ann, "d1-c1")
	m.call("POST", "/v1/games/"+m.id+"/messages").as(m.ann).text("Hello there.").do().want(201)
	m.call("PUT", "/v1/me/blocks/bob").as(m.player("eve")).do().want(200)
	m.call("POST", "/v1/challenges").as(m.ann).json(`{"ruleset":"sevensages","seat":"white"}`).do().want(201)
	spec, err := readSpec()
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	for path, item := range spec.Paths.Map() {
		if item.Get == nil {
			continue
		}
		at := strings.NewReplacer("/v1/challenges/{id}", "/v1/challenges/none", "/c/{id}", "/c/none", "/v1/rulesets/{id}",
			"/v1/rulesets/hanniball",
			"/v1/games/{id}", "/v1/games/"+m.id, "{name}", "bob", "{token}", "x").Replace(path)
		a := m.call("GET", at).as(m.ann).accept("text/plain").do()
		if a.status == http.StatusNotAcceptable || a.status >= 500 || a.status == http.StatusUnauthorized {
			t.Errorf("%s: %d\n%s", at, a.status, a.body)
		}
		if strings.HasSuffix(at, ".svg") || strings.HasSuffix(at, ".png") || strings.HasSuffix(at, "/export") {
			continue
		}
		if got := a.header.Get("Content-Type"); !strings.HasPrefix(got, typeText) {
			t.Errorf("%s: %d as %s", at, a.status, got)
		}
		if path == "/metrics" || path == "/openapi.json" {
			continue
		}
		asked++
		if a.status == http.StatusOK && !strings.Contains(a.body, "curl ") && !strings.HasSuffix(path, "/record") &&
			!strings.HasSuffix(path, "/board.txt") && !strings.HasSuffix(path, "/notes") {
			t.Errorf("%s does not say what is next:\n%s", at, a.body)
		}
		if strings.Contains(a.body, "\n\n\n") && a.status < 300 {
			t.Errorf("%s has two empty lines:\n%s", at, a.body)
		}
		for line := range strings.Lines(a.body) {
			line = strings.TrimRight(line, "\n")
			if n := utf8.RuneCountInString(line); n > 80 && a.status < 300 && !strings.Contains(line, "curl") &&
				strings.Contains(strings.TrimSpace(line), " ") {
				t.Errorf("%s: a line of %d columns: %s", at, n, line)
			}
		}
	}
	if asked < 20 {
		t.Errorf("%d operations asked", asked)
	}
}

// TestWhoSendsTextGetsText sends requests as curl does by default.
func TestWhoSendsTextGetsText(t *testing.T) {
	m := newMatch(t)
	text := func(a httpResponse, status int, wanted ...string) {
		t.Helper()
		if got := a.want(status).header.Get("Content-Type"); !strings.HasPrefix(got, typeText) {
			t.Errorf("%s is answered as %s", a.what, got)
		}
		a.contains(wanted...)
	}
	text(m.call("POST", m.turns()).as(m.ann).curl("d1-c1").do(), 201, "[a](.)", "bob (Defenders) is to move")
	text(m.call("POST", m.turns()).as(m.bob).curl("turn=d3-c3&ply=1&message=Hm").do(), 201, "ann (Attackers) is to move",
		"Hm")
	text(m.call("POST", m.turns()).as(m.ann).curl("d2-d9").do(), 422, "Illegal turn [illegal_turn: no_such_square]",
		"possible instead: d2-", "/next\n")
	text(m.call("POST", m.turns()).as(m.ann).curl("resign").do(), 422, "/v1/games/"+m.id+"/resign\n")
	text(m.call("POST", m.turns()).as("tp_none").curl("d2-d9").do(), 401, "[unauthorized]", "/v1/codes\n")
	text(m.call("POST", "/v1/games/"+m.id+"/messages").as(m.ann).curl("a = b & c").do(), 201, "a = b & c")
	text(m.call("POST", "/v1/games/"+m.id+"/messages").as(m.ann).curl("text=one+two").do(), 201, "  one two\n")
	text(m.call("POST", "/v1/games/"+m.id+"/draw").as(m.ann).curl("action=offer").do(), 200,
		"ann (Attackers) offers a draw")
	text(m.call("POST", "/v1/codes").curl("email=ann%40example.org").do(), 202, "-d code=YOUR_CODE")
	text(m.call("POST", "/v1/players").curl("name=&email=x").do(), 400, "[invalid]")
	text(m.call("PATCH", "/v1/me").as(m.ann).curl("digest_hour=9").do(), 200, "digest_hour: 9\n")
	text(m.call("POST", "/v1/me/test-mail").as(m.ann).byCurl().do(), 202, "/v1/me/notices\n")
	text(m.call("POST", "/v1/me/test-mail").as(m.ann).curl("").do(), 202, "/v1/me/notices\n")
	text(m.call("POST", "/v1/me/test-mail").byCurl().do(), 401, "/v1/codes\n")
	text(m.call("POST", m.turns()).as(m.ann).byCurl().do(), 400, "[invalid]")
	text(m.call("POST", m.turns()).as(m.ann).curl("").do(), 400, "[invalid]")
	if got := m.call("POST", "/v1/me/test-mail").as(m.ann).curl("{}").do().want(202).
		header.Get("Content-Type"); got != typeJSON {
		t.Errorf("an empty object is answered as %s", got)
	}
	if got := m.call("POST", m.turns()).as(m.ann).curl(`{"turn":"d6-c6"}`).do().want(201).
		header.Get("Content-Type"); got != typeJSON {
		t.Errorf("JSON is answered as %s", got)
	}
	if got := m.call("POST", m.turns()).as(m.bob).curl("c3-b3").accept("application/json").do().want(201).
		header.Get("Content-Type"); got != typeJSON {
		t.Errorf("what asks for JSON gets %s", got)
	}
}

// TestEmptyObjectAsBody sends {} to every POST operation without a body.
func TestEmptyObjectAsBody(t *testing.T) {
	m := newMatch(t)
	for _, body := range []string{"{}", " { }\n"} {
		m.call("POST", "/v1/me/test-mail").as(m.ann).json(body).do().want(202)
		m.call("POST", "/v1/games/"+m.id+"/messages/read").as(m.ann).json(body).do().want(200)
	}
	m.call("POST", "/v1/games/"+m.id+"/resign").as(m.ann).curl("{}").do().want(200)
	m.call("POST", "/v1/games/"+m.id+"/rematch").as(m.ann).json("{}").do().want(201)
}

// TestNoFormHidesAnError requests an unavailable form together with another fault.
func TestNoFormHidesAnError(t *testing.T) {
	m := newMatch(t)
	for path, status := range map[string]int{
		"/v1/players/nobody": 404, "/v1/games/none": 404, "/v1/games?limit=x": 400, "/v1/me?x=1": 400,
		"/v1/rulesets/chess":                    404,
		"/v1/games/" + m.id + "/next?prefix=zz": 422, "/v1/games": 406, "/v1/rulesets": 406,
	} {
		m.call("GET", path).as(m.ann).accept("image/avif").do().want(status)
	}
	m.call("POST", m.turns()).as(m.ann).json(`{"turn":7}`).accept("image/avif").do().want(400)
	m.call("GET", "/v1/me").accept("image/avif").do().want(401)
}

func TestFront(t *testing.T) {
	w := newWorld(t)
	for _, accept := range []string{"*/*", "text/plain", ""} {
		front := w.call("GET", "/").with("Accept", accept).do().want(200)
		front.contains("https://turnpost.example/v1/players", "$TOKEN")
		if n := strings.Count(front.body, "\n"); n > 10 {
			t.Errorf("%d lines", n)
		}
	}
	browser := w.call("GET", "/").accept("text/html,application/xhtml+xml,*/*;q=0.8").do().want(200)
	browser.contains("<html")
}

// TestRematchOverHTTP lets both players request a rematch.
// Somebody with curl who is lost reads, in their language, what there is; a browser is shown a page.
func TestHelpForCurl(t *testing.T) {
	w := newWorld(t)
	help := w.call("GET", "/help").byCurl().do().want(200).contains("house-easy", "/v1/games/ID/turns", "/docs/")
	if len(help.body) > 4000 {
		t.Errorf("%d bytes", len(help.body))
	}
	w.call("GET", "/help").byCurl().with("Accept-Language", "de").do().want(200).contains("Was du hier tun kannst")
	for _, path := range []string{"/nope", "/g/nothing1/nope", "/.well-known/nope"} {
		got := w.call("GET", path).byCurl().with("Accept-Language", "ru").do().want(404).contains("GET /help", "/help")
		if !strings.HasPrefix(got.header.Get("Content-Type"), "text/plain") ||
			!strings.Contains(got.body, "по этому адресу") {
			t.Errorf("%s: %v %s", path, got.header, got.body)
		}
	}
	w.call("GET", "/v1/nope").byCurl().do().problem(404, "not_found")
	w.call("GET", "/nope").accept("text/html").do().want(404).contains("<html")
}

func TestRematchOverHTTP(t *testing.T) {
	m := newMatch(t)
	path := "/v1/games/" + m.id + "/rematch"
	m.call("POST", path).as(m.ann).do().problem(409, "conflict")
	m.call("POST", "/v1/games/"+m.id+"/resign").as(m.ann).do().want(200)
	m.call("POST", path).do().problem(401, "unauthorized")
	m.call("POST", path).as(m.player("eve")).do().problem(403, "forbidden")
	first := m.call("POST", path).as(m.ann).with("Idempotency-Key", "again").do().want(201)
	c := decoded[Challenge](first)
	if c.RematchOf != m.id || c.Seat != Second || first.header.Get("Location") != "/v1/challenges/"+c.ID {
		t.Errorf("%+v %v", c, first.header)
	}
	if replayed := m.call("POST", path).as(m.ann).with("Idempotency-Key", "again").do().
		want(201); replayed.body != first.body {
		t.Errorf("replayed as %s", replayed.body)
	}
	for _, token := range []string{m.ann, m.bob} {
		if g := decoded[Game](m.call("GET", "/v1/games/"+m.id).as(token).do().want(200)); g.Rematch != c.ID {
			t.Errorf("the game shows %q", g.Rematch)
		}
	}
	if g := decoded[Game](m.call("GET", "/v1/games/"+m.id).do().want(200)); g.Rematch != "" {
		t.Error("a visitor sees the rematch")
	}
	m.call("GET", "/v1/inbox").as(m.bob).accept("text/plain").do().want(200).
		contains("a rematch of game "+m.id, c.ID+"/accept")
	second := m.call("POST", path).as(m.bob).do().want(201)
	if g := decoded[Game](second); g.Players[0].Name != "bob" || second.header.Get("Location") != "/v1/games/"+g.ID {
		t.Errorf("%+v %v", g, second.header)
	}
	m.call("POST", path).as(m.ann).do().problem(409, "conflict")
}

// TestSharedChallenge follows a link without an account and accepts with one.
func TestSharedChallenge(t *testing.T) {
	w := newWorld(t)
	ann := w.player("ann")
	c := decoded[Challenge](w.call("POST", "/v1/challenges").as(ann).
		json(`{"ruleset":"hnefatafl","seat":"defenders","expires":"2d"}`).do().want(201))
	if c.URL != "https://turnpost.example/c/"+c.ID || c.Seat != Second || c.ExpiresAt.Sub(c.CreatedAt).Hours() != 48 {
		t.Errorf("%+v", c)
	}
	at := strings.TrimPrefix(c.URL, "https://turnpost.example")
	w.call("GET", at).accept("*/*").do().want(200).
		contains("ann challenges whoever accepts", "/v1/players", "/v1/tokens", c.ID+"/accept")
	w.call("GET", "/v1/challenges/"+c.ID).do().want(200)
	named := decoded[Challenge](w.call("POST", "/v1/challenges").as(ann).
		json(`{"ruleset":"hnefatafl","opponent":"eve@example.org"}`).do().want(201))
	w.call("GET", "/v1/challenges/"+named.ID).do().problem(404, "not_found")
	w.call("GET", "/c/"+named.ID).accept("*/*").do().want(404)
	zoe := w.player("zoe")
	w.call("POST", "/v1/challenges/"+c.ID+"/accept").as(zoe).do().want(201)
	for _, bad := range []string{`"seat":"white"`, `"expires":"61d"`, `"expires":""`, `"expires":"soon"`} {
		a := w.call("POST", "/v1/challenges").as(ann).json(`{"ruleset":"hnefatafl",` + bad + `}`).do()
		if bad != `"expires":""` {
			a.problem(400, "invalid")
		}
	}
}

func FuzzReadForm(f *testing.F) {
	spec, err := readSpec()
	if err != nil {
		f.Fatal(err)
	}
	media := spec.Paths.Value("/v1/games/{id}/turns").Post.RequestBody.Value.Content["application/x-www-form-urlencoded"]
	for _, seed := range []string{"turn=d1-d4", "turn=a&ply=3", "=&=", "turn=%zz", "d1-d4", "offer_draw=yes&turn=x"} {
		f.Add(seed, true)
	}
	f.Fuzz(func(t *testing.T, body string, others bool) {
		form, is := readForm([]byte(body), media, others)
		if is && (!utf8.Valid(form) || checkJSON(form) != nil) {
			t.Errorf("%q makes %q", body, form)
		}
		if !is && form != nil {
			t.Errorf("%q is no form and makes %q", body, form)
		}
	})
}

// A ruleset is found by its ID or name in any case by every request that names one.
func TestRulesetsInAnyCase(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	m := newMatch(t)
	for _, name := range []string{"Hnefatafl", "HNEFATAFL", "hnefatafl"} {
		if got := decoded[Ruleset](m.call("GET", "/v1/rulesets/"+name).do().want(200)); got.ID != "hnefatafl" {
			t.Errorf("%s is %s", name, got.ID)
		}
		if list := decoded[GameList](m.call("GET", "/v1/games?ruleset="+name).do().want(200)); len(list.Games) != 1 {
			t.Errorf("%s: %d games", name, len(list.Games))
		}
		m.call("GET", "/r/"+name).byCurl().do().want(200).contains("# Hnefatafl")
		made := m.call("POST", "/v1/challenges").as(m.ann).json(`{"ruleset":"` + name + `"}`).do().want(201)
		if c := decoded[Challenge](made); c.Ruleset != "hnefatafl" {
			t.Errorf("%s makes a challenge to %s", name, c.Ruleset)
		}
	}
	m.call("GET", "/v1/rulesets/chess").do().problem(404, "not_found")
}

// The short addresses that responses suggest are text for curl, seen by the holder of the token.
func TestShortAddresses(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	m := newMatch(t)
	m.call("POST", "/v1/games/"+m.id+"/messages").as(m.bob).text("Hello there.").do().want(201)
	made := m.call("POST", "/v1/challenges").as(m.bob).json(`{"ruleset":"sevensages","opponent":"ann"}`).do().want(201)
	short := map[string]string{
		"/inbox":                            "It is your turn in:",
		"/g/" + m.id:                        "It is your turn (Attackers), due",
		"/g/" + m.id + "/chat":              "Hello there.",
		"/c/" + decoded[Challenge](made).ID: "Decline:",
		"/r/sevensages":                     "# 7 Sages",
	}
	for path, text := range short {
		m.call("GET", path).as(m.ann).byCurl().do().want(200).contains(text)
	}
}
