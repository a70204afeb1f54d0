package api

import (
	"testing"

	"turnpost/rules/phrase"
)

// Every text names its language: that of the reader's profile, or of the request; documents for programs are English.
func TestContentLanguage(t *testing.T) {
	m := newMatch(t)
	m.call("PATCH", "/v1/me").as(m.ann).json(`{"locale":"` + phrase.Pseudo + `"}`).do().want(200)
	for _, c := range []struct {
		path, token, accepts, want string
	}{
		{"/v1/games/" + m.id, m.ann, "", phrase.Pseudo},
		{"/v1/games/" + m.id, m.ann, "en", phrase.Pseudo}, // the choice of the profile prevails
		{"/v1/games/" + m.id, m.bob, phrase.Pseudo, "en"},
		{"/v1/games/" + m.id, "", "pl, " + phrase.Pseudo + ";q=0.5", phrase.Pseudo},
		{"/v1/games/" + m.id, "", "pl", "en"},
		{"/v1/games/nothing", "", phrase.Pseudo, phrase.Pseudo},
		{"/v1/games/nothing", m.ann, "", phrase.Pseudo},
		{"/v1/inbox", m.ann, "", phrase.Pseudo},
		{"/v1/rulesets/hanniball", "", phrase.Pseudo, phrase.Pseudo},
		{"/nowhere", "", phrase.Pseudo, phrase.Pseudo},
		{"/", "", phrase.Pseudo, phrase.Pseudo},
		{"/openapi.json", "", phrase.Pseudo, "en"},
		{"/docs/", "", phrase.Pseudo, "en"},
	} {
		for _, form := range []string{typeText, typeJSON + ", */*;q=0.1", "*/*"} {
			asked := m.call("GET", c.path).accept(form).with("User-Agent", "curl/8.5.0")
			if c.token != "" {
				asked = asked.as(c.token)
			}
			if c.accepts != "" {
				asked = asked.with("Accept-Language", c.accepts)
			}
			if got := asked.do(); got.header.Get("Content-Language") != c.want {
				t.Errorf("GET %s as %s, in %q: %d in the language %q, want %s",
					c.path, form, c.accepts, got.status, got.header.Get("Content-Language"), c.want)
			}
		}
	}
}

// One game and one refusal are said to each reader in their own language.
func TestEachReaderHasTheirOwnLanguage(t *testing.T) {
	m := newMatch(t)
	m.call("PATCH", "/v1/me").as(m.bob).json(`{"locale":"` + phrase.Pseudo + `"}`).do().want(200)
	game := "/v1/games/" + m.id
	m.call("GET", game).as(m.ann).accept(typeText).do().want(200).contains("ann (Attackers) against bob (Defenders)")
	m.call("GET", game).as(m.bob).accept(typeText).do().want(200).
		contains("ann (⟦Attackers⟧) ⟦against⟧ bob (⟦Defenders⟧)")
	plain := m.call("POST", m.turns()).as(m.ann).text("d1-e4").do().problem(422, "illegal_turn")
	marked := m.call("POST", m.turns()).as(m.ann).text("d1-e4").with("Accept-Language", phrase.Pseudo).do().
		problem(422, "illegal_turn")
	if plain.Detail != marked.Detail {
		t.Errorf("the header of a request outweighs the profile: %q, %q", plain.Detail, marked.Detail)
	}
	m.play(m.ann, "d1-c1")
	other := m.call("POST", m.turns()).as(m.bob).text("d3-e5").do().problem(422, "illegal_turn")
	if len(phrase.Unmarked(plain.Title)) == 0 || len(phrase.Unmarked(other.Title)) > 0 {
		t.Errorf("%q, %q", plain.Title, other.Title)
	}
}

// A registration takes the language of its request, unless it names one.
func TestRegistrationTakesTheLanguageOfTheRequest(t *testing.T) {
	w := newWorld(t)
	for name, c := range map[string]struct{ header, field, want string }{
		"ann":  {phrase.Pseudo + ", en;q=0.1", "", phrase.Pseudo},
		"bob":  {phrase.Pseudo, `,"locale":"pl"`, "pl"},
		"carl": {"pl", "", "en"},
		"dora": {"", "", "en"},
	} {
		email := name + "@example.org"
		asked := w.call("POST", "/v1/players").json(`{"name":"` + name + `","email":"` + email + `"` + c.field + `}`)
		if c.header != "" {
			asked = asked.with("Accept-Language", c.header)
		}
		asked.do().want(202)
		token := decoded[NewToken](w.call("POST", "/v1/tokens").
			json(`{"email":"` + email + `","code":"` + w.Code(email) + `"}`).do().want(201)).Token
		if me := decoded[Me](w.call("GET", "/v1/me").as(token).do().want(200)); me.Locale != c.want {
			t.Errorf("%s has the language %q, want %q", name, me.Locale, c.want)
		}
	}
}
