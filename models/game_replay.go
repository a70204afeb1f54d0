package models

import (
	"bytes"
	"context"
	"encoding/hex"

	"turnpost/rules"
	"turnpost/rules/phrase"
)

// replay is the state of a replayed game.
type replay struct {
	ruleset  rules.Ruleset
	position rules.Position
	history  rules.History
	result   rules.Result // by the rules, including repetition
	turns    []string     // so far, in canonical text
	moved    [2]bool      // which seats have played
}

func newReplay(r rules.Ruleset, variant string) (*replay, error) {
	start, err := r.Start(variant)
	if err != nil {
		return nil, err
	}
	p := &replay{ruleset: r, position: start}
	p.result = p.history.Reach(start)
	return p, nil
}

// play plays a turn and compares the result with the turn's seat and, if it has one, its position.
func (p *replay) play(t *Turn, info rules.Info) (rules.Played, *Fault) {
	if p.result.Over() {
		return rules.Played{}, newFault(t.Ply, FaultOver, "over", "reason", info.ReasonPhrase(p.result.Reason))
	}
	if mover := p.position.ToMove(); t.Seat != mover {
		return rules.Played{}, newFault(t.Ply, FaultSeat, "seat", "side", info.SideID(mover))
	}
	played, err := p.position.Play(t.Text)
	if err != nil {
		refused, ok := rules.RefusalOf(err)
		if !ok {
			refused.Message = phrase.New("verbatim", "text", err.Error())
		}
		fault := newFault(t.Ply, FaultTurn, "by_rules", "detail", refused.Sentence())
		fault.Reason = refused.Code
		return played, fault
	}
	if next := played.Next.String(); t.Position != "" && t.Position != next {
		return played, newFault(t.Ply, FaultPosition, "position", "want", next, "position", t.Position)
	}
	p.position = played.Next
	p.result = p.history.Reach(p.position)
	p.turns = append(p.turns, played.Turn)
	p.moved[t.Seat] = true
	return played, nil
}

// verify replays a whole record and returns its first fault.
func (p *replay) verify(r *GameRecord, info rules.Info) *Fault {
	if r.Version != 0 && r.Version != info.Version {
		return newFault(0, FaultVersion, "version", "version", r.Version, "here", info.Version)
	}
	if start := p.position.String(); r.Start.Position != "" && r.Start.Position != start {
		return newFault(0, FaultStart, "start", "want", start)
	}
	hash := r.Start.Hash
	for i := range r.Turns {
		t := r.Turns[i]
		if t.Ply != i+1 {
			return newFault(i+1, FaultPly, "turn_missing", "n", i+1, "found", t.Ply)
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
		return newFault(len(r.Turns), FaultHash, "hash_record",
			"hash", hex.EncodeToString(hash), "record", hex.EncodeToString(r.Hash))
	}
	return nil
}

// checkHash checks the hash of a turn of a record; a record has all of them or none.
func checkHash(before []byte, game string, t *Turn) *Fault {
	switch {
	case before == nil && t.Hash == nil:
		return nil
	case before == nil:
		return newFault(t.Ply, FaultHash, "hash_from_here")
	case t.Hash == nil:
		return newFault(t.Ply, FaultHash, "hash_up_to_here")
	case !bytes.Equal(t.Hash, turnHash(before, game, t)):
		return newFault(t.Ply, FaultHash, "hash")
	}
	return nil
}

// verifyResult compares a claimed result with the end of the turns. If the rules have not ended the game, the players
// or the clock may have.
func (p *replay) verifyResult(claimed rules.Result, info rules.Info) *Fault {
	wrong := func(key string, pairs ...any) *Fault { return newFault(len(p.turns), FaultResult, key, pairs...) }
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
	case "", ReasonResignation, ReasonAgreement, ReasonTimeout, ReasonAborted, ReasonAdjudicated, ReasonAnnulled,
		ReasonWithdrawn:
	default:
		return wrong("goes_on", "side", info.SideID(toMove))
	}
	switch drawn := claimed.Winner == rules.NoSeat; {
	case (claimed.Reason == ReasonResignation || claimed.Reason == ReasonWithdrawn) && drawn,
		claimed.Reason == ReasonTimeout && claimed.Winner != toMove.Other():
		return wrong("cannot_end", "reason", claimed.Reason, "side", info.SideID(toMove))
	case (claimed.Reason == ReasonAgreement || Unscored(claimed.Reason)) && !drawn:
		return wrong("no_winner", "reason", claimed.Reason)
	case claimed.Reason == ReasonAborted && p.moved == [2]bool{true, true}:
		return wrong("aborted_late")
	}
	return nil
}

// FaultKind is the kind of a fault in a game.
type FaultKind string

// The kinds of faults.
const (
	FaultVersion  FaultKind = "version"  // played by another version of the rules: cannot be replayed
	FaultStart    FaultKind = "start"    // not the initial position of the game
	FaultPly      FaultKind = "ply"      // the turns are not numbered in order: one is missing
	FaultOver     FaultKind = "over"     // a turn after the end
	FaultSeat     FaultKind = "seat"     // the other side was to move
	FaultTurn     FaultKind = "turn"     // the rules refuse the turn, or write it differently
	FaultPosition FaultKind = "position" // the turn leads to another position
	FaultResult   FaultKind = "result"   // the turns have another result
	FaultHash     FaultKind = "hash"     // the hash does not match the content
	FaultStored   FaultKind = "stored"   // the game with this ID is a different one here

	// Only of stored games.
	FaultEvents FaultKind = "events" // the turn has other effects
	FaultKey    FaultKind = "key"    // the index of repeated positions is wrong
	FaultGame   FaultKind = "game"   // the game's row does not match its turns
)

// Fault is the first inconsistency in a game, with the rules or within the game.
type Fault struct {
	Ply     int // of the turn; 0 is the start, for the result the last one
	Kind    FaultKind
	Reason  string // code of the rules for a refused turn, else ""
	Message phrase.Message
}

// newFault returns a fault with a message by its key and pairs of names and values.
func newFault(ply int, kind FaultKind, key string, pairs ...any) *Fault {
	return &Fault{Ply: ply, Kind: kind, Message: phrase.New("fault."+key, pairs...)}
}

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
