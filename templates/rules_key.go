package templates

import (
	"slices"
	"strconv"

	"turnpost/rules"
	"turnpost/templates/board"
)

// RulesSign explains a piece, a kind of square or a mark of the pictures.
type RulesSign struct {
	Picture Picture
	Text    string
}

// key explains the pieces of the pictures and the marks that occur on them.
func (b *RulesBook) key() (signs []RulesSign) {
	var marks board.KeyMarks
	var diagrams []rules.Diagram
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
		}
	}
	for i, e := range board.Key(diagrams, b.style(), marks) {
		p := Picture{Name: "sign." + strconv.Itoa(i+1), Width: e.Width, Height: e.Height, svg: e.Picture}
		b.pictures[p.Name] = p
		signs = append(signs, RulesSign{p, e.Text})
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
