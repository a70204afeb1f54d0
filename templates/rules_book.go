package templates

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"turnpost/rules"
	"turnpost/templates/board"
	"turnpost/templates/words"
)

// RulesBook is the content of a rules page with pictures in one language. It is immutable. Markdown and Text render the
// same content without pictures.
type RulesBook struct {
	Info     rules.Info
	Rules    []RulesSection
	Setups   []RulesSetup
	Examples []*RulesExample // all of them, in the order of Info
	Others   []*RulesExample // those to which the rules do not refer
	Signs    []RulesSign

	ruleset  rules.Ruleset
	language *words.Language
	pictures map[string]Picture
}

// RulesSection is a part of the rules under one heading.
type RulesSection struct {
	Title string // "" for text before the first heading
	Parts []RulesPart
}

// RulesPart is text and the examples that follow it.
type RulesPart struct {
	Text     string // Markdown without headings of sections
	Examples []*RulesExample
}

// RulesSetup is the start position of one or more variants that look alike.
type RulesSetup struct {
	Variants  []rules.Variant
	Positions map[string]string // the texts of the positions by variant
	Picture   Picture
}

// RulesExample is an example with its pictures.
type RulesExample struct {
	rules.Worked
	Picture Picture // of the example
	Other   Picture // of a legal turn: the board before it, or after it if Picture shows the turn on the board before
	After   bool    // Other is the board after the turn
	Detail  string  // the refusal of an illegal turn in a sentence; "" for a legal one
	Score   string  // the counters after a legal turn that changes them; "" for boards that show them as bowls
}

// NewRulesBook carries out the examples of a ruleset. It fails if one does not have its documented result, or if the
// rules refer to an example that does not exist.
func NewRulesBook(r rules.Ruleset, language *words.Language) (*RulesBook, error) {
	b := &RulesBook{
		Info: r.Info(language.Tag()), ruleset: r, language: language, pictures: map[string]Picture{},
	}
	if err := b.addSetups(); err != nil {
		return nil, err
	}
	for _, e := range b.Info.Examples {
		worked, err := e.Work(r, language.Tag())
		if err != nil {
			return nil, err
		}
		b.Examples = append(b.Examples, b.example(worked))
	}
	if err := b.addRules(); err != nil {
		return nil, err
	}
	b.Signs = b.key()
	return b, nil
}

// Picture returns the picture with a name.
func (b *RulesBook) Picture(name string) (Picture, bool) {
	p, found := b.pictures[name]
	return p, found
}

// example draws an example.
func (b *RulesBook) example(w rules.Worked) *RulesExample {
	e := &RulesExample{Worked: w}
	before := w.Before.Diagram(b.language.Tag())
	switch {
	case w.Legal():
		b.drawTurn(e, before)
	case w.Refusal != nil:
		e.Detail = b.ruleset.Phrases().In(b.language.Tag()).Say(w.Refusal.Message)
		alt := b.language.Say("rulespage.alt.refused", "turn", w.Turn, "detail", e.Detail)
		e.Picture = b.refused(Picture{Alt: alt, diagram: before}, w.Turn)
	default:
		e.Picture = Picture{Alt: b.choices(w, before), diagram: before, areas: choiceMarks(w)}
	}
	e.Picture.Name, e.Picture.around = w.Key, e.Picture.marked()
	e.Picture = b.keep(e.Picture)
	return e
}

// describe describes a legal turn.
func (b *RulesBook) describe(w rules.Worked) string {
	names := [2]string{b.Info.Sides[0].Player, b.Info.Sides[1].Player}
	return b.ruleset.Describe(b.language.Tag(), w.Played.Events, names)
}

func (b *RulesBook) style() board.Style {
	s := board.NewStyle(b.Info)
	s.Language, s.Arrows = b.language, true
	return s
}

// RulesSign explains a piece, a kind of square or a mark of the pictures.
type RulesSign struct {
	Picture Picture
	Text    string
	Shared  bool // Text is of the program and not of the game
}

// key explains the pieces of the pictures and the marks that occur on them.
func (b *RulesBook) key() (signs []RulesSign) {
	var marks board.KeyMarks
	var diagrams []rules.Diagram
	shared := map[string]bool{b.language.Say("rulespage.key.step"): true, b.language.Say("rulespage.key.way"): true}
	for _, setup := range b.Setups {
		diagrams = append(diagrams, setup.Picture.diagram)
	}
	for _, e := range b.Examples {
		if e.Legal() {
			b.turnMarks(&marks, e.Picture.diagram)
		} else {
			diagrams = append(diagrams, e.Picture.diagram)
		}
		for _, area := range e.Picture.areas {
			shown := areaMarks[area.Mark]
			marks[shown.mark] = b.language.Say(shown.phrase, "board", boardKind(e.Picture.diagram))
			shared[marks[shown.mark]] = true
		}
	}
	for i, e := range board.Key(diagrams, b.style(), marks) {
		p := Picture{Name: "sign." + strconv.Itoa(i+1), Width: e.Width, Height: e.Height, svg: e.Picture}
		b.pictures[p.Name] = p
		signs = append(signs, RulesSign{p, e.Text, shared[e.Text]})
	}
	return signs
}

var areaMarks = map[board.Mark]struct {
	mark   board.PictureMark
	phrase string
}{
	board.MarkSelected:  {board.ShowsSelected, "rulespage.key.selected"},
	board.MarkMayFollow: {board.ShowsMayFollow, "rulespage.key.may_follow"},
	board.MarkRefused:   {board.ShowsRefused, "rulespage.key.refused"},
}

// turnMarks adds the marks of a played turn.
func (b *RulesBook) turnMarks(marks *board.KeyMarks, d rules.Diagram) {
	drawn := func(ball bool) bool {
		return len(d.Bowls) == 0 && slices.ContainsFunc(d.Marks.Arrows, func(a rules.Arrow) bool { return a.Ball == ball })
	}
	for _, mark := range []struct {
		mark board.PictureMark
		used bool
		text string
	}{
		{board.ShowsFrom, len(d.Marks.From) > 0, d.Signs.From},
		{board.ShowsTo, len(d.Marks.To) > 0, d.Signs.To},
		{board.ShowsCaptured, len(d.Marks.Captured) > 0, d.Signs.Captured},
		{board.ShowsStep, drawn(false), b.language.Say("rulespage.key.step")},
		{board.ShowsWay, drawn(true), b.language.Say("rulespage.key.way")},
	} {
		if mark.used {
			marks[mark.mark] = mark.text
		}
	}
}

// addRules divides the rules into sections and parts.
func (b *RulesBook) addRules() error {
	var d rulesDivider
	for line := range strings.Lines(b.Info.Rules) {
		if title, is := strings.CutPrefix(line, "## "); is {
			d.endSection()
			d.section.Title = strings.TrimSpace(title)
			continue
		}
		keys := rules.PictureKeys(line)
		if keys == nil {
			d.text.WriteString(line)
			continue
		}
		examples, err := b.named(keys)
		if err != nil {
			return err
		}
		d.endPart(examples)
	}
	d.endSection()
	b.Rules = d.sections
	used := func(e *RulesExample) bool { return slices.Contains(d.used, e) }
	b.Others = slices.DeleteFunc(slices.Clone(b.Examples), used)
	return nil
}

// named returns the examples with some keys.
func (b *RulesBook) named(keys []string) ([]*RulesExample, error) {
	examples := make([]*RulesExample, len(keys))
	for i, key := range keys {
		at := slices.IndexFunc(b.Examples, func(e *RulesExample) bool { return e.Key == key })
		if at < 0 {
			return nil, fmt.Errorf("rules of %s: there is no example %q", b.Info.ID, key)
		}
		examples[i] = b.Examples[at]
	}
	return examples, nil
}

// rulesDivider collects the sections of the rules.
type rulesDivider struct {
	sections []RulesSection
	used     []*RulesExample
	section  RulesSection    // under construction
	text     strings.Builder // of the next part
}

// endPart adds the text so far with the examples that follow it. Without text, they belong to the part before.
func (d *rulesDivider) endPart(examples []*RulesExample) {
	d.used = append(d.used, examples...)
	text := strings.TrimSpace(d.text.String())
	d.text.Reset()
	last := len(d.section.Parts) - 1
	switch {
	case text == "" && last >= 0:
		d.section.Parts[last].Examples = append(d.section.Parts[last].Examples, examples...)
	case text != "" || len(examples) > 0:
		d.section.Parts = append(d.section.Parts, RulesPart{text, examples})
	}
}

func (d *rulesDivider) endSection() {
	d.endPart(nil)
	if d.section.Title != "" || len(d.section.Parts) > 0 {
		d.sections = append(d.sections, d.section)
	}
	d.section = RulesSection{}
}

// drawTurn draws a legal turn: on the board after it, as mails do, with the board before it as the other picture. Where
// the pieces do not stay where the turn brought them, such as after a goal, it draws the turn on the board before.
func (b *RulesBook) drawTurn(e *RulesExample, before rules.Diagram) {
	style := b.style()
	after := e.Played.Next.Diagram(b.language.Tag())
	if was, is := board.Counters(before, style), board.Counters(after, style); was != is && len(after.Bowls) == 0 {
		e.Score = is
	}
	marked, phrase := after.Mark(e.Played.Events), "rulespage.alt.after"
	other := Picture{Name: e.Key + ".before", diagram: before}
	other.Alt = b.language.Say("rulespage.alt.before", "turn", e.Turn, "side", b.side(e.Before.ToMove()))
	if e.After = marked.Marks.IsZero(); e.After {
		marked, phrase = before.MarkBefore(e.Played.Events), "rulespage.alt.turn"
		other = Picture{Name: e.Key + ".after", diagram: after}
		other.Alt = b.language.Say("rulespage.alt.then", "turn", e.Turn)
	}
	e.Picture = Picture{Alt: b.language.Say(phrase, "turn", e.Turn, "description", b.describe(e.Worked)), diagram: marked}
	other.around = e.Picture.marked()
	e.Other = b.keep(other)
}

// Picture is a picture of a rules page.
type Picture struct {
	Name          string // unique on the page, suitable for an address: "jump", "jump.before"; "" for no picture
	Alt           string // its content in words
	Width, Height int    // in CSS pixels

	diagram rules.Diagram
	areas   []board.Area
	around  []string // the squares that matter; nil for the whole board
	style   board.Style
	svg     []byte // of a picture that is drawn already
}

// SVG draws the picture, light or dark as the reader's system asks.
func (p Picture) SVG() []byte {
	if p.svg != nil {
		return p.svg
	}
	return board.AdaptiveSVG(p.diagram, p.style, p.areas...)
}

// Arrows returns the number of arrows on the picture.
func (p Picture) Arrows() int { return len(p.diagram.Marks.Arrows) }

// keep completes a picture and adds it to the book. A game without a board has none.
func (b *RulesBook) keep(p Picture) Picture {
	p.style = b.style()
	p.style.Title, p.style.Around = p.Alt, p.around
	p.diagram.Counters = nil // too small to read on pages
	layout := board.NewLayout(p.diagram, p.style)
	if len(layout.Places) == 0 {
		return Picture{}
	}
	p.Width, p.Height = layout.Width, layout.Height
	b.pictures[p.Name] = p
	return p
}

// choiceMarks marks a piece and where it may go.
func choiceMarks(w rules.Worked) []board.Area {
	areas := []board.Area{{Place: w.Targets, Mark: board.MarkSelected}}
	marked := map[string]bool{w.Targets: true}
	for _, step := range w.Steps {
		for _, place := range step.Ends() {
			if !marked[place] {
				marked[place] = true
				areas = append(areas, board.Area{Place: place, Mark: board.MarkMayFollow})
			}
		}
	}
	return areas
}

// marked returns the places that a picture marks.
func (p Picture) marked() []string {
	m := p.diagram.Marks
	places := slices.Concat(m.From, m.To, m.Captured)
	for _, arrow := range m.Arrows {
		places = append(places, arrow.Way...)
	}
	for _, area := range p.areas {
		places = append(places, area.Place)
	}
	return places
}

// choices describes the steps of a piece.
func (b *RulesBook) choices(w rules.Worked, d rules.Diagram) string {
	var kinds []string
	ends := map[string][]string{}
	for _, step := range w.Steps {
		if !slices.Contains(kinds, step.Kind) {
			kinds = append(kinds, step.Kind)
		}
		for _, place := range step.Ends() {
			if name := b.placeName(d, place); !slices.Contains(ends[step.Kind], name) {
				ends[step.Kind] = append(ends[step.Kind], name)
			}
		}
	}
	for i, kind := range kinds {
		kinds[i] = b.language.Say("rulespage.alt.kind", "kind",
			b.ruleset.Phrases().In(b.language.Tag()).Text("step."+kind), "places", b.language.List(ends[kind]))
	}
	return b.language.Say("rulespage.alt.targets", "board", boardKind(d), "what", b.content(d, w.Targets),
		"place", b.placeName(d, w.Targets), "kinds", strings.Join(kinds, "; "))
}

// boardKind returns "bowls" for a board of bowls, which has no pieces that go anywhere, else "squares".
func boardKind(d rules.Diagram) string {
	if len(d.Bowls) > 0 {
		return "bowls"
	}
	return "squares"
}

// placeName returns the name of a place: of a square as in turns, of a bowl by its side and label.
func (b *RulesBook) placeName(d rules.Diagram, place string) string {
	for _, bowl := range d.Bowls {
		if bowl.Name == place {
			return strings.TrimSpace(b.side(bowl.Seat) + " " + bowl.Label)
		}
	}
	return place
}

// content describes what is on a place.
func (b *RulesBook) content(d rules.Diagram, place string) string {
	for _, p := range d.Pieces {
		if p.Square == place {
			return b.language.Say("site.place.piece", "piece", p.Name, "side", b.side(p.Seat))
		}
	}
	for _, bowl := range d.Bowls {
		if bowl.Name == place {
			return b.language.Say("site.place.bowl", "n", bowl.Balls)
		}
	}
	return b.language.Say("site.place.empty")
}

func (b *RulesBook) side(seat rules.Seat) string {
	if seat != rules.First && seat != rules.Second {
		return ""
	}
	return b.Info.Sides[seat].Name
}

// refused marks the squares that a refused turn names: an arrow over all of them, and a bar through the last.
func (b *RulesBook) refused(p Picture, turn string) Picture {
	places := board.NewLayout(p.diagram, b.style()).Places
	var way []string
	for rest := strings.ToLower(turn); rest != ""; {
		square, after, ok := rules.CutSquare(rest)
		if !ok {
			rest = rest[1:]
			continue
		}
		rest = after
		if _, exists := places[square.String()]; exists {
			way = append(way, square.String())
		}
	}
	if len(way) == 0 {
		return p
	}
	p.diagram.Marks.Arrows = []rules.Arrow{{Way: way, Ball: len(way) > 2}}
	p.areas = []board.Area{{Place: way[len(way)-1], Mark: board.MarkRefused}}
	if len(way) > 1 {
		p.areas = append(p.areas, board.Area{Place: way[0], Mark: board.MarkSelected})
	}
	return p
}

// addSetups adds the start positions. Variants whose setups look alike share a picture.
func (b *RulesBook) addSetups() error {
	bySVG := map[string]int{}
	for _, v := range b.Info.Variants {
		start, err := b.ruleset.Start(v.ID)
		if err != nil {
			return fmt.Errorf("rules of %s: %w", b.Info.ID, err)
		}
		d := start.Diagram(b.language.Tag())
		style := b.style()
		look := string(board.SVG(d, style))
		if i, again := bySVG[look]; again && len(board.NewLayout(d, style).Places) > 0 {
			b.Setups[i].Variants = append(b.Setups[i].Variants, v)
			b.Setups[i].Positions[v.ID] = start.String()
			continue
		}
		bySVG[look] = len(b.Setups)
		alt := b.language.Say("rulespage.alt.setup", "variant", v.Name, "board", b.forces(d))
		picture := b.keep(Picture{Name: "setup." + v.ID, Alt: alt, diagram: d})
		b.Setups = append(b.Setups, RulesSetup{
			[]rules.Variant{v}, map[string]string{v.ID: start.String()}, picture,
		})
	}
	return nil
}

// forces counts the pieces of a board by side and kind; of a board of bowls it lists the counters.
func (b *RulesBook) forces(d rules.Diagram) string {
	if len(d.Pieces) == 0 {
		return strings.ReplaceAll(board.Counters(d, b.style()), " · ", ", ")
	}
	var sides []string
	for seat, side := range b.Info.Sides {
		var kinds []string
		count := map[string]int{}
		for _, p := range d.Pieces {
			if p.Seat != rules.Seat(seat) {
				continue
			}
			if count[p.Name]++; count[p.Name] == 1 {
				kinds = append(kinds, p.Name)
			}
		}
		for i, kind := range kinds {
			kinds[i] = b.language.Say("rulespage.alt.pieces", "n", count[kind], "piece", kind)
		}
		if len(kinds) > 0 {
			sides = append(sides, b.language.Say("rulespage.alt.kind", "kind", side.Name, "places", b.language.List(kinds)))
		}
	}
	return strings.Join(sides, "; ")
}
