package view

import (
	"turnpost/models"
	"turnpost/models/play"
	"turnpost/rules"
)

// Line is a line of play without a stored game: an analysis, or a replayed record.
type Line struct {
	Title       string    // of the variant
	Sides       [2]string // names by seat
	Turns       int
	Description string // the last turn in words; "" for none
	ToMove      rules.Seat
	Result      rules.Result
	Reason      string // why the line ended, as a phrase
	Standing    string // the side to move or the result
	Position    string // as position text
	Board       *Board // of an analysis

	Prefix string // of the next turn; with its continuations
	MayEnd bool
	Steps  []string
}

// Verification is the result of replaying a record.
type Verification struct {
	Line
	Fault  *models.Fault // nil for none
	Detail string        // a sentence about the fault; "" for none
	Hashed bool          // the hashes match
	Stored bool          // this server has the same game
}

// Analysis returns a line of play. prefix is the requested beginning of the next turn.
func (v *Views) Analysis(a *models.Analysis, prefix string, r Reader) *Line {
	info := v.info(a.Info.ID, r)
	line := v.line(info, a.Variant.ID, a.Position, a.Result, r)
	line.Turns, line.Prefix, line.MayEnd, line.Steps = len(a.Played), prefix, a.Next.MayEnd, a.Next.Texts()
	diagram := a.Position.Diagram(r.Words().Tag())
	if n := len(a.Played); n > 0 {
		diagram = diagram.Mark(a.Played[n-1].Events)
		line.Description = v.Played(a, a.Played[n-1], r)
	}
	line.Board = v.Board(info.ID, diagram, rules.NoSeat, r)
	return &line
}

// Played describes a turn of a line, with the names of the sides for the players.
func (v *Views) Played(a *models.Analysis, p rules.Played, r Reader) string {
	g := models.Game{Ruleset: a.Info.ID, Variant: a.Variant.ID}
	for seat, side := range v.info(a.Info.ID, r).Sides {
		g.Players[seat].Name = side.Player
	}
	return v.turn(&g, models.Turn{Text: p.Turn, Events: p.Events}, r).Description
}

// Verification returns the result of replaying a record.
func (v *Views) Verification(record *play.Verification, r Reader) *Verification {
	line := v.line(v.info(record.Info.ID, r), record.Variant.ID, record.Position, record.Result, r)
	line.Turns = record.Plies
	view := &Verification{Line: line, Fault: record.Fault, Hashed: record.Chained, Stored: record.Stored}
	if f := record.Fault; f != nil {
		view.Detail = v.Sentence(f.Message, record.Info.ID, r)
	}
	return view
}

func (v *Views) line(info rules.Info, variant string, p rules.Position, result rules.Result, r Reader) Line {
	line := Line{
		Title: title(info, variant), Sides: sideNames(info), ToMove: p.ToMove(), Result: result, Position: p.String(),
	}
	line.Standing = standing(result, line.Sides, line.ToMove, r.Words())
	if result.Over() {
		line.Reason = reason(info, result, line.Sides, rules.NoSeat, r.Words())
	}
	return line
}
