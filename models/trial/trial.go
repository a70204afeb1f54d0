// Package trial plays a line of a visitor against the house without a stored game. A line is a value: it holds all
// that the house answers from, so that the same line has the same answer on every server, and nothing is stored or
// remembered between two requests but the memory of the search.
package trial

import (
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"sync"

	"turnpost/models"
	"turnpost/models/store"
	"turnpost/models/visible"
	"turnpost/rules"
	"turnpost/rules/phrase"
)

// Limits of a line of play against the house.
const (
	maxTurns = 200
	maxBytes = 5000 // of all turns: a request's head has room for more
	maxReply = 8    // turns of the house in a row, where the other side is skipped
	maxNodes = 2000 // positions that the house may visit for one turn: at most 5 ms on an idle processor
)

// Input is a line of play of a visitor against the house.
type Input struct {
	Ruleset string
	Variant string // "" means the first one of rules.Info.Offered, and in a line with turns the default one
	Side    string // the visitor's; "" means the first one
	Turns   []string
}

// Trial is a line of play against the house without a stored game. The visitor is to move, or it is over.
type Trial struct {
	Info    rules.Info // in English
	Variant rules.Variant
	Seat    rules.Seat // the visitor's
	Start   rules.Position
	Line    *models.Analysis
}

// House answers lines of play by the rulesets of a store. It is safe for concurrent use.
type House struct {
	store    *store.Store
	thinkers sync.Map // of *sync.Pool by ruleset: a Thinker serves one line at a time
}

// NewHouse returns a House.
func NewHouse(store *store.Store) *House { return &House{store: store} }

func (h *House) thinkersOf(r rules.Ruleset) *sync.Pool {
	pool, _ := h.thinkers.LoadOrStore(r.Info(phrase.English).ID, &sync.Pool{New: func() any { return r.House() }})
	return pool.(*sync.Pool)
}

// Play plays a line against the house, which answers on the easy level if the line leaves it to move. The error of a
// turn has its Index. Errors: models.CodeNotFound for an unknown ruleset, variant or side, and where the house does not
// play; models.CodeInvalid for a line that is too long; models.CodeIllegalTurn, models.CodeUnreadableTurn.
func (h *House) Play(in Input) (*Trial, error) {
	r, variant, seat, err := h.rulesOf(in)
	if err != nil {
		return nil, err
	}
	length := 0
	for _, turn := range in.Turns {
		length += len(turn)
	}
	if len(in.Turns) > maxTurns || length > maxBytes {
		return nil, refused(models.CodeInvalid, "t", "trial_too_long", "max", maxTurns)
	}
	line, err := h.store.AnalyseLine(models.AnalysisInput{Ruleset: in.Ruleset, Variant: variant.ID, Turns: in.Turns})
	if err != nil {
		return nil, err
	}
	t := &Trial{Info: r.Info(phrase.English), Variant: variant, Seat: seat, Line: line}
	if t.Start, err = r.Start(variant.ID); err != nil {
		return nil, err
	}
	for range maxReply {
		if t.Line.Result.Over() || t.Line.Position.ToMove() == seat {
			break
		}
		if err := h.answer(t, r); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// rulesOf returns what a line of play against the house is about.
func (h *House) rulesOf(in Input) (rules.Ruleset, rules.Variant, rules.Seat, error) {
	r, variant, err := h.store.FindRuleset(in.Ruleset, in.Variant)
	if e, unknown := errors.AsType[*models.Error](err); unknown {
		return nil, variant, rules.NoSeat, &models.Error{Code: models.CodeNotFound, Message: e.Message, Index: -1}
	}
	if err != nil {
		return nil, variant, rules.NoSeat, err
	}
	info := r.Info(phrase.English)
	if in.Variant == "" && len(in.Turns) == 0 {
		variant = info.Offered()[0]
	}
	if !h.store.HouseBegins(r) {
		return nil, variant, rules.NoSeat, refused(models.CodeNotFound, "", "no_house", "ruleset", info.Name)
	}
	if in.Side == "" {
		return r, variant, rules.First, nil
	}
	seat, found := info.Seat(in.Side)
	if !found {
		return nil, variant, seat, refused(models.CodeNotFound, "", "no_side",
			"ruleset", info.Name, "side", visible.Clip(in.Side, 40))
	}
	return r, variant, seat, nil
}

// answer plays the turn of the house at the end of a line.
func (h *House) answer(t *Trial, r rules.Ruleset) error {
	thought := rules.Thought{Level: rules.Easy, Seed: t.seed(), Nodes: maxNodes, Seen: []string{t.Start.Key()}}
	for _, played := range t.Line.Played {
		thought.Seen = append(thought.Seen, played.Next.Key())
	}
	pool := h.thinkersOf(r)
	thinker := pool.Get().(rules.Thinker)
	turn, err := thinker.Turn(t.Line.Position, thought)
	pool.Put(thinker)
	if err != nil {
		return fmt.Errorf("the house at %s of %s: %w", t.Line.Position, t.Info.ID, err)
	}
	after, err := h.Extend(t, turn)
	if err == nil {
		*t = *after
	}
	return err
}

// Extend returns a line with one more turn, without an answer.
// Errors: models.CodeIllegalTurn, models.CodeUnreadableTurn.
func (h *House) Extend(t *Trial, turn string) (*Trial, error) {
	after := *t
	line, err := h.store.AnalyseLine(models.AnalysisInput{
		Ruleset: t.Info.ID, Variant: t.Variant.ID, Turns: append(t.Turns(), turn),
	})
	after.Line = line
	return &after, err
}

// Turns returns the turns of the line in canonical text. The caller may modify the slice.
func (t *Trial) Turns() []string {
	turns := make([]string, 0, len(t.Line.Played)+1)
	for _, played := range t.Line.Played {
		turns = append(turns, played.Turn)
	}
	return turns
}

// seed derives what the house leaves to chance from the line.
func (t *Trial) seed() uint64 {
	h := fnv.New64a()
	for _, text := range slices.Concat([]string{t.Info.ID, t.Variant.ID, t.Info.SideID(t.Seat)}, t.Turns()) {
		fmt.Fprintf(h, "%d:%s", len(text), text)
	}
	return h.Sum64()
}

// The accounts of the players of a Trial's game. No stored account has them.
const (
	VisitorID int64 = -1
	HouseID   int64 = -2
)

// Game returns the end of the line as an unstored game, for views and further turns. Its players are VisitorID and
// HouseID; names are by seat.
func (t *Trial) Game(names [2]string) *models.Game {
	g := &models.Game{
		Ruleset: t.Info.ID, Variant: t.Variant.ID, Version: t.Info.Version, Status: models.Ongoing,
		Position: t.Line.Position.String(), Ply: len(t.Line.Played), ToMove: t.Line.Position.ToMove(), Result: t.Line.Result,
		DrawBy: rules.NoSeat, TakebackBy: rules.NoSeat,
	}
	g.Players[t.Seat] = models.PlayerRef{ID: VisitorID, Name: names[t.Seat]}
	g.Players[t.Seat.Other()] = models.PlayerRef{ID: HouseID, Name: names[t.Seat.Other()]}
	if t.Line.Result.Over() {
		g.Status = models.Finished
	}
	if n := len(t.Line.Played); n > 0 {
		g.LastTurn = t.Turn(n - 1)
	}
	return g
}

// Turn returns a turn of the line by its index.
func (t *Trial) Turn(i int) *models.Turn {
	played, before := t.Line.Played[i], t.Start
	if i > 0 {
		before = t.Line.Played[i-1].Next
	}
	return &models.Turn{
		Ply: i + 1, Seat: before.ToMove(), Text: played.Turn, Position: played.Next.String(), Events: played.Events,
	}
}

// refused returns the error of an input with a message by its key and pairs of names and values.
func refused(code models.Code, field, key string, pairs ...any) *models.Error {
	return &models.Error{Code: code, Field: field, Message: phrase.New("error."+key, pairs...), Index: -1}
}
