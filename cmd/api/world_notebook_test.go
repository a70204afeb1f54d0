package main

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"mime"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jhillyerd/enmime/v2"

	"turnpost/cmd/api/programtest"
	"turnpost/mailer/webhook"
	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/challenge"
	"turnpost/models/hook"
	format "turnpost/models/webhook"
)

// privateWords are what ann writes for herself in a notebookWorld. They appear nowhere else: the turn is possible only
// in the line that she keeps.
var privateWords = []string{"xyzzy-note", "xyzzy-mail", "xyzzy-name", "xyzzy-refused", "a2-b2"}

// notebookWorld is a server on which ann writes notes and keeps lines beside a game against bob. Eve watches.
type notebookWorld struct {
	*postbox
	ann, bob, eve models.Player
	tokens        map[string]string // by the player's name; "" has none
	sessions      map[string]string
	game          string
	log           *programtest.Output
	read          map[string]int // bytes searched for private words, by where
	bodies        chan string    // of requests to webhooks
	tried         chan hook.Settled
}

func newNotebookWorld(t *testing.T) *notebookWorld {
	t.Helper()
	w := &notebookWorld{
		tokens: map[string]string{}, sessions: map[string]string{}, log: &programtest.Output{}, read: map[string]int{},
		bodies: make(chan string, 1000), tried: make(chan hook.Settled, 1000),
	}
	log := slog.New(slog.NewTextHandler(w.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	w.postbox = newLoggedPostbox(t, log)
	w.ann, w.bob, w.eve = w.signIn("ann"), w.signIn("bob"), w.signIn("eve")
	w.game = w.Begin(w.ann, w.bob, "hnefatafl", "7x7").ID
	_, err := w.CreateChallenge(t.Context(), w.ann, challenge.NewChallenge{Ruleset: "hanniball", Opponent: "bob"})
	w.must(err)
	w.addHooks(log)
	return w
}

func (w *notebookWorld) signIn(name string) models.Player {
	w.t.Helper()
	p := w.SignUp(name)
	token, err := w.CreateToken(w.t.Context(), p.ID, account.NewToken{})
	if err != nil {
		w.t.Fatal(err)
	}
	w.Clock.Advance(10 * time.Minute)
	if err := w.RequestCode(w.t.Context(), p.Email); err != nil {
		w.t.Fatal(err)
	}
	session, _, err := w.StartSession(w.t.Context(), p.Email, w.Code(p.Email), "Firefox")
	if err != nil {
		w.t.Fatal(err)
	}
	w.tokens[name], w.sessions[name] = token.Secret, session
	return p
}

// addHooks gives both players a webhook of each format, and runs the worker that sends to them.
func (w *notebookWorld) addHooks(log *slog.Logger) {
	w.t.Helper()
	receive := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		text, err := io.ReadAll(r.Body)
		if err != nil {
			w.t.Error(err)
		}
		w.bodies <- plainHeader(r.Header) + "\n" + string(text)
	})
	for i, p := range []models.Player{w.ann, w.bob} { // a host for each webhook, as there are limits for a host
		for j, f := range format.Formats() {
			address := fmt.Sprintf("127.0.%d.%d:0", i+1, j+1)
			listener, err := new(net.ListenConfig).Listen(w.t.Context(), "tcp", address)
			if err != nil {
				w.t.Fatal(err)
			}
			receiver := &httptest.Server{Listener: listener, Config: &http.Server{
				Handler:           receive,
				ReadHeaderTimeout: time.Minute,
			}}
			receiver.Start()
			w.t.Cleanup(receiver.Close)
			n := hook.NewHook{URL: receiver.URL, Format: f}
			switch f {
			case format.Telegram:
				n.Target, n.Token = "123", "1234:abcdefghijklmnopqrstuvwxyz"
			case format.Matrix:
				n.Target, n.Token = "!room:example.org", "syt_secret_word"
			}
			if _, err := w.CreateHook(w.t.Context(), p.ID, n); err != nil {
				w.t.Fatal(err)
			}
		}
	}
	worker := webhook.NewWorker(webhook.Config{
		Store: w.Store, Writer: w.writer, Now: w.Clock.Now, Log: log, Poll: 5 * time.Millisecond,
		Guard:   webhook.NewGuard([]netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, nil),
		Observe: func(became hook.Settled) { w.tried <- became },
	})
	ctx, stop := context.WithCancel(w.t.Context())
	var running sync.WaitGroup
	running.Go(func() { worker.Run(ctx) })
	w.t.Cleanup(func() { stop(); running.Wait() })
}

// acts carries out something that causes mails, and waits until all webhooks have it.
func (w *notebookWorld) acts(what string, err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatalf("%s: %v", what, err)
	}
	w.must(nil)
	for limit := time.After(programtest.Patience); ; {
		waiting, _, err := w.HookQueue(w.t.Context())
		if err != nil {
			w.t.Fatal(err)
		}
		if waiting == 0 {
			break
		}
		select {
		case <-w.tried:
		case <-limit:
			w.t.Fatalf("%s: %d deliveries to webhooks wait", what, waiting)
		}
	}
	w.Clock.Advance(3 * time.Minute) // for the limit of requests to one host
}

// search fails the test if a text that is not for ann alone has her words.
func (w *notebookWorld) search(where, text string) {
	w.t.Helper()
	kind, _, _ := strings.Cut(where, " ")
	w.read[kind] += len(text)
	lower := strings.ToLower(text)
	for _, word := range privateWords {
		if at := strings.Index(lower, word); at >= 0 {
			w.t.Errorf("%s has %q: …%s…", where, word, text[max(0, at-100):min(len(text), at+100)])
		}
	}
}

// plainHeader returns the values of a header, with encoded words decoded.
func plainHeader(h http.Header) string {
	text := ""
	for name, values := range h {
		for _, value := range values {
			text += name + ": " + value + "\n" + decoded(value) + "\n"
		}
	}
	return text
}

func decoded(value string) string {
	text, err := new(mime.WordDecoder).DecodeHeader(value)
	if err != nil {
		return value
	}
	return text
}

// get sends a GET request in the name of a player, or of nobody.
func (w *notebookWorld) get(path, who, accept string) (status int, header http.Header, body string) {
	w.t.Helper()
	r, err := http.NewRequestWithContext(w.t.Context(), http.MethodGet, w.url+path, nil)
	if err != nil {
		w.t.Fatal(err)
	}
	return w.do(r, who, accept)
}

// do sends a request: with the session of a browser for a page, else with a token.
func (w *notebookWorld) do(r *http.Request, who, accept string) (status int, header http.Header, body string) {
	w.t.Helper()
	r.Header.Set("Accept", accept)
	switch {
	case who == "":
	case accept == "text/html":
		r.AddCookie(&http.Cookie{Name: "session", Value: w.sessions[who]})
	default:
		r.Header.Set("Authorization", "Bearer "+w.tokens[who])
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		w.t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		w.t.Fatal(err)
	}
	return response.StatusCode, response.Header, string(text)
}

// mailTexts returns the texts of the sent mails: headers, both forms of the text, names and texts of pictures.
func (w *notebookWorld) mailTexts() (texts []string) {
	w.t.Helper()
	files, err := filepath.Glob(filepath.Join(w.folder, "*.eml"))
	if err != nil {
		w.t.Fatal(err)
	}
	for _, name := range files {
		raw, err := os.ReadFile(name)
		if err != nil {
			w.t.Fatal(err)
		}
		mail, err := enmime.ReadEnvelope(bytes.NewReader(raw))
		if err != nil {
			w.t.Fatal(err)
		}
		text := string(raw) + mail.Text + mail.HTML
		for _, key := range mail.GetHeaderKeys() {
			text += "\n" + mail.GetHeader(key)
		}
		for _, part := range append(mail.Inlines, mail.Attachments...) {
			text += "\n" + part.FileName + "\n" + string(part.Content)
		}
		texts = append(texts, text)
	}
	return texts
}

// unzipped returns the texts of all files in a ZIP file, with their names.
func unzipped(t *testing.T, body string) string {
	t.Helper()
	archive, err := zip.NewReader(strings.NewReader(body), int64(len(body)))
	if err != nil {
		t.Fatalf("%v: %s", err, body)
	}
	var all strings.Builder
	for _, f := range archive.File {
		file, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		all.WriteString(f.Name + "\n")
		if _, err := io.Copy(&all, file); err != nil {
			t.Fatal(err)
		}
	}
	return all.String()
}
