package pages

import (
	"context"
	"reflect"

	"turnpost/api/pages/gzipped"
	"turnpost/models"
	"turnpost/models/bounded"
	"turnpost/rules"
	"turnpost/templates/board"
	"turnpost/templates/view"
)

// fragments caches the parts of games' pages that requests have in common: the list of turns, which is the same for all
// readers of a language until the next turn; the board, which is the same for a seat and a turn that is composed; and
// the page around them for one reader. A turn is neither read nor drawn anew for those who follow a game, nor for each
// tap of the player who composes a turn. The key of a list of turns has everything that the list depends on. The
// data of a board or a page are compared in full, so that nobody sees an old one or that of another reader.
type fragments = bounded.Cache[fragmentKey, *fragment]

// maxFragments bounds the memory of the fragments in bytes.
const maxFragments = 8 << 20

// fragmentKey identifies a fragment.
type fragmentKey struct {
	path      string // of a page or of a file that pages load
	player    int64  // who reads the page
	signed    bool
	game      string
	players   [2]models.PlayerRef // whom the list of turns names
	ply, of   int                 // the shown ply and the current one
	takebacks int
	language  string
	link      string // the addresses in it contain the reader's link
	large     bool
	board     bool       // the board, not the list of turns
	seat      rules.Seat // at the bottom of the board
	turn, at  string     // that is composed on the board
}

// fragment is a cached part of a page.
type fragment struct {
	gzipped.Piece
	latest [2]int // by seat, of a list of turns: the ply of the last one; -1 for none
	drawn  drawnBoard
	from   drawnFrom
	page   *sharedPage // if it is a whole page
}

// drawnFrom is what a board is drawn from.
type drawnFrom struct {
	Diagram rules.Diagram
	Style   board.Style
	Caption string
	Areas   []board.Area
}

// size estimates the memory of a fragment; the parts of a diagram take about as much as its picture.
func (f *fragment) size() int {
	if f.page != nil {
		return f.page.size()
	}
	return 1000 + len(f.Plain) + f.Size() + len(f.drawn.Text) + 100*len(f.from.Areas)
}

func newFragments() *fragments { return bounded.New[fragmentKey](maxFragments, (*fragment).size) }

// fragmentKeyOf returns the part of a key that all fragments of a page share.
func fragmentKeyOf(page *gamePage, g *models.Game, r view.Reader) fragmentKey {
	return fragmentKey{
		game: g.ID, players: g.Players, ply: page.Ply, of: page.Current, takebacks: g.Takebacks,
		language: r.Words().Tag(), link: page.Links.key, large: page.Links.large,
	}
}

// drawOnce draws a board, or returns what was drawn from the same before, with a fragment instead of the SVG.
func (p *Pages) drawOnce(
	page *gamePage, key fragmentKey, b *view.Board, caption string, areas []board.Area,
) drawnBoard {
	key.board, key.seat = true, page.Game.Reader
	if page.Turn != nil {
		key.turn, key.at = page.Turn.Text, page.Turn.At
	}
	from := drawnFrom{b.Diagram, b.Style, caption, areas}
	f, found := p.fragments.Get(key)
	if !found || !reflect.DeepEqual(f.from, from) {
		f = &fragment{drawn: draw(b, caption, areas...), from: from}
		f.Piece, f.drawn.SVG = gzipped.Ready([]byte(f.drawn.SVG)), ""
		p.fragments.Put(key, f)
	}
	drawn := f.drawn
	if len(f.Plain) > 0 {
		drawn.SVG = page.place(f)
	}
	return drawn
}

// moves returns the list of turns beside the board, from the given ply on, rendered once.
func (p *Pages) moves(
	ctx context.Context, page *gamePage, g *models.Game, from int, r view.Reader,
) (*fragment, error) {
	key := fragmentKeyOf(page, g, r)
	if f, found := p.fragments.Get(key); found {
		return f, nil
	}
	turns, err := p.Store.Turns(ctx, g.ID, from, historyShown)
	if err != nil {
		return nil, err
	}
	f := &fragment{latest: [2]int{-1, -1}}
	history := make([]historyLine, 0, len(turns))
	for i := len(turns) - 1; i >= 0; i-- {
		t := turns[i]
		history = append(history, p.historyLine(g, t, page.Links, page.Ply, r))
		if t.Seat != rules.NoSeat && f.latest[t.Seat] < 0 {
			f.latest[t.Seat] = t.Ply
		}
	}
	if len(history) > 0 {
		html, err := p.site.Render("moves", r.Words(), map[string]any{"game": g.Ruleset, "turns": history})
		if err != nil {
			return nil, err
		}
		f.Piece = gzipped.Ready(html)
	}
	if len(turns) > 0 && turns[len(turns)-1].Ply > page.Current {
		return f, nil // a turn was played meanwhile
	}
	p.fragments.Put(key, f)
	return f, nil
}
