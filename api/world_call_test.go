package api

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
)

type httpResponse struct {
	t      *testing.T
	what   string
	status int
	header http.Header
	body   string
}

// call is a request under construction.
type call struct {
	w            *world
	method, path string
	header       http.Header
	body         io.Reader
	anyForm      bool // send no Accept header with a request without a body
}

func (w *world) call(method, path string) *call {
	return &call{w: w, method: method, path: path, header: http.Header{}}
}

func (c *call) as(token string) *call { return c.with("Authorization", "Bearer "+token) }

func (c *call) accept(form string) *call { return c.with("Accept", form) }

func (c *call) with(name, value string) *call {
	c.header.Set(name, value)
	return c
}

func (c *call) add(name, value string) *call {
	c.header.Add(name, value)
	return c
}

// text sends plain text. The response is JSON unless another form is requested.
func (c *call) text(body string) *call {
	c.body = strings.NewReader(body)
	return c.orJSON().with("Content-Type", "text/plain")
}

// form sends a body with the Content-Type of curl -d. The response is JSON unless another form is requested.
func (c *call) form(body string) *call {
	c.body = strings.NewReader(body)
	return c.orJSON().with("Content-Type", "application/x-www-form-urlencoded")
}

// orJSON requests JSON unless another form is requested.
func (c *call) orJSON() *call {
	if c.header.Get("Accept") == "" {
		return c.accept(typeJSON + ", */*;q=0.1")
	}
	return c
}

// curl sends a body with the headers of curl -d.
func (c *call) curl(body string) *call {
	c.body = strings.NewReader(body)
	return c.with("Content-Type", "application/x-www-form-urlencoded").byCurl()
}

// byCurl sends the headers that curl sends by default.
func (c *call) byCurl() *call { return c.with("User-Agent", "curl/8.5.0").accept("*/*") }

func (c *call) json(body string) *call {
	c.body = strings.NewReader(body)
	return c.with("Content-Type", typeJSON)
}

func (c *call) do() httpResponse {
	c.w.t.Helper()
	if c.body == nil && c.method != http.MethodGet && !c.anyForm {
		c.orJSON()
	}
	r, err := http.NewRequestWithContext(c.w.t.Context(), c.method, c.w.url+c.path, c.body)
	if err != nil {
		c.w.t.Fatal(err)
	}
	r.Header = c.header
	response, err := c.w.client.Do(r)
	if err != nil {
		c.w.t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		c.w.t.Fatal(err)
	}
	return httpResponse{c.w.t, c.method + " " + c.path, response.StatusCode, response.Header, string(body)}
}

// want checks the status.
func (a httpResponse) want(status int) httpResponse {
	a.t.Helper()
	if a.status != status {
		a.t.Fatalf("%s: %d, want %d\n%s", a.what, a.status, status, clipped([]byte(a.body)))
	}
	return a
}

// problem checks that the response is a problem with the status and code.
func (a httpResponse) problem(status int, code string) Problem {
	a.t.Helper()
	a.want(status)
	p := decoded[Problem](a)
	if string(p.Code) != code || p.Status != status || p.Detail == "" || p.Title == "" {
		a.t.Fatalf("%s: problem %+v, want code %q", a.what, p, code)
	}
	return p
}

// contains checks that the body contains the texts.
func (a httpResponse) contains(texts ...string) httpResponse {
	a.t.Helper()
	for _, text := range texts {
		if !strings.Contains(a.body, text) {
			a.t.Errorf("%s: %q is missing in\n%s", a.what, text, clipped([]byte(a.body)))
		}
	}
	return a
}

// state returns the ETag of a game or a plan without the part for the representation.
func (a httpResponse) state() string {
	tag := strings.Trim(a.header.Get("ETag"), `"`)
	end := strings.LastIndexByte(tag, '.')
	if end < 0 || !strings.ContainsRune(tag[end:], '-') {
		a.t.Errorf("%s: the ETag %s names no representation", a.what, tag)
		return tag
	}
	return tag[:end]
}

func decoded[T any](a httpResponse) T {
	a.t.Helper()
	var v T
	if err := json.Unmarshal([]byte(a.body), &v); err != nil {
		a.t.Fatalf("%s: %v\n%s", a.what, err, a.body)
	}
	return v
}
