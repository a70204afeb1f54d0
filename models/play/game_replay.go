package play

import (
	"bytes"
	"context"
	"encoding/hex"

	"turnpost/models"
	"turnpost/models/schema"
	"turnpost/rules"
	"turnpost/rules/phrase"
)

// Replay is the state of a replayed game.
type replay struct {
	ruleset  rules.Ruleset
	position rules.Position
	history  rules.History
	result   rules.Result // by the rules, including repetition
	turns    []string     // so far, in canonical text
	moved    [2]bool      // which seats have played
	played   [2]int       // how many turns of each seat CheckRows has read
}

// NewReplay begins to replay a game.
func NewReplay(r rules.Ruleset, variant string) (*replay, error) {
	start, err := r.Start(variant)
	if err != nil {
		return nil, err
	}
	p := &replay{ruleset: r, position: start}
	p.result = p.history.Reach(start)
	return p, nil
}

// Play plays a turn and compares the result with the turn's seat and, if it has one, its position.
func (p *replay) play(t *models.Turn, info rules.Info) (rules.Played, *models.Fault) {
	if p.result.Over() {
		return rules.Played{}, models.NewFault(t.Ply, models.FaultOver, "over", "reason", info.ReasonPhrase(p.result.Reason))
	}
	if mover := p.position.ToMove(); t.Seat != mover {
		return rules.Played{}, models.NewFault(t.Ply, models.FaultSeat, "seat", "side", info.SideID(mover))
	}
	played, err := p.position.Play(t.Text)
	if err != nil {
		refused, ok := rules.RefusalOf(err)
		if !ok {
			refused.Message = phrase.New("verbatim", "text", err.Error())
		}
		fault := models.NewFault(t.Ply, models.FaultTurn, "by_rules", "detail", refused.Sentence())
		fault.Reason = refused.Code
		return played, fault
	}
	if next := played.Next.String(); t.Position != "" && t.Position != next {
		return played, models.NewFault(t.Ply, models.FaultPosition, "position", "want", next, "position", t.Position)
	}
	p.position = played.Next
	p.result = p.history.Reach(p.position)
	p.turns = append(p.turns, played.Turn)
	p.moved[t.Seat] = true
	return played, nil
}

// verify replays a whole record and returns its first fault.
func (p *replay) verify(r *models.GameRecord, info rules.Info) *models.Fault {
	if r.Version != 0 && r.Version != info.Version {
		return models.NewFault(0, models.FaultVersion, "version", "version", r.Version, "here", info.Version)
	}
	if start := p.position.String(); r.Start.Position != "" && r.Start.Position != start {
		return models.NewFault(0, models.FaultStart, "start", "want", start)
	}
	hash := r.Start.Hash
	for i := range r.Turns {
		t := r.Turns[i]
		if t.Ply != i+1 {
			return models.NewFault(i+1, models.FaultPly, "turn_missing", "n", i+1, "found", t.Ply)
		}
		if t.Seat == rules.NoSeat { // absent
			t.Seat = p.position.ToMove()
		}
		played, fault := p.play(&t, info)
		if fault != nil {
			return fault
		}
		t.Text, t.Position = played.Turn, played.Next.String()
		if fault := checkHash(hash, r.ID, &t); fault != nil {
			return fault
		}
		hash = t.Hash
	}
	if fault := p.verifyResult(r.Result, info); fault != nil {
		return fault
	}
	if hash != nil && r.Hash != nil && !bytes.Equal(hash, r.Hash) {
		return models.NewFault(len(r.Turns), models.FaultHash, "hash_record",
			"hash", hex.EncodeToString(hash), "record", hex.EncodeToString(r.Hash))
	}
	return nil
}

// checkHash checks the hash of a turn of a record; a record has all of them or none.
func checkHash(before []byte, game string, t *models.Turn) *models.Fault {
	switch {
	case before == nil && t.Hash == nil:
		return nil
	case before == nil:
		return models.NewFault(t.Ply, models.FaultHash, "hash_from_here")
	case t.Hash == nil:
		return models.NewFault(t.Ply, models.FaultHash, "hash_up_to_here")
	case !bytes.Equal(t.Hash, schema.TurnHash(before, game, t)):
		return models.NewFault(t.Ply, models.FaultHash, "hash")
	}
	return nil
}

// verifyResult compares a claimed result with the end of the turns. If the rules have not ended the game, the players
// or the clock may have.
func (p *replay) verifyResult(claimed rules.Result, info rules.Info) *models.Fault {
	wrong := func(key string, pairs ...any) *models.Fault {
		return models.NewFault(len(p.turns), models.FaultResult, key, pairs...)
	}
	if p.result.Over() {
		if claimed != p.result {
			why := info.ReasonPhrase(p.result.Reason)
			if p.result.Winner == rules.NoSeat {
				return wrong("drawn_by_rules", "reason", why)
			}
			return wrong("won_by_rules", "side", info.SideID(p.result.Winner), "reason", why)
		}
		return nil
	}
	toMove := p.position.ToMove()
	switch claimed.Reason {
	case "", models.ReasonResignation, models.ReasonAgreement, models.ReasonTimeout, models.ReasonAborted,
		models.ReasonAdjudicated, models.ReasonAnnulled,
		models.ReasonWithdrawn:
	default:
		return wrong("goes_on", "side", info.SideID(toMove))
	}
	switch drawn := claimed.Winner == rules.NoSeat; {
	case (claimed.Reason == models.ReasonResignation || claimed.Reason == models.ReasonWithdrawn) && drawn,
		claimed.Reason == models.ReasonTimeout && claimed.Winner != toMove.Other():
		return wrong("cannot_end", "reason", claimed.Reason, "side", info.SideID(toMove))
	case (claimed.Reason == models.ReasonAgreement || models.Unscored(claimed.Reason)) && !drawn:
		return wrong("no_winner", "reason", claimed.Reason)
	case claimed.Reason == models.ReasonAborted && p.moved == [2]bool{true, true}:
		return wrong("aborted_late")
	}
	return nil
}

// GameLine is a line of play that begins at a position of a game. It changes nothing.
type GameLine struct {
	Game   *models.Game // at the position where the line begins; no later turn is known
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
func (l *GameLine) Turn(i int) *models.Turn {
	before := l.start
	if i > 0 {
		before = l.Played[i-1].Next
	}
	return &models.Turn{
		Ply: l.Game.Ply + i + 1, Seat: before.ToMove(), Text: l.Played[i].Turn, Position: l.Played[i].Next.String(),
		Events: l.Played[i].Events,
	}
}

// At returns the game after some turns of the line, for views and further turns.
func (l *GameLine) At(turns int) *models.Game {
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
		g.Status = models.Finished
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
	if models.CodeOf(err) == models.CodeInvalid { // the ply does not exist any more
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
func (s *Store) lineFrom(g *models.Game, position string, turns []string) (*GameLine, error) {
	length := 0
	for _, turn := range turns {
		length += len(turn)
	}
	if len(turns) > MaxLineTurns || length > maxLineBytes {
		return nil, models.Invalid("turns", "line_too_long", "max", MaxLineTurns)
	}
	a, err := s.AnalyseLine(models.AnalysisInput{
		Ruleset: g.Ruleset, Variant: g.Variant, Position: position, Turns: turns,
	})
	if err != nil {
		return nil, err
	}
	line := &GameLine{Game: g, Played: a.Played, Result: a.Result}
	g.Status, g.DrawBy, g.TakebackBy, g.Unread, g.Rematch = models.Ongoing, rules.NoSeat, rules.NoSeat, [2]int{}, ""
	line.start, err = s.PositionOf(g.Ruleset, g.Variant, position)
	return line, err
}

// ExtendLine plays a turn after some turns of a line, and returns the game after it. It stores nothing.
// Errors: CodeIllegalTurn, CodeUnreadableTurn, CodeInvalid for too many turns.
func (s *Store) ExtendLine(l *GameLine, turns int, turn string) (*models.Game, error) {
	g := *l.Game
	longer, err := s.lineFrom(&g, l.start.String(), append(l.Turns()[:turns:turns], turn))
	if err != nil {
		return nil, err
	}
	return longer.At(turns + 1), nil
}
