package programtest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"
)

// Instance is a running program, started with arguments as from a shell.
type Instance struct {
	T    *testing.T
	URL  string
	Stop func() int // ends the program and returns its exit status
	Out  *Output
}

// Start starts a program. It must run until its context ends, write its output to out, call serves with the address at
// which it listens, and return its exit status.
func Start(
	t *testing.T, run func(ctx context.Context, out io.Writer, serves func(address string)) (exit int),
) *Instance {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	i := &Instance{T: t, Out: &Output{}}
	listening, ended := make(chan string, 1), make(chan int, 1)
	go func() { ended <- run(ctx, i.Out, func(address string) { listening <- address }) }()
	var once sync.Once
	exit := 0
	i.Stop = func() int {
		once.Do(func() {
			cancel()
			select {
			case exit = <-ended:
			case <-time.After(Patience):
				t.Error("the program does not stop")
			}
		})
		return exit
	}
	t.Cleanup(func() { i.Stop() })
	select {
	case address := <-listening:
		i.URL = "http://" + address
	case exit := <-ended:
		ended <- exit
		t.Fatalf("the program ended with %d: %s", exit, i.Out)
	case <-time.After(Patience):
		t.Fatalf("the program does not listen: %s", i.Out)
	}
	return i
}

// Call sends a request and decodes a JSON answer into out, unless nil. Headers come in pairs.
func (i *Instance) Call(method, path, token, body string, status int, out any, headers ...string) http.Header {
	i.T.Helper()
	request, err := http.NewRequest(method, i.URL+path, strings.NewReader(body))
	if err != nil {
		i.T.Fatal(err)
	}
	request.Header.Set("Accept", "application/json")
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	if strings.HasPrefix(body, "{") {
		request.Header.Set("Content-Type", "application/json")
	} else if body != "" {
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded") // as curl -d does
	}
	for n := 0; n+1 < len(headers); n += 2 {
		request.Header.Set(headers[n], headers[n+1])
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		i.T.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		i.T.Fatal(err)
	}
	if response.StatusCode != status {
		i.T.Fatalf("%s %s %s: %d, want %d: %s", method, path, body, response.StatusCode, status, text)
	}
	switch out := out.(type) {
	case nil:
	case *string:
		*out = string(text)
	default:
		if err := json.Unmarshal(text, out); err != nil {
			i.T.Fatalf("%s %s: %v: %s", method, path, err, text)
		}
	}
	return response.Header
}

// SignUp registers a player and trades the code from the mail for a token.
func (i *Instance) SignUp(p *Post, name string) (token string) {
	i.T.Helper()
	address := name + "@example.org"
	i.Call("POST", "/v1/players", "", `{"name":"`+name+`","email":"`+address+`"}`, 202, nil)
	m := p.ToSubject(address, "Your turnpost sign-in code") // not a late mail of an earlier part of the test
	var answer struct{ Token string }
	i.Call("POST", "/v1/tokens", "", `{"email":"`+address+`","code":"`+EightDigits.FindString(m.Text)+`"}`, 201, &answer)
	return answer.Token
}

// Challenge offers another player a game in which the challenger moves first, and returns the challenge's id.
func (i *Instance) Challenge(token, opponent, ruleset, variant string) string {
	i.T.Helper()
	var challenge struct{ ID string }
	body := fmt.Sprintf(`{"ruleset":%q,"variant":%q,"opponent":%q,"seat":"first"}`, ruleset, variant, opponent)
	i.Call("POST", "/v1/challenges", token, body, 201, &challenge)
	return challenge.ID
}

// Accept begins the game of a challenge.
func (i *Instance) Accept(token, challenge string) (game Game) {
	i.T.Helper()
	i.Call("POST", "/v1/challenges/"+challenge+"/accept", token, "", 201, &game)
	return game
}

// Begin starts a game against bob in which the challenger moves first.
func (i *Instance) Begin(challenger, bob, ruleset, variant string) Game {
	i.T.Helper()
	return i.Accept(bob, i.Challenge(challenger, "bob", ruleset, variant))
}

// Browse sends a request like a browser with a cookie, "" for none, and follows no redirection. Without a form it
// is a GET.
func (i *Instance) Browse(path, cookie string, form url.Values) (response *http.Response, page string) {
	i.T.Helper()
	method, body := http.MethodGet, io.Reader(nil)
	if form != nil {
		method, body = http.MethodPost, strings.NewReader(form.Encode())
	}
	request, err := http.NewRequestWithContext(i.T.Context(), method, i.URL+path, body)
	if err != nil {
		i.T.Fatal(err)
	}
	request.Header.Set("Accept", "text/html,application/xhtml+xml,*/*;q=0.8")
	if form != nil {
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	if cookie != "" {
		request.Header.Set("Cookie", cookie)
	}
	response, err = http.DefaultTransport.RoundTrip(request)
	if err != nil {
		i.T.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		i.T.Fatal(err)
	}
	return response, string(text)
}

// Ask sends a request and returns the status and the Retry-After header.
func Ask(t *testing.T, method, address, token, body string) (status int, retryAfter string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if _, err := io.Copy(io.Discard, response.Body); err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, response.Header.Get("Retry-After")
}

// Get returns a page and the address to which it was redirected.
func Get(t *testing.T, address string) (text, at string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Accept", "text/html")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body), response.Request.URL.String()
}

// Game has the fields of a game that a journey checks.
type Game struct {
	ID, Status, Position string
	Ply                  int
	ToMove               string `json:"to_move"`
	Result               *struct {
		Winner *string
		Reason string
	}
	LastTurn *struct{ Turn, Description string } `json:"last_turn"`
}

// Output collects the output of the program.
type Output struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write implements io.Writer.
func (o *Output) Write(b []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(b)
}

// String returns the output so far.
func (o *Output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}
