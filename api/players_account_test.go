package api

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"turnpost/rules/rulestest/sample"
)

func TestRegistrationTellsNothing(t *testing.T) {
	sample.Whole(t, "registers known and unknown addresses")
	w := newWorld(t)
	w.player("ann")
	fresh := w.call("POST", "/v1/players").json(`{"name":"carl","email":"carl@example.org"}`).do().want(202)
	known := w.call("POST", "/v1/players").json(`{"name":"dora","email":"ann@example.org"}`).do().want(202)
	code := w.call("POST", "/v1/codes").json(`{"email":"ann@example.org"}`).do().want(202)
	nobody := w.call("POST", "/v1/codes").json(`{"email":"nobody@example.org"}`).do().want(202)
	if fresh.body != known.body || code.body != nobody.body {
		t.Error("the answers tell which addresses are known")
	}
	// A requested name reveals nothing about the address of the request.
	for _, email := range []string{"ann@example.org", "nobody@example.org"} {
		w.call("POST", "/v1/players").json(`{"name":"freda","email":"` + email + `"}`).do().want(202)
		w.call("POST", "/v1/players").json(`{"name":"freda","email":"third@example.org"}`).do().want(202)
	}
	p := w.call("POST", "/v1/players").json(`{"name":"ANN","email":"other@example.org"}`).do().problem(409, "name_taken")
	if p.Field != "name" {
		t.Errorf("field %q", p.Field)
	}
}

func TestCodes(t *testing.T) {
	w := newWorld(t)
	w.player("ann")
	ask := func() string {
		w.call("POST", "/v1/codes").json(`{"email":"ann@example.org"}`).do().want(202)
		return w.Code("ann@example.org")
	}
	signIn := func(code string) httpResponse {
		return w.call("POST", "/v1/tokens").json(`{"email":"Ann@Example.org","code":"` + code + `"}`).do()
	}
	code := ask()
	signIn("1").problem(422, "bad_code")
	signIn(code).want(201)
	signIn(code).problem(422, "bad_code")

	expired := ask()
	w.Clock.Advance(16 * time.Minute)
	signIn(expired).problem(422, "bad_code")

	guessed := ask()
	for range 5 {
		signIn("00000000x").problem(422, "bad_code")
	}
	signIn(guessed).want(201) // guesses by others use up none of a request's attempts

	text := w.call("POST", "/v1/tokens").accept("text/plain").json(`{"email":"ann@example.org","code":"` + ask() + `"}`).
		do().want(201)
	token := regexp.MustCompile(`(?m)^export TOKEN=(tp_[a-z0-9]+)$`).FindStringSubmatch(text.body)[1]
	w.call("GET", "/v1/me").as(token).do().want(200)
}

func TestTokens(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	list := decoded[TokenList](w.call("GET", "/v1/tokens").as(ann).do().want(200))
	if len(list.Tokens) != 1 || !list.Tokens[0].Current || list.Tokens[0].Label != "test" {
		t.Fatalf("tokens %+v", list.Tokens)
	}
	path := "/v1/tokens/" + strconv.FormatInt(list.Tokens[0].ID, 10)
	w.call("DELETE", path).as(bob).do().problem(404, "not_found")
	w.call("DELETE", path).as(ann).do().want(204)
	a := w.call("GET", "/v1/me").as(ann).do()
	a.problem(401, "unauthorized")
	if got := a.header.Get("WWW-Authenticate"); !strings.HasPrefix(got, "Bearer") {
		t.Errorf("WWW-Authenticate %q", got)
	}
	if strings.Contains(w.log.String(), ann) {
		t.Error("the log contains a token")
	}
}

func TestUnauthorized(t *testing.T) {
	w := newWorld(t)
	for name, header := range map[string]string{
		"unknown": "Bearer tp_unknown", "empty": "Bearer ", "scheme": "Basic YTpi", "word": "x",
		"token in another scheme": "Token " + w.player("ann"),
	} {
		w.call("GET", "/v1/me").with("Authorization", header).do().problem(401, "unauthorized")
		w.call("GET", "/v1/games").with("Authorization", header).do().problem(401, "unauthorized")
		t.Log(name)
	}
	for _, path := range []string{"/v1/me", "/v1/inbox", "/v1/tokens", "/v1/me/notices", "/v1/challenges"} {
		w.call("GET", path).do().problem(401, "unauthorized")
	}
	w.call("POST", "/v1/challenges").json(`{"ruleset":"hnefatafl"}`).do().problem(401, "unauthorized")
}

func TestProfile(t *testing.T) {
	w := newWorld(t)
	ann := w.player("ann")
	patch := func(body string) httpResponse { return w.call("PATCH", "/v1/me").as(ann).json(body).do() }
	changed := decoded[Me](patch(`{"time_zone":"Asia/Tokyo","mail":{"offer":"off"},"games":{"k7m2q9xr":"off"}}`).want(200))
	if changed.TimeZone != "Asia/Tokyo" || changed.Mail["offer"] != Off || changed.Games["k7m2q9xr"] != Off {
		t.Errorf("profile %+v", changed)
	}
	merged := decoded[Me](patch(`{"mail":{"game_over":"off","offer":"instant"}}`).want(200))
	if merged.Mail["game_over"] != Off || merged.Mail["offer"] == Off || merged.Games["k7m2q9xr"] != Off {
		t.Errorf("profile %+v", merged)
	}
	if p := patch(`{"mail":{"code":"off"}}`).problem(400, "invalid"); p.Field != "mail.code" {
		t.Errorf("field %q", p.Field)
	}
	if p := patch(`{"time_zone":"Mars/Olympus"}`).problem(400, "invalid"); p.Field != "time_zone" {
		t.Errorf("field %q", p.Field)
	}
	patch(`{"mail":{"offer":"sometimes"}}`).problem(400, "invalid")
	if now := decoded[Me](w.call("GET", "/v1/me").as(ann).do().want(200)); now.TimeZone != merged.TimeZone ||
		now.Mail["game_over"] != Off {
		t.Errorf("profile %+v", now)
	}
	public := w.call("GET", "/v1/players/ann").do().want(200)
	if strings.Contains(public.body, "@") {
		t.Error("the public profile shows the address")
	}
	w.call("GET", "/v1/players/nobody").do().problem(404, "not_found")
}

func TestNotices(t *testing.T) {
	w := newWorld(t)
	ann := w.player("ann")
	for range 3 {
		w.call("POST", "/v1/me/test-mail").as(ann).do().want(202)
	}
	first := decoded[NoticeList](w.call("GET", "/v1/me/notices?limit=2").as(ann).do().want(200))
	if len(first.Notices) != 2 || first.Next == nil || first.Notices[0].Kind != "test" ||
		first.Notices[0].Status != NoticeStatus("queued") {
		t.Fatalf("notices %+v", first)
	}
	second := decoded[NoticeList](w.call("GET", "/v1/me/notices?limit=2&cursor="+*first.Next).as(ann).do().want(200))
	if len(second.Notices) != 2 || second.Next != nil {
		t.Fatalf("notices %+v", second)
	}
	w.call("POST", "/v1/me/test-mail").as(ann).do().want(202)
	w.call("POST", "/v1/me/test-mail").as(ann).do().want(202)
	a := w.call("POST", "/v1/me/test-mail").as(ann).do()
	a.problem(429, "too_many")
	if a.header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
}
