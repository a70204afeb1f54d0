package api

import (
	"strings"
	"testing"
)

// A text that is too long is refused with what may be stored, however long it is.
func TestLengthsInRefusals(t *testing.T) {
	m := newMatch(t)
	game := "/v1/games/" + m.id
	for _, c := range []struct {
		method, path, field, rest, limit string
	}{
		{"POST", game + "/messages", "text", ``, "2000"},
		{"POST", game + "/turns", "message", `"turn":"d1-c1",`, "2000"},
		{"PUT", game + "/notes", "text", ``, "20000"},
		{"POST", game + "/lines", "name", `"ply":0,"turns":["d1-c1"],`, "60"},
		{"POST", "/v1/challenges", "message", `"ruleset":"hnefatafl",`, "2000"},
		{"POST", "/v1/events", "title", `"ruleset":"hnefatafl",`, "80"},
		{"POST", "/v1/reports", "reason", `"player":"bob",`, "1000"},
	} {
		for _, size := range []int{20001, 41000} {
			if c.limit != "20000" {
				size /= 5
			}
			body := `{` + c.rest + `"` + c.field + `":"` + strings.Repeat("x", size) + `"}`
			a := m.call(c.method, c.path).as(m.ann).json(body).do()
			if p := a.problem(400, "invalid"); p.Field != c.field {
				t.Errorf("%s: field %q", c.path, p.Field)
			}
			a.contains(" " + c.limit + " ")
		}
	}
	m.call("POST", game+"/messages").as(m.ann).text(strings.Repeat("x", 5000)).do().want(400).contains(" 2000 ")
}
