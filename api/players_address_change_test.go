package api

import (
	"strings"
	"testing"
)

// TestChangeOfAddress asks for another address, confirms it and withdraws one, as a program does.
func TestChangeOfAddress(t *testing.T) {
	m := newMatch(t)
	ask := func(email string) *call {
		return m.call("PATCH", "/v1/me").as(m.ann).json(`{"email":"` + email + `"}`)
	}
	confirm := func(code string) *call {
		return m.call("POST", "/v1/me/email").as(m.ann).json(`{"code":"` + code + `"}`)
	}
	m.Mails()
	confirm("12345678").do().problem(409, "conflict")
	if p := ask("nonsense").do().problem(400, "invalid"); p.Field != "email" {
		t.Errorf("field %q", p.Field)
	}
	// An address with an account is not refused: that would reveal it. No code goes there.
	if me := decoded[Me](ask("bob@example.org").do().want(200)); *me.EmailPending != "bob@example.org" {
		t.Errorf("%+v", me)
	}
	for _, mail := range m.Mails() {
		if mail.Code != "" {
			t.Errorf("a code went to %s", mail.To.Email)
		}
	}
	me := decoded[Me](ask("anna@example.com").do().want(200))
	if me.Email != "ann@example.org" || me.EmailPending == nil || *me.EmailPending != "anna@example.com" {
		t.Errorf("%+v", me)
	}
	code := m.Code("anna@example.com")
	confirm("").do().problem(422, "bad_code")
	if p := confirm("00000000").do().problem(422, "bad_code"); !strings.Contains(p.Detail, "PATCH /v1/me") {
		t.Errorf("detail %q", p.Detail)
	}
	m.call("POST", "/v1/me/email").json(`{"code":"`+code+`"}`).do().problem(401, "unauthorized")
	m.call("POST", "/v1/me/email").as(m.bob).json(`{"code":"`+code+`"}`).do().problem(409, "conflict")
	me = decoded[Me](confirm(code).do().want(200))
	if me.Email != "anna@example.com" || me.EmailPending != nil {
		t.Errorf("%+v", me)
	}
	confirm(code).do().problem(409, "conflict")
	m.play(m.ann, "d1-c1") // token and game stay
	if me = decoded[Me](ask("other@example.com").do().want(200)); me.EmailPending == nil {
		t.Errorf("%+v", me)
	}
	late := m.Code("other@example.com")
	if me = decoded[Me](ask("anna@example.com").do().want(200)); me.EmailPending != nil {
		t.Errorf("asking for the present address leaves %+v", me)
	}
	confirm(late).do().problem(409, "conflict")
	text := m.call("GET", "/v1/me").as(m.ann).accept("text/plain").do().want(200)
	if !strings.Contains(text.body, "anna@example.com") || strings.Contains(text.body, "other@example.com") {
		t.Errorf("%s", text.body)
	}
}
