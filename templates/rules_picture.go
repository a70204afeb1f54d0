package templates

import (
	"fmt"
	"slices"
	"strings"

	"turnpost/rules"
	"turnpost/templates/board"
)

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
