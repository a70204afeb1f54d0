package models

import "turnpost/rules/phrase"

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
