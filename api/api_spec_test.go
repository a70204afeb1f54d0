package api

import (
	"encoding/json"
	"net/http"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

// TestGenerated fails if openapi.yaml was changed without go generate.
func TestGenerated(t *testing.T) {
	text, err := os.ReadFile("openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	written, err := openapi3.NewLoader().LoadFromData(text)
	if err != nil {
		t.Fatal(err)
	}
	if err := written.Validate(t.Context()); err != nil {
		t.Error(err)
	}
	generated, err := GetSpec()
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(plain(t, written), plain(t, generated)) {
		t.Error("the generated code is older than openapi.yaml; run go generate ./api")
	}
}

func plain(t *testing.T, spec *openapi3.T) (v any) {
	t.Helper()
	text, err := json.Marshal(spec)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// TestTokenNeeded requests every operation without a token.
func TestTokenNeeded(t *testing.T) {
	w := newWorld(t)
	spec, err := readSpec()
	if err != nil {
		t.Fatal(err)
	}
	open := 0
	for path, item := range spec.Paths.Map() {
		for method, operation := range item.Operations() {
			if operation.Security != nil && len(*operation.Security) == 0 {
				open++
				continue
			}
			at := strings.NewReplacer("{id}", "7", "{name}", "x", "{token}", "x").Replace(path)
			w.call(method, at).json(`{}`).do().problem(http.StatusUnauthorized, "unauthorized")
		}
	}
	if open == 0 {
		t.Error("no operation is open")
	}
}

func TestSpecAndDocs(t *testing.T) {
	w := newWorld(t)
	spec := w.call("GET", "/openapi.json").do().want(200).contains(`"playTurn"`)
	if strings.Contains(spec.body, `"x-`) {
		t.Error("what only the generator reads is shown")
	}
	docs := w.call("GET", "/docs/").do().want(200)
	docs.contains("/openapi.json")
	for _, elsewhere := range []string{`src="http`, `href="http`, `src="//`, `href="//`} {
		if strings.Contains(docs.body, elsewhere) {
			t.Errorf("the documentation loads from another site: %s", elsewhere)
		}
	}
	w.call("GET", "/docs/swagger-ui.css").do().want(200)
	if a := w.call("GET", "/docs").do().want(301); a.header.Get("Location") != "/docs/" {
		t.Errorf("Location %q", a.header.Get("Location"))
	}
}

func TestHealthAndMetrics(t *testing.T) {
	m := newMatch(t)
	m.call("GET", "/healthz").do().want(200).contains(`"ok"`, `"test"`)
	m.call("GET", "/readyz").do().want(200)
	m.play(m.ann, "d1-c1")
	m.call("POST", m.turns()).as(m.bob).text("d3-d3").do().want(422)
	m.call("GET", "/nowhere/secret-path").do().want(404)
	m.call("WEIRD", "/v1/games").do().want(405)
	metrics := m.call("GET", "/metrics").do().want(200)
	metrics.contains(`turnpost_http_turns_total{ruleset="hnefatafl"} 1`,
		`turnpost_http_illegal_turns_total{reason="not_a_line"} 1`,
		"turnpost_outbox_depth", "turnpost_outbox_age_seconds", `route="none",status="404"`, `method="other"`,
		`turnpost_http_request_seconds_bucket{route="/healthz",le="0.001"} `,
		`turnpost_http_request_seconds_bucket{route="/healthz",le="+Inf"} 1`,
		`turnpost_http_request_seconds_count{route="/healthz"} 1`, `turnpost_http_request_seconds_sum{route="/healthz"} `)
	bucket := regexp.MustCompile(`(?m)^turnpost_http_request_seconds_bucket\{route="/healthz",le="(.*)"\} ([01])$`)
	bounds, counts := "", ""
	for _, found := range bucket.FindAllStringSubmatch(metrics.body, -1) {
		bounds, counts = bounds+found[1]+" ", counts+found[2]
	}
	if bounds != "0.001 0.0025 0.005 0.01 0.025 0.05 0.1 0.25 1 5 +Inf " || strings.Contains(counts, "10") {
		t.Errorf("up to %s: %s requests took that long", bounds, counts)
	}
	for _, chosen := range []string{"secret-path", "WEIRD", m.id} {
		if strings.Contains(metrics.body, chosen) {
			t.Errorf("a client chose the label %q", chosen)
		}
	}
}

func TestSecurityHeaders(t *testing.T) {
	w := newWorld(t)
	for _, path := range []string{"/v1/games", "/nowhere", "/docs/"} {
		h := w.call("GET", path).do().header
		for name, want := range map[string]string{
			"X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY",
			"Referrer-Policy": "no-referrer",
		} {
			if h.Get(name) != want {
				t.Errorf("%s: %s %q", path, name, h.Get(name))
			}
		}
		if !strings.Contains(h.Get("Content-Security-Policy"), "frame-ancestors 'none'") ||
			h.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%s: %v", path, h)
		}
	}
}
