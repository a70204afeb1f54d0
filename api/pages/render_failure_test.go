package pages_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"golang.org/x/time/rate"

	"turnpost/api"
)

// maxFields is larger than the number of fields in any form.
const maxFields = 40

// limited returns the world behind an exhausted limit.
func (w *world) limited() *world {
	w.t.Helper()
	handler, err := api.New(api.Config{
		Store: w.Store, BaseURL: w.url, Log: slog.New(slog.DiscardHandler),
		Limits: api.Limits{Address: api.Rate{PerSecond: rate.Every(time.Hour), Burst: 1}},
	})
	if err != nil {
		w.t.Fatal(err)
	}
	server := httptest.NewServer(handler)
	w.t.Cleanup(server.Close)
	behind := *w
	behind.url = server.URL
	behind.visitor().get("/robots.txt").want(200)
	return &behind
}

// A visitor who exceeds a limit gets a page with their text and a button that sends the same form again. A form sent
// by another site is not offered for repetition.
func TestALimitKeepsTheFormAndNoForeignOne(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	behind := m.limited()
	form := []string{"ply", "0", "takebacks", "0", "turn", "a4-a2", "message", "a <long> letter", "once", "abc"}
	p := behind.visitor().post(m.path()+"/turns", form...).want(429, "Too many requests", "a <long> letter", "a4-a2")
	p.shape(1)
	if got := p.form(m.path() + "/turns"); len(got) != len(form) || p.header.Get("Retry-After") == "" {
		t.Errorf("the form is kept as %q, %v", got, p.header)
	}
	m.ann.post(m.path()+"/turns", p.form(m.path()+"/turns")...).want(200, "Your turn is played")
	many := []string{"text", "one of many"}
	for range maxFields {
		many = append(many, "field", "value")
	}
	behind.visitor().post(m.path()+"/messages", many...).want(429, "one of many").shape(0)
	p = behind.visitor().get("/inbox?in=mail").want(429, "Try again")
	p.shape(0)
	if len(p.find("a", "href", "/inbox?in=mail")) != 1 {
		t.Errorf("the page leads nowhere: %s", p.body)
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, behind.url+"//evil.example/x", nil)
	if err != nil {
		t.Fatal(err)
	}
	if p = behind.visitor().do(r).want(429); len(p.find("a", "href", "//evil.example/x")) != 0 {
		t.Error("the page leads to another site")
	}
	foreign := behind.visitor()
	foreign.world = &world{t: t, World: m.World, url: behind.url}
	foreign.client.Transport = fromSite("https://evil.example")
	p = foreign.post(m.path()+"/turns", form...).want(429)
	p.shape(0)
	if len(p.find("blockquote", "class", "said")) != 0 {
		t.Errorf("the words of another site stand on the page: %s", p.text())
	}
}

// An error for a visitor with a valid link does not claim that the link is invalid.
func TestAGoodLinkIsNotBlamed(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	link := m.gameLink()
	const blame = "This link does not work"
	_, key, _ := strings.Cut(link, "?k=")
	for _, p := range []*page{
		m.limited().visitor().get(link).want(429, "Too many requests"), m.visitor().get(link + "&ply=99").want(400),
		m.visitor().post(m.path()+"/turns", "k", key, "turn", "a4-a2").want(400, "a4-a2"),
	} {
		if strings.Contains(p.text(), blame) {
			t.Errorf("%s: %s", p.at, p.text())
		}
	}
	m.visitor().get(strings.TrimSuffix(link, key[1:])).want(404, blame, "The newest mail")
}

// fromSite is a transport that marks every request as caused by a page of a site.
type fromSite string

func (site fromSite) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Origin", string(site))
	return http.DefaultTransport.RoundTrip(r)
}

// A refused form keeps its text in its fields.
func TestRefusedFormsKeepWhatWasTyped(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	for path, fields := range map[string][]string{
		"/settings/profile": {"name", "ann", "zone", "Atlantis", "locale", "en"},
		"/settings/mail":    {"quiet.from", "22:00", "quiet.until", "22:00", "reminders", "7h, soon", "digest", "5"},
		"/settings/away":    {"action", "set", "from", "2020-01-01", "until", "2020-01-02"},
		"/settings/block":   {"name", "nobody-here"},
		"/settings/delete":  {"confirm", "someone"},
	} {
		p := m.ann.post(path, fields...)
		if p.status < 400 {
			t.Errorf("%s: %d", path, p.status)
		}
		for i := 0; i < len(fields); i += 2 {
			if fields[i] == "action" || fields[i] == "locale" || fields[i] == "digest" {
				continue
			}
			if len(fieldsWith(p, fields[i], fields[i+1])) == 0 {
				t.Errorf("%s: %s does not hold %q any more", path, fields[i], fields[i+1])
			}
		}
	}
	m.ann.post(m.path()+"/plan", "ply", "0", "version", "0", "plan", "* : a4-a2", "action", "set").want(409, "* : a4-a2")
	m.Play(m.game, m.players[0], "a4-a3")
	m.ann.post(m.path()+"/plan", "ply", "7", "version", "0", "plan", "* : a3-a2", "action", "set").want(409, "* : a3-a2")
}

// Text that is sent after the session has ended is shown, to be copied.
func TestTextOutlivesASession(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	for path, field := range map[string]string{
		m.path() + "/turns": "message", m.path() + "/messages": "text", m.path() + "/plan": "plan",
		m.path() + "/notes": "notes", "/report": "reason", "/r/hnefatafl/challenge": "message",
	} {
		p := m.visitor().post(path, "ply", "0", "version", "0", "once", "abc", field, "long <thoughts>")
		if p.status != http.StatusUnauthorized || !strings.Contains(p.text(), "long <thoughts>") {
			t.Errorf("%s: %d\n%s", path, p.status, p.text())
		}
	}
}

// fieldsWith returns the fields of a page with a name and a value.
func fieldsWith(p *page, name, value string) (list []string) {
	for _, n := range p.find("input", "name", name) {
		if held, _ := attr(n, "value"); held == value {
			list = append(list, held)
		}
	}
	return list
}
