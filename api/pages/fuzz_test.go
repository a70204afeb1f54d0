package pages_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"turnpost/models"
	"turnpost/models/play"
	"turnpost/rules/catalog"
	"turnpost/rules/phrase"
)

// direct sends a request to the handler without a network. For any input the response must be a well-formed page, a
// refusal, or a redirect within the server.
func (w *world) direct(r *http.Request) *httptest.ResponseRecorder {
	w.t.Helper()
	r.Header.Set("Accept", "text/html")
	response := httptest.NewRecorder()
	w.handler.ServeHTTP(response, r)
	switch status := response.Code; {
	case status >= 500:
		w.t.Errorf("%s %s: status %d", r.Method, r.URL, status)
	case status >= 300 && status < 400:
		to, err := url.Parse(response.Header().Get("Location"))
		if err != nil || to.Host != "" || to.Scheme != "" || !strings.HasPrefix(to.Path, "/") {
			w.t.Errorf("%s %s leads to %q", r.Method, r.URL, response.Header().Get("Location"))
		}
	}
	if body := response.Body.String(); strings.Count(body, "<script") > 1 || strings.Contains(body, "<img src=x") {
		w.t.Errorf("%s %s: the page contains the input verbatim", r.Method, r.URL)
	}
	return response
}

// FuzzTurnInAddress parses the turn and the chosen places in an address.
func FuzzTurnInAddress(f *testing.F) {
	w := newWorld(f)
	ann, bob := w.SignUp("ann"), w.SignUp("bob")
	session := w.session(ann)
	var games []*models.Game
	for _, r := range catalog.All() {
		games = append(games, w.Begin(ann, bob, r.Info(phrase.English).ID, ""))
	}
	for i, seed := range [][2]string{
		{"", ""},
		{"c2-d1", "d1"},
		{"p1", "1"},
		{"a4-a2", "a4,a2"},
		{"\x00\xff", ",,,"},
		{"<script>", `"><img src=x>`},
		{strings.Repeat("a1-a2 ", 90), strings.Repeat("a1,", 200)},
		{"h4-g6 g6-h8", "h4"},
		{"Ａ４－Ａ２", "а4"},
	} {
		f.Add(uint8(i), seed[0], seed[1], "")
	}
	f.Add(uint8(0), "", "", "-1")
	f.Add(uint8(1), "", "", "99999999999999999999")
	f.Fuzz(func(t *testing.T, which uint8, turn, at, ply string) {
		w.t = t
		query := url.Values{"turn": {turn}, "at": {at}, "done": {at}}
		if ply != "" {
			query.Set("ply", ply)
		}
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/g/"+games[int(which)%len(games)].ID, nil)
		r.URL.RawQuery = query.Encode()
		r.AddCookie(&http.Cookie{Name: "session", Value: session})
		if got := w.direct(r).Code; got != 200 && got != 404 && (ply == "" || got != 400) {
			t.Errorf("%q: status %d", query, got)
		}
	})
}

// posts lists the forms that change nothing, or that a fuzz run may send any number of times.
var posts = []string{
	"/g/GAME/turns", "/g/GAME/messages", "/g/GAME/draw", "/g/GAME/takeback", "/g/GAME/plan", "/g/GAME/read",
	"/g/GAME/rematch", "/r/hnefatafl/challenge", "/settings/profile", "/settings/mail", "/settings/away",
	"/settings/days-off",
	"/settings/tokens", "/settings/block", "/settings/unblock", "/settings/delete", "/sign-in/code", "/sign-in",
	"/g/GAME/notes", "/g/GAME/lines", "/settings/feeds", "/sign-in/new", "/c/nothing1/accept",
	"/g/GAME/sign-in", "/settings/nothing",
}

// FuzzForm parses the body of a form.
func FuzzForm(f *testing.F) {
	w := newWorld(f)
	ann, bob := w.SignUp("ann"), w.SignUp("bob")
	session, game := w.session(ann), w.Begin(ann, bob, "hnefatafl", "7x7")
	for i, seed := range []string{
		"ply=0&takebacks=0&turn=a4-a2&message=%3Cscript%3E", "text=%ff%00", "action=offer&ply=-1",
		"plan=*+:+a1-a2&ply=0&version=x",
		"opponent=bob&pace=3d&variant=7x7&seat=first", "name=%F0%9F%90%8E&zone=../../etc",
		"quiet.from=25:00&quiet.until=x&digest=99",
		"from=2026-13-99&until=9999-01-01&action=set", "email=a@b&code=12345678&next=//evil.example", "k=aaaa", "&&&=%zz",
		"confirm=nobody",
	} {
		f.Add(uint8(i), seed)
		f.Add(uint8(i+9), seed)
	}
	f.Fuzz(func(t *testing.T, which uint8, body string) {
		w.t = t
		path := strings.Replace(posts[int(which)%len(posts)], "GAME", game.ID, 1)
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, path, strings.NewReader(body))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.AddCookie(&http.Cookie{Name: "session", Value: session})
		w.direct(r)
		w.Clock.Advance(1e9)
	})
}

// FuzzCookie parses session cookies and the address to go to after signing in.
func FuzzCookie(f *testing.F) {
	w := newWorld(f)
	session := w.session(w.SignUp("ann"))
	for _, seed := range []string{
		"", "tp_", session, session + "x", `"quoted"`, "a;b", "\x00",
		strings.Repeat("t", 5000),
	} {
		f.Add(seed, "/inbox")
	}
	for _, next := range []string{
		"//evil.example", `/\evil.example`, "https://evil.example", "/%09/evil", "/g/x?y=z#w",
		"javascript:x",
	} {
		f.Add(session, next)
	}
	f.Fuzz(func(t *testing.T, cookie, next string) {
		w.t = t
		for _, path := range []string{"/inbox", "/sign-in?next=" + url.QueryEscape(next)} {
			r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil)
			r.Header.Set("Cookie", "session="+cookie)
			if w.direct(r).Code != http.StatusOK || path != "/inbox" {
				continue
			}
			if c, err := r.Cookie("session"); err != nil || c.Value != session {
				t.Errorf("%q signs in", cookie)
			}
		}
	})
}

// FuzzLineInAddress parses the line of play in an address.
func FuzzLineInAddress(f *testing.F) {
	w := newWorld(f)
	ann, bob := w.SignUp("ann"), w.SignUp("bob")
	session, game := w.session(ann), w.Begin(ann, bob, "hnefatafl", "7x7")
	for _, seed := range []string{
		"from=0", "from=0&t=a4-a2&t=d3-c3&shown=1", "kept=1", "from=-1", "from=0&t=%00%ff", "from=0&turn=a4-a2&at=a4",
		"kept=1&shown=99999999999999999999", "from=0&t=" + strings.Repeat("a4-a2&t=", 300),
	} {
		f.Add(seed)
	}
	_, err := w.KeepLine(f.Context(), ann.ID, game.ID, play.NewKeptLine{Turns: []string{"a4-a2"}})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, query string) {
		w.t = t
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/g/"+game.ID+"/line", nil)
		r.URL.RawQuery = query
		r.AddCookie(&http.Cookie{Name: "session", Value: session})
		w.direct(r)
	})
}
