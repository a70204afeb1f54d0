package api

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"turnpost/rules/rulestest/sample"
)

// The complete table of requests and their forms.
func TestFormFor(t *testing.T) {
	const (
		browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
		axios   = "application/json, text/plain, */*"
		node    = "node"
		curl    = "curl/8.5.0"
	)
	all := []string{typeJSON, typeText, typePNG}
	for _, c := range []struct {
		method    string
		body      bodyKind
		accept    string
		userAgent string
		want      string
	}{
		// No Accept header.
		{"GET", bodyNone, "", node, typeJSON},
		{"GET", bodyNone, "*/*", curl, typeJSON},
		{"HEAD", bodyNone, "*/*", curl, typeJSON},
		{"POST", bodyNone, "", "", typeJSON},
		{"POST", bodyNone, "*/*", node, typeJSON},
		{"POST", bodyNone, "*/*;q=0.5", "python-requests/2.32.3", typeJSON},
		{"POST", bodyNone, "", "Go-http-client/1.1", typeJSON},
		{"POST", bodyNone, "*/*", "PycURL/7.45 libcurl/8.5.0", typeJSON},
		{"POST", bodyNone, "*/*", "Mozilla/5.0 curl/8", typeJSON},
		{"POST", bodyNone, "*/*", "curly/1.0", typeJSON},
		{"POST", bodyNone, "*/*", "curl", typeJSON},
		{"POST", bodyNone, "*/*", curl, typeText},
		{"POST", bodyNone, "", "Curl/7.1 (x86_64)", typeText},
		{"POST", bodyNone, "*/*", "Wget/1.21.3", typeText},
		{"POST", bodyNone, "*/*", "wget2/2.1.0", typeText},
		{"DELETE", bodyNone, "*/*", "HTTPie/3.2.2", typeText},
		{"PUT", bodyNone, "garbage", curl, typeText},
		{"PUT", bodyNone, "*/*", node, typeJSON},
		{"POST", bodyText, "*/*", curl, typeText},
		{"POST", bodyText, "", node, typeText},
		{"PATCH", bodyText, "*/*", "python-requests/2.32.3", typeText},
		{"POST", bodyOther, "", node, typeJSON},
		{"POST", bodyOther, "*/*", curl, typeJSON},

		// An Accept header with types.
		{"GET", bodyNone, "text/plain", node, typeText},
		{"POST", bodyNone, "text/plain", node, typeText},
		{"POST", bodyOther, "text/plain, */*;q=0.1", node, typeText},
		{"POST", bodyNone, typeJSON, curl, typeJSON},
		{"POST", bodyText, axios, node, typeJSON},
		{"POST", bodyNone, axios, curl, typeJSON},
		{"POST", bodyText, "application/*", curl, typeJSON},
		{"POST", bodyText, typePNG, curl, typePNG},
		{"GET", bodyNone, browser, "Mozilla/5.0", typeText},
		{"POST", bodyNone, browser, "Mozilla/5.0", typeText},
		{"GET", bodyNone, "text/html, application/json;q=0.9, */*;q=0.1", node, typeJSON},
		{"POST", bodyText, "application/pdf", curl, ""},
		{"POST", bodyText, "*/*;q=0", curl, ""},
	} {
		a := formRequest{c.method, c.body, c.accept, c.userAgent}
		if got, ok := a.formFor(all); got != c.want || ok != (c.want != "") {
			t.Errorf("%+v: %q, want %q", a, got, c.want)
		}
		// An error has the same form or, if it has none, problem+json.
		want := map[string]string{typeText: typeText, typeJSON: typeProblem}[c.want]
		if got, _ := a.formFor([]string{typeProblem, typeJSON, typeText}); want != "" && got != want &&
			(got != typeJSON || !strings.Contains(c.accept, typeJSON)) {
			t.Errorf("%+v: an error comes as %q", a, got)
		}
	}
}

func TestKindOf(t *testing.T) {
	const form = "application/x-www-form-urlencoded"
	for _, c := range []struct {
		contentType, body string
		want              bodyKind
	}{
		{"", "", bodyNone},
		{"", " \n", bodyNone},
		{form, "", bodyNone},
		{typeText, "", bodyNone},
		{typeJSON, "", bodyOther},
		{typeJSON, "{}", bodyOther},
		{"", "{}", bodyOther},
		{form, ` {"turn":"d1-c1"}`, bodyOther},
		{form, "d1-c1", bodyText},
		{form, "turn=d1-c1", bodyText},
		{"", "d1-c1", bodyText},
		{typeText, "{a brace}", bodyText},
		{"multipart/form-data", "--x", bodyText},
		{"message/rfc822", "From: x", bodyOther},
		{"application/xml", "<a/>", bodyOther},
	} {
		if got := kindOf(c.contentType, []byte(c.body)); got != c.want {
			t.Errorf("%q %q: %d, want %d", c.contentType, c.body, got, c.want)
		}
	}
}

// Generated clients send no Accept header and often no body. Every response to them must be JSON. The same requests by
// curl get text.
func TestWhatNamesNoFormIsForPrograms(t *testing.T) {
	m := newMatch(t)
	spec, err := readSpec()
	if err != nil {
		t.Fatal(err)
	}
	forms := map[string]string{
		"": "json", "node": "json", "python-requests/2.32.3": "json", "Java-http-client/21": "json",
		"curl/8.5.0": typeText, "Wget/1.21": typeText, "HTTPie/3.2.2": typeText,
	}
	asked := 0
	for path, item := range spec.Paths.Map() {
		for method, operation := range item.Operations() {
			if method == http.MethodGet || !strings.HasPrefix(path, "/v1/") || !answersBoth(operation) {
				continue
			}
			asked++
			at := strings.NewReplacer("{id}", m.id, "{name}", "bob").Replace(path)
			for _, userAgent := range sample.Every(3, slices.Sorted(maps.Keys(forms))) {
				for _, token := range []string{m.ann, "unknown"} {
					a := m.wordless(method, at, token, userAgent)
					if form := a.header.Get("Content-Type"); a.status != 204 && !strings.Contains(form, forms[userAgent]) {
						t.Errorf("%s to %q: %d comes as %s", a.what, userAgent, a.status, form)
					}
				}
			}
		}
	}
	if asked < 15 {
		t.Errorf("%d operations were asked", asked)
	}
}

// answersBoth reports whether the success responses of an operation include JSON and text.
func answersBoth(operation *openapi3.Operation) bool {
	offers := formsOf(operation)
	return slices.Contains(offers, typeJSON) && slices.Contains(offers, typeText)
}

// wordless sends a request without a body and without an Accept header.
func (m *match) wordless(method, path, token, userAgent string) httpResponse {
	m.t.Helper()
	c := m.call(method, path).as(token).with("User-Agent", userAgent)
	c.anyForm = true
	return c.do()
}
