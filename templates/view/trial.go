package view

import (
	"slices"

	"turnpost/models"
	"turnpost/models/trial"
)

// Trial is a line of play against the house as its visitor sees it. The players of its game are named by their sides.
type Trial struct {
	*Game
	Goal   string   // of the game, in a sentence
	SideID string   // of the visitor's side, as in the API
	Lines  []Turn   // all turns, oldest first
	Begun  []string // the same in notation
	Next   []string // the turns, or their first steps, that may follow
}

// Trial returns a line of play with its board from the visitor's side.
func (v *Views) Trial(t *trial.Trial, r Reader) (*Trial, error) {
	r.Player = trial.VisitorID
	g := v.TrialGame(t, r)
	shown, err := v.Drawn(g, false, r)
	if err != nil {
		return nil, err
	}
	seen := &Trial{
		Game: shown, Goal: v.info(t.Info.ID, r).Summary, SideID: t.Info.SideID(t.Seat),
		Begun: t.Turns(), Next: t.Line.Next.Texts(),
	}
	for seat := range shown.Players {
		shown.Players[seat].Name = shown.Players[seat].Side
	}
	for i := range t.Line.Played {
		seen.Lines = append(seen.Lines, *v.Turn(g, *t.Turn(i), r))
	}
	return seen, nil
}

// TrialGame returns the end of a line of play as a game whose players are named by their sides.
func (v *Views) TrialGame(t *trial.Trial, r Reader) *models.Game {
	var names [2]string
	for seat, side := range v.info(t.Info.ID, r).Sides {
		names[seat] = side.Player
	}
	return t.Game(names)
}

// Recent returns the turns since the visitor's last one, that one included.
func (t *Trial) Recent() []Turn {
	for i, turn := range slices.Backward(t.Lines) {
		if turn.Seat == t.Reader {
			return t.Lines[i:]
		}
	}
	return t.Lines
}

// HouseSide returns the name of the house's side.
func (t *Trial) HouseSide() string { return t.Players[t.Reader.Other()].Side }
