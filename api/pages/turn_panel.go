package pages

import (
	"net/url"
	"strconv"
	"strings"

	"turnpost/models"
	"turnpost/rules"
	"turnpost/templates/view"
	"turnpost/templates/words"
)

// gameLinks are the addresses of one game's page.
type gameLinks struct {
	id, key                       string
	Game, Turns, Share, ShareText string
	First, Previous, Next, Last   string
}

func (l gameLinks) with(pairs ...string) string {
	var b strings.Builder
	b.WriteString(GamePath(l.id))
	sep := "?"
	if l.key != "" {
		pairs = append([]string{LinkParam, l.key}, pairs...)
	}
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			b.WriteString(sep + pairs[i] + "=" + url.QueryEscape(pairs[i+1]))
			sep = "&"
		}
	}
	return b.String()
}

// build is the page with a turn that is being put together.
func (l gameLinks) build(turn string, at []string) string {
	return l.with("turn", turn, "at", strings.Join(at, ",")) + "#board"
}

func (l gameLinks) ply(n int) string { return l.with("ply", strconv.Itoa(n)) + "#board" }

// choice is a link of a list.
type choice struct{ Text, Kind, Href string }

// turnPanel is where a turn is put together.
type turnPanel struct {
	Typed, Text, Description string
	Ends                     string // how the turn ends the game, "" where it does not
	Whole                    bool
	Steps                    bool
	At                       string // places that are chosen
	Choices, Places          []choice
	Folded                   bool // the choices are many, and can be tapped on the board
	OpenPlaces               bool
	Back, Clear              string

	build    *build
	links    gameLinks
	language *words.Language
	kind     func(rules.Step) string
}

// maxListed is how many steps are listed by themselves rather than by the place they begin at.
const maxListed = 12

func newTurnPanel(b *build, links gameLinks, language *words.Language, kind func(rules.Step) string) *turnPanel {
	t := &turnPanel{
		Typed: b.Typed, Text: b.Text, Whole: b.Whole != nil, Steps: b.Text != "", At: strings.Join(b.At, " "),
		build: b, links: links, language: language, kind: kind,
	}
	if len(b.At) > 0 {
		t.Back = links.build(b.Text, nil)
	} else if turn, ok := b.back(); ok {
		t.Back = links.build(turn, nil)
	}
	if b.Text != "" {
		t.Clear = links.build("", nil)
	}
	steps := b.matching(b.At)
	if len(b.At) > 0 || len(steps) <= maxListed {
		for _, s := range steps {
			t.Choices = append(t.Choices, choice{s.Text, kind(s), links.build(joined(b.Text, s.Text), nil)})
		}
		t.Folded = len(steps) > maxListed && len(b.clicks(b.At)) > 0
		return t
	}
	for _, c := range b.clicks(nil) {
		t.Places = append(t.Places, choice{c.Place, t.count(c), links.build(c.Turn, c.At)})
	}
	return t
}

// afterwards says what the board after the turn means.
func (t *turnPanel) afterwards(after *view.Game) {
	if after.LastTurn != nil {
		t.Description = after.LastTurn.Description
	}
	if after.Over() {
		t.Ends = t.language.Say("site.turn.ends", "standing", after.Standing)
	}
}

// storeRules asks the store about a game's position.
type storeRules struct {
	p       *Pages
	game    *models.Game
	attempt func(turn string) (*models.Game, error)
}

func (r storeRules) next(prefix string) (rules.Options, error) {
	return r.p.Store.NextSteps(r.game, prefix)
}

func (r storeRules) try(turn string) (*models.Game, error) { return r.attempt(turn) }
