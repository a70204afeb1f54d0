package pages

import (
	"sync"

	"turnpost/models/bounded"
	"turnpost/templates/board"
)

// cards caches the pictures of links that were asked for lately. The page of a game names its card.
type cards = bounded.Cache[cardKey, []byte]

// cardKey holds everything that a card depends on.
type cardKey struct {
	game      string
	takebacks int
	language  string
	text      board.CardText
	ply       int
}

// maxCards bounds the memory of the cards in bytes.
const maxCards = 2 << 20

func newCards() *cards { return bounded.New[cardKey](maxCards, func(b []byte) int { return len(b) }) }

// rulesCache caches the rules pages by ruleset and language. They do not change while the program runs.
type rulesCache struct{ rules sync.Map }
