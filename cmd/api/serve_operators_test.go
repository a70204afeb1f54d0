package main

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"turnpost/cmd/api/programtest"
)

// TestOperators gives the pages of operators to those whom the settings name at the start, if they have an account
// then.
func TestOperators(t *testing.T) {
	database, p := databaseFile(t), programtest.NewPost(t)
	i := serveOn(t, database, p, "--operators", "ann,carl", "--log-level", "warn")
	waitForLog(i, "nobody has the name of an operator", `"name":"ann"`)
	waitForLog(i, "nobody has the name of an operator", `"name":"carl"`)
	i.SignUp(p, "ann")
	i.SignUp(p, "bob")
	cookies := map[string]string{}
	browse := func(name, path string, form url.Values, status int, text string) {
		t.Helper()
		response, page := i.Browse(path, cookies[name], form)
		if response.StatusCode != status || !strings.Contains(page, text) {
			t.Fatalf("%s, %s: %d, want %d with %q:\n%s", name, path, response.StatusCode, status, text, page)
		}
		if cookie := response.Header.Get("Set-Cookie"); cookie != "" {
			cookies[name], _, _ = strings.Cut(cookie, ";")
		}
	}
	for _, name := range []string{"ann", "bob"} {
		address := name + "@example.org"
		_, page := i.Browse("/sign-in/code", "", url.Values{"email": {address}})
		code := programtest.EightDigits.FindString(p.ToSubject(address, "Your turnpost sign-in code").Text)
		browse(name, "/sign-in", url.Values{
			"email": {address}, "code": {code}, "request": {programtest.RequestIn(t, page)},
		}, http.StatusSeeOther, "")
		browse(name, "/admin", nil, http.StatusNotFound, "") // ann had no account at the start
	}
	i.Stop()

	i = serveOn(t, database, p, "--operators", "ann")
	browse("bob", "/admin", nil, http.StatusNotFound, "")
	browse("ann", "/admin", nil, http.StatusOK, "A code opens these pages")
	browse("ann", "/admin/code", url.Values{}, http.StatusOK, "The code is in the mail")
	code := programtest.EightDigits.FindString(p.ToSubject("ann@example.org", "Your code for the operators").Text)
	browse("bob", "/admin/open", url.Values{"code": {code}}, http.StatusNotFound, "")
	browse("ann", "/admin/open", url.Values{"code": {code}}, http.StatusSeeOther, "")
	browse("ann", "/admin/acts/mute", url.Values{"name": {"bob"}}, http.StatusOK, "bob")
	browse("ann", "/admin/acts/mute", url.Values{"name": {"bob"}, "sure": {"1"}}, http.StatusOK, "bob is muted")
	browse("ann", "/admin/log", nil, http.StatusOK, "bob")
	i.Stop()

	i = serveOn(t, database, p) // the pages are open, and ann is an operator no more
	browse("ann", "/admin", nil, http.StatusNotFound, "")
}
