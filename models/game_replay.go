package models

import (
	"encoding/hex"
	"time"

	"turnpost/rules"
	"turnpost/rules/phrase"
)

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

// NewFault returns a fault with a message by its key and pairs of names and values.
func NewFault(ply int, kind FaultKind, key string, pairs ...any) *Fault {
	return &Fault{Ply: ply, Kind: kind, Message: phrase.New("fault."+key, pairs...)}
}

// GameRecord is the record of a game with everything needed to replay it. In a parsed record, everything but the
// ruleset and the turns may be absent.
type GameRecord struct {
	ID               string // of the game; "" if absent
	Ruleset, Variant string
	Version          int       // of the ruleset; 0 if absent
	Players          [2]string // names by seat
	Pace             string
	Begun, Ended     time.Time
	Result           rules.Result // zero for an ongoing game
	Start            Turn         // ply 0: position, time and hash
	Turns            []Turn
	Hash             []byte // of the last turn
}

// CompareEnd compares hash and result at the last turn of another record of the game.
func (r *GameRecord) CompareEnd(in *GameRecord, plies int) (same bool, fault *Fault, err error) {
	last := r.Start
	if plies > 0 {
		last = r.Turns[plies-1]
	}
	if in.Hash != nil && string(in.Hash) != string(last.Hash) {
		return false, NewFault(plies, FaultStored, "stored_hash",
			"n", plies, "game", r.ID, "hash", hex.EncodeToString(last.Hash)), nil
	}
	// A record from before the end is incomplete, but not wrong.
	if in.Result.Over() && (plies != len(r.Turns) || in.Result != r.Result) {
		return false, NewFault(plies, FaultStored, "stored_end", "game", r.ID, "end", endOf(r.Result)), nil
	}
	return true, nil, nil
}

// endOf describes how a game ended.
func endOf(r rules.Result) phrase.Message {
	switch {
	case !r.Over():
		return phrase.New("fault.end.none")
	case r.Winner == rules.NoSeat:
		return phrase.New("fault.end.drawn", "reason", r.Reason)
	}
	return phrase.New("fault.end.won", "seat", int(r.Winner), "reason", r.Reason)
}
