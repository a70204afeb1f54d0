package api

import (
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"turnpost/models/modeltest/cputime"
	"turnpost/rules/rulestest/sample"
)

// The maximum cost of any request.
const (
	maxRequestCPU   = 8 // yardsticks, see package cputime
	maxRequestBytes = 30 << 20
)

// cost is the resource use of one request.
type cost struct {
	cpu    float64 // in yardsticks
	bytes  uint64  // allocated
	status int
}

// costOf measures requests to a handler without a network.
func costOf(h http.Handler, request func() *http.Request) (c cost) {
	c.cpu = cputime.Ratio(6, maxRequestCPU/2, func() {
		r, w, before := request(), httptest.NewRecorder(), allocated()
		h.ServeHTTP(w, r)
		c.bytes, c.status = allocated()-before, w.Code
	})
	return c
}

func allocated() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.TotalAlloc
}

// bareHandler returns a handler on the match's store without logs and limits.
func (m *match) bareHandler() http.Handler {
	m.t.Helper()
	h, err := New(Config{
		Store: m.Store, BaseURL: "https://turnpost.example", Log: slog.New(slog.DiscardHandler),
		Limits: noLimits,
	})
	if err != nil {
		m.t.Fatal(err)
	}
	return h
}

// hostile returns values of up to size bytes that are expensive for a careless parser.
func hostile(size int) map[string]string {
	list := func(item string) string { return "[" + strings.Repeat(item+",", size/(len(item)+1)-2) + item + "]" }
	keys := func(value string) string {
		var b strings.Builder
		b.WriteString("{")
		for i := 0; b.Len() < size-len(value)-20; i++ {
			fmt.Fprintf(&b, `"k%x":%s,`, i, value)
		}
		return b.String() + `"z":` + value + "}"
	}
	deep := size/2 - 10
	return map[string]string{
		"deep array":       strings.Repeat("[", deep) + strings.Repeat("]", deep),
		"9,900 deep":       strings.Repeat("[", min(9900, deep)) + strings.Repeat("]", min(9900, deep)),
		"deep object":      strings.Repeat(`{"a":`, size/7) + "1" + strings.Repeat("}", size/7),
		"wide numbers":     list("1"),
		"wide texts":       list(`"d1-c1"`),
		"wide long texts":  list(`"` + strings.Repeat("x", 900) + `"`),
		"wide empty":       list("{}"),
		"wide nested":      list("[[[[]]]]"),
		"many keys":        keys("1"),
		"many texts":       keys(`"instant"`),
		"same key":         "{" + strings.Repeat(`"turn":1,`, size/9-2) + `"turn":1}`,
		"long text":        `"` + strings.Repeat("a", size-2) + `"`,
		"escapes":          `"` + strings.Repeat(`\u0041`, size/6-1) + `"`,
		"line ends":        `"` + strings.Repeat(`\n`, size/2-2) + `"`,
		"long number":      strings.Repeat("9", size),
		"many turns":       list(`{"turn":"d1-c1","position":"` + strings.Repeat("p", 200) + `"}`),
		"many bare turns":  list(`{"turn":"d1-c1"}`),
		"many wrong turns": list(`{"turn":1,"ply":"x","seat":[]}`),
	}
}

// worstBodies returns the worst JSON bodies of an operation: each hostile value as the body and as each property.
func worstBodies(schema *openapi3.Schema, limit int) map[string]string {
	bodies := map[string]string{}
	for name, value := range hostile(limit - 200) {
		bodies[name] = value
		for property := range schema.Properties {
			base := map[string]string{
				"ruleset": `"hnefatafl"`, "turns": `[]`, "name": `"nora"`, "email": `"nora@example.org"`,
				"turn": `"d1-c1"`,
			}
			fields := []string{fmt.Sprintf("%q:%s", property, value)}
			for other, v := range base {
				if other != property && schema.Properties[other] != nil {
					fields = append(fields, fmt.Sprintf("%q:%s", other, v))
				}
			}
			bodies[property+": "+name] = "{" + strings.Join(fields, ",") + "}"
		}
	}
	return bodies
}

// worstTexts returns the worst plain text bodies of an operation.
func worstTexts(limit int) map[string]string {
	fill := func(text string) string { return strings.Repeat(text, limit/len(text)) }
	texts := map[string]string{
		"line ends": fill("\n"), "words": fill("d1 "), "one word": fill("x"),
		"turns": fill("d1-c1 d3-c3 "), "marks": fill("~"),
	}
	for name, begin := range map[string]string{
		"hnefatafl":  "[Ruleset \"hnefatafl\"]\n\n",
		"sevensages": "[Ruleset \"sevensages\"]\n\n",
	} {
		for kind, word := range map[string]string{
			"numbers": "1. ", "gaps": "… ", "dots": ". ", "words": "a ",
			"tags": "[A \"b\"]\n", "results": "* ",
		} {
			texts[name+" "+kind] = begin + strings.Repeat(word, (limit-len(begin))/len(word))
		}
	}
	return texts
}

// The cost of every operation is bounded for every input: deep, wide, long, with many keys or turns.
func TestWorstRequestsAreCheap(t *testing.T) {
	sample.Whole(t, "measures the processor time of the worst requests")
	m := newMatch(t)
	h := m.bareHandler()
	spec, err := readSpec()
	if err != nil {
		t.Fatal(err)
	}
	worst := map[string]cost{}
	tokens := []string{m.ann}
	ask := func(operation, what, method, path, contentType, accept, body string) {
		for _, token := range tokens {
			c := costOf(h, func() *http.Request {
				r := httptest.NewRequestWithContext(t.Context(), method, path, strings.NewReader(body))
				r.Header.Set("Content-Type", contentType)
				if accept != "" {
					r.Header.Set("Accept", accept)
				}
				if token != "" {
					r.Header.Set("Authorization", "Bearer "+token)
				}
				return r
			})
			if c.cpu > maxRequestCPU || c.bytes > maxRequestBytes {
				t.Errorf("%s, %s, signed in %v: %.1f yardsticks, %d KiB, status %d", operation, what, token != "", c.cpu,
					c.bytes>>10, c.status)
			}
			if c.status >= 500 {
				t.Errorf("%s, %s: status %d", operation, what, c.status)
			}
			if c.cpu > worst[operation].cpu {
				worst[operation] = c
			}
		}
	}
	for _, path := range slices.Sorted(maps.Keys(spec.Paths.Map())) {
		real := strings.NewReplacer("{id}", m.id, "{name}", "ann", "{token}", "x", "{ply}", "0", "{reader}", "first").
			Replace(path)
		if strings.Contains(path, "/rulesets/{id}") {
			real = strings.ReplaceAll(path, "{id}", "hnefatafl")
		}
		for method, operation := range spec.Paths.Value(path).Operations() {
			id := operation.OperationID
			if tokens = []string{m.ann}; operation.Security != nil {
				tokens = []string{""}
			}
			for _, query := range []string{
				"", "?x=1", "?scale=4", "?style=unicode&scale=9", "?limit=100",
				"?prefix=" + strings.Repeat("d1-", 300),
			} {
				if method == http.MethodGet {
					ask(id, "plain "+query, method, real+query, "", "", "")
					ask(id, "picture "+query, method, real+query, "", "image/png", "")
				}
			}
			if operation.RequestBody == nil {
				ask(id, "a body nobody wants", method, real, typeJSON, "", hostile(bodyLimit)["9,900 deep"])
				continue
			}
			limit := int(bodyLimit)
			if l, ok := bodyLimits[id]; ok {
				limit = int(l)
			}
			if content := operation.RequestBody.Value.Content[typeJSON]; content != nil {
				for what, body := range worstBodies(content.Schema.Value, limit) {
					ask(id, what, method, real, typeJSON, "", body)
				}
			}
			for what, body := range worstTexts(limit) {
				ask(id, what, method, real, typeText, "", body)
			}
		}
	}
	for _, id := range slices.Sorted(maps.Keys(worst)) {
		t.Logf("%-20s %4.1f yardsticks %6d KiB %d", id, worst[id].cpu, worst[id].bytes>>10, worst[id].status)
	}
}
