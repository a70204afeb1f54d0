package templates

import (
	"turnpost/rules"
	"turnpost/templates/board"
)

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
