package api

import (
	"bytes"
	"cmp"
	"container/list"
	"reflect"
	"slices"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/templates"
	"turnpost/templates/words"
)

// responsesKept bounds what is kept of responses in bytes.
const responsesKept = 6 << 20

// responseCache keeps the responses about games that were asked for last. One is given again only to the
// same reader, to the same request, about games in which nothing has changed: how they stand is read from the
// database at each request and compared whole. Clocks that a text says are compared to the minute; those of JSON, to
// the second, are cut out and filled in anew.
type responseCache struct {
	limit  int
	clocks func(*models.Game) []byte // the value of time_left

	mu     sync.Mutex
	size   int
	recent *list.List // of *keptResponse, the last used first
	byKey  map[responseKey]*list.Element
}

// responseKey is what was asked for, and by whom.
type responseKey struct {
	game, prefix string // prefix: of a turn, whose steps are asked for; else ""
	inbox        string // the challenges of an inbox; else ""
	steps        bool
	form         string
	past         bool
	drawing      drawing
	player       int64
	language     *words.Language
	zone         string
	commands     templates.Commands
}

type keptResponse struct {
	key      responseKey
	states   []gameState // of its games
	response response    // without its body
	pieces   [][]byte    // of the body; between them stand the clocks of its games, in order
}

// gameState is a game as far as a kept response says it.
type gameState struct {
	game models.Game // without its last turn
	last *models.Turn
}

// stateOf is a game as far as a response in a form says it.
func stateOf(g *models.Game, form string) gameState {
	s := gameState{*g, g.LastTurn}
	s.game.LastTurn = nil
	for seat, left := range s.game.Left {
		if s.game.Left[seat] = max(left, 0).Round(time.Minute); form == typeJSON {
			s.game.Left[seat] = 0
		}
	}
	return s
}

// is compares all that there is of two games. Those of one look at the database share their last turn.
func (s *gameState) is(other gameState) bool {
	return s.game == other.game && (s.last == other.last || reflect.DeepEqual(s.last, other.last))
}

// isAbout tells whether the games stand as the response says it.
func (k *keptResponse) isAbout(games []*models.Game) bool {
	if len(k.states) != len(games) {
		return false
	}
	for i, g := range games {
		if !k.states[i].is(stateOf(g, k.key.form)) {
			return false
		}
	}
	return true
}

func newResponseCache(limit int, clocks func(*models.Game) []byte) *responseCache {
	return &responseCache{limit: limit, clocks: clocks, recent: list.New(), byKey: map[responseKey]*list.Element{}}
}

// get is the response to a request about games, made only where it is not kept. What it holds is shared
// and must not be changed.
func (r *responseCache) get(
	key responseKey, games []*models.Game, make func() (response, error),
) (response, error) {
	if kept := r.find(key); kept != nil && kept.isAbout(games) {
		return r.filled(kept, games), nil
	}
	made, err := make()
	if err == nil {
		kept := &keptResponse{key: key, response: made, pieces: cutClocks(made)}
		kept.response.Body = nil
		for _, g := range games {
			kept.states = append(kept.states, stateOf(g, key.form))
		}
		r.keep(kept)
	}
	return made, err
}

// filled is a kept response with the clocks of its games as they stand now.
func (r *responseCache) filled(kept *keptResponse, games []*models.Game) response {
	a := kept.response
	if a.Body = kept.pieces[0]; len(kept.pieces) == 1 {
		return a
	}
	parts := kept.pieces[:1:1]
	for i, piece := range kept.pieces[1:] {
		parts = append(parts, r.clocks(games[i]), piece)
	}
	a.Body = slices.Concat(parts...)
	return a
}

// timeLeftKey begins the clocks of a game in JSON. Within a text its quotes would be escaped.
var timeLeftKey = []byte(`"time_left":`)

// cutClocks cuts the clocks of games out of the body of a response in JSON.
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

// find is what is kept of a request, nil for nothing.
func (r *responseCache) find(key responseKey) *keptResponse {
	r.mu.Lock()
	defer r.mu.Unlock()
	e := r.byKey[key]
	if e == nil {
		return nil
	}
	r.recent.MoveToFront(e)
	return e.Value.(*keptResponse)
}

func (r *responseCache) keep(made *keptResponse) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if e := r.byKey[made.key]; e != nil {
		r.drop(e)
	}
	r.byKey[made.key] = r.recent.PushFront(made)
	for r.size += made.bytes(); r.size > r.limit; {
		r.drop(r.recent.Back())
	}
}

func (r *responseCache) drop(e *list.Element) {
	gone := r.recent.Remove(e).(*keptResponse)
	delete(r.byKey, gone.key)
	r.size -= gone.bytes()
}

// bytes is about what is kept takes.
func (k *keptResponse) bytes() int {
	return 1200 + 800*len(k.states) + len(k.key.prefix) + len(k.key.inbox) + bytesOf(k.pieces)
}

func bytesOf(pieces [][]byte) (n int) {
	for _, piece := range pieces {
		n += len(piece)
	}
	return n
}

// keptKey is the key of a request about a game.
func keptKey(c echo.Context, id string, past bool, d drawing) responseKey {
	reader := readerOf(c)
	return responseKey{
		game: id, form: formOf(c), past: past, drawing: d.relevant(formOf(c)),
		player: reader.Player, language: reader.Language, zone: cmp.Or(reader.Zone, time.UTC).String(),
		commands: commandsOf(c),
	}
}
