package api

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"
)

// checkedTransport validates every response against the specification.
type checkedTransport struct {
	t      *testing.T
	spec   *openapi3.T
	router routers.Router
}

// readSpec reads the specification once for all tests. They do not change it.
var readSpec = sync.OnceValues(GetSpec)

// routedSpec makes the specification and its router once for all tests.
var routedSpec = sync.OnceValues(func() (checkedTransport, error) {
	spec, err := GetSpec() // not the one of other tests: it has no servers
	if err != nil {
		return checkedTransport{}, err
	}
	spec.Servers = nil
	for _, form := range []string{typeHTML, typeMarkdown} {
		openapi3filter.RegisterBodyDecoder(form, openapi3filter.PlainBodyDecoder)
	}
	router, err := gorillamux.NewRouter(spec)
	return checkedTransport{spec: spec, router: router}, err
})

func newCheckedTransport(t *testing.T) *checkedTransport {
	t.Helper()
	routed, err := routedSpec()
	if err != nil {
		t.Fatal(err)
	}
	routed.t = t
	return &routed
}

func (c *checkedTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	response, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(response.Body)
	_ = response.Body.Close()
	if err != nil {
		return nil, err
	}
	response.Body = io.NopCloser(bytes.NewReader(body))
	if r.Method == http.MethodHead { // has no body to validate
		return response, nil
	}
	if fault := c.check(r, response, body); fault != nil {
		c.t.Errorf("%s %s: %d does not fit the specification: %v\n%s", r.Method, r.URL, response.StatusCode, fault,
			clipped(body))
	}
	return response, nil
}

func (c *checkedTransport) check(r *http.Request, response *http.Response, body []byte) error {
	if response.StatusCode >= 400 && response.Header.Get("Content-Type") == typeProblem {
		var problem any
		if err := json.Unmarshal(body, &problem); err != nil {
			return err
		}
		return c.spec.Components.Schemas["Problem"].Value.VisitJSON(problem)
	}
	route, parameters, err := c.router.FindRoute(r)
	if err != nil {
		return nil // not an operation: the pages around the specification
	}
	input := &openapi3filter.ResponseValidationInput{
		RequestValidationInput: &openapi3filter.RequestValidationInput{Request: r, PathParams: parameters, Route: route},
		Status:                 response.StatusCode, Header: response.Header,
		Options: &openapi3filter.Options{IncludeResponseStatus: true},
	}
	input.SetBodyBytes(body)
	return openapi3filter.ValidateResponse(context.Background(), input)
}

func clipped(b []byte) string {
	if len(b) > 600 {
		return string(b[:600]) + "…"
	}
	return string(b)
}
