package api

import (
	"fmt"
	"strings"
	"testing"
)

// Nobody but their writer finds notes and kept lines, in any form of any resource or page, in mails or in other rows.
func TestNotesArePrivate(t *testing.T) {
	const marker = "xyzzy"
	m := newMatch(t)
	eve := m.player("eve")
	m.play(m.ann, "d1-c1")
	m.call("PUT", m.notes()).as(m.ann).text("a " + marker).do().want(200)
	m.call("POST", m.lines()).as(m.ann).json(`{"ply":1,"turns":["d3-c3"],"name":"` + marker + `"}`).do().want(201)
	m.play(m.bob, "d3-c3")
	spec, err := GetSpec()
	if err != nil {
		t.Fatal(err)
	}
	paths := []string{"/g/" + m.id, "/g/" + m.id + "/all", "/g/" + m.id + "/feed.atom", "/g/" + m.id + "/line?kept=1"}
	for path, item := range spec.Paths.Map() {
		if item.Get != nil {
			paths = append(paths, strings.NewReplacer("/games/{id}", "/games/"+m.id, "{name}", "ann", "{id}", "hnefatafl",
				"{ruleset}", "hnefatafl", "{token}", "x").Replace(path))
		}
	}
	for _, path := range paths {
		for _, accept := range []string{"application/json", "text/plain", "text/html", "image/svg+xml"} {
			for _, token := range []string{m.bob, eve, ""} {
				c := m.call("GET", path).accept(accept)
				if token != "" {
					c = c.as(token)
				}
				if a := c.do(); strings.Contains(a.body, marker) {
					t.Errorf("GET %s as %s: %s", path, accept, a.body)
				}
			}
		}
	}
	for _, mail := range m.Mails() {
		if strings.Contains(fmt.Sprintf("%+v %+v", mail, mail.Game), marker) {
			t.Errorf("a mail to %s has the notes", mail.To.Name)
		}
	}
	for line := range strings.Lines(m.Dump()) {
		if strings.Contains(line, marker) && !strings.HasPrefix(line, "[notes]") && !strings.HasPrefix(line, "[kept_lines]") {
			t.Errorf("stored elsewhere: %s", line)
		}
	}
}
