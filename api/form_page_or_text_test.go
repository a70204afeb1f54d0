package api

import (
	"strings"
	"testing"
)

const browserAccept = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"

func TestPagesAreTextForPrograms(t *testing.T) {
	m := newMatch(t)
	m.call("POST", m.turns()).as(m.ann).json(`{"turn":"d1-c1"}`).do().want(201)
	m.call("POST", m.turns()).as(m.bob).json(`{"turn":"d3-c3","message":"first words"}`).do().want(201)
	m.call("POST", "/v1/games/"+m.id+"/messages").as(m.bob).text("last words").do().want(201)
	event := decoded[EventDetails](m.call("POST", "/v1/events").as(m.ann).json(`{"ruleset":"hnefatafl"}`).do().want(201))
	for path, text := range map[string]string{
		"/g/" + m.id:            "It is your turn (Attackers)",
		"/g/" + m.id + "?ply=0": "the start",
		"/g/" + m.id + "?at=a4": "after turn 2", // a parameter of pages only
		"/g/" + m.id + "/all":   "d1-c1",

		"/g/" + m.id + "/all?ply=1":                    "d1-c1", // a parameter of the API only
		"/g/" + m.id + "/chat":                         "first words",
		"/g/" + m.id + "/chat?after=1":                 "last words",
		"/p/ann":                                       "ann",
		"/r/hnefatafl":                                 "Hnefatafl",
		"/r/hnefatafl/ranking":                         "nothing to list",
		"/r/hnefatafl/ranking?variant=7x7":             "nothing to list",
		"/p/ann/ratings":                               "nothing to list",
		"/p/ann/ratings?variant=7x7&ruleset=hnefatafl": "nothing to list",
		"/events":                                      event.ID,
		"/e/" + event.ID:                               "everybody plays everybody",
		"/inbox":                                       "It is your turn in",
		"/settings":                                    "ann@example.org",
		"/privacy":                                     "contact page (/contact)",
		"/contact":                                     "postmaster",
		"/sign-in":                                     "/v1/tokens",
		"/report":                                      "/v1/reports",
		"/report?game=" + m.id:                         "/v1/reports",
		"/events/new":                                  "-d ruleset=GAME",
		"/":                                            "curl",
	} {
		for _, accept := range []string{"*/*", "text/plain", ""} {
			c := m.call("GET", path).as(m.ann)
			if accept != "" {
				c = c.accept(accept)
			}
			a := c.do().want(200)
			if form := a.header.Get("Content-Type"); !strings.HasPrefix(form, typeText) {
				t.Errorf("%s, Accept %q: %s", path, accept, form)
			}
			if !strings.Contains(strings.ToLower(a.body), strings.ToLower(text)) {
				t.Errorf("%s lacks %q:\n%s", path, text, a.body)
			}
			vary := strings.Join(a.header.Values("Vary"), ",")
			if path != "/" && !strings.Contains(vary, "Accept") ||
				path != "/" && accept != "text/plain" && !strings.Contains(vary, "User-Agent") {
				t.Errorf("%s, Accept %q, varies by %q", path, accept, vary)
			}
		}
	}
	m.call("GET", "/g/"+m.id).accept(typeJSON).do().want(200).contains(`"position"`)
	m.call("GET", "/g/nothing1").accept("*/*").do().want(404).contains("[not_found]")
	m.call("GET", "/inbox").accept("*/*").do().want(401).contains("[unauthorized]")
}

func TestPagesArePagesForPeople(t *testing.T) {
	m := newMatch(t)
	for _, path := range []string{"/", "/g/" + m.id, "/p/ann", "/r/hnefatafl", "/privacy", "/contact"} {
		m.call("GET", path).accept(browserAccept).do().want(200).contains("<!DOCTYPE html>")
		for _, agent := range []string{
			"Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)", "WhatsApp/2.23.20.0", "Twitterbot/1.0",
			"facebookexternalhit/1.1", "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
		} {
			page := m.call("GET", path).accept("*/*").with("User-Agent", agent).do().want(200)
			page.contains("<!DOCTYPE html>")
			if strings.HasPrefix(path, "/g/") || strings.HasPrefix(path, "/r/") {
				page.contains("og:image")
			}
		}
	}
	for _, agent := range []string{"curl/8.5.0", "Wget/1.21", "HTTPie/3.2", "robotics"} {
		a := m.call("GET", "/g/"+m.id).accept("*/*").with("User-Agent", agent).do().want(200)
		if strings.Contains(a.body, "<html") {
			t.Errorf("%s got a page", agent)
		}
	}
}

// Text browsers get pages, also where a page refuses something: their users cannot do anything with commands for a
// terminal. The headers are those of Debian 12.
func TestPagesAreForTextBrowsers(t *testing.T) {
	m := newMatch(t)
	for agent, accept := range map[string]string{
		"Lynx/2.9.0dev.12 libwww-FM/2.14 SSL-MM/1.4.1 GNUTLS/3.7.8": "text/html, text/plain, text/sgml, text/css, */*;q=0.01",
		"w3m/0.5.3+git20230121":                            "text/html, text/*;q=0.5, image/*, application/*",
		"ELinks/0.13.2 (textmode; Linux 6.1 x86_64; -)":    "*/*",
		"Links (2.28; Linux 6.1 x86_64; GNU C 12.2; text)": "*/*",
	} {
		for path, status := range map[string]int{"/": 200, "/g/" + m.id: 200, "/games": 200, "/g/nothing1": 404} {
			m.call("GET", path).accept(accept).with("User-Agent", agent).do().want(status).contains("<!DOCTYPE html>")
		}
	}
	for _, accept := range []string{"text/html;q=0.5, text/plain", "text/*", "text/plain, */*"} {
		m.call("GET", "/g/"+m.id).accept(accept).do().want(200).contains("ann (Attackers) is to move")
	}
}
