package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jhillyerd/enmime/v2"

	"turnpost/mailer"
	"turnpost/mailer/mailprograms"
	"turnpost/models/modeltest"
)

// patience is the maximum time that a test waits for something.
const patience = 30 * time.Second

// post is a real mail server that keeps the mails that it receives.
type post struct {
	t       *testing.T
	address string
	mails   chan *received
}

type received struct {
	from string // the envelope's sender
	to   string
	raw  []byte
	*enmime.Envelope
}

func newPost(t *testing.T) *post {
	t.Helper()
	return postAt(t, "127.0.0.1:0")
}

// postAt starts a mail server at a given address.
func postAt(t *testing.T, address string) *post {
	t.Helper()
	listener, err := net.Listen("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	p := &post{t: t, address: listener.Addr().String(), mails: make(chan *received, 1000)}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan struct{})
	sink := &mailer.Sink{OnMessage: func(from, to string, raw []byte) {
		envelope, err := mailprograms.Parse(raw)
		if err != nil {
			t.Errorf("a mail to %s cannot be read: %v", to, err)
			return
		}
		p.mails <- &received{from, to, raw, envelope}
	}}
	go func() {
		defer close(done)
		if err := sink.Serve(ctx, listener); err != nil {
			t.Error(err)
		}
	}()
	t.Cleanup(func() { stop(); <-done })
	return p
}

// reply returns a reply that quotes the mail, with more header lines, and its recipient.
func (m *received) reply(t *testing.T, text string, header ...string) (to, raw string) {
	t.Helper()
	list, err := m.AddressList("Reply-To")
	if err != nil {
		t.Fatalf("%q says nowhere to reply to: %v", m.GetHeader("Subject"), err)
	}
	quoted := "> " + strings.ReplaceAll(strings.TrimSpace(m.Text), "\n", "\n> ")
	return list[0].Address, fmt.Sprintf("From: %s\nTo: %s\nSubject: Re: your turn\n"+
		"Message-ID: <%d@client.example.org>\nIn-Reply-To: %s\n%s\n%s\n\nturnpost wrote:\n%s\n",
		m.to, list[0].Address, time.Now().UnixNano(), m.GetHeader("Message-ID"),
		strings.Join(append(header, ""), "\n"), text, quoted)
}

// begins reports whether the mail begins with words, in its subject or its text.
func (m *received) begins(words string) bool {
	return strings.HasPrefix(m.GetHeader("Subject"), words) || strings.HasPrefix(m.Text, words)
}

// next waits for the next mail.
func (p *post) next() *received {
	p.t.Helper()
	select {
	case m := <-p.mails:
		return m
	case <-time.After(patience):
		p.t.Fatal("no mail came")
		return nil
	}
}

// none fails if there is a mail.
func (p *post) none() {
	p.t.Helper()
	select {
	case m := <-p.mails:
		p.t.Fatalf("a mail too many, to %s: %s", m.to, m.GetHeader("Subject"))
	default:
	}
}

// instance is a running program, started with arguments as from a shell.
type instance struct {
	t    *testing.T
	url  string
	stop func() int
	out  *output
}

// output collects the output of the program.
type output struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (o *output) Write(b []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(b)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

func start(t *testing.T, args ...string) *instance {
	t.Helper()
	return startAt(t, time.Now, args...)
}

// startAt starts the program with another clock.
func startAt(t *testing.T, now func() time.Time, args ...string) *instance {
	t.Helper()
	return startProgram(t, &program{now: now, poll: 100 * time.Millisecond}, args...)
}

// startProgram starts a program whose context and output it sets.
func startProgram(t *testing.T, p *program, args ...string) *instance {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	i := &instance{t: t, out: &output{}}
	listening, ended := make(chan string, 1), make(chan int, 1)
	p.ctx, p.out, p.err = ctx, i.out, i.out
	p.serves = func(address string) { listening <- address }
	variables := map[string]string{"TURNPOST_MAIL_GATHER": "0s"} // tests wait for each mail
	go func() { ended <- runWith(p, args, func(name string) string { return variables[name] }) }()
	var once sync.Once
	exit := 0
	i.stop = func() int {
		once.Do(func() {
			cancel()
			select {
			case exit = <-ended:
			case <-time.After(patience):
				t.Error("the program does not stop")
			}
		})
		return exit
	}
	t.Cleanup(func() { i.stop() })
	select {
	case address := <-listening:
		i.url = "http://" + address
	case exit := <-ended:
		ended <- exit
		t.Fatalf("the program ended with %d: %s", exit, i.out)
	case <-time.After(patience):
		t.Fatalf("the program does not listen: %s", i.out)
	}
	return i
}

// serveOn starts a server on a free port with a database file and a mail server.
func serveOn(t *testing.T, database string, p *post, flags ...string) *instance {
	t.Helper()
	return start(t, append([]string{
		"serve", "--listen", "127.0.0.1:0", "--database", database, "--smtp", "smtp://" + p.address,
		"--base-url", "http://play.example.org",
	}, flags...)...)
}

func databaseFile(t *testing.T) string {
	t.Helper()
	return modeltest.File(t)
}

// call sends a request and decodes a JSON answer into out, unless nil. Headers come in pairs.
func (i *instance) call(method, path, token, body string, status int, out any, headers ...string) http.Header {
	i.t.Helper()
	request, err := http.NewRequest(method, i.url+path, strings.NewReader(body))
	if err != nil {
		i.t.Fatal(err)
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
		i.t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		i.t.Fatal(err)
	}
	if response.StatusCode != status {
		i.t.Fatalf("%s %s %s: %d, want %d: %s", method, path, body, response.StatusCode, status, text)
	}
	switch out := out.(type) {
	case nil:
	case *string:
		*out = string(text)
	default:
		if err := json.Unmarshal(text, out); err != nil {
			i.t.Fatalf("%s %s: %v: %s", method, path, err, text)
		}
	}
	return response.Header
}

var eightDigits = regexp.MustCompile(`\b[0-9]{8}\b`)

// signUp registers a player and trades the code from the mail for a token.
func (i *instance) signUp(p *post, name string) (token string) {
	i.t.Helper()
	address := name + "@example.org"
	i.call("POST", "/v1/players", "", `{"name":"`+name+`","email":"`+address+`"}`, 202, nil)
	m := p.toSubject(address, "Your turnpost sign-in code") // not a late mail of an earlier part of the test
	var answer struct{ Token string }
	i.call("POST", "/v1/tokens", "", `{"email":"`+address+`","code":"`+eightDigits.FindString(m.Text)+`"}`, 201, &answer)
	return answer.Token
}

// challenge offers another player a game in which the challenger moves first, and returns the challenge's id.
func (i *instance) challenge(token, opponent, ruleset, variant string) string {
	i.t.Helper()
	var challenge struct{ ID string }
	body := fmt.Sprintf(`{"ruleset":%q,"variant":%q,"opponent":%q,"seat":"first"}`, ruleset, variant, opponent)
	i.call("POST", "/v1/challenges", token, body, 201, &challenge)
	return challenge.ID
}

// accept begins the game of a challenge.
func (i *instance) accept(token, challenge string) (game wireGame) {
	i.t.Helper()
	i.call("POST", "/v1/challenges/"+challenge+"/accept", token, "", 201, &game)
	return game
}

// begin starts a game against bob in which the challenger moves first.
func (i *instance) begin(challenger, bob, ruleset, variant string) wireGame {
	i.t.Helper()
	return i.accept(bob, i.challenge(challenger, "bob", ruleset, variant))
}
