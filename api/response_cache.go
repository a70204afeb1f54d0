package api

import (
	"bytes"
	"cmp"
	"reflect"
	"slices"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/models/bounded"
	"turnpost/templates"
	"turnpost/templates/words"
)

// maxCachedResponses bounds the estimated memory of the cache in bytes.
const maxCachedResponses = 6 << 20

// responseCache caches recently used responses (see package bounded) about games. A cached response is served only to
// the same reader, for the same request, while its games are unchanged: their state is read from the database for each
// request and compared in full. Clocks in text are compared to the minute; those in JSON, in seconds, are cut out and
// filled in again.
type responseCache struct {
	clocks    func([]byte, *models.Game) []byte // appends the value of time_left
	responses *bounded.Cache[responseKey, *cachedResponse]
	buffers   sync.Pool // of *[]byte, for the bodies that send writes
}

// responseKey identifies a request and its reader.
type responseKey struct {
	game, prefix string // prefix: the steps of a partial turn, in requests for its continuations
	inbox        string // the challenges, in requests for an inbox
	steps        bool
	form         string
	past         bool
	drawing      drawing
	player       int64
	language     *words.Language
	zone         string
	commands     templates.Commands
}

type cachedResponse struct {
	key      responseKey
	states   []gameState // of the games in the response
	response response    // without the body
	pieces   [][]byte    // of the body; the clocks of the games go between them, in order
}

// gameState is the state of a game that a cached response shows.
type gameState struct {
	game models.Game // without LastTurn
	last *models.Turn
}

// set sets s to the state of a game as a response in the given form shows it.
func (s *gameState) set(g *models.Game, form string) {
	s.game, s.last = *g, g.LastTurn
	s.game.LastTurn = nil
	for seat, left := range s.game.Left {
		if s.game.Left[seat] = max(left, 0).Round(time.Minute); form == typeJSON {
			s.game.Left[seat] = 0
		}
	}
}

// equal reports whether two states render identically. States from the same snapshot share LastTurn.
func (s *gameState) equal(other *gameState) bool {
	return s.game == other.game && (s.last == other.last || reflect.DeepEqual(s.last, other.last))
}

// matches reports whether the response shows the current state of the games.
func (k *cachedResponse) matches(games []*models.Game) bool {
	if len(k.states) != len(games) {
		return false
	}
	var now gameState
	for i, g := range games {
		if now.set(g, k.key.form); !k.states[i].equal(&now) {
			return false
		}
	}
	return true
}

func newResponseCache(limit int, clocks func([]byte, *models.Game) []byte) *responseCache {
	return &responseCache{clocks: clocks, responses: bounded.New[responseKey](limit, (*cachedResponse).bytes)}
}

// send is get for a response that is written at once. The body is valid until write returns: those of inboxes are
// large, and allocating them took a tenth of the time of a request.
func (r *responseCache) send(
	key responseKey, games []*models.Game, render func() (response, error), write func(response) error,
) error {
	buffer, _ := r.buffers.Get().(*[]byte)
	if buffer == nil {
		buffer = new([]byte)
	}
	defer r.buffers.Put(buffer)
	a, err := r.find(key, games, render, buffer)
	if err != nil {
		return err
	}
	return write(a)
}

// get returns the response to a request about games and calls render if none is cached. The result is shared and
// must not be modified.
func (r *responseCache) get(
	key responseKey, games []*models.Game, render func() (response, error),
) (response, error) {
	return r.find(key, games, render, new([]byte))
}

// find is get with a buffer for the body.
func (r *responseCache) find(
	key responseKey, games []*models.Game, render func() (response, error), buffer *[]byte,
) (response, error) {
	if cached, ok := r.responses.Get(key); ok && cached.matches(games) {
		return r.withClocks(cached, games, buffer), nil
	}
	fresh, err := render()
	if err == nil {
		cached := &cachedResponse{key: key, response: fresh, pieces: cutClocks(fresh)}
		cached.response.Body = nil
		cached.states = make([]gameState, len(games))
		for i, g := range games {
			cached.states[i].set(g, key.form)
		}
		r.responses.Put(key, cached)
	}
	return fresh, err
}

// withClocks returns a cached response with the current clocks of its games. Its body is composed in the buffer.
func (r *responseCache) withClocks(cached *cachedResponse, games []*models.Game, buffer *[]byte) response {
	a := cached.response
	if a.Body = cached.pieces[0]; len(cached.pieces) == 1 {
		return a
	}
	body := append(slices.Grow((*buffer)[:0], bytesOf(cached.pieces)+maxClocks*len(games)), a.Body...)
	for i, piece := range cached.pieces[1:] {
		body = append(r.clocks(body, games[i]), piece...)
	}
	a.Body, *buffer = body, body
	return a
}

// maxClocks is the usual maximum length of a time_left; a longer one costs a copy of the body.
const maxClocks = 60

// timeLeftKey precedes the clocks of a game in JSON. It cannot occur in a string, where the quotes are escaped.
var timeLeftKey = []byte(`"time_left":`)

// cutClocks splits the body of a JSON response at the clocks of its games and removes the clocks.
func cutClocks(a response) (pieces [][]byte) {
	if a.ContentType != typeJSON {
		return [][]byte{a.Body}
	}
	rest := a.Body
	for {
		at := bytes.Index(rest, timeLeftKey)
		if at < 0 {
			return append(pieces, rest)
		}
		begin := at + len(timeLeftKey)
		end := begin + bytes.IndexByte(rest[begin:], '}') + 1
		pieces, rest = append(pieces, rest[:begin]), rest[end:]
	}
}

// bytes estimates the memory held by a cached response.
func (k *cachedResponse) bytes() int {
	return 1200 + 800*len(k.states) + len(k.key.prefix) + len(k.key.inbox) + bytesOf(k.pieces)
}

func bytesOf(pieces [][]byte) (n int) {
	for _, piece := range pieces {
		n += len(piece)
	}
	return n
}

// gameKey returns the cache key of a request about a game.
func gameKey(c echo.Context, id string, past bool, d drawing) responseKey {
	reader := readerOf(c)
	return responseKey{
		game: id, form: formOf(c), past: past, drawing: d.relevant(formOf(c)),
		player: reader.Player, language: reader.Language, zone: cmp.Or(reader.Zone, time.UTC).String(),
		commands: commandsOf(c),
	}
}
