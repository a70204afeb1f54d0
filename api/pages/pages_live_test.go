package pages_test

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"turnpost/models"
)

// streamTime limits the wait for an event, which takes a second on an idle machine.
const streamTime = 20 * time.Second

// stream is an open stream of events.
type stream struct {
	t     testing.TB
	lines *bufio.Scanner
	id    string // of the last event
}

// follow opens a stream for the tags that a page shows, or for the last event of another stream.
func (v *visitor) follow(shown, last string) *stream {
	v.t.Helper()
	ctx, cancel := context.WithTimeout(v.t.Context(), streamTime)
	v.t.Cleanup(cancel)
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, v.url+"/live?shown="+url.QueryEscape(shown), nil)
	if err != nil {
		v.t.Fatal(err)
	}
	if last != "" {
		r.Header.Set("Last-Event-ID", last)
	}
	response, err := v.client.Do(r)
	if err != nil {
		v.t.Fatal(err)
	}
	v.t.Cleanup(func() { _ = response.Body.Close() })
	h := response.Header
	if response.StatusCode != http.StatusOK || h.Get("Content-Type") != "text/event-stream" ||
		h.Get("X-Accel-Buffering") != "no" ||
		h.Get("Cache-Control") != "no-store" {
		v.t.Fatalf("%q, %q: status %d, header %v", shown, last, response.StatusCode, h)
	}
	return &stream{t: v.t, lines: bufio.NewScanner(response.Body)}
}

// next returns the data of the next event.
func (s *stream) next() string {
	s.t.Helper()
	for s.lines.Scan() {
		if id, is := strings.CutPrefix(s.lines.Text(), "id: "); is {
			s.id = id
		}
		if data, is := strings.CutPrefix(s.lines.Text(), "data: "); is {
			return data
		}
	}
	s.t.Fatalf("the stream ended: %v", s.lines.Err())
	return ""
}

// liveTags matches the tags that a page shows.
var liveTags = regexp.MustCompile(`data-live="([^"]+)"`)

// shown returns the tags of a page.
func (v *visitor) shown(path string) string {
	v.t.Helper()
	match := liveTags.FindStringSubmatch(v.get(path).body)
	if match == nil {
		v.t.Fatalf("%s shows no tags", path)
	}
	return match[1]
}

func TestAnOpenPageLearnsOfChanges(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	eve := m.visitor()
	page, watched, inbox := m.bob.shown(m.path()), eve.shown(m.path()), m.bob.shown("/inbox")
	bob, watcher, box := m.bob.follow(page, ""), eve.follow(watched, ""), m.bob.follow(inbox, "")
	if got := bob.next(); got != `{"waiting":0}` {
		t.Fatalf("the stream of a game begins with %s, want the number of waiting games", got)
	}
	m.Play(m.game, m.players[0], "d1-c1")
	changed := `{"game":"` + m.game.ID + `"}`
	got := map[string]bool{bob.next(): true, bob.next(): true}
	if !got[changed] || !got[`{"waiting":1}`] {
		t.Errorf("after a turn the opponent got %v", got)
	}
	if got := watcher.next(); got != changed {
		t.Errorf("after a turn a watcher got %s", got)
	}
	if got := box.next(); got != `{"waiting":1}` {
		t.Errorf("after a turn the inbox got %s", got)
	}
	now := m.bob.shown(m.path())
	_, tag, _ := strings.Cut(now, m.game.ID)
	if tag, _, _ = strings.Cut(tag, "~"); !strings.Contains(bob.id, m.game.ID+tag) {
		t.Errorf("the last event has the ID %s, the page now shows %s", bob.id, now)
	}

	// A message is an event for its reader, and not for a watcher.
	if _, err := m.SendMessage(t.Context(), m.players[0].ID, m.game.ID, "hello"); err != nil {
		t.Fatal(err)
	}
	if got := bob.next(); got != changed && bob.next() != changed {
		t.Errorf("after a message the reader got %s", got)
	}
	if _, err := m.NegotiateDraw(t.Context(), m.players[0].ID, m.game.ID, models.MakeOffer); err != nil {
		t.Fatal(err)
	}
	if got := watcher.next(); got != changed {
		t.Errorf("after an offer a watcher got %s", got)
	}

	// Who was away learns of it at once, with and without an event before.
	if got := eve.follow(watched, "").next(); got != changed {
		t.Errorf("a page from before the turn got %s", got)
	}
	if got := eve.follow(eve.shown(m.path()), watched).next(); got != changed {
		t.Errorf("a stream that was interrupted got %s", got)
	}
}

func TestStreamsRefuseWhatIsNoTag(t *testing.T) {
	w := newWorld(t)
	var many []string
	for i := range 60 {
		many = append(many, fmt.Sprintf("g%d-1", i))
	}
	for _, shown := range []string{
		"", "x", "a-", "-b", "A-b", "a-b~", "a-b~~c-d", strings.Join(many, "~"), "a-" + strings.Repeat("b", 65),
	} {
		w.visitor().get("/live?shown="+url.QueryEscape(shown)).want(400, "shown")
	}
}
