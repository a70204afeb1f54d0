package pages_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/challenge"
	"turnpost/rules/rulestest/sample"
)

// hostileTexts are inputs that try to break a page or mislead its readers.
var hostileTexts = []string{
	`"><script>alert(1)</script><img src=x onerror=alert(1)>`,
	`' onmouseover='alert(1)' x='`,
	`</textarea></title></style><svg onload=alert(1)>`,
	`{{.Key}} ${7*7} <%= 1 %> &lt;script&gt; &#106;avascript:`,
	`javascript:alert(1)`,
	"\u202egnirts desrever\u202c \u0000\u0007\u001b[31m \ufeff",
	strings.Repeat("w", 1500),
}

// Every page shows input from every field as plain text.
func TestHostileWordsAreWords(t *testing.T) {
	sample.Whole(t, "types odd words into every field")
	for _, hostile := range hostileTexts {
		m := newMatch(t, "hnefatafl", "7x7")
		must := func(err error) {
			t.Helper()
			if err != nil && models.CodeOf(err) != models.CodeInvalid {
				t.Fatal(err)
			}
		}
		_, err := m.SendMessage(t.Context(), m.players[1].ID, m.game.ID, hostile)
		must(err)
		c, err := m.CreateChallenge(t.Context(), m.players[1], challenge.NewChallenge{
			Ruleset: "sevensages", Opponent: "ann", Message: hostile,
		})
		must(err)
		_, err = m.PlayTurn(t.Context(), models.TurnInput{
			Game: m.game.ID, Player: m.players[0].ID, Text: "a4-a2", Message: hostile, Via: models.ViaWeb,
		})
		must(err)
		_, _, err = m.SignIn(t.Context(), "ann@example.org", m.newCode("ann@example.org"), account.NewToken{Label: hostile})
		must(err)
		q := url.QueryEscape(hostile)
		for _, path := range []string{
			m.path(), m.path() + "?turn=" + q, m.path() + "?at=" + q, m.path() + "?done=" + q, m.path() + "/all", "/settings",
			"/inbox",
			"/p/ann", "/p/" + url.PathEscape(hostile), "/g/" + url.PathEscape(hostile),
			"/g/" + url.PathEscape(hostile) + "?k=" + q,
			"/c/" + c.ID, "/r/hnefatafl?opponent=" + q + "&variant=" + q, "/r/" + url.PathEscape(hostile), "/?done=" + q,
			"/sign-in?next=" + q, "/unsubscribe/" + url.PathEscape(hostile), "/p/bob?before=" + q,
		} {
			for _, v := range []*visitor{m.ann, m.bob, m.visitor()} {
				v.getAs(path, hostile).notBroken()
			}
		}
		for path, fields := range map[string][]string{
			m.path() + "/turns":      {"ply", "1", "takebacks", "0", "turn", hostile, "message", hostile, "plan", hostile},
			m.path() + "/messages":   {"text", hostile},
			m.path() + "/plan":       {"ply", "1", "plan", hostile},
			"/r/hnefatafl/challenge": {"opponent", hostile, "pace", hostile, "variant", hostile, "message", hostile},
			"/settings/profile":      {"name", hostile, "zone", hostile, "locale", hostile},
			"/settings/mail":         {"quiet.from", hostile, "quiet.until", hostile, "reminders", hostile},
			"/settings/away":         {"from", hostile, "until", hostile},
			"/settings/block":        {"name", hostile},
			"/settings/delete":       {"confirm", hostile},
			"/sign-in/code":          {"email", hostile, "next", hostile},
			"/sign-in/new":           {"email", hostile, "name", hostile, "zone", hostile, "next", hostile},
			"/sign-in":               {"email", hostile, "code", hostile, "request", hostile, "next", hostile},
			"/c/" + c.ID + "/accept": {"name", hostile, "k", hostile},
		} {
			m.bob.post(path, fields...).notBroken()
		}
	}
}

// newCode requests a sign-in code.
func (w *world) newCode(address string) string {
	w.t.Helper()
	w.Clock.Advance(6 * 60 * 1e9)
	if err := w.RequestCode(w.t.Context(), address); err != nil {
		w.t.Fatal(err)
	}
	return w.Code(address)
}

// getAs requests a page with a User-Agent.
func (v *visitor) getAs(path, browser string) *page {
	v.t.Helper()
	r, err := http.NewRequestWithContext(v.t.Context(), http.MethodGet, v.url+path, nil)
	if err != nil {
		v.t.Fatal(err)
	}
	r.Header.Set("User-Agent", strings.Map(func(r rune) rune {
		if r < ' ' {
			return -1
		}
		return r
	}, browser))
	return v.do(r)
}

func (p *page) notBroken() {
	p.t.Helper()
	if p.status >= 500 {
		p.t.Errorf("%s: status %d", p.at, p.status)
	}
	if strings.HasPrefix(p.header.Get("Content-Type"), "text/html") {
		p.shape(anyForms)
	}
	if strings.ContainsAny(p.body, "\x00\x07\x1b") {
		p.t.Errorf("%s has control characters", p.at)
	}
}
