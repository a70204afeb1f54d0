package pages

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"turnpost/api/pages/drawn"
	"turnpost/api/pages/taps"
	"turnpost/models"
	"turnpost/models/store"
	"turnpost/rules"
	"turnpost/rules/phrase"
	"turnpost/templates"
	"turnpost/templates/board"
	"turnpost/templates/view"
	"turnpost/templates/words"
)

// gameLinks builds the addresses of one game's page, or of a board to try.
type gameLinks struct {
	id, key                       string
	path                          string   // of a board to try; "" for a game
	line                          []string // of a board to try: parameters and values of every address
	large                         bool     // the enlarged board was requested
	Game, Turns, Share, ShareText string
	First, Previous, Next, Last   string
	Size                          string // address of the same page with the other board size
}

// The query parameter for an enlarged board, in small windows.
const (
	sizeParam = "size"
	sizeLarge = "large"
)

func (l gameLinks) with(pairs ...string) string {
	var b strings.Builder
	b.WriteString(l.Path())
	sep := "?"
	pairs = slices.Concat(l.line, pairs)
	if l.key != "" {
		pairs = append([]string{LinkParam, l.key}, pairs...)
	}
	if l.large {
		pairs = append(pairs, sizeParam, sizeLarge)
	}
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			b.WriteString(sep + pairs[i] + "=" + url.QueryEscape(pairs[i+1]))
			sep = "&"
		}
	}
	return b.String()
}

// Path returns the path of the page.
func (l gameLinks) Path() string { return cmp.Or(l.path, GamePath(l.id)) }

// Hidden returns the fields that a form of the page sends along.
func (l gameLinks) Hidden() (fields []hiddenField) {
	for pair := range slices.Chunk(l.line, 2) {
		fields = append(fields, hiddenField{pair[0], pair[1]})
	}
	return fields
}

// End returns the address of the question whether to end the game in this way.
func (l gameLinks) End(how string) string {
	return strings.Replace(gameLinks{id: l.id, key: l.key}.with(), GamePath(l.id), GamePath(l.id)+"/"+how, 1)
}

// build returns the address of the page with a partial turn.
func (l gameLinks) build(turn string, at []string) string { return l.showing(turn, at, "") }

func (l gameLinks) showing(turn string, at []string, ply string) string {
	pairs := []string{"turn", turn, "ply", ply}
	for _, place := range at {
		pairs = append(pairs, "at", place)
	}
	return l.with(pairs...) + "#board"
}

// resized returns the address of the same page with the other board size.
func (l gameLinks) resized(turn string, at []string, ply string) string {
	l.large = !l.large
	return l.showing(turn, at, ply)
}

// Large reports whether the enlarged board was requested.
func (l gameLinks) Large() bool { return l.large }

func (l gameLinks) ply(n int) string { return l.with("ply", strconv.Itoa(n)) + "#board" }

// choice is a link in the list of steps.
type choice struct{ Text, Kind, Href string }

// turnPanel is the form in which a turn is composed.
type turnPanel struct {
	Typed, Text, Description string
	Ends                     string // how the turn ends the game; "" if it does not
	Whole                    bool
	Steps                    bool
	At                       string // chosen places
	Taps                     bool   // the board has places to choose
	Choices, Places          []choice
	Folded                   bool // the list is long, and its steps can be tapped on the board
	OpenPlaces               bool
	Back, Clear              string

	build    *taps.Build
	follow   []taps.Tap // the places that may be tapped next
	links    gameLinks
	language *words.Language
	kind     func(rules.Step) string
}

// maxListed is the maximum number of steps listed individually; longer lists are grouped by their next place, so that
// all places to tap are listed. A queen that also shoots may have 500 steps.
const maxListed = 12

func newTurnPanel(b *taps.Build, links gameLinks, language *words.Language, kind func(rules.Step) string) *turnPanel {
	t := &turnPanel{
		Typed: b.Typed, Text: b.Text, Whole: b.Whole != nil, Steps: b.Text != "", At: strings.Join(b.At, " "),
		build: b, links: links, language: language, kind: kind,
	}
	if len(b.At) > 0 {
		t.Back = links.build(b.Text, nil)
	} else if turn, ok := b.Back(); ok {
		t.Back = links.build(turn, nil)
	}
	if clear := links.build("", nil); b.Text != "" && t.Back != clear {
		t.Clear = clear
	}
	steps := b.Matching(b.At)
	follow := b.Taps(b.At)
	t.follow = follow
	t.Taps = len(follow) > 0
	if len(b.At) > 0 && len(steps) > maxListed && len(follow) < len(steps) {
		t.Choices, t.Folded = t.grouped(steps), t.Taps
		return t
	}
	all := len(b.At) > 0 || len(steps) <= maxListed || !t.Taps
	for _, s := range steps {
		if all || len(s.Places) == 0 {
			t.Choices = append(t.Choices, choice{s.Text, kind(s), links.build(taps.Join(b.Text, s.Text), nil)})
		}
	}
	if len(b.At) > 0 {
		dropSameKind(t.Choices)
	}
	if all {
		t.Folded = len(steps) > maxListed && t.Taps
		return t
	}
	for _, c := range follow {
		t.Places = append(t.Places, choice{c.Place, t.count(c), links.build(c.Turn, c.At)})
	}
	return t
}

// grouped lists the steps that end at the chosen places, and the places that may follow these.
func (t *turnPanel) grouped(steps []rules.Step) (list []choice) {
	for _, s := range steps {
		if len(s.Places) == len(t.build.At) {
			list = append(list, choice{s.Text, t.kind(s), t.links.build(taps.Join(t.build.Text, s.Text), nil)})
		}
	}
	for _, c := range t.follow {
		list = append(list, choice{c.Place, t.count(c), t.links.build(c.Turn, c.At)})
	}
	return list
}

// dropSameKind clears the kind of choices that all have the same one.
func dropSameKind(list []choice) {
	if len(list) < 2 || slices.ContainsFunc(list, func(c choice) bool { return c.Kind != list[0].Kind }) {
		return
	}
	for i := range list {
		list[i].Kind = ""
	}
}

// afterwards describes the position after the turn.
func (t *turnPanel) afterwards(after *view.Game) {
	if after.LastTurn != nil {
		t.Description = after.LastTurn.Description
	}
	if after.Over() {
		t.Ends = t.language.Say("site.turn.ends."+string(after.Outcome), "reason", after.Reason)
	}
}

// storeRules implements taps.Rules with the store.
type storeRules struct {
	p       *Pages
	game    *models.Game
	attempt func(turn string) (*models.Game, error)
}

func (r storeRules) Next(prefix string) (rules.Options, error) {
	return r.p.Store.NextSteps(r.game, prefix)
}

func (r storeRules) Try(turn string) (*models.Game, error) { return r.attempt(turn) }

// composed is the board while a turn is composed.
type composed struct {
	board   *view.Board
	caption string // "" for that of the shown position
	areas   []board.Area
}

// composeTurn adds the form in which the turn of an address is composed, and returns its board.
func (p *Pages) composeTurn(page *gamePage, r taps.Rules, reader view.Reader) (composed, error) {
	shown, now := page.Game, composed{board: page.Game.Board}
	b, err := taps.New(r, page.Form.Turn, page.Form.At)
	if err != nil {
		refused, err := refusedBy(err)
		if err != nil {
			return now, err
		}
		if page.Refusal == nil {
			page.Refusal = p.refusal(refused, reader)
		}
	}
	kind := func(s rules.Step) string { return kindName(p.Store, shown.Ruleset, reader.Words(), s.Kind) }
	page.Turn = newTurnPanel(b, page.Links, reader.Words(), kind)
	if b.Whole != nil {
		after, err := p.Views.Drawn(b.Whole, false, reader)
		if err != nil {
			return now, err
		}
		page.Turn.afterwards(after)
		now.board, page.Last = after.Board, nil
		now.caption = templates.BoardCaption(after, reader.Words())
	} else if len(b.Steps) > 0 {
		now.board = &view.Board{Diagram: stepMarks(shown.Board.Diagram, b.Steps), Style: shown.Board.Style}
	}
	own := words.OfGame(reader.Words(), shown.Ruleset)
	names := drawn.Places{Diagram: now.board.Diagram, Language: own}
	names.Sides = [2]string{shown.Players[0].Side, shown.Players[1].Side}
	now.areas = page.Turn.areas(names, shown.ToMove)
	page.Turn.build, page.Turn.follow, page.Turn.kind = nil, nil, nil // pages are compared without them
	return now, nil
}

// maxPlaces limits the chosen places that are parsed from an address.
const maxPlaces = 100

// composedAt returns the turn that the reader is composing by an address.
func composedAt(c echo.Context) gameForm {
	at := c.QueryParams()["at"]
	return gameForm{Turn: c.QueryParam("turn"), At: at[:min(len(at), maxPlaces)]}
}

// areas returns the links and marks for the turn that is being composed.
func (t *turnPanel) areas(names drawn.Places, mover rules.Seat) []board.Area {
	b, d := t.build, names.Diagram
	few := len(b.Steps) > 0 && 2*len(t.follow) < d.Files*d.Ranks
	target := func(place string) bool { // one of few squares, or what is not the mover's
		if i := slices.IndexFunc(d.Pieces, func(p rules.Piece) bool { return p.Square == place }); i >= 0 {
			return d.Pieces[i].Seat != mover
		}
		i := slices.IndexFunc(d.Bowls, func(b rules.Bowl) bool { return b.Name == place })
		return few || i >= 0 && d.Bowls[i].Seat != mover
	}
	var list []board.Area
	at := func(place string) int {
		return slices.IndexFunc(list, func(a board.Area) bool { return a.Place == place })
	}
	for _, c := range t.follow {
		a := board.Area{Place: c.Place, Href: t.links.build(c.Turn, c.At), Mark: board.MarkMayFollow, Class: "next"}
		if len(b.At) == 0 && !target(c.Place) { // a piece to start with is drawn without a mark
			a.Mark, a.Class = board.MarkNone, "from"
		}
		a.Name = names.Step(c.Place, t.count(c))
		list = append(list, a)
	}
	if len(b.At) == 0 {
		return list
	}
	for _, place := range b.At {
		if i := at(place); i >= 0 {
			continue // it may continue the step
		}
		list = append(list, board.Area{
			Place: place, Href: t.links.build(b.Text, nil), Mark: board.MarkSelected, Class: "chosen",
			Name: names.Language.Say("site.place.selected", "place", place, "what", names.Holds(place)),
		})
	}
	for _, c := range b.Taps(nil) { // start with another piece instead
		if at(c.Place) < 0 {
			list = append(list, board.Area{
				Place: c.Place, Href: t.links.build(c.Turn, c.At), Class: "other", Name: names.Step(c.Place, t.count(c)),
			})
		}
	}
	return list
}

// count describes the result of choosing a place: the step, or the number of steps.
func (t *turnPanel) count(c taps.Tap) string {
	if len(c.Steps) == 1 {
		return t.kind(c.Steps[0])
	}
	return t.language.Say("site.turn.steps", "n", len(c.Steps))
}

// stepMarks marks the steps of an incomplete turn, after which the board is not known yet.
func stepMarks(d rules.Diagram, steps []rules.Step) rules.Diagram {
	d.Marks = rules.Marks{}
	for _, s := range steps {
		if len(s.Places) == 0 {
			continue
		}
		if len(s.Places) > 1 {
			d.Marks.Arrows = append(d.Marks.Arrows, rules.Arrow{Way: s.Places})
		}
		d.Marks.From = append(d.Marks.From, s.Places[0])
		d.Marks.To = append(d.Marks.To, s.Places[len(s.Places)-1])
	}
	return d
}

// kindName returns the name of a kind of step in the words of its ruleset.
func kindName(store *store.Store, ruleset string, language *words.Language, kind string) string {
	table := store.RulesetPhrases(ruleset).In(language.Tag())
	if key := "step." + kind; table.Has(key) {
		return table.Say(phrase.New(key))
	}
	return kind
}
