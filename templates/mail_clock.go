package templates

import (
	"turnpost/models"
)

func (w *mailWriter) writeAway() {
	w.add(blockHead, "away.head")
	if w.awayState() == "over" {
		w.add(blockText, "away.over")
	} else {
		w.add(blockDue, "away.until")
		w.add(blockText, "away.clocks")
	}
	if !w.Game.MyTurn() {
		w.opponentsTime()
	}
	w.button("look", w.gameURL())
}

// awayState says when the vacation of a mail is: over, now, or later.
func (w *mailWriter) awayState() string {
	switch {
	case w.AwayUntil.IsZero():
		return "over"
	case w.AwayFrom.After(w.Now):
		return "later"
	}
	return "now"
}

func (w *mailWriter) writeAutoVacation() {
	w.add(blockHead, "auto_vacation.head")
	w.add(blockDue, "auto_vacation.until")
	w.add(blockText, "auto_vacation.why")
	w.add(blockText, "auto_vacation.clocks")
	w.add(blockText, "auto_vacation.left")
	w.button("look", w.gameURL())
}

// due appends the reader's deadline, with what stops their clock.
func (w *mailWriter) due() {
	w.add(blockDue, w.duePhrase())
	w.notes(w.Game.Players[w.Game.Reader].ClockNotes)
}

// duePhrase returns the key of the reader's deadline: with the time on their clock if it stops before.
func (w *mailWriter) duePhrase() string {
	if w.Game.Stops {
		return "due.counted"
	}
	return "due"
}

// notes appends sentences about clocks.
func (w *mailWriter) notes(sentences []string) {
	for _, text := range sentences {
		w.blocks = append(w.blocks, mailBlock{Kind: blockNote, Text: oneLine(text)})
	}
}

// opponentsTime appends the time that the opponent has, and until when they are away. The house has no clock to watch.
func (w *mailWriter) opponentsTime() {
	g := w.Game
	if g.Over() || w.Answer != nil && w.Answer.About == models.AnswerTry || g.Players[g.Reader.Other()].House() {
		return
	}
	phrase := "time.turn"
	switch {
	case !g.MyTurn():
		phrase = "time.due"
	case g.Banked:
		phrase = "time.bank"
	}
	text := w.say(phrase)
	if !g.Players[g.Reader.Other()].AwayUntil.IsZero() {
		text += " " + w.say("time.away")
	}
	for _, note := range g.Players[g.Reader.Other()].ClockNotes {
		text += " " + oneLine(note)
	}
	w.blocks = append(w.blocks, mailBlock{Kind: blockNote, Text: text})
}
