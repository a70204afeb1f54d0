package operator_test

import (
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/time/rate"

	"turnpost/api"
	"turnpost/api/pages/operator"
	"turnpost/models"
	"turnpost/models/admin"
	"turnpost/models/event"
	"turnpost/models/mailbox"
	"turnpost/models/modeltest"
	"turnpost/rules/rulestest/sample"
)

// world is a server over HTTP of which ann is the operator.
type world struct {
	*modeltest.World
	t        *testing.T
	url      string
	ann, bob models.Player
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{World: modeltest.New(t, modeltest.Options{}), t: t}
	w.ann, w.bob = w.SignUp("ann"), w.SignUp("bob")
	server := httptest.NewUnstartedServer(nil)
	w.url = "http://" + server.Listener.Addr().String()
	free := api.Rate{PerSecond: rate.Inf}
	handler, err := api.New(api.Config{
		Store: w.Store, BaseURL: w.url, Version: "test", Operators: []int64{w.ann.ID},
		Log:    slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError})),
		Limits: api.Limits{Account: free, Address: free, SignIn: free, Guesses: free, Analysis: free},
	})
	if err != nil {
		t.Fatal(err)
	}
	server.Config.Handler = handler
	server.Start()
	t.Cleanup(server.Close)
	return w
}

// browser is a browser with a session; "" for none.
type browser struct {
	*world
	session string
}

// enter returns a browser in which a player is signed in.
func (w *world) enter(p models.Player) *browser {
	w.t.Helper()
	w.Clock.Advance(6 * time.Minute) // the interval between two codes to one mailbox
	if err := w.RequestCode(w.t.Context(), p.Email); err != nil {
		w.t.Fatal(err)
	}
	secret, _, err := w.StartSession(w.t.Context(), p.Email, w.Code(p.Email), "test")
	if err != nil {
		w.t.Fatal(err)
	}
	return &browser{w, secret}
}

// response is a response to a browser.
type response struct {
	status int
	header http.Header
	body   string
}

// send sends a request with a form of alternating names and values. It does not follow redirects.
func (b *browser) send(method, path, accept, origin string, pairs ...string) response {
	b.t.Helper()
	form := url.Values{}
	for pair := range slices.Chunk(pairs, 2) {
		form.Add(pair[0], pair[1])
	}
	var body io.Reader = http.NoBody
	if method == http.MethodPost {
		body = strings.NewReader(form.Encode())
	}
	r, err := http.NewRequestWithContext(b.t.Context(), method, b.url+path, body)
	if err != nil {
		b.t.Fatal(err)
	}
	r.Header.Set("Accept", accept)
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	if origin != "" {
		r.Header.Set("Origin", origin)
	}
	if b.session != "" {
		r.AddCookie(&http.Cookie{Name: "session", Value: b.session})
	}
	answer, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		b.t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	return response{answer.StatusCode, answer.Header, string(text)}
}

func (b *browser) get(path string) response {
	b.t.Helper()
	return b.send("GET", path, "text/html", "")
}

func (b *browser) post(path string, pairs ...string) response {
	b.t.Helper()
	return b.send("POST", path, "text/html", b.url, pairs...)
}

var (
	tags   = regexp.MustCompile(`<[^>]*>`)
	spaces = regexp.MustCompile(`\s+`)
)

// text returns the text of a page.
func (r response) text() string {
	plain := strings.NewReplacer("&lt;", "<", "&gt;", ">", "&#34;", `"`, "&#39;", "'")
	return spaces.ReplaceAllString(plain.Replace(tags.ReplaceAllString(r.body, " ")), " ")
}

func (w *world) want(r response, status int, texts ...string) {
	w.t.Helper()
	if r.status != status {
		w.t.Fatalf("status %d, not %d: %s", r.status, status, r.text())
	}
	for _, text := range texts {
		if !strings.Contains(r.text(), text) {
			w.t.Fatalf("%q is missing in %s", text, r.text())
		}
	}
}

// mailedCode returns the code in the mail that opens the pages.
func (w *world) mailedCode() string {
	w.t.Helper()
	code := ""
	for _, m := range w.Mails() {
		if m.Kind == models.KindOperatorCode && m.To.ID == w.ann.ID {
			code = m.Code
		}
	}
	if code == "" {
		w.t.Fatal("no code was mailed")
	}
	return code
}

// open opens the pages in a browser.
func (b *browser) open() *browser {
	b.t.Helper()
	b.want(b.post("/admin/code"), 200, "The code is in the mail")
	b.want(b.post("/admin/open", "code", b.mailedCode()), 303)
	return b
}

// TestNobodyElseSeesThePages compares what addresses of the pages answer to others with what addresses without a page
// do, for all methods.
func TestNobodyElseSeesThePages(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	varying := []string{"X-Request-Id", "Date", "Content-Length", "Etag"}
	secrets := regexp.MustCompile(`[0-9a-z]{12}\b|nimda|admin`)
	below := []string{
		"", "/", "/reports", "/reports/1", "/players/bob", "/log", "/code", "/open", "/acts/ban", "/x/y/z", "?k=x",
	}
	compare := func(who string, b *browser, method, path, accept, origin string) {
		t.Helper()
		is := b.send(method, "/admin"+path, accept, origin, "code", "12345678")
		want := b.send(method, "/nimda"+path, accept, origin, "code", "12345678")
		for _, name := range varying {
			is.header.Del(name)
			want.header.Del(name)
		}
		same := secrets.ReplaceAllString(is.body, "") == secrets.ReplaceAllString(want.body, "")
		if is.status != want.status || !same || fmt.Sprint(is.header) != fmt.Sprint(want.header) {
			t.Errorf("%s, %s /admin%s, %s, from %q: %d %v\n%s\nwant %d %v\n%s", who, method, path, accept, origin,
				is.status, is.header, is.body, want.status, want.header, want.body)
		}
		if is.status == http.StatusOK {
			t.Fatalf("%s sees %s /admin%s", who, method, path)
		}
	}
	methods := []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "ODD"}
	for who, b := range map[string]*browser{"a stranger": {w, ""}, "bob": w.enter(w.bob), "a false cookie": {w, "x"}} {
		for _, method := range methods {
			for _, path := range sample.Every(5, below) {
				compare(who, b, method, path, "text/html", "")
				compare(who, b, method, path, "*/*", w.url)
				compare(who, b, method, path, "application/json", "https://elsewhere.example")
			}
		}
	}
	w.want((&browser{w, w.enter(w.ann).session}).get("/admin/nothing"), 404)
	w.want((&browser{w, w.enter(w.ann).session}).send("PUT", "/admin", "text/html", w.url), 404)
}

// TestTheCode opens the pages by a code, which is worth something in one session only, and for an hour.
func TestTheCode(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ann, other := w.enter(w.ann), w.enter(w.ann)
	w.want(ann.get("/admin/players?q=b"), 200, "A code opens these pages", "Mail me a code")
	w.want(ann.post("/admin/acts/mute", "name", "bob", "sure", "1"), 403, "A code opens these pages")
	w.want(ann.post("/admin/code", "next", "/admin/players?q=b"), 200, "The code is in the mail")
	code := w.mailedCode()
	w.want(ann.post("/admin/open", "code", "00000000"), 422, "wrong, used or expired")
	w.want(other.post("/admin/open", "code", code), 422, "wrong, used or expired")
	if _, _, err := w.StartSession(t.Context(), w.ann.Email, code, ""); models.CodeOf(err) != models.CodeBadCode {
		t.Errorf("the code signs in: %v", err)
	}
	r := ann.post("/admin/open", "code", code[:4]+" "+code[4:], "next", "/admin/players?q=b")
	if w.want(r, 303); r.header.Get("Location") != "/admin/players?q=b" {
		t.Errorf("the browser goes to %s", r.header.Get("Location"))
	}
	w.want(ann.get("/admin/players?q=b"), 200, "bob@example.org")
	w.want(other.get("/admin"), 200, "A code opens these pages")
	w.want(ann.post("/admin/open", "code", code), 422) // it is used
	for _, foreign := range []string{"https://elsewhere.example/", "//elsewhere.example", "/admin/../x\\y", "/inbox"} {
		if r := ann.open().post("/admin/close"); r.header.Get("Location") != "/inbox" {
			t.Errorf("closing leads to %s", r.header.Get("Location"))
		}
		w.Clock.Advance(6 * time.Minute)
		w.want(ann.post("/admin/code", "next", foreign), 200)
		if r := ann.post("/admin/open", "code", w.mailedCode(), "next", foreign); r.header.Get("Location") != "/admin" {
			t.Errorf("%q leads to %s", foreign, r.header.Get("Location"))
		}
		w.Clock.Advance(6 * time.Minute)
	}
	w.Clock.Advance(54*time.Minute - time.Second)
	w.want(ann.get("/admin"), 200, "Open reports")
	w.Clock.Advance(time.Second)
	w.want(ann.get("/admin"), 200, "A code opens these pages")
	ann.open()
	if err := w.EndSession(t.Context(), ann.session); err != nil {
		t.Fatal(err)
	}
	w.want(ann.get("/admin"), 404)
}

// TestWrongCodesAreCounted stops guesses of a session, and of no other.
func TestWrongCodesAreCounted(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ann, other := w.enter(w.ann), w.enter(w.ann)
	w.want(ann.post("/admin/code"), 200)
	for range (models.Limits{}).OrDefault().Guesser.Count {
		w.want(ann.post("/admin/open", "code", "00000000"), 422)
	}
	w.want(ann.post("/admin/open", "code", w.mailedCode()), 429, "Too many wrong codes")
	w.want(other.open().get("/admin"), 200, "Open reports")
}

// TestOtherSites refuses forms that another site makes the operator's browser send.
func TestOtherSites(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ann := w.enter(w.ann).open()
	for _, path := range []string{"/admin/acts/ban", "/admin/code", "/admin/open", "/admin/close"} {
		w.want(ann.send("POST", path, "text/html", "https://elsewhere.example", "name", "bob", "sure", "1"), 403)
	}
	if o, err := w.Admin().Player(t.Context(), "bob"); err != nil || !o.BannedAt.IsZero() {
		t.Errorf("%+v, %v", o, err)
	}
	w.want(ann.get("/admin/acts/ban?name=bob&sure=1"), 404)
	w.want(ann.get("/admin"), 200, "Open reports") // closing was refused, too
}

// scene fills a world with what operators see, and returns a game and an event.
func (w *world) scene() (g *models.Game, e event.Event) {
	w.t.Helper()
	g = w.Begin(w.bob, w.SignUp("cleo"), "hnefatafl", "7x7")
	if _, err := w.SendMessage(w.t.Context(), w.bob.ID, g.ID, "You <b>fool</b>"); err != nil {
		w.t.Fatal(err)
	}
	cleo, _, err := w.PlayerByName(w.t.Context(), "cleo")
	if err != nil {
		w.t.Fatal(err)
	}
	report := admin.NewReport{Game: g.ID, Message: 1, Reason: "insults"}
	if _, err := w.CreateReport(w.t.Context(), cleo.ID, report); err != nil {
		w.t.Fatal(err)
	}
	if e, err = w.Admin().CreateEvent(w.t.Context(), event.NewEvent{Ruleset: "hnefatafl", Size: 3, Terms: models.Terms{Pace: "3d"}}); err != nil {
		w.t.Fatal(err)
	}
	_, err = w.ReceiveMail(w.t.Context(), mailbox.InboundMail{
		Key: []byte("key"), Source: "smtp", From: "bob@example.org", To: "play@example.org",
		Raw: []byte("From: bob@example.org\r\n\r\nthe text of the mail\r\n"),
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return g, e
}

// TestThePages reads every page.
func TestThePages(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	g, e := w.scene()
	ann := w.enter(w.ann).open()
	for path, texts := range map[string][]string{
		"/admin":               {"Open reports 1", "Announce", "New key for links", "Open until"},
		"/admin/reports":       {"Report 1", "cleo", "bob", "insults", g.ID},
		"/admin/reports/1":     {"insults", "You <b>fool</b>", "Close the report", "Read the messages"},
		"/admin/players":       {"bob@example.org", "cleo", "ok"},
		"/admin/players?q=cl*": {"cleo@example.org"},
		"/admin/players/bob":   {"bob@example.org", "Ban", "Mute", "Rename", "Delete the account"},
		"/admin/games":         {g.ID, "bob to move", "hnefatafl 7x7"},
		"/admin/games/" + g.ID: {"bob", "cleo", "bob wins", "End the game"},
		"/admin/events":        {e.ID, "round robin", "Close an event", "Make an event"},
		"/admin/queues":        {"mail out", "Waiting", "Providers that refuse mail", "There is nothing here."},
		"/admin/mail":          {"Mail 1", "bob@example.org", "queued"},
		"/admin/mail?result=x": {"Mail 1"},
		"/admin/mail/1":        {"play@example.org", "Read the mail again", "Show the text"},
		"/admin/log":           {"There is nothing here."},
	} {
		r := ann.get(path)
		w.want(r, 200, texts...)
		policy := r.header.Get("Content-Security-Policy")
		if r.header.Get("Cache-Control") != "no-store" || !strings.Contains(policy, "default-src 'none'") {
			t.Errorf("%s: %v", path, r.header)
		}
	}
	w.want(ann.get("/admin/reports?state=closed"), 200, "There is nothing here.")
	for _, path := range []string{
		"/admin/reports/9", "/admin/reports/x", "/admin/players/nobody", "/admin/games/x", "/admin/mail/9",
	} {
		w.want(ann.get(path), 404)
	}
	for _, name := range operator.ActNames() {
		w.want(ann.get("/admin/acts/"+name), 404)
	}
	w.want(ann.get("/inbox"), 200, "Operators")
	if strings.Contains(w.enter(w.bob).get("/inbox").body, "/admin") {
		t.Error("a player is shown the way to the pages")
	}
}

// deed is an act with its form, and what the question, the page after it and the log have.
type deed struct {
	name        string
	form        []string
	asks, says  string
	log, player string
}

// TestEveryAct does every act: the first form changes nothing, the second one acts, and the log has it with the name of
// the operator.
func TestEveryAct(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	g, e := w.scene()
	ann := w.enter(w.ann).open()
	bob := []string{"name", "bob"}
	deeds := []deed{
		{"mute", bob, "refuse the messages of bob <bob@example.org> from now on", "bob is muted.", "mute", "bob"},
		{"unmute", bob, "deliver the messages of bob", "may write messages again", "unmute", "bob"},
		{"bot", bob, "mark bob <bob@example.org> as a bot", "bob is a bot.", "bot", "bob[bot]"},
		{"no-bot", bob, "say that a person plays as bob[bot]", "is a person.", "bot", "bob"},
		{"code", bob, "mail a sign-in code to bob", "is queued", "code", "bob"},
		{"read-chat", []string{"report", "1"}, "show the messages of game " + g.ID, "You <b>fool</b>", "reports show", ""},
		{"report-close", []string{"report", "1", "note", "asked"}, "close report 1", "is closed", "reports close", ""},
		{"read-mail", []string{"mail", "1"}, "show the text of mail 1", "the text of the mail", "inbound show", ""},
		{"retry", []string{"mail", "1"}, "read mail 1 again", "is read again", "inbound retry", ""},
		{"end", []string{"game", g.ID, "outcome", "first"}, "bob (attackers) wins", "is over", "end", ""},
		{"annul", []string{"games", g.ID}, "make 1 game unrated", "1 game read", "annul", ""},
		{"rebuild", nil, "compute all ratings again", "1 game read", "ratings rebuild", ""},
		{"event-close", []string{"event", e.ID}, "close event " + e.ID, "is closed", "event close", ""},
		{
			"event-create",
			[]string{"kind", "round_robin", "game", "hnefatafl/7x7", "pace", "3d", "size", "4", "double", "yes"},
			"open an event of hnefatafl", "is open", "event create", "",
		},
		{"invite", []string{"note", "x", "uses", "2", "days", "3"}, "for 2 accounts", "inv-", "invite", ""},
		{"announce", []string{"text", "Down at eight", "until", "3h"}, "Down at eight", "Announced until", "announce", ""},
		{"announce-end", nil, "end the announcement", "Nothing is announced", "announce", ""},
		{"house-stop", nil, "end all games of the house", "0 games ended", "house stop", ""},
		{"rotate-key", nil, "make a new signing key", "The key is new", "rotate-key", ""},
		{"rotate-push-key", nil, "new key for notices on devices", "The key is new", "rotate-push-key", ""},
		{"revoke", bob, "sign bob <bob@example.org> out everywhere", "is signed out", "revoke", "bob"},
		{
			"address", append(bob, "email", "bob@example.net"),
			"the address bob@example.net", "another address", "address", "bob",
		},
		{"ban", bob, "ban bob <bob@example.net>: revoke 0 tokens", "is banned", "ban", "bob"},
		{"unban", bob, "sign in again", "may sign in again", "unban", "bob"},
		{
			"rename", append(bob, "to", "robert"),
			"rename bob <bob@example.net> to robert", "is now robert", "rename", "robert",
		},
		{"delete", []string{"name", "robert"}, "delete robert", "is deleted", "delete", ""},
	}
	missing := operator.ActNames()
	for n, d := range deeds {
		missing = slices.DeleteFunc(missing, func(name string) bool { return name == d.name })
		before := w.Dump()
		w.want(ann.post("/admin/acts/"+d.name, d.form...), 200, "This will", d.asks)
		if w.Dump() != before {
			t.Errorf("%s: the question changes something", d.name)
		}
		w.want(ann.post("/admin/acts/"+d.name, append(slices.Clone(d.form), "sure", "1")...), 200, d.says)
		acts, err := w.Admin().Acts(t.Context(), 100)
		if err != nil || len(acts) != n+1 {
			t.Fatalf("%s: the log has %d acts, %v", d.name, len(acts), err)
		}
		act := acts[n]
		if act.Command != d.log || act.OperatorID != w.ann.ID || act.Operator != "ann" || act.Outcome != "done" {
			t.Errorf("%s is logged as %+v", d.name, act)
		}
		if d.player != "" && act.Player != d.player {
			t.Errorf("%s is logged about %q", d.name, act.Player)
		}
	}
	if len(missing) > 0 {
		t.Errorf("untried: %q", missing)
	}
	w.want(ann.get("/admin/log"), 200, "ann", "rotate-push-key")
	w.want(ann.post("/admin/acts/nothing"), 404)
}

// TestRefusedActs are explained, and logged if they were tried.
func TestRefusedActs(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	g, _ := w.scene()
	ann := w.enter(w.ann).open()
	for _, d := range []struct {
		status     int
		name, text string
		form       []string
		logged     string // its outcome; "" if it was not tried
	}{
		{409, "unban", "bob is not banned", []string{"name", "bob", "sure", "1"}, "bob is not banned"},
		{
			400, "announce", "must be a time",
			[]string{"text", "x", "until", "soon", "sure", "1"},
			`until: "soon" must be a time`,
		},
		{404, "ban", "", []string{"name", "nobody", "sure", "1"}, ""},
		{400, "end", "cannot be read", []string{"game", g.ID, "outcome", "x"}, ""},
		{400, "invite", "cannot be read", []string{"uses", "many"}, ""},
		{400, "annul", "cannot be read", nil, ""},
	} {
		before, err := w.Admin().Acts(t.Context(), 100)
		if err != nil {
			t.Fatal(err)
		}
		w.want(ann.post("/admin/acts/"+d.name, d.form...), d.status, d.text)
		after, err := w.Admin().Acts(t.Context(), 100)
		if err != nil {
			t.Fatal(err)
		}
		logged := ""
		if len(after) > len(before) {
			logged = after[len(before)].Outcome
		}
		if !strings.HasPrefix(logged, d.logged) || (logged == "") != (d.logged == "") {
			t.Errorf("%s is logged as %q", d.name, logged)
		}
	}
}
