package api

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"

	"turnpost/rules/rulestest/sample"
)

// TestOddRequests sends valid and invalid requests to every operation, as a stranger, a player and their opponent.
// No status is 5xx or undocumented, every response matches the specification, and refused requests and reads change
// nothing. TURNPOST_TEST_WALK sets the duration (5s), TURNPOST_TEST_SEED the seed.
func TestOddRequests(t *testing.T) {
	length, err := time.ParseDuration(orText(os.Getenv("TURNPOST_TEST_WALK"), "5s"))
	if err != nil {
		t.Fatal(err)
	}
	seed, err := strconv.ParseUint(orText(os.Getenv("TURNPOST_TEST_SEED"), "1"), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	w := newWalk(t, seed)
	for end := time.Now().Add(length); time.Now().Before(end) && !t.Failed(); {
		w.stretch()
		if sample.Short() && w.sent >= shortWalk {
			break
		}
	}
	t.Logf("seed %d: %d requests, by status %v", seed, w.sent, w.statuses)
	for _, status := range []int{200, 400, 401, 404, 405, 406, 409, 413, 415, 422} {
		if w.statuses[status] == 0 && w.sent > 5000 {
			t.Errorf("of %d requests none was answered %d: the walk reaches too little", w.sent, status)
		}
	}
}

// shortWalk is the number of requests of a short run.
const shortWalk = 100

func orText(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}

// step is an operation of the specification.
type step struct {
	path, method string
	item         *openapi3.PathItem
	operation    *openapi3.Operation
}

type walk struct {
	t        *testing.T
	rnd      *rand.Rand
	steps    []step
	problems []int // documented statuses of problems
	match    *match
	values   *values
	left     int // requests until the match is replaced
	sent     int
	statuses map[int]int
}

func newWalk(t *testing.T, seed uint64) *walk {
	spec, err := readSpec()
	if err != nil {
		t.Fatal(err)
	}
	w := &walk{t: t, rnd: rand.New(rand.NewPCG(seed, seed)), statuses: map[int]int{}}
	for path, item := range spec.Paths.Map() {
		for method, operation := range item.Operations() {
			w.steps = append(w.steps, step{path, method, item, operation})
		}
	}
	slices.SortFunc(w.steps, func(a, b step) int { return strings.Compare(a.path+a.method, b.path+b.method) })
	text := spec.Components.Schemas["Problem"].Value.Properties["code"].Value.Description
	for _, status := range regexp.MustCompile(`\b[45]\d\d\b`).FindAllString(text, -1) {
		n, _ := strconv.Atoi(status) // three digits
		w.problems = append(w.problems, n)
	}
	if len(w.problems) < 10 {
		t.Fatalf("the specification names %v", w.problems)
	}
	return w
}

// requestsPerMatch is the number of requests sent to one match.
const requestsPerMatch = 600

// stretch sends several requests and compares the state before and after, if it must not change.
func (w *walk) stretch() {
	if w.left <= 0 {
		w.match, w.left = newMatch(w.t), requestsPerMatch
		w.match.play(w.match.ann, "d1-c1")
		w.values = &values{Rand: w.rnd, ids: []string{w.match.id, "7", "1", "hnefatafl", "your_turn", "nothere1"}}
	}
	before := w.match.state()
	var done []string
	for range 15 {
		request, shown := w.request()
		status := w.send(request, shown)
		w.left--
		if request.Method != http.MethodGet && request.Method != http.MethodHead && status < 400 {
			if w.cannotPlay() {
				w.left = 0
			}
			return // the request was valid and changed the state
		}
		done = append(done, fmt.Sprintf("%d %s", status, shown))
	}
	if after := w.match.state(); after != before {
		w.t.Errorf("these changed something, and should not:\n%s\nbefore\n%s\nafter\n%s", strings.Join(done, "\n"), before,
			after)
	}
}

// cannotPlay reports whether the players can no longer play: an account was deleted or a token revoked.
func (w *walk) cannotPlay() bool {
	for _, token := range []string{w.match.ann, w.match.bob} {
		if w.match.call("GET", "/v1/me").as(token).do().status != http.StatusOK {
			return true
		}
	}
	return false
}

// request generates a request; shown describes it in one line.
func (w *walk) request() (r *http.Request, shown string) {
	s := w.steps[w.rnd.IntN(len(w.steps))]
	w.values.odd = []float64{0, 0.05, 0.3}[w.rnd.IntN(3)]
	path := regexp.MustCompile(`\{(\w+)\}`).
		ReplaceAllStringFunc(s.path, func(p string) string { return w.segment(strings.Trim(p, "{}")) })
	method := s.method
	if w.rnd.IntN(25) == 0 {
		method = []string{"PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE", "WEIRD", "POST"}[w.rnd.IntN(8)]
	}
	var body string
	if s.operation.RequestBody != nil || w.rnd.IntN(20) == 0 {
		body = w.body(s.operation)
	}
	target, err := url.Parse(w.match.url + path)
	if err != nil {
		w.t.Fatalf("%s: %v", path, err)
	}
	target.RawQuery = w.query(s)
	r, err = http.NewRequestWithContext(context.Background(), method, target.String(), strings.NewReader(body))
	if err != nil {
		w.t.Fatal(err)
	}
	w.headers(r, s)
	return r, fmt.Sprintf("%s %s %v %.200q", method, target.RequestURI(), r.Header, body)
}

// segment generates a value for a path parameter.
func (w *walk) segment(name string) string {
	odd := []string{
		"%00", "%2e%2e", "%2F", "x%0d%0ay", "%F0%9F%98%80", "%ff", strings.Repeat("z", 5000), "-1",
		"9223372036854775808", "a%20b", "*", "'",
	}
	switch n := w.rnd.IntN(10); {
	case n == 0:
		return odd[w.rnd.IntN(len(odd))]
	case n < 4:
		return url.PathEscape(w.values.ids[w.rnd.IntN(len(w.values.ids))])
	case name == "name":
		return []string{"ann", "bob", "nobody"}[w.rnd.IntN(3)]
	}
	return w.match.id
}

func (w *walk) query(s step) string {
	query := url.Values{}
	for _, parameters := range []openapi3.Parameters{s.item.Parameters, s.operation.Parameters} {
		for _, p := range parameters {
			if p.Value.In == openapi3.ParameterInQuery && w.rnd.IntN(3) == 0 {
				query.Add(p.Value.Name, strings.Trim(w.values.of(p.Value.Name, p.Value.Schema.Value, 4), `"`))
			}
		}
	}
	text := query.Encode()
	if w.rnd.IntN(25) == 0 {
		text += []string{"&unknown=1", "&&", "&limit=1&limit=2", "&%zz", ";", "&ply=%00", "&a[b]=c"}[w.rnd.IntN(7)]
	}
	return text
}

func (w *walk) body(operation *openapi3.Operation) string {
	if w.rnd.IntN(40) == 0 {
		return strings.Repeat("x", 70<<10)
	}
	if operation.RequestBody == nil || w.rnd.Float64() < w.values.odd {
		return w.values.anything(0)
	}
	content := operation.RequestBody.Value.Content
	if content[typeJSON] == nil || content[typeText] != nil && w.rnd.IntN(3) == 0 {
		return []string{
			"d1-c1", "d3-c3", "", "\xff", "[Ruleset \"hnefatafl\"]\n1. d1-c1", "é",
			strings.Repeat("d1-c1 ", 2000),
		}[w.rnd.IntN(7)]
	}
	return w.values.of("", content[typeJSON].Schema.Value, 0)
}

func (w *walk) headers(r *http.Request, s step) {
	one := func(list ...string) string { return list[w.rnd.IntN(len(list))] }
	switch w.rnd.IntN(10) {
	case 0, 1:
	case 2:
		r.Header.Set("Authorization",
			one("Bearer tp_wrong", "Basic YTpi", "Bearer", "\xff", "Bearer "+strings.Repeat("x", 5000)))
	case 3, 4, 5:
		r.Header.Set("Authorization", "Bearer "+w.match.bob)
	default:
		r.Header.Set("Authorization", "Bearer "+w.match.ann)
	}
	if s.operation.RequestBody != nil {
		r.Header.Set("Content-Type", typeJSON)
	}
	if w.rnd.IntN(6) == 0 {
		r.Header.Set("Content-Type",
			one("", "text/plain", "application/xml", "application/json; charset=utf-16", "a/b/c", ";", "multipart/form-data",
				"application/x-www-form-urlencoded", "\xe9"))
	}
	if w.rnd.IntN(3) == 0 {
		r.Header.Set("Accept", one("*/*", "text/plain", "application/json", "image/png", "image/svg+xml", "text/html",
			"nonsense", "a/b;q=x", "text/*;q=0.1, */*;q=0", ",,,", strings.Repeat("a/b,",
				2000), "application/problem+json", "\xff/\xff"))
	}
	if w.rnd.IntN(5) == 0 {
		r.Header.Set(one("If-Match", "If-None-Match"),
			one(`"ply-1"`, `"ply-2"`, `W/"ply-1"`, "*", `"`, `"ply-99999999999999999999"`, `"ply--1"`, `"ply-1", "x"`, "\xff"))
	}
	if w.rnd.IntN(5) == 0 {
		r.Header.Set("Idempotency-Key", one("a", "b", "", strings.Repeat("k", 300), "\xff\xfe", " "))
	}
}

// send sends a request and checks that the response is documented and not a server error.
func (w *walk) send(r *http.Request, shown string) int {
	response, err := w.match.client.Do(r) // validates the response against the specification
	if err != nil {
		w.t.Fatalf("%s: %v", shown, err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		w.t.Fatalf("%s: %v", shown, err)
	}
	w.sent++
	w.statuses[response.StatusCode]++
	switch status := response.StatusCode; {
	case status >= 500:
		w.t.Errorf("%s: %d: %s\n%s", shown, status, text, lastLines(w.match.log.String(), 5))
	case status >= 400 && !slices.Contains(w.problems, status):
		w.t.Errorf("%s: %d, which the specification does not name: %s", shown, status, text)
	case status >= 400 && r.Method != http.MethodHead && len(text) < 10:
		w.t.Errorf("%s: %d says nothing: %q", shown, status, text)
	}
	return response.StatusCode
}

func lastLines(text string, n int) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return strings.Join(lines[max(0, len(lines)-n):], "\n")
}
