package main

import (
	"strings"
	"testing"

	"turnpost/cmd/api/programtest"
	"turnpost/rules/rulestest/sample"
)

// TestAdminAddress has an operator give an account another address beside a running server, which refuses the same
// addresses to the player.
func TestAdminAddress(t *testing.T) {
	sample.Whole(t, "mails two addresses")
	p, database := programtest.NewPost(t), databaseFile(t)
	sender := []string{"--from", "turnpost <games@example.net>", "--mail-domain", "mail.example.net"}
	i := start(t, append([]string{
		"serve", "--listen", "127.0.0.1:0", "--database", database, "--smtp", "smtp://" + p.Address,
		"--inbound-secret", "hands over what came by mail",
	}, sender...)...)
	ann := i.SignUp(p, "ann")
	i.SignUp(p, "bob")
	address := func(want int, text, name, new string, more ...string) {
		t.Helper()
		args := append([]string{"admin", "--database", database, "--yes", "address", name, new}, more...)
		if exit, out := command(t, "", false, args...); exit != want || !strings.Contains(out, text) {
			t.Errorf("address %s %s: %d: %s; want %q", name, new, exit, out, text)
		}
	}
	for _, own := range []string{
		"games@example.net", "play+x@mail.example.net", "Bounce@MAIL.example.net", "unsubscribe+y@mail.example.net",
	} {
		address(1, "email: this is an address of the server itself", "ann", own, sender...)
		var problem struct{ Field, Detail string }
		i.Call("PATCH", "/v1/me", ann, `{"email":"`+own+`"}`, 400, &problem)
		if problem.Field != "email" || !strings.HasPrefix(problem.Detail, "this is an address of the server itself") {
			t.Errorf("%s by the API: %+v", own, problem)
		}
	}
	address(1, "email: ", "ann", "nonsense", sender...)
	address(1, "turnpost: bob has this address", "ann", "bob@example.org", sender...)
	address(1, "no player", "nobody", "x@example.org", sender...)
	p.None()
	address(0, "ann has another address", "ann", "anna@example.com", sender...)
	programtest.ExpectMails(t, p, "ann@example.org", "anna@example.com")
	var me struct{ Name, Email string }
	i.Call("GET", "/v1/me", ann, "", 200, &me)
	if me.Name != "ann" || me.Email != "anna@example.com" {
		t.Errorf("by the token from before: %+v", me)
	}
	var problem struct{ Code string }
	i.Call("POST", "/v1/tokens", "", `{"email":"ann@example.org","code":"00000000"}`, 422, &problem)
	i.Call("POST", "/v1/codes", "", `{"email":"anna@example.com"}`, 202, nil)
	if m := p.Next(); m.To != "anna@example.com" || programtest.EightDigits.FindString(m.Text) == "" {
		t.Errorf("a code to %s: %s", m.To, m.Text)
	}
}
