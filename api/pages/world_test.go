package pages_test

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"
	"golang.org/x/time/rate"

	"turnpost/api"
	"turnpost/models"
	"turnpost/models/challenge"
	"turnpost/models/modeltest"
	"turnpost/rules"
)

// world is a server with a separate database, visited over real HTTP.
type world struct {
	t testing.TB
	*modeltest.World
	handler http.Handler
	url     string

	operators []int64 // the ID of the operator, set before the first request; 0 for none
}

// newWorld starts a server with the catalog's games, or with the given ones.
func newWorld(t testing.TB, games ...rules.Ruleset) *world {
	t.Helper()
	w := &world{t: t, World: modeltest.New(t, modeltest.Options{Rulesets: games}), operators: make([]int64, 1)}
	server := httptest.NewUnstartedServer(nil)
	w.url = "http://" + server.Listener.Addr().String()
	free := api.Rate{PerSecond: rate.Inf}
	handler, err := api.New(api.Config{
		Store: w.Store, BaseURL: w.url, Version: "test", Operators: w.operators,
		Log:    slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError})),
		Limits: api.Limits{Account: free, Address: free, SignIn: free, Guesses: free, Analysis: free},
		Done:   t.Context().Done(),
		Look:   20 * time.Millisecond,
	})
	if err != nil {
		t.Fatal(err)
	}
	w.handler, server.Config.Handler = handler, handler
	server.Start()
	t.Cleanup(server.Close)
	return w
}

// visitor is a browser without scripts: it keeps cookies and follows redirects.
type visitor struct {
	*world
	client *http.Client
}

func (w *world) visitor() *visitor {
	jar, err := cookiejar.New(nil)
	if err != nil {
		w.t.Fatal(err)
	}
	return &visitor{w, &http.Client{Jar: jar}}
}

// page is a response.
type page struct {
	t      testing.TB
	status int
	header http.Header
	at     *url.URL
	body   string
	root   *html.Node
}

func (v *visitor) do(r *http.Request) *page {
	v.t.Helper()
	if r.Header.Get("Accept") == "" {
		r.Header.Set("Accept", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8")
	}
	response, err := v.client.Do(r)
	if err != nil {
		v.t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		v.t.Fatal(err)
	}
	p := &page{
		t:      v.t,
		status: response.StatusCode,
		header: response.Header,
		at:     response.Request.URL,
		body:   string(body),
	}
	p.root, err = html.Parse(strings.NewReader(p.body))
	if err != nil {
		v.t.Fatal(err)
	}
	return p
}

func (v *visitor) get(path string) *page {
	v.t.Helper()
	r, err := http.NewRequestWithContext(v.t.Context(), http.MethodGet, v.url+path, nil)
	if err != nil {
		v.t.Fatal(err)
	}
	return v.do(r)
}

// post sends a form of alternating names and values.
func (v *visitor) post(path string, pairs ...string) *page {
	v.t.Helper()
	return v.postAs("", path, pairs...)
}

// postAs sends a form with a User-Agent.
func (v *visitor) postAs(agent, path string, pairs ...string) *page {
	v.t.Helper()
	form := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		form.Add(pairs[i], pairs[i+1])
	}
	r, err := http.NewRequestWithContext(v.t.Context(), http.MethodPost, v.url+path, strings.NewReader(form.Encode()))
	if err != nil {
		v.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Origin", v.url)
	if agent != "" {
		r.Header.Set("User-Agent", agent)
	}
	return v.do(r)
}

func (p *page) want(status int, texts ...string) *page {
	p.t.Helper()
	if p.status != status {
		p.t.Fatalf("%s: status %d, not %d: %s", p.at, p.status, status, p.text())
	}
	for _, text := range texts {
		if !strings.Contains(p.text(), text) {
			p.t.Fatalf("%s lacks %q:\n%s", p.at, text, p.text())
		}
	}
	return p
}

var spaces = regexp.MustCompile(`\s+`)

// text returns the text of the page.
func (p *page) text() string {
	var b strings.Builder
	for n := range p.root.Descendants() {
		if n.Type == html.TextNode && n.Parent.Data != "script" && n.Parent.Data != "style" {
			b.WriteString(n.Data + " ")
		}
	}
	return spaces.ReplaceAllString(b.String(), " ")
}

// find returns the elements of a kind with an attribute value; "" matches every value.
func (p *page) find(element, attribute, value string) []*html.Node {
	var list []*html.Node
	for n := range p.root.Descendants() {
		if n.Type != html.ElementNode || n.Data != element {
			continue
		}
		if got, has := attr(n, attribute); has && (value == "" || got == value) {
			list = append(list, n)
		}
	}
	return list
}

func attr(n *html.Node, name string) (string, bool) {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val, true
		}
	}
	return "", false
}

// form returns the fields of the form with an action, as a browser would send them.
func (p *page) form(action string) []string {
	p.t.Helper()
	forms := p.find("form", "action", action)
	if len(forms) == 0 {
		p.t.Fatalf("%s has no form for %s:\n%s", p.at, action, p.text())
	}
	var pairs []string
	for n := range forms[0].Descendants() {
		name, named := attr(n, "name")
		if !named {
			continue
		}
		value, _ := attr(n, "value")
		if n.Data == "textarea" && n.FirstChild != nil {
			value = n.FirstChild.Data
		}
		if kind, _ := attr(n, "type"); kind == "checkbox" || n.Data == "button" {
			continue
		}
		pairs = append(pairs, name, value)
	}
	return pairs
}

// filled returns the form with text in a field.
func filled(form []string, field, text string) []string {
	form = slices.Clone(form)
	for i := 0; i < len(form); i += 2 {
		if form[i] == field {
			form[i+1] = text
		}
	}
	return form
}

// tap follows the link on a place of the board.
func (v *visitor) tap(p *page, place string) *page {
	v.t.Helper()
	for _, a := range p.find("a", "aria-label", "") {
		label, _ := attr(a, "aria-label")
		if href, _ := attr(a, "href"); strings.HasPrefix(label, place+", ") {
			path, _, _ := strings.Cut(href, "#")
			return v.get(path)
		}
	}
	v.t.Fatalf("%s: %s cannot be tapped", p.at, place)
	return nil
}

// signIn signs a browser in by a code.
func (v *visitor) signIn(p models.Player) *visitor {
	v.t.Helper()
	v.Clock.Advance(6 * 60 * 1e9) // the interval between two codes to one mailbox
	v.post("/sign-in/code", "email", p.Email).want(200, "A code is in the mail")
	v.post("/sign-in", "email", p.Email, "code", v.Code(p.Email)).want(200)
	return v
}

// enter gives a browser a session without the pages for it.
func (v *visitor) enter(p models.Player) *visitor {
	v.t.Helper()
	at, err := url.Parse(v.url)
	if err != nil {
		v.t.Fatal(err)
	}
	v.client.Jar.SetCookies(at, []*http.Cookie{{Name: "session", Value: v.session(p), Path: "/"}})
	return v
}

// session returns the secret of a session started by a code.
func (w *world) session(p models.Player) string {
	w.t.Helper()
	secret, _, err := w.StartSession(w.t.Context(), p.Email, w.newCode(p.Email), "test")
	if err != nil {
		w.t.Fatal(err)
	}
	return secret
}

// newChallenge returns a challenge to a name or an address.
func newChallenge(opponent string) challenge.NewChallenge {
	return challenge.NewChallenge{Ruleset: "bohnduell", Opponent: opponent}
}

// request returns a request without browser headers.
func (w *world) request(method, path, form string) *http.Request {
	w.t.Helper()
	r := httptest.NewRequestWithContext(w.t.Context(), method, path, strings.NewReader(form))
	r.Header.Set("Accept", "text/html")
	r.RemoteAddr = "127.0.0.1:1234"
	if form != "" {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Origin", w.url)
	}
	return r
}

// serve returns the handler's response to a request.
func (w *world) serve(h http.Handler, r *http.Request) *httptest.ResponseRecorder {
	w.t.Helper()
	recorded := httptest.NewRecorder()
	h.ServeHTTP(recorded, r)
	return recorded
}
