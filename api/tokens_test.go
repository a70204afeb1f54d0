package api

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
)

// token creates a token by a code, with additional fields of POST /v1/tokens.
func (w *world) token(name, fields string) NewToken {
	w.t.Helper()
	email := name + "@example.org"
	w.Clock.Advance(10 * time.Minute)
	w.call("POST", "/v1/codes").json(`{"email":"` + email + `"}`).do().want(202)
	return decoded[NewToken](w.call("POST", "/v1/tokens").
		json(`{"email":"` + email + `","code":"` + w.Code(email) + `"` + fields + `}`).do().want(201))
}

// A read-only token can read everything that its player can, but cannot change anything that needs a token.
func TestATokenForReadingChangesNothing(t *testing.T) {
	m := newMatch(t)
	reading := m.token("ann", `,"label":"dashboard","scope":"read"`)
	if reading.Scope != ScopeRead || reading.Label != "dashboard" || reading.ExpiresAt != nil || reading.ID == 0 {
		t.Errorf("%+v", reading)
	}
	m.call("POST", "/v1/games/"+m.id+"/messages").as(m.bob).text("for ann alone").do().want(201)
	spec, err := readSpec()
	if err != nil {
		t.Fatal(err)
	}
	before, refused, read := m.state(), 0, 0
	for path, item := range spec.Paths.Map() {
		for method, operation := range item.Operations() {
			at := strings.NewReplacer("{id}", m.id, "{name}", "bob", "{token}", "x").Replace(path)
			switch {
			case method == http.MethodGet && strings.HasPrefix(path, "/v1/"):
				read++
				as := func(token string) httpResponse {
					r := m.call("GET", at).as(token).do()
					if path == "/v1/me/export" {
						r.body = fmt.Sprint(unzip(t, r.body)) // without the time of the archive
					}
					return r
				}
				if mine, its := as(m.ann), as(reading.Token); mine.status != its.status ||
					mine.body != its.body && path != "/v1/tokens" {
					t.Errorf("%s: %d, to a token for reading %d", at, mine.status, its.status)
				}
			case method != http.MethodGet && needsToken(spec, operation):
				refused++
				for _, body := range []string{`{}`, `{"turn":"d1-c1"}`, `{"confirm":"ann"}`} {
					p := m.call(method, at).as(reading.Token).json(body).do().problem(403, "token_read_only")
					if !strings.Contains(p.Detail, "for reading") {
						t.Errorf("%s %s: %s", method, at, p.Detail)
					}
				}
			}
		}
	}
	if after := m.state(); after != before {
		t.Errorf("it was\n%s\nand is\n%s", before, after)
	}
	if refused < 20 || read < 20 {
		t.Errorf("%d operations were refused, %d read", refused, read)
	}
	// A dry run changes nothing, and operations without security need no token.
	m.call("POST", m.turns()+"?dry_run=true").as(reading.Token).text("d1-c1").do().want(200)
	m.call("POST", m.turns()+"?dry_run=false").as(reading.Token).text("d1-c1").do().problem(403, "token_read_only")
	m.call("POST", m.turns()+"?dry_run=true&dry_run=false").as(reading.Token).text("d1-c1").do().problem(400, "invalid")
	m.call("POST", "/v1/analysis").as(reading.Token).json(`{"ruleset":"hnefatafl"}`).do().want(200)
	m.call("POST", m.turns()).as(reading.Token).curl("d1-c1").do().want(403).contains("[token_read_only]", "scope play")
}

func TestTokensEndOnTime(t *testing.T) {
	m := newMatch(t)
	made := m.token("ann", `,"label":"for a week","expires":"7d"`)
	if made.ExpiresAt == nil || !made.ExpiresAt.Equal(m.Clock.Now().Add(7*24*time.Hour)) || made.Scope != ScopePlay {
		t.Fatalf("%+v", made)
	}
	m.call("GET", "/v1/me").as(made.Token).do().want(200)
	m.Clock.Advance(7 * 24 * time.Hour)
	a := m.call("GET", "/v1/me").as(made.Token).do()
	if p := a.problem(401, "token_expired"); !strings.Contains(p.Detail, "has expired") {
		t.Errorf("%+v", p)
	}
	if a.header.Get("WWW-Authenticate") == "" {
		t.Error("WWW-Authenticate is missing")
	}
	m.call("GET", "/v1/games").as(made.Token).do().problem(401, "token_expired")
	m.call("POST", m.turns()).as(made.Token).curl("d1-c1").do().want(401).contains("[token_expired]", "/v1/codes")
	list := decoded[TokenList](m.call("GET", "/v1/tokens").as(m.ann).do().want(200)).Tokens
	if len(list) != 2 || list[0].Label != "for a week" || list[0].Scope != ScopePlay || list[0].ID != made.ID ||
		list[0].ExpiresAt == nil || list[1].ExpiresAt != nil {
		t.Errorf("%+v", list)
	}
	m.call("GET", "/v1/tokens").as(m.ann).accept(typeText).do().want(200).contains("scope", "expires_at", "for a week")
}

func TestTokensByForm(t *testing.T) {
	w := newWorld(t)
	w.player("ann")
	w.Clock.Advance(10 * time.Minute)
	w.call("POST", "/v1/codes").json(`{"email":"ann@example.org"}`).do().want(202)
	code := w.Code("ann@example.org")
	form := "email=ann%40example.org&code=" + code + "&label=by+curl"
	for field, value := range map[string]string{"scope": "write", "expires": "1m"} {
		a := w.call("POST", "/v1/tokens").curl(form + "&" + field + "=" + value).do().want(400)
		a.contains(field + ": ")
	}
	made := w.call("POST", "/v1/tokens").curl(form + "&scope=read&expires=2027-01-01T00:00:00Z").do().want(201)
	if got := made.header.Get("Cache-Control"); got != "no-store" {
		t.Errorf("Cache-Control %q", got)
	}
	token := tokens.FindString(made.body)
	list := decoded[TokenList](w.call("GET", "/v1/tokens").as(token).do().want(200)).Tokens
	if list[0].Scope != ScopeRead || list[0].ExpiresAt.Format(time.DateOnly) != "2027-01-01" || !list[0].Current {
		t.Errorf("%+v", list[0])
	}
}
