package models

import (
	"context"

	"turnpost/rules"
)

// GameLine is a line of play that begins at a position of a game. It changes nothing.
type GameLine struct {
	Game   *Game // at the position where the line begins; no later turn is known
	Played []rules.Played
	Result rules.Result // after the last turn, including repetition within the line

	start rules.Position
}

// Turns returns the turns of the line in canonical text. The caller may modify the slice.
func (l *GameLine) Turns() []string {
	turns := make([]string, 0, len(l.Played)+1)
	for _, played := range l.Played {
		turns = append(turns, played.Turn)
	}
	return turns
}

// Turn returns a turn of the line by its index.
func (l *GameLine) Turn(i int) *Turn {
	before := l.start
	if i > 0 {
		before = l.Played[i-1].Next
	}
	return &Turn{
		Ply: l.Game.Ply + i + 1, Seat: before.ToMove(), Text: l.Played[i].Turn, Position: l.Played[i].Next.String(),
		Events: l.Played[i].Events,
	}
}

// At returns the game as it would be after some turns of the line, for views and further turns.
func (l *GameLine) At(turns int) *Game {
	g := *l.Game
	p := l.start
	if turns > 0 {
		p, g.LastTurn = l.Played[turns-1].Next, l.Turn(turns-1)
	}
	g.Position, g.Ply, g.ToMove, g.Result = p.String(), l.Game.Ply+turns, p.ToMove(), p.Result()
	if turns == len(l.Played) {
		g.Result = l.Result
	}
	if g.Result.Over() {
		g.Status = Finished
	}
	return &g
}

// LineAt plays a line from the position of a game at a ply. The error of a turn has its Index.
// Errors: CodeInvalid for an unknown ply or too many turns, CodeIllegalTurn, CodeUnreadableTurn, CodeNotFound.
func (s *Store) LineAt(ctx context.Context, game string, ply int, turns []string) (*GameLine, error) {
	g, _, err := s.GameAt(ctx, game, ply)
	if err != nil {
		return nil, err
	}
	return s.lineFrom(g, g.Position, turns)
}

// PlayKeptLine plays a line that a player keeps. current is false if the position where it begins was taken back since.
func (s *Store) PlayKeptLine(ctx context.Context, kept KeptLine) (line *GameLine, current bool, err error) {
	g, _, err := s.GameAt(ctx, kept.GameID, kept.Ply)
	if CodeOf(err) == CodeInvalid { // the ply does not exist any more
		g, err = s.Game(ctx, kept.GameID)
	}
	if err != nil {
		return nil, false, err
	}
	if current = g.Ply == kept.Ply && g.Position == kept.Position; !current {
		g.Ply, g.LastTurn = kept.Ply, nil
	}
	line, err = s.lineFrom(g, kept.Position, kept.Turns)
	return line, current, err
}

// lineFrom plays a line from a position of a game.
func (s *Store) lineFrom(g *Game, position string, turns []string) (*GameLine, error) {
	length := 0
	for _, turn := range turns {
		length += len(turn)
	}
	if len(turns) > MaxLineTurns || length > maxLineBytes {
		return nil, invalid("turns", "line_too_long", "max", MaxLineTurns)
	}
	a, err := s.AnalyseLine(AnalysisInput{
		Ruleset: g.Ruleset, Variant: g.Variant, Position: position, Turns: turns,
	})
	if err != nil {
		return nil, err
	}
	line := &GameLine{Game: g, Played: a.Played, Result: a.Result}
	g.Status, g.DrawBy, g.TakebackBy, g.Unread, g.Rematch = Ongoing, rules.NoSeat, rules.NoSeat, [2]int{}, ""
	line.start, err = s.position(g.Ruleset, g.Variant, position)
	return line, err
}

// ExtendLine plays a turn after some turns of a line, and returns the game after it. It stores nothing.
// Errors: CodeIllegalTurn, CodeUnreadableTurn, CodeInvalid for too many turns.
func (s *Store) ExtendLine(l *GameLine, turns int, turn string) (*Game, error) {
	g := *l.Game
	longer, err := s.lineFrom(&g, l.start.String(), append(l.Turns()[:turns:turns], turn))
	if err != nil {
		return nil, err
	}
	return longer.At(turns + 1), nil
}
