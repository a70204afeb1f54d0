// Package live tells open pages of changes by server-sent events. It looks at the database once a second for all pages
// of the process together, and promises no event: a page says what it shows, and learns whether that has changed.
package live

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/models/networks"
	"turnpost/rules/phrase"
)

// Path is the path of the stream that tells an open page of changes, as server-sent events. Its requests last as
// long as the page is open.
const Path = "/live"

// The times and bounds of streams.
const (
	usualLook      = time.Second      // between looks at the database, one for all streams of the process
	heartbeatEvery = 20 * time.Second // between comments, so that proxies keep the connection
	life           = 15 * time.Minute // of a stream; the browser connects again, with the session it then has
	writeTime      = 10 * time.Second // of one write; a reader that takes longer is gone
	maxStreams     = 20_000           // streams of the process
	maxOfNetwork   = 1_000            // streams of one network
	maxGames       = 50               // games that one stream follows
)

// States is the part of store.Store that the streams need.
type States interface {
	LiveState(ctx context.Context) int64
	LiveGames(ctx context.Context, ids []string) (map[string]models.LiveGame, error)
	LiveInboxes(ctx context.Context, players []int64) (map[int64]models.LiveInbox, error)
}

// Hub compares what open pages show with the database, once for all of them each time, and tells each page what
// changed. No event is stored: a stream begins with the tags of the states that its page shows, so that a page that was
// away learns of what it missed by the first look.
type Hub struct {
	store States
	log   *slog.Logger
	done  <-chan struct{} // closed when the server stops; nil for never
	every time.Duration

	mu       sync.Mutex
	readers  map[*reader]struct{}
	networks map[string]int // number of streams
	joined   bool           // a reader has joined since the last look
	running  bool           // run has not returned
}

// reader is one stream.
type reader struct {
	player  int64
	network string
	wake    chan struct{}

	// Guarded by live.mu.
	shown   Tags
	changed []event
}

// Tags are the tags of the states that a page shows, by the ID of the game or Inbox.
type Tags map[string]string

// Inbox is the key of the inbox in Tags. No game has this ID.
const Inbox = "inbox"

// event tells of a change of a game, or of an inbox: then Waiting is the number of games to move.
type event struct {
	Game    string `json:"game,omitempty"`
	Waiting *int   `json:"waiting,omitempty"`
}

// New returns a hub without streams, which end when done is closed; nil for never. It looks at the database as often as
// every says; 0: each second.
func New(store States, log *slog.Logger, every time.Duration, done <-chan struct{}) *Hub {
	return &Hub{
		store: store, log: cmp.Or(log, slog.Default()), done: done, every: cmp.Or(every, usualLook),
		readers: map[*reader]struct{}{}, networks: map[string]int{},
	}
}

// tagForm has what an ID or a tag consists of.
var tagForm = regexp.MustCompile(`^[0-9a-z.]{1,64}$`)

// parseTags reads tags as String writes them.
// Errors: CodeInvalid.
func parseTags(text string) (Tags, error) {
	tags := Tags{}
	for part := range strings.SplitSeq(text, "~") {
		id, tag, _ := strings.Cut(part, "-")
		if len(tags) == maxGames || !tagForm.MatchString(id) || !tagForm.MatchString(tag) {
			message := phrase.New("site.live.tags", "max", maxGames)
			return nil, &models.Error{Code: models.CodeInvalid, Message: message, Index: -1}
		}
		tags[id] = tag
	}
	return tags, nil
}

// String returns the tags as the last part of a stream's address and as IDs of its events.
func (t Tags) String() string {
	parts := make([]string, 0, len(t))
	for _, id := range slices.Sorted(maps.Keys(t)) {
		parts = append(parts, id+"-"+t[id])
	}
	return strings.Join(parts, "~")
}

// Unknown is the tag of what a page does not show whole: its stream begins with the state.
const Unknown = "new"

// join adds a stream; it reports false if there are too many.
func (l *Hub) join(r *reader) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.readers) >= maxStreams || l.networks[r.network] >= maxOfNetwork {
		return false
	}
	if !l.running {
		l.running = true
		go l.run()
	}
	l.readers[r], l.joined = struct{}{}, true
	l.networks[r.network]++
	return true
}

func (l *Hub) leave(r *reader) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.readers, r)
	if l.networks[r.network]--; l.networks[r.network] == 0 {
		delete(l.networks, r.network)
	}
}

// run looks at the database while there are streams.
func (l *Hub) run() {
	ticker := time.NewTicker(l.every)
	defer ticker.Stop()
	seen := int64(0)
	for {
		select {
		case <-ticker.C:
		case <-l.done:
			return
		}
		games, players, joined, any := l.followed()
		if !any {
			return
		}
		ctx, cancel := context.WithTimeout(context.Background(), writeTime)
		state := l.store.LiveState(ctx)
		if state == 0 || state != seen || joined {
			if err := l.look(ctx, games, players); err != nil {
				l.log.WarnContext(ctx, "open pages are not told of changes; it is tried again", "error", err)
				state = 0
			}
			seen = state
		}
		cancel()
	}
}

// followed lists the games and players that streams follow. Without streams any is false, and the caller must return:
// the next stream starts another loop.
func (l *Hub) followed() (games []string, players []int64, joined, any bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	ids, inboxes := map[string]struct{}{}, map[int64]struct{}{}
	for r := range l.readers {
		for id := range r.shown {
			if id != Inbox {
				ids[id] = struct{}{}
			} else if r.player != 0 {
				inboxes[r.player] = struct{}{}
			}
		}
	}
	joined, l.joined = l.joined, false
	l.running = len(l.readers) > 0
	return slices.Collect(maps.Keys(ids)), slices.Collect(maps.Keys(inboxes)), joined, l.running
}

// look reads the states and wakes the streams whose pages show others.
func (l *Hub) look(ctx context.Context, ids []string, players []int64) error {
	games, err := l.store.LiveGames(ctx, ids)
	if err != nil {
		return err
	}
	inboxes, err := l.store.LiveInboxes(ctx, players)
	if err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for r := range l.readers {
		for id, tag := range r.shown {
			if inbox, found := inboxes[r.player]; id == Inbox && found && inbox.Tag != tag {
				r.tell(id, inbox.Tag, event{Waiting: &inbox.ToMove})
			}
			if game, found := games[id]; found && game.Tag(r.player) != tag {
				r.tell(id, game.Tag(r.player), event{Game: id})
			}
		}
	}
	return nil
}

// tell adds an event of a change and wakes the stream.
func (r *reader) tell(id, tag string, event event) {
	r.shown[id] = tag
	r.changed = append(r.changed, event)
	select {
	case r.wake <- struct{}{}:
	default:
	}
}

// first returns the beginning of a stream: the time until a browser connects again, and the ID of what its page shows.
func (l *Hub) first(r *reader) []byte {
	l.mu.Lock()
	defer l.mu.Unlock()
	return fmt.Appendf(nil, "retry: 3000\nid: %s\n\n", r.shown)
}

// take returns the events that were not sent yet, as text.
func (l *Hub) take(r *reader) []byte {
	l.mu.Lock()
	defer l.mu.Unlock()
	var text bytes.Buffer
	for _, event := range r.changed {
		data, _ := json.Marshal(event) // of numbers and IDs
		fmt.Fprintf(&text, "id: %s\ndata: %s\n\n", r.shown, data)
	}
	r.changed = nil
	return text.Bytes()
}

// Serve serves the stream of a page of a player; 0 for a reader without a session. The parameter "shown" and, when a
// browser connects again, Last-Event-ID have the tags of what the page shows. Beyond the bounds it answers 503.
// Errors: CodeInvalid.
func (l *Hub) Serve(c echo.Context, player int64) error {
	shown, err := parseTags(cmp.Or(c.Request().Header.Get("Last-Event-ID"), c.QueryParam("shown")))
	if err != nil {
		return err
	}
	r := &reader{player: player, shown: shown, network: networks.Prefixes(c.RealIP())[0], wake: make(chan struct{}, 1)}
	h := c.Response().Header()
	h.Set(echo.HeaderContentType, "text/event-stream")
	h.Set(echo.HeaderCacheControl, "no-store")
	h.Set("X-Accel-Buffering", "no") // nginx would keep events until its buffer is full
	if !l.join(r) {
		h.Set(echo.HeaderRetryAfter, "60")
		return c.NoContent(http.StatusServiceUnavailable)
	}
	defer l.leave(r)
	return l.stream(c, r)
}

// stream sends events until the reader leaves, the server stops or the stream's life is over.
func (l *Hub) stream(c echo.Context, r *reader) error {
	control := http.NewResponseController(c.Response())
	if err := control.SetReadDeadline(time.Time{}); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return err
	}
	send := func(text []byte) error {
		if err := control.SetWriteDeadline(time.Now().Add(writeTime)); err != nil && !errors.Is(err, http.ErrNotSupported) {
			return err
		}
		if _, err := c.Response().Write(text); err != nil {
			return err
		}
		return control.Flush()
	}
	heartbeat := time.NewTicker(heartbeatEvery)
	defer heartbeat.Stop()
	end := time.NewTimer(life)
	defer end.Stop()
	text := l.first(r)
	for {
		if err := send(text); err != nil {
			return nil // the reader has left
		}
		select {
		case <-r.wake:
			text = l.take(r)
		case <-heartbeat.C:
			text = []byte(":\n\n")
		case <-end.C:
			return nil
		case <-l.done:
			return nil
		case <-c.Request().Context().Done():
			return nil
		}
	}
}
