package api

import (
	"cmp"
	"container/list"
	"reflect"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/templates"
)

// responsesKept bounds what is kept of responses in bytes.
const responsesKept = 6 << 20

// responseCache keeps the responses about games that were asked for last. One is given again only to the
// same reader, to the same request, about a game in which nothing has changed, clocks to the minute
// included: how it stands is read from the database at each request and compared whole.
type responseCache struct {
	limit int

	mu     sync.Mutex
	size   int
	recent *list.List // of *keptResponse, the last used first
	byKey  map[responseKey]*list.Element
}

// responseKey is what was asked for, and by whom.
type responseKey struct {
	game, prefix string // prefix: of a turn, whose steps are asked for; else ""
	steps        bool
	form         string
	past         bool
	drawing      drawing
	player       int64
	zone         string
	commands     templates.Commands // in the reader's language
}

type keptResponse struct {
	key      responseKey
	game     models.Game
	response response
}

func newResponseCache(limit int) *responseCache {
	return &responseCache{limit: limit, recent: list.New(), byKey: map[responseKey]*list.Element{}}
}

// get is the response to a request about a game, made only where it is not kept. What it holds is shared
// and must not be changed.
func (r *responseCache) get(key responseKey, g *models.Game, make func() (response, error)) (response, error) {
	state := stateOf(g)
	if kept, ok := r.find(key, state); ok {
		return kept, nil
	}
	made, err := make()
	if err == nil {
		r.keep(&keptResponse{key: key, game: state, response: made})
	}
	return made, err
}

// stateOf is a game as far as a response says it: clocks go by minutes.
func stateOf(g *models.Game) models.Game {
	state := *g
	for seat := range state.Left {
		state.Left[seat] = max(state.Left[seat], 0).Round(time.Minute)
	}
	return state
}

func (r *responseCache) find(key responseKey, state models.Game) (response, bool) {
	r.mu.Lock()
	e := r.byKey[key]
	if e == nil {
		r.mu.Unlock()
		return response{}, false
	}
	r.recent.MoveToFront(e)
	kept := e.Value.(*keptResponse)
	r.mu.Unlock()
	return kept.response, sameGame(&kept.game, &state)
}

// sameGame compares all that there is of two games.
func sameGame(a, b *models.Game) bool {
	x, y := *a, *b
	x.LastTurn, y.LastTurn = nil, nil
	return x == y && reflect.DeepEqual(a.LastTurn, b.LastTurn)
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
func (k *keptResponse) bytes() int { return 2000 + len(k.key.prefix) + len(k.response.Body) }

// keptKey is the key of a request about a game.
func keptKey(c echo.Context, id string, past bool, d drawing) responseKey {
	reader := readerOf(c)
	return responseKey{
		game: id, form: formOf(c), past: past, drawing: d,
		player: reader.Player, zone: cmp.Or(reader.Zone, time.UTC).String(), commands: commandsOf(c),
	}
}
