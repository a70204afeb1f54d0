package api

import (
	"strings"
	"testing"
	"time"
)

// TestAnnouncementInTexts reads texts of every kind with an announcement and without: it comes last, in the reader's
// language, and not at all in data.
func TestAnnouncementInTexts(t *testing.T) {
	m := newMatch(t)
	m.call("PUT", m.notes()).as(m.ann).text("mine\n").do().want(200)
	game := "/v1/games/" + m.id
	people := []string{
		game, game + "/turns", game + "/next", m.messages(), m.lines(), "/v1/inbox", "/v1/me", "/v1/rulesets",
	}
	data := []string{game + "/record", m.notes(), game + "/next?all=true", "/healthz", "/readyz", "/metrics"}
	get := func(path string) httpResponse {
		return m.call("GET", path).as(m.ann).accept("text/plain").do().want(200)
	}
	before := map[string]httpResponse{}
	for _, path := range append(people, data...) {
		before[path] = get(path)
	}
	operator, until := m.Admin(), m.Clock.Now().Add(time.Hour)
	if err := operator.Announce(t.Context(), "Down at eight, $(back) at nine.", until); err != nil {
		t.Fatal(err)
	}
	for _, path := range people {
		a := get(path)
		extra, same := strings.CutPrefix(a.body, before[path].body)
		if !same || !strings.HasPrefix(extra, "\n# From the operator of this server, shown until ") ||
			!strings.HasSuffix(extra, "\n# Down at eight, $(back) at nine.\n") {
			t.Errorf("%s ends with %q", path, extra)
		}
		if old := before[path].header.Get("ETag"); old != "" && a.header.Get("ETag") == old {
			t.Errorf("%s has the ETag %s with and without the announcement", path, old)
		}
	}
	for _, path := range data {
		if a := get(path); strings.Contains(a.body, "Down at eight") {
			t.Errorf("%s shows the announcement", path)
		}
	}
	for language, line := range map[string]string{
		"de": "\n# Von der Serverleitung, angezeigt bis ",
		"ru": "\n# Объявление администратора сервера, действует до ",
	} {
		for _, path := range []string{"/", game, "/v1/rulesets"} {
			a := m.call("GET", path).accept("text/plain").with("Accept-Language", language).do().want(200)
			if !strings.Contains(a.body, line) {
				t.Errorf("%s in %s ends with %q", path, language, a.body[max(0, len(a.body)-200):])
			}
		}
	}
	json := m.call("GET", game).as(m.ann).accept("application/json").do().want(200)
	refusal := m.call("GET", "/v1/games/none").as(m.ann).accept("text/plain").do().want(404)
	if strings.Contains(json.body+refusal.body, "Down at eight") {
		t.Error("JSON or a refusal shows the announcement")
	}
	tag := get(game).header.Get("ETag")
	m.call("GET", game).as(m.ann).accept("text/plain").with("If-None-Match", tag).do().want(304)
	if err := operator.EndAnnouncement(t.Context()); err != nil {
		t.Fatal(err)
	}
	if a := get(game); a.body != before[game].body || a.header.Get("ETag") != before[game].header.Get("ETag") {
		t.Errorf("after its end: %s", a.body)
	}
}
