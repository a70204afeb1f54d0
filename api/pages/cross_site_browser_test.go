//go:build browser

package pages_test

import (
	"encoding/json"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"turnpost/api/pages/pagestest"
	"turnpost/models/challenge"
)

// attack makes a browser send GET and POST requests to every address in every way available to another site's page:
// forms of all three encodings, scripts with cookies, images, frames, preloading. It waits for all of them.
const attack = `(async () => {
	const {get, post} = %ATTACK%, waits = [];
	const loaded = e => new Promise(done => { e.onload = e.onerror = () => done(); });
	const frame = name => {
		const f = document.createElement("iframe"); f.name = name; document.body.append(f);
		return f;
	};
	let n = 0;
	for (const [url, fields] of post) {
		for (const type of ["application/x-www-form-urlencoded", "multipart/form-data", "text/plain"]) {
			const form = document.createElement("form"), into = frame("f" + n++);
			Object.assign(form, {method: "post", action: url, enctype: type, target: into.name});
			for (const [name, value] of Object.entries(fields)) {
				const field = document.createElement("input");
				field.setAttribute("name", name); field.setAttribute("value", value); form.append(field);
			}
			document.body.append(form);
			waits.push(loaded(into)); form.submit();
			const body = type.startsWith("multi") ? new FormData(form) : new URLSearchParams(fields).toString();
			const headers = type.startsWith("multi") ? {} : {"Content-Type": type};
			waits.push(fetch(url, {method: "POST", mode: "no-cors", credentials: "include", headers, body}).catch(() => 0));
		}
		waits.push(fetch(url, {method: "POST", credentials: "include", body: JSON.stringify(fields),
			headers: {"Content-Type": "application/json"}}).catch(() => 0));
		navigator.sendBeacon(url, new URLSearchParams(fields));
	}
	for (const url of get) {
		waits.push(fetch(url, {mode: "no-cors", credentials: "include"}).catch(() => 0));
		const image = new Image(); waits.push(loaded(image)); image.src = url;
		const into = frame("f" + n++); waits.push(loaded(into)); into.src = url;
		const link = document.createElement("link"); Object.assign(link, {rel: "prefetch", href: url});
		waits.push(loaded(link)); document.head.append(link);
	}
	await Promise.all(waits);
	return waits.length;
})()`

// targets returns the addresses of the match that show something, and those that change something with their fields.
func (m *match) targets(challenge string) (get []string, post [][2]any) {
	at := func(path string) string { return m.url + path }
	for _, path := range []string{
		"/", "/inbox", "/settings", m.path(), m.path() + "?turn=a4-a2", m.path() + "/chat", "/c/" + challenge, "/sign-out",
		m.path() + "/turns?ply=0&takebacks=0&turn=a4-a2", m.path() + "/resign", "/settings/everywhere", "/sign-in",
	} {
		get = append(get, at(path))
	}
	type fields = map[string]string
	for path, values := range map[string]fields{
		m.path() + "/turns":           {"ply": "0", "takebacks": "0", "turn": "a4-a2"},
		m.path() + "/messages":        {"text": "I am not ann"},
		m.path() + "/plan":            {"ply": "0", "version": "0", "plan": "* : a2-a1", "action": "set"},
		m.path() + "/draw":            {"action": "offer", "ply": "0"},
		m.path() + "/takeback":        {"action": "offer", "ply": "0"},
		m.path() + "/read":            {"action": "read"},
		m.path() + "/resign":          {"seen": "0.0.0"},
		m.path() + "/abort":           {"seen": "0.0.0"},
		m.path() + "/sign-in":         {"k": "a"},
		"/c/" + challenge + "/accept": {"action": "accept"},
		"/r/hnefatafl/challenge":      {"opponent": "bob", "seat": "first"},
		"/settings/profile":           {"name": "owned", "zone": "UTC", "locale": "en"},
		"/settings/block":             {"name": "bob"},
		"/settings/delete":            {"confirm": "ann"},
		"/settings/everywhere":        {"sure": "1"},
		"/sign-out":                   {},
		"/sign-in":                    {"email": "bob@example.org", "code": "12345678"},
		"/sign-in/code":               {"email": "bob@example.org"},
		"/sign-in/new":                {"email": "new@example.org", "name": "newcomer", "zone": "UTC"},
		"/v1/players":                 {"email": "new@example.org", "name": "newcomer"},
		"/v1/codes":                   {"email": "bob@example.org"},
		"/v1" + strings.Replace(m.path(), "/g/", "/games/", 1) + "/resign": {},
	} {
		post = append(post, [2]any{at(path), values})
	}
	return get, post
}

// A page of another site, or of another program on the same machine, cannot make a browser change anything here, with
// a session or with a link from a mail.
func TestOtherSitesChangeNothing(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	c, err := m.CreateChallenge(t.Context(), m.players[1], challenge.NewChallenge{Ruleset: "sevensages", Opponent: "ann"})
	if err != nil {
		t.Fatal(err)
	}
	link := m.gameLink()
	get, post := m.targets(c.ID)
	targets, err := json.Marshal(map[string]any{"get": get, "post": post})
	if err != nil {
		t.Fatal(err)
	}
	evil := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte(`<!DOCTYPE html><title>Win a prize</title><body><form id="prize" method="post" action="` +
			m.url + m.path() + `/resign"><input name="text" value="Give me a prize"><button>Win</button></form>`))
	}))
	t.Cleanup(evil.Close)
	_, port, err := net.SplitHostPort(strings.TrimPrefix(evil.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	browser := pagestest.Start(t)
	signed, linked := newTab(t, browser, m.url).as(m.ann), newTab(t, browser, m.url)
	signed.open("/inbox").wants("Signed in as ann")
	linked.open(link).wants("It is your turn")
	before := m.Dump()
	other, same := "http://localhost:"+port, "http://127.0.0.1:"+port // the browser sends its cookies from the second
	for _, from := range []struct {
		*tab
		site string
	}{{signed, other}, {signed, same}, {linked, other}} {
		b := from.tab
		b.url = from.site
		b.open("/")
		if n := eval[int](b, strings.Replace(attack, "%ATTACK%", string(targets), 1)); n < 7*len(post)+4*len(get) {
			t.Errorf("only %d attempts were made", n)
		}
		b.open("/")
		b.click("#prize button")
		b.wants("came from another site and was not carried out", "Front page")
		if strings.Contains(b.text(), "Give me a prize") {
			t.Error("the words of another site stand on the page")
		}
		if m.Dump() != before {
			t.Fatalf("%s has changed something", from.site)
		}
	}
	signed.url = m.url
	signed.open("/inbox").wants("Signed in as ann")
}
